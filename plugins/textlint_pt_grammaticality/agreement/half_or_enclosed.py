"""GRA218: words that agree in one use and not in another."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis


class HalfOrEnclosed(Diagnosis):
    """*Meio*, *anexo*, *obrigado* or *mesmo* inflected where it is fixed, or fixed where it
    agrees.
    """

    code = "GRA218"
    name = "agreement.half-or-enclosed"
    supersedes = ("GRA001", "GRA102", "GRA103")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: no sentido de «um pouco» não varia",
            "half": "«{form}» deve ser «{suggestion}»: no sentido de «metade» concorda com o "
            "substantivo",
            "fixed": "«{form}» deve ser «{suggestion}»: «em anexo» não varia",
            "enclosed": "«{form}» deve ser «{suggestion}»: concorda com «{related}»",
            "speaker": "«{form}» deve ser «{suggestion}»: concorda com quem fala",
            "self": "«{form}» deve ser «{suggestion}»: concorda com «{related}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: for “somewhat” it does not change",
            "half": "“{form}” should be “{suggestion}”: for “half” it agrees with the noun",
            "fixed": "“{form}” should be “{suggestion}”: “em anexo” does not change",
            "enclosed": "“{form}” should be “{suggestion}”: it agrees with “{related}”",
            "speaker": "“{form}” should be “{suggestion}”: it agrees with who speaks",
            "self": "“{form}” should be “{suggestion}”: it agrees with “{related}”",
            "related": "this word decides",
        },
    }
