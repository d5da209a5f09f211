"""GRA601: a word or phrase in the sense of another language."""

from __future__ import annotations

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import Phrasebook


class Calque(Phrasebook):
    """A word or phrase in the sense of another language."""

    code = "GRA601"
    name = "wording.calque"
    severity = Severity.WARNING
    supersedes = ("GRA001", "GRA217", "GRA901", "GRA906", "GRA902")
