"""GRA303: a pronoun after a verb in the future."""

from __future__ import annotations

from textlint_pt.contract import Finding
from textlint_pt.patterns.joining import ENCLITIC
from textlint_pt_grammaticality.phrases import Diagnosis


class PronounAfterFuture(Diagnosis):
    """A pronoun tied to the end of a future or conditional."""

    code = "GRA303"
    name = "clitics.pronoun-after-future"
    supersedes = ("GRA001", "GRA301")
    cue = ENCLITIC

    def is_certain(self, finding: Finding) -> bool:
        return True  # the form is right nowhere
