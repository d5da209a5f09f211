"""What the rules of agreement propose, more readily of words that the parser is sure of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from textlint_pt_grammaticality.agreement import (
    adjective_noun,
    determiner_noun,
    predicative,
    subject_verb,
)
from textlint_pt_grammaticality.agreement.clarity import RELATIVE
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal

#: the parser has no doubt of the two words and of what joins them, hundredths
_SURE_PRIOR, _SURE = 1.0, 80


def _agreeing(sentence: ParsedSentence, code: str) -> Iterator[Proposal]:
    """What one of the rules proposes. A link that the parser is sure of speaks for a correction
    that the model has no reason to try: words that stand apart it doubts too seldom."""
    for one in _FINDING[code](sentence):
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
