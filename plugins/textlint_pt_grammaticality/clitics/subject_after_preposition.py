"""GRA208: a subject pronoun after a preposition."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis, cue


class SubjectAfterPreposition(Diagnosis):
    """*Eu* or *tu* after a preposition."""

    code = "GRA208"
    name = "clitics.subject-after-preposition"
    weighs_choice = True
    cue = cue("eu", "tu")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois da preposição «{related}»",
            "related": "esta é a preposição",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: after the preposition “{related}”",
            "related": "this is the preposition",
        },
    }
