"""GRA229: government that the norm asks for and usage has left."""

from __future__ import annotations

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.government.misgovernment import Misgovernment


class FormalPreposition(Misgovernment):
    """A preposition that the norm asks for, or condemns, where educated usage is divided."""

    code = "GRA229"
    name = "government.formal-preposition"
    severity = Severity.INFO
    default = False
    level = "norm"
