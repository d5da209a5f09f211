"""GRA207: *para mim fazer*."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis, cue


class MeBeforeInfinitive(Diagnosis):
    """*Para mim* before a verb whose subject I am."""

    code = "GRA207"
    name = "clitics.me-before-infinitive"
    weighs_choice = True
    cue = cue(r"(?:para|pra)\s+(?:mim|ti)")
