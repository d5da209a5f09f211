"""Reading a corpus folder: one `.txt.xz` a source, a paragraph a line, documents apart by a blank.

Only the files of the folders given are read, never those of folders inside them.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import IO, Annotated, Any

from textlint_pt.text.segmentation import sentence_spans
from training.sources import sources as declared

#: sources whose licence is none of those that what ships may be made from (public domain, CC0, MIT,
#: Apache, CC BY, CC BY-SA), with the licence
EXCLUDED = {name: one.excluded for name, one in declared().items() if one.excluded}


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
    with opened(path) as stream:
        paragraphs: list[str] = []
        for line in stream:
            if text := " ".join(line.split()):
                paragraphs.append(text)
            elif paragraphs:
                yield paragraphs
                paragraphs = []
        if paragraphs:
            yield paragraphs


#: what every command that reads a corpus asks for
Corpora = Annotated[Sequence[str], "folders of *.txt.xz"]
LeaveOut = Annotated[Sequence[Path], "evaluation files: no sentence of theirs is learnt from"]


def lines_of(path: Path) -> Iterator[str]:
    """Lines of a text file, packed by xz or not, without their ends."""
    with opened(path) as stream:
        for line in stream:
            yield line.rstrip("\n")


def opened(path: Path) -> IO[str]:
    """A text file, packed by xz or not."""
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def thinned(path: Path, shares: Mapping[str, float]) -> float:
    """What of a source counts: by the beginning of its name, else all."""
    return next((share for name, share in shares.items() if path.name.startswith(name)), 1.0)


def once(
    folders: Sequence[str], left_out: Set[bytes], taken: Callable[[Path, str], bool]
) -> Iterator[tuple[Path, str, list[str]]]:
    """The sentences of each paragraph, none of them `left_out`; a paragraph comes once.

    With each its source, and the first and last paragraph of its document, from which `taken` says
    whether it is read.
    """
    seen: set[bytes] = set()
    for path in sources(folders):
        for document in documents(path):
            ends = document[0] + document[-1]
            for paragraph in document if taken(path, ends) else ():
                known = hashlib.blake2b(paragraph.encode(), digest_size=8).digest()
                if known in seen:
                    continue
                seen.add(known)
                found = [paragraph[start:end] for start, end in sentence_spans(paragraph)]
                if left_out:
                    found = [one for one in found if fingerprint(one) not in left_out]
                yield path, ends, found


def analyses(folder: Path) -> Iterator[tuple[str, str]]:
    """Forms of MorphoBr, each with an analysis ("falar+V+INF")."""
    for path in sorted(folder.glob("*.dict*")):
        for line in lines_of(path):
            form, tab, analysis = line.partition("\t")
            if tab:
                yield form, analysis


#: shorter sentences ("Sim, senhor.") stand everywhere
SHORTEST_RESERVED = 5  # words
_WORD = re.compile(r"\w+")


def fingerprint(sentence: str) -> bytes | None:
    """What a sentence is recognised by, case and punctuation apart; None for one too short."""
    words = _WORD.findall(sentence.lower())
    if len(words) < SHORTEST_RESERVED:
        return None
    return hashlib.blake2b(" ".join(words).encode(), digest_size=8).digest()


def reserved(paths: Iterable[Path]) -> set[bytes]:
    """Fingerprints of the sentences of evaluation files, which no training text may hold.

    JSON lines (every string value), CoNLL-U (`# text`) and plain text, packed by xz or not.
    """
    found: set[bytes] = set()
    for path in paths:
        with opened(path) as stream:
            for line in stream:
                for text in _texts(path.name.removesuffix(".xz"), line):
                    for start, end in sentence_spans(text):
                        if (known := fingerprint(text[start:end])) is not None:
                            found.add(known)
                    if (known := fingerprint(text)) is not None:
                        found.add(known)
    return found


def without(paragraph: str, left_out: Set[bytes]) -> str:
    """A paragraph less the sentences whose fingerprint is among `left_out`."""
    spans = sentence_spans(paragraph)
    kept = [
        (start, end) for start, end in spans if fingerprint(paragraph[start:end]) not in left_out
    ]
    if len(kept) == len(spans):
        return paragraph
    return " ".join(paragraph[start:end] for start, end in kept)


def _texts(name: str, line: str) -> Iterator[str]:
    if name.endswith(".jsonl"):
        yield from _strings(json.loads(line))
    elif name.endswith(".conllu"):
        if line.startswith("# text = "):
            yield line.removeprefix("# text = ").strip()
    else:
        yield line.strip()


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)


def draw(text: str) -> float:
    """A number in [0, 1) from a text alone: documents are drawn and held out by it."""
    return zlib.crc32(text.encode()) / 2**32
