"""GRA502: the spelling before and after the agreement of 1990."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract import View
from textlint_pt_grammaticality.consistency.consistency import Consistency, Use
from textlint_pt_grammaticality.reform import compared, concerned


class MixedOrthography(Consistency):
    """Spelling before and after the agreement of 1990 in one document."""

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
