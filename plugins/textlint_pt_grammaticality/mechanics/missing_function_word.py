"""GRA414: a little word that the sentence cannot do without."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis


class MissingFunctionWord(Diagnosis):
    """A little word is missing that the sentence cannot do without."""

    code = "GRA414"
    name = "mechanics.missing-function-word"
    supersedes = ("GRA001", "GRA403")
    messages: ClassVar = {
        "pt": {
            "message": "falta uma palavra: «{suggestion}» em vez de «{form}»",
            "have": "«ter» com infinitivo leva «que» ou «de»: «{suggestion}»",
            "passive": "falta o verbo «ser»: «{suggestion}»",
            "copula": "falta o verbo: «{suggestion}»",
            "click": "falta «em»: «{suggestion}»",
            "between": "depois de «{related}» não vem um verbo conjugado: talvez «{suggestion}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "a word is missing: “{suggestion}” for “{form}”",
            "have": "“ter” takes “que” or “de” before an infinitive: “{suggestion}”",
            "passive": "the verb “ser” is missing: “{suggestion}”",
            "copula": "the verb is missing: “{suggestion}”",
            "click": "“em” is missing: “{suggestion}”",
            "between": "no finite verb follows “{related}”: perhaps “{suggestion}”",
            "related": "this word decides",
        },
    }
