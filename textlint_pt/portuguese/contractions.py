"""Two words written as one: "do", "naquele", "comigo"."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import NamedTuple

from textlint_pt.portuguese.paradigms import Paradigm, paradigms
from textlint_pt.portuguese.tables import rows


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
    return {fields[0]: Contraction(*fields) for fields in rows("contractions.tsv")}


@cache
def _joined() -> Mapping[tuple[str, str], str]:
    return {(one.preposition, one.second): one.form for one in contractions().values()}


def contracted(seconds: Collection[str], *prepositions: str) -> Mapping[tuple[str, str], str]:
    """The contraction of each of the prepositions with those of `seconds` it is contracted with."""
    return {
        (preposition, second): form
        for (preposition, second), form in _joined().items()
        if second in seconds and preposition in prepositions
    }


def with_article(*prepositions: str) -> frozenset[str]:
    """The contractions with the definite article: of "de", "do", "da", "dos", "das"."""
    (articles,) = paradigms("articles.definite")
    return frozenset(contracted(articles, *prepositions).values())


def contracted_paradigm(preposition: str, forms: Paradigm) -> Paradigm | None:
    """The contractions of a preposition with four forms; None unless it is contracted with all."""
    masculine, feminine, masculines, feminines = (
        _joined().get((preposition, form), "") for form in forms
    )
    found = masculine, feminine, masculines, feminines
    return found if all(found) else None


def contracted_paradigms(preposition: str, *names: str) -> tuple[Paradigm, ...]:
    """The contractions of a preposition with all four forms: "do", "da", "dos", "das"."""
    every = (contracted_paradigm(preposition, forms) for forms in paradigms(*names))
    return tuple(found for found in every if found)
