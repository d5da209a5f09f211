"""GRA306: a pronoun in a form that its verb or preposition does not take."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis, cue


class PronounCase(Diagnosis):
    """A pronoun in a form that its verb or preposition does not take."""

    code = "GRA306"
    name = "clitics.pronoun-case"
    supersedes = ("GRA001",)
    cue = cue("lhes?", "el[ea]s?")
