"""What rules without a model read in a sentence: words, quotations, what stands together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt.document import Document, Sentence
from textlint_pt.measures.reading import Ranges, Word, quotations, together, touches, words

__all__ = [
    "Ranges",
    "Surroundings",
    "Word",
    "abbreviations",
    "listed",
    "quotations",
    "surroundings",
    "table",
    "together",
    "touches",
    "words",
]

_DATA = Path(__file__).parent / "data"


def listed(forms: str) -> frozenset[str]:
    """The words of a list in one string."""
    return frozenset(forms.split())


def table(name: str) -> list[str]:
    """The lines of a list in `data`, without comments and blank lines."""
    lines = (_DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


class Surroundings(NamedTuple):
    """A sentence with the one before it in its block, and the block before it."""

    sentence: Sentence
    previous: Sentence | None
    opens_block: bool


def surroundings(document: Document) -> Iterator[Surroundings]:
    previous: Sentence | None = None
    for sentence in document.sentences:
        opens = previous is None or previous.block != sentence.block
        yield Surroundings(sentence, previous, opens)
        previous = sentence


@cache
def abbreviations() -> frozenset[str]:
    """Abbreviations in lower case, without their stop."""
    from textlint_pt.segmentation import word_lists

    lists = word_lists("abbreviations.txt").values()
    return frozenset(word.lower() for listed in lists for word in listed) | {"etc"}
