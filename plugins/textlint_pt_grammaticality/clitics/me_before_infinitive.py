"""GRA207: *para mim fazer*."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis, cue


class MeBeforeInfinitive(Diagnosis):
    """*Para mim* before a verb whose subject I am."""

    code = "GRA207"
    name = "clitics.me-before-infinitive"
    weighs_choice = True
    cue = cue(r"(?:para|pra)\s+(?:mim|ti)")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é o sujeito do que se segue",
            "related": "este verbo tem aqui o seu sujeito",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: it is the subject of what follows",
            "related": "this verb has its subject here",
        },
    }
