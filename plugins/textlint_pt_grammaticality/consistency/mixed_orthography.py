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

    def message_for(self, way: str) -> str:
        return way

    def uses(self, view: View) -> Iterator[Use]:
        for one in compared(concerned(view)):
            way, _, meaning, _ = one.spelling
            yield Use(way, one.sentence, one.start, one.end, meaning)
