"""GRA408: a phrase that says the same thing twice."""

from __future__ import annotations

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import COMPOSED, Phrasebook


class Pleonasm(Phrasebook):
    """A phrase says the same thing twice."""

    code = "GRA408"
    name = "mechanics.pleonasm"
    severity = Severity.INFO
    supersedes = ("GRA001",)
    spared = COMPOSED
