"""Sentences of the corpus: documentation thinned, a slice held out by document."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from textlint_pt.text.segmentation import sentence_spans, tokens
from training.corpus import documents, thinned

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
MIN_WORDS, MAX_WORDS = 4, 45


def fraction(key: str, seed: int) -> float:
    """Return a pseudo-random number in [0, 1) that depends on `key` and `seed` alone."""
    digest = hashlib.blake2b(f"{seed}:{key}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def usable(sentence: str) -> bool:
    """Return whether a sentence is prose of a length worth learning from."""
    if not MIN_WORDS <= sentence.count(" ") + 1 <= MAX_WORDS:
        return False
    letters = sum(char.isalpha() or char == " " for char in sentence)
    return (
        letters >= 0.85 * len(sentence)
        and not sentence.isupper()
        and sentence[-1] in '.!?…”"»:;'
        and not any(char in "{}<>|\\_=*#@" for char in sentence)
        and sum(token.kind == "word" for token in tokens(sentence)) >= MIN_WORDS
    )


def sentences(
    path: Path, seed: int, held_out: float, keep: float | None = None
) -> Iterator[tuple[str, bool]]:
    """Yield (sentence, is held out) of one file; `keep`: share of paragraphs, else by `THIN`."""
    if keep is None:
        keep = thinned(path, THIN)
    name = path.name.split(".")[0]
    for number, paragraphs in enumerate(documents(path)):
        identifier = f"{name}#{number}"
        is_held_out = fraction(identifier, seed) < held_out
        for i, line in enumerate(paragraphs):
            if fraction(f"{identifier}:{i}", seed) >= keep:
                continue
            paragraph = unicodedata.normalize("NFC", line)
            for start, end in sentence_spans(paragraph):
                sentence = paragraph[start:end]
                if usable(sentence):
                    yield sentence, is_held_out
