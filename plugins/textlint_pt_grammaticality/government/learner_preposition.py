"""GRA222: prepositions as other languages have them."""

from __future__ import annotations

from textlint_pt_grammaticality.government.misgovernment import Misgovernment


class LearnerPreposition(Misgovernment):
    """A preposition as English or Spanish has it."""

    code = "GRA222"
    name = "government.learner-preposition"
    level = "learner"
