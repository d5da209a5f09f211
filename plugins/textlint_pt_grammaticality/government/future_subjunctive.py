"""GRA213: the future subjunctive and the infinitive."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis


class FutureSubjunctive(Diagnosis):
    """The infinitive where the future subjunctive belongs."""

    code = "GRA213"
    name = "government.future-subjunctive"
    weighs_choice = True
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: depois de «{related}» vem o futuro do "
            "conjuntivo (subjuntivo), não o infinitivo",
            "related": "esta palavra pede o conjuntivo (subjuntivo)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: after “{related}” stands the future "
            "subjunctive, not the infinitive",
            "related": "this word asks for the subjunctive",
        },
    }
