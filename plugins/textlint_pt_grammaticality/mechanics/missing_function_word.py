"""GRA414: a little word that the sentence cannot do without."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class MissingFunctionWord(Diagnosis):
    """A little word is missing that the sentence cannot do without."""

    code = "GRA414"
    name = "mechanics.missing-function-word"
    supersedes = ("GRA001", "GRA403")
