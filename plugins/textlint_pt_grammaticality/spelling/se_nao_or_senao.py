"""GRA209: *se não* or *senão*."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class SeNaoOrSenao(Chosen):
    """*Senão* for *se não*, or *se não* for *senão*."""

    code = "GRA209"
    name = "spelling.se-nao-or-senao"
    cue = cue("senão", r"se\s+não")
    own = frozenset({"senão", "se não"})
