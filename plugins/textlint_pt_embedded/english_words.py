"""What words English has: those of the shipped lexicon, and those that texts have.

`data/english-words/words.zlib`: the latter in small letters, a line each, sorted and compressed.
"""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from textlint_pt.contract import Document, DocumentAnalysis
from textlint_pt_embedded import artefact
from textlint_pt_embedded.lexicon import ENGLISH, english_lexicon

ARTEFACT, WORDS = "english-words", "words.zlib"


class _Lines:
    """Sorted lines, kept as bytes: as strings they take ten times as much."""

    def __init__(self, data: bytes) -> None:
        self._data = data if data.endswith(b"\n") else data + b"\n"

    def __contains__(self, line: str) -> bool:
        wanted = line.encode()
        at = bisect_left(range(len(self._data)), wanted, key=self._line)
        return at < len(self._data) and self._line(at) == wanted

    def _line(self, at: int) -> bytes:
        """Return the line that contains the byte at `at`, its end of line included."""
        return self._data[self._data.rfind(b"\n", 0, at) + 1 : self._data.find(b"\n", at)]


@cache
def _of_texts() -> _Lines:
    return _Lines(zlib.decompress(artefact.verified(ARTEFACT, WORDS).read_bytes()))


class EnglishWords:
    """What words English has, asked one by one in small letters."""

    @staticmethod
    @lru_cache(1 << 14)
    def known(form: str) -> bool:
        """Return whether the lexicon has a form."""
        return any(categories for _, categories in english_lexicon().categorise([form]))

    @staticmethod
    @lru_cache(1 << 14)
    def in_texts(form: str) -> bool:
        """Whether English texts have a form more often than Portuguese ones: a word, a name."""
        return form in _of_texts()


_ENGLISH_WORDS = EnglishWords()


class EnglishWordsAnalysis(artefact.Made, DocumentAnalysis):
    """`english`: which words English has."""

    name = "english"
    artefacts = (ENGLISH, ARTEFACT)

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> EnglishWords:
        return _ENGLISH_WORDS
