"""What words English has: those of the shipped lexicon, and those that texts have.

`data/english-words/words.zlib`: the latter in small letters, a line each, sorted and compressed.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from textlint_pt.contract import Document, DocumentAnalysis
from textlint_pt_embedded import artefact
from textlint_pt_embedded.lexicon import ENGLISH, english_lexicon

ARTEFACT, WORDS = "english-words", "words.zlib"


class _Lines:
    """Sorted lines, kept as bytes: as strings they take ten times as much."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        lengths = (len(line) + 1 for line in data.split(b"\n"))
        self._starts = array("I", accumulate(lengths, initial=0))

    def __contains__(self, line: str) -> bool:
        wanted = line.encode()
        at = bisect_left(range(len(self._starts) - 1), wanted, key=self._line)
        return at < len(self._starts) - 1 and self._line(at) == wanted

    def _line(self, number: int) -> bytes:
        return self._data[self._starts[number] : self._starts[number + 1] - 1]


@cache
def _of_texts() -> _Lines:
    return _Lines(zlib.decompress(artefact.verified(ARTEFACT, WORDS).read_bytes()))


class EnglishWords:
    """What words English has, asked one by one in small letters."""

    def known(self, form: str) -> bool:
        """Whether the lexicon has a form."""
        return any(categories for _, categories in english_lexicon().categorise([form]))

    def in_texts(self, form: str) -> bool:
        """Whether English texts have a form more often than Portuguese ones: a word, a name."""
        return form in _of_texts()


_ENGLISH_WORDS = EnglishWords()


class EnglishWordsAnalysis(DocumentAnalysis):
    """`english`: which words English has."""

    name = "english"

    @property
    def digest(self) -> str:
        return artefact.digest(ENGLISH) + artefact.digest(ARTEFACT)

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> EnglishWords:
        return _ENGLISH_WORDS
