"""GRA201: the grave accent of *a* with *a*."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.phrases import Diagnosis


class Crase(Diagnosis):
    """The grave accent on *a* is missing or does not belong there."""

    code = "GRA201"
    name = "government.crase"
    supersedes = ("GRA001", "GRA101")
    # "a" and "à" are a confusion set: what the words around say is heard beside parse and encoder
    weighs_choice = True
    messages: ClassVar = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: aqui juntam-se a preposição «a» e o "
            "artigo",
            "without": "«{form}» deve ser «{suggestion}»: aqui não se juntam preposição e artigo",
            "verb": "«{form}» deve ser «{suggestion}»: um verbo não tem artigo",
            "masculine": "«{form}» deve ser «{suggestion}»: «{noun}» é masculino",
            "plural": "«{form}» deve ser «{suggestion}»: «{noun}» está no plural",
            "pronoun": "«{form}» deve ser «{suggestion}»: «{noun}» não leva artigo",
            "preposition": "«{form}» deve ser «{suggestion}»: já há uma preposição, «{related}»",
            "governed": "«{form}» deve ser «{suggestion}»: «{related}» pede a preposição «a», que "
            "se junta ao artigo",
            "acute": "«{form}» não se escreve com acento agudo: aqui é «{suggestion}»",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: the preposition “a” and the article "
            "meet here",
            "without": "“{form}” should be “{suggestion}”: preposition and article do not meet",
            "verb": "“{form}” should be “{suggestion}”: a verb has no article",
            "masculine": "“{form}” should be “{suggestion}”: “{noun}” is masculine",
            "plural": "“{form}” should be “{suggestion}”: “{noun}” is plural",
            "pronoun": "“{form}” should be “{suggestion}”: “{noun}” takes no article",
            "preposition": "“{form}” should be “{suggestion}”: there is a preposition already, "
            "“{related}”",
            "governed": "“{form}” should be “{suggestion}”: “{related}” asks for the preposition "
            "“a”, which joins the article",
            "acute": "“{form}” is never written with an acute accent: here it is “{suggestion}”",
            "related": "this word decides",
        },
    }

    def kind_of(self, finding: Finding) -> str:
        bare = finding.message in ("verb", "pronoun", "preposition")
        return "accent too many" if bare else super().kind_of(finding)
