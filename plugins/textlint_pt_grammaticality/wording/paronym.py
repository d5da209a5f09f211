"""GRA603: a word taken for one that sounds like it."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import Phrasebook


class Paronym(Phrasebook):
    """A word taken for one that sounds like it, as the words beside it show.

    ## What it finds

    *Mandato de prisão*, *cessão de cinema*, *infligir a lei*, *risco eminente de queda*, *sortir
    efeito*, *tráfego de drogas*: pairs of similar words, each with the words that only the other
    goes with.

    ## Why it matters

    Both words exist, so no spelling checker objects; the reader laughs, or misunderstands.

    ## Bad

    > O juiz assinou ontem o mandato de prisão.

    ## Good

    > O juiz assinou ontem o mandado de prisão.

    ## Evidence

    `phrase`: what stands there; `suggestion`: what is meant, the first of `suggestions`;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported.

    ## Source

    Lists of paronyms and homophones in school grammars; our own selection.
    """

    code = "GRA603"
    name = "wording.paronym"
    severity = Severity.WARNING
    supersedes = ("GRA001", "GRA201", "GRA216", "GRA217", "GRA902")
    files = ("paronyms.txt",)
    messages: ClassVar = {
        "pt": {"message": "«{phrase}» está por «{suggestion}», como mostram as palavras vizinhas"},
        "en": {"message": "“{phrase}” stands for “{suggestion}”, as the words beside it show"},
    }
