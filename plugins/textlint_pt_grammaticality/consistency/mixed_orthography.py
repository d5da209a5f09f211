"""GRA502: the spelling before and after the agreement of 1990."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract import View
from textlint_pt_grammaticality.consistency.consistency import Consistency, Use
from textlint_pt_grammaticality.reform import compared, concerned


class MixedOrthography(Consistency):
    """Spelling before and after the agreement of 1990 in one document.

    ## What it finds

    A word in the spelling of before the agreement in a text that otherwise follows it, or the other
    way round: silent consonants (*acção*, *ação*), the trema (*tranqüilo*), *idéia*, *heróico*,
    *vôo*, *vêem*, *pára*. Portugal and Brazil changed different things, and each change is compared
    only with others of the same side. Quotations, titles, names and code are left out. Where GRA904
    reports the former spelling, this rule does not say it again.

    ## Why it matters

    Either spelling may be a choice; both in one text is a piece that nobody went over.

    ## Bad

    > A direcção aprovou o projecto e a selecção dos actores. A ação começa amanhã.

    ## Good

    > A direcção aprovou o projecto e a selecção dos actores. A acção começa amanhã.

    ## Evidence

    `form` and `uses`: the first word in the other spelling and how many there are; `usual` and
    `usual_uses`: one in the usual spelling and how many there are; `limit`: the uses that make a
    spelling the usual one (and twice as many as of the other).

    ## Source

    Acordo Ortográfico da Língua Portuguesa (1990), bases IV, IX and XIV; the list is our own.
    """

    code = "GRA502"
    name = "consistency.mixed-orthography"
    messages = {
        "pt": {
            "former": "«{form}» é a grafia anterior ao acordo de 1990; o texto segue o acordo "
            "({usual_uses} contra {uses})",
            "present": "«{form}» é a grafia do acordo de 1990; o texto segue a anterior "
            "({usual_uses} contra {uses})",
            "related": "a outra grafia: «{usual}»",
        },
        "en": {
            "former": "“{form}” is spelt as before the agreement of 1990; the text follows it "
            "({usual_uses} to {uses})",
            "present": "“{form}” is spelt as in the agreement of 1990; the text is as before it "
            "({usual_uses} to {uses})",
            "related": "the other spelling: “{usual}”",
        },
    }

    def message_for(self, way: str) -> str:
        return way

    def uses(self, view: View) -> Iterator[Use]:
        for one in compared(concerned(view)):
            way, _, meaning, _ = one.spelling
            yield Use(way, one.sentence, one.start, one.end, meaning)
