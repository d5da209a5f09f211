"""Two words written as one: "do", "naquele", "comigo"."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt.portuguese.lists import Paradigm, paradigms, rows, words

_DATA = Path(__file__).parent / "data" / "contractions.tsv"


class Contraction(NamedTuple):
    """A contracted form, its preposition and its second word.

    `how`: whether the parser takes it apart: always; "depends" on the sentence; never, where it
    counts as one word.
    """

    form: str
    preposition: str
    second: str
    how: str


@cache
def contractions() -> Mapping[str, Contraction]:
    """All contractions by their form, in lower case."""
    return {fields[0]: Contraction(*fields) for fields in rows(_DATA)}


@cache
def contracted(seconds: frozenset[str], *prepositions: str) -> Mapping[tuple[str, str], str]:
    """The contraction of each of the prepositions with those of `seconds` it is contracted with."""
    return {
        (one.preposition, one.second): one.form
        for one in contractions().values()
        if one.second in seconds and one.preposition in prepositions
    }


@cache
def with_article(*prepositions: str) -> frozenset[str]:
    """The contractions with the definite article: of "de", "do", "da", "dos", "das"."""
    return frozenset(contracted(words("articles.definite"), *prepositions).values())


def contracted_paradigms(preposition: str, *names: str) -> tuple[Paradigm, ...]:
    """The contractions of a preposition with all four forms: "do", "da", "dos", "das"."""
    found: list[Paradigm] = []
    for forms in paradigms(*names):
        whole = contracted(frozenset(forms), preposition)
        if all((preposition, form) in whole for form in forms):
            masculine, feminine, masculines, feminines = (whole[preposition, f] for f in forms)
            found.append((masculine, feminine, masculines, feminines))
    return tuple(found)
