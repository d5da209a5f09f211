"""Pronouns tied to a verb: "fazê-lo", "deu-lho", "dir-lhe-ei"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from textlint_pt.portuguese.lists import ordered
from textlint_pt.portuguese.tables import rows


class Clitic(NamedTuple):
    """`form` as it is written after the hyphen, the pronouns it stands for, the verbs it follows.

    `after`: "loss" of a final -r, -s or -z; "nasal" endings; "-": any verb.
    """

    form: str
    pronouns: tuple[str, ...]
    after: str


class Joined(NamedTuple):
    """A verb with pronouns after it, as they are written: "dir", ("lhe",) and "ia"."""

    stem: str
    clitics: tuple[str, ...]
    ending: str


def joined(form: str) -> Joined | None:
    """Split a verb form with clitics into stem, pronouns and ending; None for others."""
    match = _tail().search(form)
    if match is None:
        return None
    return Joined(form[: match.start()], tuple(match[1][1:].split("-")), match[2] or "")


@cache
def _tail() -> re.Pattern[str]:
    """Pronouns after a letter, and the ending of a future."""
    return re.compile(
        rf"(?<=[^\W\d_])((?:-(?:{clitic_pattern()})){{1,3}})(?:-({future_pattern()}))?$",
        re.IGNORECASE,
    )


@cache
def clitics() -> Mapping[str, Clitic]:
    """Return all clitics by their form, in lower case."""
    return {
        form: Clitic(form, tuple(pronouns.split()), after)
        for form, pronouns, after in rows("clitics.tsv")
    }


@cache
def single_clitics() -> frozenset[str]:
    """Return the clitics that are one pronoun: without "lho" and the like."""
    return frozenset(form for form, one in clitics().items() if len(one.pronouns) == 1)


@cache
def lemmas() -> Mapping[str, str]:
    """Return the pronoun that a clitic is a form of: "lhes" of "eles"."""
    return dict(rows("clitic-lemmas.tsv"))


@cache
def lost_endings() -> Mapping[str, tuple[str, ...]]:
    """Return the last letter of a verb before "-lo", and how it may end alone, likeliest first."""
    return {letter: tuple(e.split()) for letter, e in rows("clitic-stems.tsv")}


@cache
def future_endings() -> tuple[str, ...]:
    """Endings of future and conditional, which stand after a clitic inside the verb."""
    return ordered("endings.future")


@cache
def clitic_pattern(*pronouns: str, after: str = "") -> str:
    """Return a regex for clitics, longest first, optionally of some pronouns only."""
    forms = [
        form
        for form, clitic in clitics().items()
        if not pronouns or (len(clitic.pronouns) == 1 and clitic.pronouns[0] in pronouns)
        if not after or clitic.after == after
    ]
    return "|".join(sorted(forms, key=lambda form: (-len(form), form)))


@cache
def future_pattern() -> str:
    """Return an expression for one of the endings of future and conditional, longer ones first."""
    return "|".join(sorted(future_endings(), key=lambda ending: (-len(ending), ending)))
