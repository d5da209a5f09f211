"""A number in a sentence: what it may mean, how far it needs a counterpart, its unit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import portuguese, shipped
from textlint_pt.text.regex import regex

Value = float | str


class Strength(IntEnum):
    """How far a number needs a counterpart."""

    WEAK = 0
    WORD = 1
    FIGURES = 2


class Number(NamedTuple):
    """A number at [start, end) with its readings; `unit` is a key of `units()`, "" if none."""

    start: int
    end: int
    values: frozenset[Value]
    strength: Strength
    unit: str = ""
    #: follows a name: "Nord Stream 2"
    named: bool = False
    #: where the unit after the number ends; `end` if there is none
    unit_end: int = 0
    #: the numbers it may be instead of one: a list without spaces "1,2", a time "1930"
    parts: tuple[float, ...] = ()

    @property
    def asks_alone(self) -> bool:
        """Return whether it is missing, or superfluous, if no other number replaces it."""
        whole = self.unit == "%" and 100.0 in self.values  # "completely"
        return self.strength is Strength.FIGURES and not self.named and not whole


_DATA = Path(__file__).with_name("data") / "numbers.toml"


@cache
def _tables() -> dict[str, Any]:
    import tomllib

    return tomllib.loads(shipped.read_text(_DATA))


def table(name: str) -> dict[str, Any]:
    """Return a part of the tables of units and words."""
    part: dict[str, Any] = _tables()[name]
    return part


def cardinals(language: str) -> Mapping[str, float]:
    """Return values of cardinal numbers in words, without those that multiply."""
    if language == "pt":
        return portuguese.cardinals()
    found: Mapping[str, float] = table("cardinals")[language]
    return found


def scales(language: str) -> Mapping[str, Sequence[float]]:
    """Return values of words that multiply the number before them."""
    if language == "pt":
        return portuguese.scales()
    found: Mapping[str, Sequence[float]] = table("scales")[language]
    return found


@cache
def units() -> Mapping[str, tuple[str, float]]:
    """Return what a unit measures and its size, by the unit."""
    return {unit: (measure, size) for unit, (measure, size, _) in table("units").items()}


@cache
def unit_words() -> Mapping[str, str]:
    """Return units by the words for them, in lower case."""
    return {word: unit for unit, (_, _, words) in table("units").items() for word in words.split()}


@cache
def _phrases() -> re.Pattern[str]:
    """Return units that are squared, or written in several words: a group for each."""
    patterns = (pattern for _, pattern in _tables()["phrases"])
    return regex("|".join(f"({pattern})" for pattern in patterns), re.IGNORECASE)


_UNIT_WORD = regex(r"[\s\u00a0-]?(?:(?:of )?an? |de )?(%|€|[^\W\d_]+(?![\w’']))")


def unit_after(text: str, at: int) -> tuple[str, int]:
    """Return the unit that follows a number, "" if none does, and where it ends."""
    if phrase := _phrases().match(text, at):
        return _tables()["phrases"][(phrase.lastindex or 1) - 1][0], phrase.end()
    match = _UNIT_WORD.match(text, at)
    if match is None:
        return "", at
    found = unit_words().get(match[1]) or unit_words().get(match[1].lower(), "")
    return found, match.end() if found else at
