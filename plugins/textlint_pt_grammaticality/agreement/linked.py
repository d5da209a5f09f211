"""What the rules of agreement propose, more readily of words that the parser is sure of, and how
clear it is that two words disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from textlint_pt import portuguese
from textlint_pt.contract import Finding, ParsedWord, View
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
    marked, related = _marked_and_related(words, proposal)
    if marked is None or related is None:
        return False
    if words[marked].head == related or words[related].head == marked:
        dependents = [marked if words[marked].head == related else related]
    else:  # a subject and the auxiliary or copula of its predicate
        dependents = [marked, related]
        if words[marked].head != words[related].head:
            return False
    indices = (marked, related)
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


def _marked_and_related(
    words: Sequence[ParsedWord], proposal: Proposal
) -> tuple[int | None, int | None]:
    """Return the index of the word that a proposal changes, and of the one it disagrees with."""
    indices = {word.start: i for i, word in reversed([*enumerate(words)])}
    related = proposal.related and indices.get(proposal.related[0])
    return indices.get(proposal.start), related


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
    assert finding.sentence is not None
    words = view.analysis("parse")[finding.sentence]
    marked, related = _marked_and_related(words, proposal)
    if marked is None or related is None:
        return signals
    between = words[min(marked, related) + 1 : max(marked, related)]
    just_before = words[max(0, related - 2) : related]
    tags = {word.tag for word in between}
    return {
        **signals,
        "plural": float(feature_map(words[marked].features).get("Number") == "Plur"),
        "relative": float(any(word.form.lower() in _RELATIVE for word in between)),
        "comma between": float("PUNCT" in tags),
        "verb between": float(not tags.isdisjoint(("VERB", "AUX"))),
        "preposition between": float("ADP" in tags),
        "nested": float(any(word.tag == "ADP" for word in just_before)),
        "apart": min(abs(marked - related), 8) / 4,
        "after": float(marked > related),
    }
