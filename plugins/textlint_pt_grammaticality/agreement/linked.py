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
_SURE_PRIOR, _MIN_SURE = 1.0, 80


def _agreeing(sentence: ParsedSentence, code: str) -> Iterator[Proposal]:
    """Yield what a rule proposes, with a higher prior where the parser is sure of the link between
    the two words, which the model doubts too seldom where they stand apart."""
    for proposal in _PROPOSERS[code](sentence):
        is_linked = code != "GRA105" and proposal.prior == 0 and _is_sure(sentence, proposal)
        yield replace(proposal, prior=_SURE_PRIOR) if is_linked else proposal


def _is_sure(sentence: ParsedSentence, proposal: Proposal) -> bool:
    """Whether the parser is sure of both words and of their link, and neither is in a relative
    clause, which may be of another noun; in a nominal phrase the lexicon must have both."""
    words = sentence.words
    places = ((proposal.start, proposal.end), proposal.related)
    indices = [
        next((i for i, word in enumerate(words) if place and word.start == place[0]), -1)
        for place in places
    ]
    if -1 in indices:
        return False
    marked, related = indices
    if words[marked].head == related or words[related].head == marked:
        dependents = [marked if words[marked].head == related else related]
    else:  # a subject and the auxiliary or copula of its predicate
        dependents = [marked, related]
        if words[marked].head != words[related].head:
            return False
    indices_and_heads = {*indices, *(words[i].head for i in dependents)}
    is_relative = any(w.form.lower() in _RELATIVE and w.head in indices_and_heads for w in words)
    least_tag_sure = min(words[i].tag_sure for i in indices)
    is_nominal = any(words[i].relation in ("det", "nummod", "amod", "acl") for i in dependents)
    for i in indices if is_nominal else ():
        form = words[i].form
        known = any(r.source in ("lexicon", "own") for r in sentence.forms.readings(form))
        if "-" in form or not known or (words[i].start and not form.islower()):
            return False  # "a palavra-passe", "o URL"
    least_sure = min(least_tag_sure, *(words[i].head_sure for i in dependents))
    return not is_relative and least_sure >= _MIN_SURE


_PROPOSERS: Mapping[str, Callable[[ParsedSentence], Iterable[Proposal]]] = {
    "GRA101": determiner_noun.disagreeing,
    "GRA102": adjective_noun.disagreeing,
    "GRA103": predicative.disagreeing,
    "GRA104": partial(subject_verb.disagreeing, by_person=False),
    "GRA105": partial(subject_verb.disagreeing, by_person=True),
}
#: what each rule proposes, by its code
AGREEING = {code: partial(_agreeing, code=code) for code in _PROPOSERS}


def with_distance(rule: LanguageRule, view: View, finding: Finding) -> Signals:
    """Return the signals of a rule of agreement: what stands between the two words, and whether
    the noun follows a preposition (`nested`)."""
    signals = LanguageRule.signals(rule, view, finding)
    proposal: Proposal = finding.arguments["_proposal"]
    if proposal.related is None:
        return signals
    assert finding.sentence is not None
    words = view.analysis("parse")[finding.sentence]
    marked = [i for i, word in enumerate(words) if word.start == proposal.start]
    related = [i for i, word in enumerate(words) if word.start == proposal.related[0]]
    if not marked or not related:
        return signals
    marked_index, related_index = marked[0], related[0]
    between = words[min(marked_index, related_index) + 1 : max(marked_index, related_index)]
    just_before = words[max(0, related_index - 2) : related_index]
    tags = {word.tag for word in between}
    return {
        **signals,
        "plural": float(feature_map(words[marked_index].features).get("Number") == "Plur"),
        "relative": float(any(word.form.lower() in _RELATIVE for word in between)),
        "comma between": float("PUNCT" in tags),
        "verb between": float(not tags.isdisjoint(("VERB", "AUX"))),
        "preposition between": float("ADP" in tags),
        "nested": float(any(word.tag == "ADP" for word in just_before)),
        "apart": min(abs(marked_index - related_index), 8) / 4,
        "after": float(marked_index > related_index),
    }
