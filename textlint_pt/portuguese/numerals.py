"""Numbers in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from textlint_pt.portuguese.tables import rows


@cache
def _values() -> Mapping[str, Mapping[str, tuple[float, ...]]]:
    found: dict[str, dict[str, tuple[float, ...]]] = {"cardinal": {}, "scale": {}, "ordinal": {}}
    for word, kind, values in rows("numerals.tsv"):
        found[kind][word] = tuple(map(float, values.split()))
    return found


@cache
def cardinals() -> Mapping[str, int]:
    """Values of "zero" to "novecentas", without those that multiply."""
    return {word: int(values[0]) for word, values in _values()["cardinal"].items()}


@cache
def ordinals() -> Mapping[str, int]:
    """Values of the stems of ordinals from ten on; "o" or "a" follows."""
    return {word: int(values[0]) for word, values in _values()["ordinal"].items()}


def scales() -> Mapping[str, tuple[float, ...]]:
    """Values of "mil", "milhão" and others that multiply; several if variants differ."""
    return _values()["scale"]


@cache
def between(low: int, high: int) -> tuple[str, ...]:
    """Cardinals from `low` to `high`, both included, in order."""
    return tuple(word for word, value in cardinals().items() if low <= value <= high)
