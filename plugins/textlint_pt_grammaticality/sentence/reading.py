"""How rules without a model read a sentence: words, quotations, context."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from textlint_pt import shipped
from textlint_pt.contract import Document
from textlint_pt.portuguese import Lists
from textlint_pt.text.document import Stretch
from textlint_pt.text.once import once
from textlint_pt.text.reading import Ranges, cased, quotations, together, touches
from textlint_pt.text.regex import regex
from textlint_pt.text.words import Word, words

__all__ = [
    "Ranges",
    "Word",
    "abbreviations",
    "cased",
    "is_of_file",
    "listed",
    "of_statutes",
    "own_words",
    "quotations",
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


@once
def of_statutes(document: Document) -> Sequence[bool]:
    """For each sentence whether it stands in an article of a law, or in a part of one: its wording
    is that of the law."""
    return document.by_sentence(_in_articles)


def _in_articles(stretch: Stretch) -> list[bool]:
    found: list[bool] = []
    for opens, text in zip(stretch.opens, stretch.texts, strict=True):
        found.append(_ARTICLE.match(text) is not None if opens else found[-1])
    return found


own_words = Lists(_DATA / "words.tsv").words


def listed(forms: str) -> frozenset[str]:
    """The words of a list in one string."""
    return frozenset(forms.split())


def table(name: str) -> list[str]:
    """The lines of a list in `data`, without comments and blank lines."""
    lines = shipped.read_text(_DATA / name).splitlines()
    return [line for line in lines if line and not line.startswith("#")]


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
