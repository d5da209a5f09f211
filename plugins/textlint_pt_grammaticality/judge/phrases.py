"""What patterns propose in a parsed sentence, and what may be said of it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from textlint_pt.patterns.matching import Places
from textlint_pt_grammaticality.patterns import Found, woken
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal


def by_patterns(sentence: ParsedSentence, rule: str) -> dict[int, Proposal | None]:
    """Return what the patterns of a rule propose, by the start of the words; None where the words
    are right or only mentioned."""
    # of several that begin at one token the first one
    first_matches: dict[int, Found] = {}
    for pattern in sentence.once(woken).get(rule, ()):
        for found in pattern.found(sentence):
            first_matches.setdefault(found.match.first, found)
    matched: dict[int, Proposal | None] = {}
    for _, found in sorted(first_matches.items()):
        proposal = _proposed(sentence, found)
        written = sentence.between(found.match.first, found.last)
        is_wrong = proposal.replacements[0] != written and may_be_said(sentence, proposal)
        matched[proposal.start] = proposal if is_wrong else None
    return matched


def is_decided(proposal: Proposal, matched: Mapping[int, Proposal | None]) -> bool:
    """Whether a pattern has decided, by the words alone, the place of a proposal."""
    if proposal.start not in matched:
        return False
    said = matched[proposal.start]
    return said is None or said.by_words


def _proposed(sentence: ParsedSentence, found: Found) -> Proposal:
    """Return the proposal of a pattern that was found; a comma is set where the word before
    ends."""
    entry, (notation, _) = found.pattern.entry, found.pattern.parts
    places = found.match.places
    related: tuple[int, int] | None = None
    if reason := places.get(notation.related):
        related = sentence.tokens[reason[0]].start, sentence.tokens[reason[1]].end
    first, last = found.match.first, found.last
    names = {name: _named(sentence, places, number) for name, number in entry.names.items()}
    start = sentence.tokens[first].start
    if found.corrections[0][:1] == "," and first:
        # the comma follows the word before, and the space is wrong as well
        start = sentence.tokens[first - 1].end
        beside = {"next": sentence.between(first, last), "_previous": sentence.form(first - 1)}
        names = beside | names
    proposal = sentence.instead(
        first,
        *found.corrections,
        last=last,
        prior=entry.nats,
        message=entry.message,
        related=None,
        sure=entry.certainty in ("words", "sure"),
        **names,
    )
    by_words = entry.certainty == "words"
    return replace(proposal, start=start, related=related, by_words=by_words, pattern=entry.id)


def _named(sentence: ParsedSentence, places: Places, number: int | str) -> str:
    """Return the text of a word of a pattern by number, or of a range ("2-4")."""
    first, _, last = str(number).partition("-")
    numbers = range(int(first), int(last or first) + 1)
    taken = [place for one in numbers if (place := places.get(one))]
    return sentence.between(taken[0][0], taken[-1][1]) if taken else ""


def may_be_said(sentence: ParsedSentence, proposal: Proposal) -> bool:
    """Whether a proposal is about no word that is mentioned, and no name."""
    is_mention = sentence.is_mention(proposal.start, proposal.end)
    return not is_mention and not is_name(sentence, proposal.start)


def is_name(sentence: ParsedSentence, start: int) -> bool:
    """Whether a capital stands inside the sentence."""
    if not sentence.text[start].isupper():
        return False
    before = sentence.text[:start].rstrip(" \"“«'‘([—–-")
    return bool(before) and before[-1] not in ".!?:…"
