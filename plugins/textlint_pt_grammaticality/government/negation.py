"""GRA224: a negation said once too often, or once too little."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class Negation(Diagnosis):
    """A negation too many, or one too few."""

    code = "GRA224"
    name = "government.negation"
