"""What the rules of agreement propose, more readily of words that the parser is sure of, and how
clear it is that two words disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from textlint_pt import portuguese
from textlint_pt.contract import Finding, View
from textlint_pt.contract.forms import feature_map
from textlint_pt_grammaticality.agreement import (
    adjective_noun,
    determiner_noun,
    predicative,
    subject_verb,
)
from textlint_pt_grammaticality.judge.confidence import Signals
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.parsed import ParsedSentence
from textlint_pt_grammaticality.sentence.proposal import Proposal

_RELATIVE = portuguese.words("relatives.bare", "relatives.whose")
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
    relative = any(w.form.lower() in _RELATIVE and w.head in said for w in words)
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


def with_distance(rule: LanguageRule, view: View, finding: Finding) -> Signals:
    """The signals of a rule of agreement: what stands between the two words, and whether the noun
    hangs on another with a preposition (`nested`)."""
    own = LanguageRule.signals(rule, view, finding)
    proposal: Proposal = finding.arguments["_proposal"]
    if proposal.related is None:
        return own
    assert finding.sentence is not None
    words = view.analysis("parse")[finding.sentence]
    places = [i for i, word in enumerate(words) if word.start == proposal.start]
    named = [i for i, word in enumerate(words) if word.start == proposal.related[0]]
    if not places or not named:
        return own
    at, noun = places[0], named[0]
    between = words[min(at, noun) + 1 : max(at, noun)]
    tags = {word.tag for word in between}
    return {
        **own,
        "plural": float(feature_map(words[at].features).get("Number") == "Plur"),
        "relative": float(any(word.form.lower() in _RELATIVE for word in between)),
        "comma between": float("PUNCT" in tags),
        "verb between": float(not tags.isdisjoint(("VERB", "AUX"))),
        "preposition between": float("ADP" in tags),
        "nested": float(any(word.tag == "ADP" for word in words[max(0, noun - 2) : noun])),
        "apart": min(abs(at - noun), 8) / 4,
        "after": float(at > noun),
    }
