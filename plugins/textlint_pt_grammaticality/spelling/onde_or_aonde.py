"""GRA205: *onde* or *aonde*."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class OndeOrAonde(Chosen):
    """*Aonde* where nothing moves."""

    code = "GRA205"
    name = "spelling.onde-or-aonde"
    cue = cue("aonde")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «aonde» é para onde se vai; aqui nada se "
            "move",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “aonde” is for where one goes; nothing "
            "moves here",
        },
    }
