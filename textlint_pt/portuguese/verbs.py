"""Irregular verbs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from textlint_pt.portuguese.tables import DATA, rows


class FutureSubjunctive(NamedTuple):
    """The stem of the tense ("tiver"), and prefixes of verbs with the same ("man": "mantiver")."""

    stem: str
    prefixes: frozenset[str]


@cache
def future_subjunctives() -> Mapping[str, FutureSubjunctive]:
    """By infinitive, the verbs of which the future subjunctive is another form."""
    return {
        verb: FutureSubjunctive(stem, frozenset(prefixes.split()) - {"-"})
        for verb, stem, prefixes in rows(DATA / "future-subjunctive.tsv")
    }
