"""GRA304: a pronoun after a participle."""

from __future__ import annotations

from textlint_pt.patterns.joining import ENCLITIC
from textlint_pt_grammaticality.phrases import Diagnosis


class PronounAfterParticiple(Diagnosis):
    """A pronoun tied to the participle of a compound tense."""

    code = "GRA304"
    name = "clitics.pronoun-after-participle"
    supersedes = ("GRA001", "GRA301")
    cue = ENCLITIC
