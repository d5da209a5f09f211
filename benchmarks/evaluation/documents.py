"""Documents of a file or folder, each with the digest that names it in ledgers and verdicts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.evaluation.common import read_jsonl, read_text, stem
from benchmarks.evaluation.texts import files_of

#: characters of a document that are taken
LONGEST = 9_000


class SampledDocument(NamedTuple):
    """A document: `digest` names it, `source` is the file it stands in, `suffix` its format."""

    register: str
    source: str
    digest: str
    text: str
    suffix: str


def digest(text: str) -> str:
    """Return a document's name in ledger and verdicts; spacing does not change it."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def read_documents(register: str, path: Path) -> Iterator[SampledDocument]:
    """Yield the documents of a file or folder."""
    if path.is_dir():
        for file in files_of(path):
            yield from read_documents(register, file)
    elif path.suffix == ".jsonl":
        for row in read_jsonl(str(path)):
            yield SampledDocument(
                register, stem(str(path)), digest(row["text"]), row["text"], ".txt"
            )
    elif path.suffix == ".xz":
        for lines in read_text(str(path)).split("\n\n"):
            text = _shortened([line for line in lines.split("\n") if line.strip()])
            if text:
                yield SampledDocument(register, stem(str(path)), digest(lines), text, ".txt")
    else:
        text = read_text(str(path))
        yield SampledDocument(register, stem(str(path)), digest(text), text, path.suffix)


def _shortened(paragraphs: Sequence[str]) -> str:
    """Return the first paragraphs, as many as fit in `LONGEST` characters."""
    kept: list[str] = []
    length = 0
    for paragraph in paragraphs:
        length += len(paragraph)
        if kept and length > LONGEST:
            break
        kept.append(paragraph)
    return "\n\n".join(kept)
