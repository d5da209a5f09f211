"""Reading a corpus folder: one `.txt.xz` a source, a paragraph a line, documents apart by a blank.

Only the files of the folders given are read, never those of folders inside them.
"""

from __future__ import annotations

import lzma
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

#: sources whose licence is none of those that what ships may be made from (public domain, CC0, MIT,
#: Apache, CC BY, CC BY-SA)
EXCLUDED = {
    "carneiro-blog": "CC, which one is not said",
    "gitmagic": "GPL-3.0",
    "guiafoca": "GFDL 1.2",
    "letsencrypt-pt-br": "MPL-2.0",
    "tuxemon-pt-br": "GPL-3.0",
    "unicode-gutenberg-mt-pt-br": "Unicode License, machine translated",
    "unicode-gutenberg-mt-pt-pt": "Unicode License, machine translated",
    "yii2-guide-pt-br": "BSD-3-Clause",
    "zen-do-r": "GPL-3.0",
}


def sources(folders: Sequence[str]) -> list[Path]:
    """Files `*.txt.xz` (or `*.txt`) of the folders that may be trained on, sorted by name."""
    found = [
        path
        for folder in folders
        for path in Path(folder).iterdir()
        if path.name.endswith((".txt.xz", ".txt")) and path.name.split(".")[0] not in EXCLUDED
    ]
    return sorted(found, key=lambda path: path.name)


def documents(path: Path) -> Iterator[list[str]]:
    """Documents of a source as lists of paragraphs."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as stream:
        paragraphs: list[str] = []
        for line in stream:
            if text := " ".join(line.split()):
                paragraphs.append(text)
            elif paragraphs:
                yield paragraphs
                paragraphs = []
        if paragraphs:
            yield paragraphs


def draw(text: str) -> float:
    """A number in [0, 1) from a text alone: documents are drawn and held out by it."""
    return zlib.crc32(text.encode()) / 2**32
