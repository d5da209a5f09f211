"""GRA206: *porque*, *por que*, *porquê* and *por quê*."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class FourWhys(Chosen):
    """*Porque*, *por que*, *porquê* and *por quê* taken for one another."""

    code = "GRA206"
    name = "spelling.four-whys"
    cue = cue("porque", "porquê", r"por\s+qu[eê]", "porques")
    own = frozenset({"porque", "por que", "porquê", "por quê"})
    supersedes = ("GRA001", "GRA217")
