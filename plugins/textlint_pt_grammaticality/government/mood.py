"""GRA223: the indicative where the subjunctive is asked for, and the moods of "se" and "quando"."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis


class Mood(Diagnosis):
    """The indicative where the subjunctive is asked for."""

    code = "GRA223"
    name = "government.mood"
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» pede o conjuntivo "
            "(subjuntivo)",
            "future": "«{form}» deve ser «{suggestion}»: depois de «{related}», o que está para "
            "vir fica no futuro do conjuntivo (subjuntivo)",
            "past": "«{form}» deve ser «{suggestion}»: depois de «{related}», o tempo é do passado",
            "related": "esta palavra pede o conjuntivo (subjuntivo)",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” asks for the subjunctive",
            "future": "“{form}” should be “{suggestion}”: after “{related}” what is to come is in "
            "the future subjunctive",
            "past": "“{form}” should be “{suggestion}”: after “{related}” the tense is a past one",
            "related": "this word asks for the subjunctive",
        },
    }
