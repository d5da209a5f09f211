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
    """Return the files `*.txt.xz` or `*.txt` of folders that may be trained on, by name."""
    found = [
        path
        for folder in folders
        for path in Path(folder).iterdir()
        if path.name.endswith((".txt.xz", ".txt")) and path.name.split(".")[0] not in EXCLUDED
    ]
    return sorted(found, key=lambda path: path.name)


def documents(path: Path) -> Iterator[list[str]]:
    """Yield the documents of a source as lists of paragraphs."""
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
    """Yield the lines of a text file, `.xz` unpacked, without line ends."""
    with opened(path) as stream:
        for line in stream:
            yield line.rstrip("\n")


def opened(path: Path) -> IO[str]:
    """Return a text file, packed by xz or not."""
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def thinned(path: Path, shares_by_prefix: Mapping[str, float]) -> float:
    """Return the share of a source that counts, by the beginning of its name; 1 if not named."""
    return next(
        (share for name, share in shares_by_prefix.items() if path.name.startswith(name)), 1.0
    )


def once(
    folders: Sequence[str], excluded: Set[bytes], is_taken: Callable[[Path, str], bool]
) -> Iterator[tuple[Path, str, list[str]]]:
    """Yield path, document ends and sentences of each paragraph; repeated ones only once.

    Sentences `excluded` are skipped. `is_taken` decides by the path and the ends of the document,
    its first and last paragraph.
    """
    seen: set[bytes] = set()
    for path in sources(folders):
        for document in documents(path):
            ends = document[0] + document[-1]
            for paragraph in document if is_taken(path, ends) else ():
                digest = hashlib.blake2b(paragraph.encode(), digest_size=8).digest()
                if digest in seen:
                    continue
                seen.add(digest)
                sentences = [paragraph[start:end] for start, end in sentence_spans(paragraph)]
                if excluded:
                    sentences = [one for one in sentences if fingerprint(one) not in excluded]
                yield path, ends, sentences


def analyses(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the forms of MorphoBr, each with an analysis ("falar+V+INF")."""
    for path in sorted(folder.glob("*.dict*")):
        for line in lines_of(path):
            form, tab, analysis = line.partition("\t")
            if tab:
                yield form, analysis


#: shorter sentences ("Sim, senhor.") stand everywhere
SHORTEST_RESERVED = 5  # words
_WORD = re.compile(r"\w+")


def fingerprint(sentence: str) -> bytes | None:
    """Return a digest of a sentence's words, without case; None if it is too short."""
    words = _WORD.findall(sentence.lower())
    if len(words) < SHORTEST_RESERVED:
        return None
    return hashlib.blake2b(" ".join(words).encode(), digest_size=8).digest()


def reserved(paths: Iterable[Path]) -> set[bytes]:
    """Return the fingerprints of sentences of evaluation files, for training to exclude.

    JSON lines (every string value), CoNLL-U (`# text`) and plain text, packed by xz or not.
    """
    found: set[bytes] = set()
    for path in paths:
        with opened(path) as stream:
            for line in stream:
                for text in _texts(path.name.removesuffix(".xz"), line):
                    for start, end in sentence_spans(text):
                        if (digest := fingerprint(text[start:end])) is not None:
                            found.add(digest)
                    if (digest := fingerprint(text)) is not None:
                        found.add(digest)
    return found


def without(paragraph: str, excluded: Set[bytes]) -> str:
    """Return a paragraph without the sentences whose fingerprint is `excluded`."""
    spans = sentence_spans(paragraph)
    kept = [
        (start, end) for start, end in spans if fingerprint(paragraph[start:end]) not in excluded
    ]
    if len(kept) == len(spans):
        return paragraph
    return " ".join(paragraph[start:end] for start, end in kept)


def _texts(name: str, line: str) -> Iterator[str]:
    """Yield the texts in a line of an evaluation file."""
    if name.endswith(".jsonl"):
        yield from _strings(json.loads(line))
    elif name.endswith(".conllu"):
        if line.startswith("# text = "):
            yield line.removeprefix("# text = ").strip()
    else:
        yield line.strip()


def _strings(value: Any) -> Iterator[str]:
    """Yield all strings in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)


def draw(text: str) -> float:
    """Return a number in [0, 1) that depends on the text alone, to sample documents."""
    return zlib.crc32(text.encode()) / 2**32
