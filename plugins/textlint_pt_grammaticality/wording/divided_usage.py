"""GRA602: a calque or pleonasm that many accept."""

from __future__ import annotations

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import COMPOSED, Phrasebook


class DividedUsage(Phrasebook):
    """A calque or pleonasm that many accept."""

    code = "GRA602"
    name = "wording.divided-usage"
    severity = Severity.INFO
    default = False
    spared = COMPOSED
