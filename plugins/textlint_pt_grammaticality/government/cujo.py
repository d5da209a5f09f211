"""GRA221: "cujo", and what is written in its place."""

from __future__ import annotations

from textlint_pt_grammaticality.phrases import Diagnosis


class Cujo(Diagnosis):
    """*Cujo* with an article, without agreement, or missing."""

    code = "GRA221"
    name = "government.cujo"
    supersedes = ("GRA001", "GRA101", "GRA201", "GRA402")
    messages = {
        "pt": {
            "message": "«{form}» deve ser «{suggestion}»: «cujo» concorda com «{noun}»",
            "article": "«{form}» deve ser «{suggestion}»: «cujo» já contém o artigo",
            "owner": "«{form}» deve ser «{suggestion}»: é «cujo» que diz de quem é",
            "subject": "«{form}» deve ser «{suggestion}»: «cujo» liga dois nomes, e «{related}» é "
            "sujeito",
            "related": "esta palavra decide",
        },
        "en": {
            "message": "“{form}” should be “{suggestion}”: “cujo” agrees with “{noun}”",
            "article": "“{form}” should be “{suggestion}”: “cujo” has the article in it",
            "owner": "“{form}” should be “{suggestion}”: “cujo” says whose it is",
            "subject": "“{form}” should be “{suggestion}”: “cujo” joins two nouns, and “{related}” "
            "is a subject",
            "related": "this word decides",
        },
    }
