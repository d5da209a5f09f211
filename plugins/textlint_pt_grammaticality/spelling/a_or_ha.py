"""GRA202: *a*, *à* or *há*."""

from __future__ import annotations

from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class AOrHa(Chosen):
    """*A* for *há*, or *há* for *a*."""

    code = "GRA202"
    name = "spelling.a-or-ha"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA603")
    cue = cue("a", "à", "há", "acerca")
    own = frozenset({"há", "a", "à", "acerca de", "há cerca de", "a cerca de"})

    def may_be(self, written: str, proposal: Proposal) -> bool:
        """Not "à" for "a" ("assista à esse vídeo"), of which GRA201 speaks."""
        return "há" in (written.lower(), proposal.replacements[0].lower())
