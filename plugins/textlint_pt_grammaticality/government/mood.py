"""GRA223: the indicative where the subjunctive is asked for, and the moods of "se" and "quando"."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class Mood(Diagnosis):
    """The indicative where the subjunctive is asked for."""

    code = "GRA223"
    name = "government.mood"
