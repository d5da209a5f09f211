"""GRA214: the infinitive with and without a person."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis


class PersonalInfinitive(Diagnosis):
    """An infinitive with an ending it must not have, or without one it needs."""

    code = "GRA214"
    name = "government.personal-infinitive"
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «{related}» já diz a pessoa",
            "subject": "«{form}» deve ser «{suggestion}»: o sujeito é «{related}»",
            "caused": "«{form}» deve ser «{suggestion}»: «{related}» já diz quem age",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “{related}” already says the person",
            "subject": "“{form}” should be “{suggestion}”: its subject is “{related}”",
            "caused": "“{form}” should be “{suggestion}”: “{related}” already says who acts",
            "related": "this word decides",
        },
    }
