"""GRA206: *porque*, *por que*, *porquê* and *por quê*."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import cue
from textlint_pt_grammaticality.spelling.chosen import Chosen


class FourWhys(Chosen):
    """*Porque*, *por que*, *porquê* and *por quê* taken for one another."""

    code = "GRA206"
    name = "spelling.four-whys"
    cue = cue("porque", "porquê", r"por\s+qu[eê]", "porques")
    own = frozenset({"porque", "por que", "porquê", "por quê"})
    supersedes = ("GRA001", "GRA217")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: aqui dá uma razão",
            "noun": "«{form}» deve ser «{suggestion}»: com artigo é um substantivo",
            "asked": "«{form}» deve ser «{suggestion}»: aqui é a preposição «por» com «que»",
            "final": "«{form}» deve ser «{suggestion}»: no fim da oração leva acento",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: a reason is given",
            "noun": "“{form}” should be “{suggestion}”: after an article it is a noun",
            "asked": "“{form}” should be “{suggestion}”: here it is “por” (for) and “que”",
            "final": "“{form}” should be “{suggestion}”: at the end of its clause it has an accent",
        },
    }
