"""GRA224: a negation said once too often, or once too little."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis


class Negation(Diagnosis):
    """A negation too many, or one too few."""

    code = "GRA224"
    name = "government.negation"
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: antes do verbo, «{related}» já nega",
            "some": "«{form}» deve ser «{suggestion}»: depois de «{related}», que nega",
            "before": "«{form}» deve ser «{suggestion}»: depois de «antes que» não se nega",
            "missing": "«{form}» deve ser «{suggestion}»: depois do verbo, «{related}» pede «não» "
            "antes dele",
            "related": "esta palavra nega",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: before the verb “{related}” denies "
            "already",
            "some": "“{form}” should be “{suggestion}”: “{related}” denies it",
            "before": "“{form}” should be “{suggestion}”: nothing is denied after “antes que”",
            "missing": "“{form}” should be “{suggestion}”: after the verb “{related}” asks for "
            "“não” before it",
            "related": "this word denies",
        },
    }
