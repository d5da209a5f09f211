"""GRA208: a subject pronoun after a preposition."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis, cue


class SubjectAfterPreposition(Diagnosis):
    """*Eu* or *tu* after a preposition."""

    code = "GRA208"
    name = "clitics.subject-after-preposition"
    weighs_choice = True
    cue = cue("eu", "tu")
