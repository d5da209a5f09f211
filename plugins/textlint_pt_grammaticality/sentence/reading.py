"""How rules without a model read a sentence: words, quotations, context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.contract import Document, Sentence
from textlint_pt.portuguese import Lists
from textlint_pt.text.document import Stretch
from textlint_pt.text.reading import Ranges, cased, quotations, together, touches
from textlint_pt.text.regex import regex
from textlint_pt.text.words import Word, words

__all__ = [
    "Ranges",
    "Surroundings",
    "Word",
    "abbreviations",
    "cased",
    "is_of_file",
    "listed",
    "of_statutes",
    "own_words",
    "quotations",
    "seldom",
    "surroundings",
    "table",
    "together",
    "touches",
    "words",
]

_DATA = Path(__file__).parents[1] / "data"
#: sentences of which something is remembered from one version of a text to the next
KEPT = 8_192


#: how an article of a law begins, and each of its parts
_ARTICLE = regex(
    r"[“”\"«]?(?:Art(?:igo|s?\.) ?\d|§ ?\d|Parágrafo único\b|[IVXL]{1,6} ?[-–—] ?\w)", re.IGNORECASE
)


def of_statutes(document: Document) -> Sequence[bool]:
    """For each sentence whether it stands in an article of a law, or in a part of one: its wording
    is that of the law."""
    return document.once(_of_statutes)


def _of_statutes(document: Document) -> list[bool]:
    return document.by_sentence(_in_articles)


def _in_articles(stretch: Stretch) -> list[bool]:
    found: list[bool] = []
    for opens, text in zip(stretch.opens, stretch.texts, strict=True):
        found.append(_ARTICLE.match(text) is not None if opens else found[-1])
    return found


own_words = Lists(_DATA / "words.tsv").words


def seldom(*patterns: re.Pattern[str]) -> Callable[[str], bool]:
    """Whether one of several patterns occurs in a sentence, which is remembered: to ask that costs
    less than to look for what is seldom there in every sentence of every version of a text."""

    @lru_cache(KEPT)
    def occurs(text: str) -> bool:
        return any(pattern.search(text) for pattern in patterns)

    return occurs


def listed(forms: str) -> frozenset[str]:
    """The words of a list in one string."""
    return frozenset(forms.split())


def table(name: str) -> list[str]:
    """The lines of a list in `data`, without comments and blank lines."""
    lines = shipped.read_text(_DATA / name).splitlines()
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
    from textlint_pt.text.segmentation import word_lists

    lists = word_lists("abbreviations.txt").values()
    return frozenset(word.lower() for listed in lists for word in listed) | {"etc"}


_ENDING = regex(r"\.[a-z]\w{0,4}\b")


def is_of_file(text: str, end: int) -> bool:
    """Whether the ending of a file name follows a word: "media.h"."""
    return _ENDING.match(text, end) is not None
