"""GRA213: the future subjunctive and the infinitive."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class FutureSubjunctive(Diagnosis):
    """The infinitive where the future subjunctive belongs."""

    code = "GRA213"
    name = "government.future-subjunctive"
    weighs_choice = True
