"""Parallel segments to teach words on: right, with a word exchanged, and with a word dropped."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from training.meaning_encoder.export import Row

SEED = 7
MIN_WORDS, MAX_WORDS = 6, 24
#: segments of one page, at most
_MAX_OF_PAGE = 40
#: segments of one repository, at most, as a share of all: half of the file is one product's
_MAX_SHARE = 0.22
_CONTENT = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")

Place = tuple[int, int]


class Lesson(NamedTuple):
    """A segment, its translation with the word at `wrong` replaced, and its translation without
    the word that renders the English one at `lost`; None where there is no such word."""

    english: str
    portuguese: str
    exchanged: str
    wrong: Place | None
    shortened: str
    lost: Place | None


def content(text: str) -> list[Place]:
    """Return the words in lower case of more than three letters."""
    return [
        match.span()
        for match in _CONTENT.finditer(text)
        if match.group().islower() and len(match.group()) > 3
    ]


def choose(rows: Sequence[Row], number: int) -> list[Row]:
    """Return segments of random pages, none twice, limited by repository."""
    pages: dict[str, list[Row]] = {}
    seen = set()
    for row in rows:
        words = [len(text.split()) for text in (row.english, row.portuguese)]
        fits = min(words) >= MIN_WORDS and max(words) <= MAX_WORDS
        if fits and row.portuguese not in seen and row.english != row.portuguese:
            seen.add(row.portuguese)
            pages.setdefault(row.page, []).append(row)
    names = sorted(pages)
    random.Random(SEED).shuffle(names)
    count_by_repository: Counter[str] = Counter()
    chosen: list[Row] = []
    for name in names:
        repository = name.partition(":")[0]
        if count_by_repository[repository] < _MAX_SHARE * number and len(chosen) < number:
            page_rows = pages[name][:_MAX_OF_PAGE]
            count_by_repository[repository] += len(page_rows)
            chosen += page_rows
    return chosen[:number]


def lesson(
    row: Row, words: Sequence[str], aligned: Sequence[tuple[Place, Place]], rng: random.Random
) -> Lesson:
    """Return a segment with a word exchanged and one dropped, at random.

    `words`: Portuguese content words of all segments; `aligned`: offsets of words that translate
    each other, of which one is dropped.
    """
    text = row.portuguese
    exchanged, wrong = text, None
    places = content(text)
    word = rng.choice(words)
    if len(places) > 2 and word not in text:
        start, end = rng.choice(places)
        exchanged = text[:start] + word + text[end:]
        wrong = (start, start + len(word))
    shortened, lost = text, None
    if aligned:
        lost, (start, end) = rng.choice(aligned)
        shortened = " ".join((text[:start] + text[end:]).split())
    return Lesson(row.english, text, exchanged, wrong, shortened, lost)
