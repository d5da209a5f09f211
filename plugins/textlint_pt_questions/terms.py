"""What texts are compared by: stems of words without accents, or runs of letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from textlint_pt.text.variants import folded
from textlint_pt.text.words import ALPHANUMERIC

Terms = Callable[[str], Sequence[str]]


def words(text: str) -> list[str]:
    """Return words in small letters; a hyphen ends one."""
    return [word.lower() for word in ALPHANUMERIC.findall(text)]


def stems(text: str) -> list[str]:
    """Return the Snowball stems without accents, which people often omit: "Informações" →
    "inform"."""
    return [stem(word) for word in words(text)]


def runs(text: str) -> list[str]:
    """Return the letter n-grams (3 to 5) of each word without accents, its ends marked: what words
    have in common that no stemmer joins (registo, registro)."""
    return [run for word in words(text) for run in _runs(folded(word))]


@lru_cache(65_536)
def stem(word: str) -> str:
    """Return the stem of a word in small letters."""
    stemmed: str = _stemmer().stemWord(word)
    return folded(stemmed)


@lru_cache(65_536)
def _runs(word: str) -> tuple[str, ...]:
    """Return the letter n-grams of a word, 3 to 5 letters, with its ends as spaces."""
    marked = f" {word} "
    return tuple(
        marked[start : start + length]
        for length in (3, 4, 5)
        for start in range(max(1, len(marked) - length + 1))
    )


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("portuguese")
