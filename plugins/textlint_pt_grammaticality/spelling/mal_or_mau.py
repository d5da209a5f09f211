"""GRA203: *mal* or *mau*."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class MalOrMau(Chosen):
    """*Mal* for *mau*, or *mau* for *mal*."""

    code = "GRA203"
    name = "spelling.mal-or-mau"
    cue = cue("mal", "mau", "maus", "má", "más")
    own = frozenset({"mal", "mau"})
    supersedes = ("GRA001", "GRA102", "GRA603")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «mau» é o contrário de «bom», «mal» o "
            "contrário de «bem»",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “mau” is the opposite of “bom”, “mal” "
            "the opposite of “bem”",
        },
    }
