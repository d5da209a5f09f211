"""GRA301: the pronoun after the verb where it belongs before it."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.patterns.joining import ENCLITIC
from textlint_pt_grammaticality.phrases import Diagnosis


class Proclisis(Diagnosis):
    """The pronoun stands after a verb that a word before it attracts it from."""

    code = "GRA301"
    name = "clitics.proclisis"
    cue = ENCLITIC
    # before the verb the pronoun is joined to nothing
    supersedes = ("GRA001", "GRA305")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» atrai o pronome para antes "
            "do verbo",
            "gerund": "«{form}» deve ser «{suggestion}»: «em» antes do gerúndio atrai o pronome",
            "related": "esta palavra atrai o pronome",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” attracts the pronoun to the "
            "place before the verb",
            "gerund": "“{form}” should be “{suggestion}”: “em” before a gerund attracts it",
            "related": "this word attracts the pronoun",
        },
    }
