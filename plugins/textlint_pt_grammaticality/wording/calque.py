"""GRA601: a word or phrase in the sense of another language."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import Phrasebook


class Calque(Phrasebook):
    """A word or phrase in the sense of another language.

    ## What it finds

    False friends and phrases put together as in English or Spanish: *aplicar para uma vaga*, *em
    ordem de poupar*, *ter um bom tempo*, *assumo que vem*, *suporta Windows*, *quatro talhas*, *a
    raiz de um erro*. Each is listed with the words beside it that give the sense away. What half of
    the educated write is left to GRA602.

    ## Why it matters

    The reader who does not know the other language understands something else, or nothing; the one
    who does hears the translation.

    ## Bad

    > Ela quer aplicar para uma vaga de enfermeira em Coimbra.

    ## Good

    > Ela quer candidatar-se a uma vaga de enfermeira em Coimbra.

    ## Evidence

    `phrase`: what stands there; `suggestion`: what says the same, the first of `suggestions`;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported.

    ## Source

    Style guides of newspapers and translators' lists of false friends; the list is our own.
    """

    code = "GRA601"
    name = "wording.calque"
    severity = Severity.WARNING
    supersedes = ("GRA001", "GRA217", "GRA901", "GRA906", "GRA902")
    files = ("calques.txt",)
    messages: ClassVar = {
        "pt": {
            "message": "«{phrase}» não tem aqui este sentido: em português, «{suggestion}»",
            "en": "«{phrase}» decalca o inglês «{original}»: em português, «{suggestion}»",
            "es": "«{phrase}» decalca o espanhol «{original}»: em português, «{suggestion}»",
        },
        "en": {
            "message": "“{phrase}” does not have this sense; Portuguese says “{suggestion}”",
            "en": "“{phrase}” copies English “{original}”; Portuguese says “{suggestion}”",
            "es": "“{phrase}” copies Spanish “{original}”; Portuguese says “{suggestion}”",
        },
    }
