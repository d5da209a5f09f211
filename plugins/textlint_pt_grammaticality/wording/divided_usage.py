"""GRA602: a calque or pleonasm that many accept."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import COMPOSED, Phrasebook


class DividedUsage(Phrasebook):
    """A calque or pleonasm that many accept."""

    code = "GRA602"
    name = "wording.divided-usage"
    severity = Severity.INFO
    default = False
    spared = COMPOSED
    messages: ClassVar = {
        "pt": {
            "message": "«{phrase}»: há quem prefira «{suggestion}»",
            "en": "«{phrase}», do inglês «{original}»: há quem prefira «{suggestion}»",
            "es": "«{phrase}», do espanhol «{original}»: há quem prefira «{suggestion}»",
            "fr": "«{phrase}», do francês «{original}»: há quem prefira «{suggestion}»",
        },
        "en": {
            "message": "“{phrase}”: some prefer “{suggestion}”",
            "en": "“{phrase}”, from English “{original}”: some prefer “{suggestion}”",
            "es": "“{phrase}”, from Spanish “{original}”: some prefer “{suggestion}”",
            "fr": "“{phrase}”, from French “{original}”: some prefer “{suggestion}”",
        },
    }
