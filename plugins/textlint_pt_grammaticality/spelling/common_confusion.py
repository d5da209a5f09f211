"""GRA217: words often mistaken for one another."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract import Finding
from textlint_pt_grammaticality.judged import Proposal
from textlint_pt_grammaticality.language_rule import LanguageRule
from textlint_pt_grammaticality.parsed import ParsedSentence, like
from textlint_pt_grammaticality.reading import own_words
from textlint_pt_grammaticality.spelling.chosen import (
    AGAINST,
    ASKED,
    EVERYWHERE,
    by_odds,
    is_antecedent,
    is_common,
    may_stand_in,
)

#: what is never right, and often mentioned as such
_MENTIONED = own_words("common-confusion.mentioned")
#: what they say of words inside "com sigo", "a penas um"
COVERED = ("GRA101", "GRA102", "GRA201", "GRA203", "GRA209", "GRA224", "GRA403", "GRA414")


def is_certain(rule: LanguageRule, finding: Finding) -> bool:
    """Whether what is written is never right (*concerteza*)."""
    return finding.message == "never"


def kind_of(rule: LanguageRule, finding: Finding) -> str:
    form: str = finding.arguments["form"]
    # "Benvindo" is a name, and "menas" what people say that others say
    named = not form.islower() or form in _MENTIONED
    return "named" if named and finding.message == "never" else LanguageRule.kind_of(rule, finding)


def confused(sentence: ParsedSentence) -> Iterator[Proposal]:
    """One word for another that sounds or looks like it."""
    yield from by_odds(sentence)
    for place in sentence.places():
        odds = dict(zip(place.members, place.log_odds, strict=True))
        likelier = sorted(
            (m for m in odds if odds[m] > 0 and not may_stand_in(sentence, place.written, m)),
            key=lambda m: -odds[m],
        )
        if is_antecedent(sentence, place):
            continue
        if likelier and odds[likelier[0]] < ASKED and is_common(place.members):
            written = sentence.text[place.start : place.end]
            prior = AGAINST if place.written in EVERYWHERE else 0.0
            new = tuple(like(member, written) for member in likelier)
            yield Proposal(place.start, place.end, new, prior=prior)
