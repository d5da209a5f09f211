"""GRA209: *se não* or *senão*."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class SeNaoOrSenao(Chosen):
    """*Senão* for *se não*, or *se não* for *senão*."""

    code = "GRA209"
    name = "spelling.se-nao-or-senao"
    cue = cue("senão", r"se\s+não")
    own = frozenset({"senão", "se não"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «se não» nega uma condição, «senão» quer "
            "dizer «de outro modo» ou «a não ser»",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “se não” denies a condition, “senão” is "
            "“otherwise” or “except”",
        },
    }
