"""How rules without a model read a sentence: words, quotations, uninterrupted text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from textlint_pt.text.document import Document, Text
from textlint_pt.text.regex import regex

Ranges = Sequence[tuple[int, int]]

_WORD = regex(r"[^\W\d_]+(?:[-‑'’][^\W\d_]+)*")
_WORD_OR_FIGURE = regex(rf"\d+|{_WORD.pattern}")
_QUOTE = regex(r"[“”„«»\"]")
_CLOSES = {"“": "”", "„": "“", "«": "»"}


class Word(NamedTuple):
    """A word of a sentence: `text[start:end]` and the same in lower case."""

    form: str
    start: int
    end: int


def words(text: str, *, figures: bool = False) -> list[Word]:
    """Words in order; hyphens and apostrophes join ("guarda-chuva", "d'água").

    `figures`: whether runs of digits are words too.
    """
    return list(_words(text, figures))


@lru_cache(2_048)  # many rules ask for the same sentences, in every version of a text
def _words(text: str, figures: bool) -> Sequence[Word]:
    pattern = _WORD_OR_FIGURE if figures else _WORD
    return [Word(m.group().lower(), m.start(), m.end()) for m in pattern.finditer(text)]


def together(content: Text, start: int, end: int) -> bool:
    """Whether `text[start:end]` is in the source without markup between its characters."""
    return all(content.ends[i] == content.starts[i + 1] for i in range(start, end - 1))


def cased(form: str, like: str) -> str:
    """`form` with the capitals of `like`, where it has none of its own."""
    if not form.islower():
        return form
    if len(like) > 1 and like.isupper():
        return form.upper()
    return form[:1].upper() + form[1:] if like[:1].isupper() else form


def touches(ranges: Ranges, start: int, end: int) -> bool:
    """Whether [start, end) contains a character of one of the ranges, which are in order."""
    at = bisect_right(ranges, start, key=lambda low_high: low_high[1])
    return at < len(ranges) and ranges[at][0] < end


def quotations(document: Document) -> list[list[tuple[int, int]]]:
    """For each sentence the ranges between quotation marks.

    A quotation continues from sentence to sentence until its closing mark, but not beyond its
    block; one that is never closed reaches to the end of the block.
    """
    result: list[list[tuple[int, int]]] = []
    closer, block = "", -1
    for sentence in document.sentences:
        if sentence.block != block:
            closer, block = "", sentence.block
        ranges: list[tuple[int, int]] = []
        if not closer and not _QUOTE.search(sentence.text):
            result.append(ranges)
            continue
        opened = 0
        for match in _QUOTE.finditer(sentence.text):
            mark = match.group()
            if not closer:
                closer, opened = _CLOSES.get(mark, '"' if mark == '"' else ""), match.start()
            elif mark == closer:
                ranges.append((opened, match.end()))
                closer = ""
        if closer:
            ranges.append((opened, len(sentence.text)))
        result.append(ranges)
    return result
