"""GRA601: a word or phrase in the sense of another language."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import Phrasebook


class Calque(Phrasebook):
    """A word or phrase in the sense of another language."""

    code = "GRA601"
    name = "wording.calque"
    severity = Severity.WARNING
    supersedes = ("GRA001", "GRA217", "GRA901", "GRA906", "GRA902")
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
