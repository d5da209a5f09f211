"""What rules without a model read in a sentence: words, quotations, what stands together."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt.document import Document, Sentence, Text

Ranges = Sequence[tuple[int, int]]

_WORD = re.compile(r"[^\W\d_]+(?:[-‑'’][^\W\d_]+)*")
_WORD_OR_FIGURE = re.compile(rf"\d+|{_WORD.pattern}")
_QUOTE = re.compile(r"[“”„«»\"]")
_CLOSES = {"“": "”", "„": "“", "«": "»"}
_DATA = Path(__file__).parent / "data"


class Word(NamedTuple):
    """A word of a sentence: `text[start:end]` and the same in lower case."""

    form: str
    start: int
    end: int


def words(text: str, *, figures: bool = False) -> list[Word]:
    """Words in order; hyphens and apostrophes join ("guarda-chuva", "d'água").

    `figures`: runs of digits are words too.
    """
    pattern = _WORD_OR_FIGURE if figures else _WORD
    return [Word(m.group().lower(), m.start(), m.end()) for m in pattern.finditer(text)]


def listed(forms: str) -> frozenset[str]:
    """The words of a list in one string."""
    return frozenset(forms.split())


def table(name: str) -> list[str]:
    """The lines of a list in `data`, without comments and blank lines."""
    lines = (_DATA / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def together(content: Text, start: int, end: int) -> bool:
    """Whether `text[start:end]` stands in the source without markup between its characters."""
    return all(content.ends[i] == content.starts[i + 1] for i in range(start, end - 1))


def touches(ranges: Ranges, start: int, end: int) -> bool:
    """Whether [start, end) has a character in one of the ranges, which are in order."""
    at = bisect_right(ranges, start, key=lambda low_high: low_high[1])
    return at < len(ranges) and ranges[at][0] < end


def quotations(document: Document) -> list[list[tuple[int, int]]]:
    """For each sentence the ranges that stand between quotation marks.

    A quotation goes on from sentence to sentence to its closing mark, not beyond its block; one
    that is never closed reaches to the end of the block.
    """
    result: list[list[tuple[int, int]]] = []
    closer, block = "", -1
    for sentence in document.sentences:
        if sentence.block != block:
            closer, block = "", sentence.block
        ranges: list[tuple[int, int]] = []
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
