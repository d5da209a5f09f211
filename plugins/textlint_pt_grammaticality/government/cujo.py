"""GRA221: "cujo", and what is written in its place."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class Cujo(Diagnosis):
    """*Cujo* with an article, without agreement, or missing."""

    code = "GRA221"
    name = "government.cujo"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA402")
