"""GRA603: a word taken for one that sounds like it."""

from __future__ import annotations

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import Phrasebook


class Paronym(Phrasebook):
    """A word taken for one that sounds like it, as the words beside it show."""

    code = "GRA603"
    name = "wording.paronym"
    severity = Severity.WARNING
    supersedes = ("GRA001", "GRA201", "GRA216", "GRA217", "GRA902")
