"""Sentences of the corpus: documentation thinned, a slice held out by document."""

from __future__ import annotations

import hashlib
import lzma
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from textlint_pt.text.segmentation import sentence_spans, tokens

#: sources by the start of their name: software documentation and other dry text, of which a part
#: suffices; what is not named is kept whole
THIN = {
    "ms-": 0.12,
    "adobe-": 0.12,
    "python-docs": 0.25,
    "doc-pt-br": 0.12,
    "tensorflow": 0.2,
    "guiafoca": 0.3,
    "biblias": 0.4,
    "unicode-gutenberg-mt": 0.5,
    "eltec-por": 0.5,
    "cligs": 0.4,
    "camilo": 0.4,
    "machado": 0.6,
}
FEWEST, MOST = 4, 45


def documents(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield (identifier, paragraphs) of each document of a corpus file."""
    name = path.name.split(".")[0]
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        paragraphs: list[str] = []
        number = 0
        for line in stream:
            if line.strip():
                paragraphs.append(" ".join(unicodedata.normalize("NFC", line).split()))
            elif paragraphs:
                yield f"{name}#{number}", paragraphs
                paragraphs, number = [], number + 1
        if paragraphs:
            yield f"{name}#{number}", paragraphs


def fraction(key: str, seed: int) -> float:
    """Return a number in [0, 1) that depends on `key` alone."""
    digest = hashlib.blake2b(f"{seed}:{key}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def usable(sentence: str) -> bool:
    """Return whether a sentence is prose of a length worth learning from."""
    if not FEWEST <= sentence.count(" ") + 1 <= MOST:
        return False
    letters = sum(char.isalpha() or char == " " for char in sentence)
    return (
        letters >= 0.85 * len(sentence)
        and not sentence.isupper()
        and sentence[-1] in '.!?…”"»:;'
        and not any(char in "{}<>|\\_=*#@" for char in sentence)
        and sum(token.kind == "word" for token in tokens(sentence)) >= FEWEST
    )


def sentences(
    path: Path, seed: int, held_out: float, keep: float | None = None
) -> Iterator[tuple[str, bool]]:
    """Yield (sentence, is held out) of one file; `keep`: share of paragraphs, else by `THIN`."""
    if keep is None:
        keep = next((share for start, share in THIN.items() if path.name.startswith(start)), 1.0)
    for identifier, paragraphs in documents(path):
        is_held_out = fraction(identifier, seed) < held_out
        for i, paragraph in enumerate(paragraphs):
            if fraction(f"{identifier}:{i}", seed) >= keep:
                continue
            for start, end in sentence_spans(paragraph):
                sentence = paragraph[start:end]
                if usable(sentence):
                    yield sentence, is_held_out
