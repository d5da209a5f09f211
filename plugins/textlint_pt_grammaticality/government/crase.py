"""GRA201: the grave accent of *a* with *a*."""

from __future__ import annotations

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.phrases import Diagnosis


class Crase(Diagnosis):
    """The grave accent on *a* is missing or does not belong there."""

    code = "GRA201"
    name = "government.crase"
    supersedes = ("GRA001", "GRA101")
    # "a" and "à" are a confusion set: what the words around say is heard beside parse and encoder
    weighs_choice = True

    def kind_of(self, finding: Finding) -> str:
        bare = finding.message in ("verb", "pronoun", "preposition")
        return "accent too many" if bare else super().kind_of(finding)
