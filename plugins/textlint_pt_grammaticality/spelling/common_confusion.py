"""GRA217: words often mistaken for one another."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.phrases import ParsedSentence, like
from textlint_pt_grammaticality.reading import listed, own_words
from textlint_pt_grammaticality.spelling.chosen import (
    AGAINST,
    ASKED,
    EVERYWHERE,
    SETS,
    Chosen,
    by_odds,
    may_stand_in,
)

#: what is never right, and often mentioned as such
_MENTIONED = own_words("common-confusion.mentioned")
#: of sets of these words other rules speak
_OF_OTHERS = (
    *SETS.values(),
    listed("onde aonde"),
    listed("eu mim tu ti"),
    listed("ver vir vier virem verem vierem veres vires"),
    listed("vermos virmos viermos"),
    own_words("common-confusion.of-verbs"),
)


def _is_common(members: tuple[str, ...]) -> bool:
    return not any(words.issuperset(members) for words in _OF_OTHERS)


class CommonConfusion(Chosen):
    """One word for another that sounds or looks like it."""

    code = "GRA217"
    name = "spelling.common-confusion"
    supersedes = ("GRA001", "GRA105", "GRA225")
    #: what they say of words inside "com sigo", "a penas um"
    covers = ("GRA101", "GRA102", "GRA201", "GRA203", "GRA209", "GRA224", "GRA403", "GRA414")

    def is_certain(self, finding: Finding) -> bool:
        """Whether what is written is never right (*concerteza*)."""
        return finding.message == "never"

    def kind_of(self, finding: Finding) -> str:
        form: str = finding.arguments["form"]
        # "Benvindo" is a name, and "menas" what people say that others say
        named = not form.islower() or form in _MENTIONED
        return "named" if named and finding.message == "never" else super().kind_of(finding)

    def cases(self, sentence: ParsedSentence) -> Iterator[Proposal]:
        yield from by_odds(sentence, _is_common)
        for place in sentence.places():
            odds = dict(zip(place.members, place.log_odds, strict=True))
            likelier = sorted(
                (m for m in odds if odds[m] > 0 and not may_stand_in(sentence, place.written, m)),
                key=lambda m: -odds[m],
            )
            if likelier and odds[likelier[0]] < ASKED and _is_common(place.members):
                written = sentence.text[place.start : place.end]
                prior = AGAINST if place.written in EVERYWHERE else 0.0
                new = tuple(like(member, written) for member in likelier)
                yield Proposal(place.start, place.end, new, prior=prior)
