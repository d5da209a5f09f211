"""GRA215: the participle of a verb that has two."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis


class WrongParticiple(Diagnosis):
    """A participle that the verb does not have, or not after this auxiliary."""

    code = "GRA215"
    name = "government.wrong-participle"
    supersedes = ("GRA001", "GRA901", "GRA906")
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: é o particípio que se usa depois de "
            "«{related}»",
            "related": "este é o auxiliar",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: it is the participle used after "
            "“{related}”",
            "related": "this is the auxiliary",
        },
    }
