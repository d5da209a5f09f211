"""GRA204: *mas* or *mais*."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class MasOrMais(Chosen):
    """*Mas* for *mais*, or *mais* for *mas*."""

    code = "GRA204"
    name = "spelling.mas-or-mais"
    cue = cue("mas", "mais")
    own = frozenset({"mas", "mais"})
