"""GRA408: a phrase that says the same thing twice."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.phrasebook import COMPOSED, Phrasebook


class Pleonasm(Phrasebook):
    """A phrase says the same thing twice.

    ## What it finds

    Set phrases in which one word holds what another says again: *subir para cima*, *elo de
    ligação*, *há dois anos atrás*, *mas porém*, *surpresa inesperada*. What is in good use
    (*voltar para trás*) is not on the list, what is debated (*certeza absoluta*) is left to GRA602.
    Dialogue, verse and quotations may speak as people speak and are not judged.

    ## Why it matters

    The second word takes the reader's time and gives nothing for it.

    ## Bad

    > O elevador subiu para cima e parou no último andar, como há dois anos atrás.

    ## Good

    > O elevador subiu e parou no último andar, como há dois anos.

    ## Evidence

    `phrase`: what stands there; `suggestion`: what says the same, the first of `suggestions`;
    `confidence`: how probably the finding is right; `limit`: from where on it is reported. Fix: the
    suggestion, as one to look at before it is taken.

    ## Source

    The chapters on *pleonasmo vicioso* in Portuguese grammars; the list is our own.
    """

    code = "GRA408"
    name = "mechanics.pleonasm"
    severity = Severity.INFO
    supersedes = ("GRA001",)
    files = ("pleonasms.txt",)
    spared = COMPOSED
    messages: ClassVar = {
        "pt": {"message": "«{phrase}» diz o mesmo duas vezes; basta «{suggestion}»"},
        "en": {"message": "“{phrase}” says the same twice; “{suggestion}” is enough"},
    }
