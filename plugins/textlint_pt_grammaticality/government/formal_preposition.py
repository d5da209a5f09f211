"""GRA229: government that the norm asks for and usage has left."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract import Severity
from textlint_pt_grammaticality.government.complement import governed
from textlint_pt_grammaticality.government.entries import government
from textlint_pt_grammaticality.government.misgovernment import Misgovernment
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import LIKELY, ParsedSentence


class FormalPreposition(Misgovernment):
    """A preposition that the norm asks for, or condemns, where educated usage is divided."""

    code = "GRA229"
    name = "government.formal-preposition"
    severity = Severity.INFO
    default = False
    level = "norm"

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        yield from super().cases(sentence)
        for at, place, entry in governed(sentence):
            sure = entry.part == "adjective" and entry.head in government().classes["sure"]
            if sure and sentence.form(place) == "que" and sentence.tag(place) == "SCONJ":
                yield sentence.instead(place, "de que", prior=LIKELY, related=at, message="more")
