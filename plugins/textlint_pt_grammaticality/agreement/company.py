"""Corrections of several words that agree with the same one, tried together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from textlint_pt_grammaticality.agreement import (
    adjective_noun,
    determiner_noun,
    predicative,
    subject_verb,
)
from textlint_pt_grammaticality.agreement.agreement import HE, as_written
from textlint_pt_grammaticality.agreement.clarity import RELATIVE
from textlint_pt_grammaticality.agreement.subject_verb import finite_verb, in_mood, verb_readings
from textlint_pt_grammaticality.sentence.nominal import (
    PLURAL,
    SINGULAR,
    GenderNumber,
    adjectival,
    cells_of,
    conjugated,
    determiner_cells,
    determiners,
    inflected,
    persons,
)
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Change, Proposal

#: the parser has no doubt of the two words and of what joins them, hundredths
_SURE_PRIOR, _SURE = 1.0, 80
#: "os menino": an ending that is not spoken is left out far more often than one is put in
_DROPPED_PRIOR = 7.0


class _Dropped(NamedTuple):
    """A noun that stands in the singular after a determiner in the plural ("os menino"), and what
    should follow it into the plural: changes with the code of the rule they belong to."""

    determiner: int
    noun: int
    changes: Sequence[tuple[str, int, Change]]


def _dropped(sentence: ParsedSentence) -> Iterator[_Dropped]:
    words = sentence.words
    for i, noun in sentence.once(determiner_noun.pairs):
        own = determiner_cells(sentence.token(i).lower())
        readings = sentence.noun_readings(noun)
        cells = cells_of(readings)
        genders = {gender for gender, _ in own} & {gender for gender, _ in cells}
        if not own or not own <= PLURAL or not cells <= SINGULAR or len(genders) != 1:
            continue
        plural = [(min(genders), "P")]
        paradigm = determiners().get(sentence.token(i).lower(), {})
        alone = as_written([paradigm.get((min(genders), "S"), "")], sentence.token(i))
        if sentence.has(noun, "nummod", "conj") or not alone or not alone[0]:
            continue
        found = [_change(sentence, "GRA101", noun, inflected(sentence.forms, readings, plural))]
        for c in sentence.children[noun]:
            if c > noun and words[c].relation in ("amod", "acl"):
                found.append(_adjective(sentence, "GRA102", c, plural))
        i_said = words[noun].head
        if words[noun].relation[:5] == "nsubj":
            verb = finite_verb(sentence, i_said)
            if verb is not None and persons(verb_readings(sentence, verb)) == HE:
                news = conjugated(
                    sentence.forms,
                    in_mood(sentence, verb, verb_readings(sentence, verb)),
                    [("3", "P")],
                )
                found.append(_change(sentence, "GRA104", verb, news))
            if sentence.has(i_said, "cop", "aux:pass"):
                found.append(_adjective(sentence, "GRA103", i_said, plural))
        changes = [change for change in found if change]
        if changes and changes[0][1] == noun:
            yield _Dropped(i, noun, changes)


def _change(
    sentence: ParsedSentence, code: str, i: int, news: Iterable[str]
) -> tuple[str, int, Change] | None:
    written = as_written(news, sentence.words[i].form)
    return (code, i, (*sentence.span(i), written[0])) if written else None


def _adjective(
    sentence: ParsedSentence, code: str, i: int, plural: Collection[GenderNumber]
) -> tuple[str, int, Change] | None:
    """The plural of an adjective or participle in the singular."""
    readings = adjectival(sentence.forms, sentence.words[i].form)
    return _change(sentence, code, i, inflected(sentence.forms, readings, plural))


def in_company(sentence: ParsedSentence) -> Mapping[str, Sequence[Proposal]]:
    """What each of the rules proposes where several words disagree with the same one."""
    proposed = {code: list(find(sentence)) for code, find in _FINDING.items()}
    for dropped in _dropped(sentence):
        if len(dropped.changes) > 1:  # several words say what is meant
            first = sentence.span(dropped.determiner)
            proposed["GRA101"] = [p for p in proposed["GRA101"] if (p.start, p.end) != first]
        for code, at, change in dropped.changes:
            known = [one for one in proposed[code] if (one.start, one.end) == change[:2]]
            proposed[code] = [one for one in proposed[code] if one not in known]
            related = sentence.span(dropped.determiner if at == dropped.noun else dropped.noun)
            proposed[code].append(
                Proposal(
                    *change[:2],
                    (change[2],),
                    related,
                    message="singular",
                    prior=_DROPPED_PRIOR,
                    beside=tuple(other for _, _, other in dropped.changes if other is not change),
                )
            )
    return proposed


def _agreeing(sentence: ParsedSentence, code: str) -> Iterator[Proposal]:
    """What one of the rules proposes. A link that the parser is sure of speaks for a correction
    that the model has no reason to try: words that stand apart it doubts too seldom."""
    for one in sentence.once(in_company)[code]:
        sure = code != "GRA105" and one.prior == 0 and _is_sure(sentence, one)
        yield replace(one, prior=_SURE_PRIOR) if sure else one


def _is_sure(sentence: ParsedSentence, proposal: Proposal) -> bool:
    """Whether the parser is sure of both words and of how they hang together, and neither is said
    in a relative clause, which may be of another noun; within a nominal phrase the dictionary must
    have both."""
    words = sentence.words
    places = ((proposal.start, proposal.end), proposal.related)
    found = [
        next((i for i, word in enumerate(words) if place and word.start == place[0]), -1)
        for place in places
    ]
    if -1 in found:
        return False
    one, other = found
    if words[one].head == other or words[other].head == one:
        links = [one if words[one].head == other else other]
    else:  # a subject and the auxiliary or copula of its predicate
        links = [one, other]
        if words[one].head != words[other].head:
            return False
    said = {*found, *(words[i].head for i in links)}
    relative = any(w.form.lower() in RELATIVE and w.head in said for w in words)
    tags = min(words[i].tag_sure for i in found)
    nominal = any(words[i].relation in ("det", "nummod", "amod", "acl") for i in links)
    for i in found if nominal else ():
        form = words[i].form
        known = any(r.source in ("lexicon", "own") for r in sentence.forms.readings(form))
        if "-" in form or not known or (words[i].start and not form.islower()):
            return False  # "a palavra-passe", "o URL"
    return not relative and min(tags, *(words[i].head_sure for i in links)) >= _SURE


_FINDING: Mapping[str, Callable[[ParsedSentence], Iterable[Proposal]]] = {
    "GRA101": determiner_noun.disagreeing,
    "GRA102": adjective_noun.disagreeing,
    "GRA103": predicative.disagreeing,
    "GRA104": partial(subject_verb.disagreeing, by_person=False),
    "GRA105": partial(subject_verb.disagreeing, by_person=True),
}
#: what each rule proposes, by its code
AGREEING = {code: partial(_agreeing, code=code) for code in _FINDING}
