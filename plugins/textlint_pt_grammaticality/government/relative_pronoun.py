"""GRA228: a relative pronoun that does not fit what it stands for."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class RelativePronoun(Diagnosis):
    """A relative pronoun that does not fit what it stands for."""

    code = "GRA228"
    name = "government.relative-pronoun"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA205")
    messages = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: o pronome concorda com o nome que "
            "representa",
            "article": "«{form}» deve ser «{suggestion}»: este relativo leva artigo",
            "who": "«{form}» deve ser «{suggestion}»: «quem» só se segue ao nome com preposição",
            "time": "«{form}» deve ser «{suggestion}»: «onde» diz-se de lugares",
            "governed": "«{form}» deve ser «{suggestion}»: «{related}» pede outra preposição",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: the pronoun agrees with the noun it "
            "stands for",
            "article": "“{form}” should be “{suggestion}”: this relative has an article",
            "who": "“{form}” should be “{suggestion}”: “quem” follows a noun only with a "
            "preposition",
            "time": "“{form}” should be “{suggestion}”: “onde” is said of places",
            "governed": "“{form}” should be “{suggestion}”: “{related}” takes another preposition",
            "related": "this word decides",
        },
    }
