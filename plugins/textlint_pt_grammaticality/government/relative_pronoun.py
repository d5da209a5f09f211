"""GRA228: a relative pronoun that does not fit what it stands for."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class RelativePronoun(Diagnosis):
    """A relative pronoun that does not fit what it stands for."""

    code = "GRA228"
    name = "government.relative-pronoun"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA205")
