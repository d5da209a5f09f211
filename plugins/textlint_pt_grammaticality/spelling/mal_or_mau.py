"""GRA203: *mal* or *mau*."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class MalOrMau(Chosen):
    """*Mal* for *mau*, or *mau* for *mal*."""

    code = "GRA203"
    name = "spelling.mal-or-mau"
    cue = cue("mal", "mau", "maus", "má", "más")
    own = frozenset({"mal", "mau"})
    supersedes = ("GRA001", "GRA102", "GRA603")
