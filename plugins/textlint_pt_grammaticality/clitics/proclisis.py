"""GRA301: the pronoun after the verb where it belongs before it."""

from __future__ import annotations

from textlint_pt.patterns.joining import ENCLITIC
from textlint_pt_grammaticality.phrases import Diagnosis


class Proclisis(Diagnosis):
    """The pronoun stands after a verb that a word before it attracts it from."""

    code = "GRA301"
    name = "clitics.proclisis"
    cue = ENCLITIC
    # before the verb the pronoun is joined to nothing
    supersedes = ("GRA001", "GRA305")
