"""GRA204: *mas* or *mais*."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class MasOrMais(Chosen):
    """*Mas* for *mais*, or *mais* for *mas*."""

    code = "GRA204"
    name = "spelling.mas-or-mais"
    cue = cue("mas", "mais")
    own = frozenset({"mas", "mais"})
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «mas» opõe, «mais» é o contrário de "
            "«menos»",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “mas” (but) objects, “mais” (more) is "
            "the opposite of “menos”",
        },
    }
