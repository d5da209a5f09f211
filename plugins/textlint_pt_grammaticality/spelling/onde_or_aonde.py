"""GRA205: *onde* or *aonde*."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class OndeOrAonde(Chosen):
    """*Aonde* where nothing moves."""

    code = "GRA205"
    name = "spelling.onde-or-aonde"
    cue = cue("aonde")
