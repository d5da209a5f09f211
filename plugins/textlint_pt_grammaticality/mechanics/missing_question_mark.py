"""GRA416: a question that ends in a full stop."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class MissingQuestionMark(Diagnosis):
    """A question ends in a full stop."""

    code = "GRA416"
    name = "mechanics.missing-question-mark"
