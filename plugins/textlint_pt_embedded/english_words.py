"""What words English has: those of the shipped lexicon, and those that texts have.

`data/english-words/words.zlib`: the latter in small letters, a line each, compressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from textlint_pt.contract import Document, DocumentAnalysis
from textlint_pt_embedded import artefact
from textlint_pt_embedded.lexicon import ENGLISH, english_lexicon

ARTEFACT, WORDS = "english-words", "words.zlib"


@cache
def _of_texts() -> frozenset[str]:
    written = artefact.verified(ARTEFACT, WORDS).read_bytes()
    return frozenset(zlib.decompress(written).decode().split("\n"))


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
