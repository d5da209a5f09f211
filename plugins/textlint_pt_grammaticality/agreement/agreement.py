"""What the rules of agreement share: words that ought to agree and do not.

What a word may be is read in the form lexicon, what belongs together in the parse: the parse of a
damaged sentence repairs the features it sees, but seldom the structure. Where the lexicon leaves a
way for two words to agree, nothing is proposed; where it does not, the model has the last word.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from textlint_pt import portuguese
from textlint_pt.contract import Finding, ParsedWord, View
from textlint_pt.contract.forms import feature_map
from textlint_pt_grammaticality.agreement.clarity import clarity
from textlint_pt_grammaticality.confidence import Signals
from textlint_pt_grammaticality.judged import AnalysedSentence, Judged, Proposal
from textlint_pt_grammaticality.nominal import GenderNumber
from textlint_pt_grammaticality.phrases import ParsedSentence, by_patterns, is_decided
from textlint_pt_grammaticality.reading import cased, listed

#: an adjective may be of what its noun is of: "um guia de problemas útil"
ABOVE_PRIOR = -2.5
#: the subject has a determiner of its number, and no other noun is near
PLAIN_PRIOR = 2.0
SINGLE_PRIOR = 3.0
#: the parser has no doubt of the two words and of what joins them, hundredths
SURE_PRIOR = 1.0
_SURE = 80


def nearest(own: frozenset[GenderNumber], wanted: frozenset[GenderNumber]) -> list[GenderNumber]:
    """The wanted cells that change one feature only, where there are such."""
    near = [w for w in sorted(wanted) if any((w[0] == o[0]) != (w[1] == o[1]) for o in own)]
    return near or sorted(wanted)


def difference(own: frozenset[GenderNumber], wanted: frozenset[GenderNumber]) -> str:
    """What the first word is and the other is not, as key of a message."""
    genders, numbers = {gender for gender, _ in own}, {number for _, number in own}
    if genders.isdisjoint(gender for gender, _ in wanted):
        return "masculine" if genders == {"M"} else "feminine"
    if numbers.isdisjoint(number for _, number in wanted):
        return "singular" if numbers == {"S"} else "plural"
    return "message"


def as_written(news: Iterable[str], form: str) -> tuple[str, ...]:
    """New forms with the capitals of the old, which is left out."""
    return tuple(dict.fromkeys(cased(new, form) for new in news if new != form.lower()))


class Agreement(Judged):
    """A word that does not agree with another."""

    #: whether a link that the parser is sure of speaks for a correction that the model has no
    #: reason to try: words that stand apart it doubts too seldom
    trusts_links: ClassVar[bool] = True

    @abstractmethod
    def disagreeing(self, read: AnalysedSentence) -> Iterable[Proposal]:
        """What the rule takes for wrong, each word for itself."""

    def propose(self, read: AnalysedSentence) -> Iterable[Proposal]:
        """What all these rules find is read together: a correction is tried in company of those of
        other words that should agree with the same one."""
        # which imports the rules, and they this module
        from textlint_pt_grammaticality.agreement.company import in_company

        matched = by_patterns(read.once(ParsedSentence), self.code)
        for one in read.once(in_company)[self.code]:
            if is_decided(one, matched):
                said = matched[one.start]
                if said is not None and said.replacements == one.replacements:
                    # which names the word that it disagrees with
                    matched[one.start] = replace(
                        one, prior=said.prior, sure=True, by_words=True, pattern=said.pattern
                    )
                continue
            sure = self.trusts_links and one.prior == 0 and _is_sure(read, one)
            yield replace(one, prior=SURE_PRIOR) if sure else one
        yield from filter(None, matched.values())

    def signals(self, view: View, finding: Finding) -> Signals:
        return {**super().signals(view, finding), **_rivals(view, finding)}


def _is_sure(read: AnalysedSentence, proposal: Proposal) -> bool:
    """Whether the parser is sure of both words and of how they hang together, and neither is said
    in a relative clause, which may be of another noun; within a nominal phrase the dictionary must
    have both."""
    words = read.words
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
        known = any(r.source in ("lexicon", "own") for r in read.forms.readings(form))
        if "-" in form or not known or (words[i].start and not form.islower()):
            return False  # "a palavra-passe", "o URL"
    return not relative and min(tags, *(words[i].head_sure for i in links)) >= _SURE


#: words before one in which another noun may be what it agrees with
_REACH = 10
_JOINING = listed("e ou nem , ; como")
_RELATIVE = portuguese.words("relatives.bare", "relatives.whose")


def _agree(own: Mapping[str, str], word: ParsedWord) -> bool:
    """Whether a word has the gender and number of these features, as far as both have one."""
    features = feature_map(word.features)
    return all(
        own[name] == features.get(name, own[name]) for name in ("Gender", "Number") if name in own
    )


def _rivals(view: View, finding: Finding) -> Signals:
    """What else a word may agree with: a noun before it or after it, of its own gender and number
    (`rival`, `rival after`), that the noun named hangs on with a preposition (`nested`) or is
    joined to (`joined`); and what stands between the two words."""
    proposal: Proposal = finding.arguments["_proposal"]
    if finding.sentence is None or proposal.related is None:
        return {}
    words = view.analysis("parse")[finding.sentence]
    places = [i for i, word in enumerate(words) if word.start == proposal.start]
    named = [i for i, word in enumerate(words) if word.start == proposal.related[0]]
    if not places or not named:
        return {}
    at, noun = places[0], named[0]
    own = feature_map(words[at].features)
    before = words[max(0, min(at, noun) - _REACH) : max(at, noun)]
    rivals = [
        word
        for word in before
        if word.tag in ("NOUN", "PROPN", "PRON")
        and word.start not in (proposal.start, proposal.related[0])
        and _agree(own, word)
    ]
    beyond = words[max(at, noun) + 1 : max(at, noun) + _REACH]
    later = [
        word
        for before_it, word in zip([words[max(at, noun)], *beyond], beyond, strict=False)
        if word.tag in ("NOUN", "PROPN", "PRON") and before_it.tag != "ADP" and _agree(own, word)
    ]
    between = words[min(at, noun) + 1 : max(at, noun)]
    # what follows a verb is its subject, as the words have it, where they say anything for that
    by_grammar = proposal.prior >= (PLAIN_PRIOR if noun > at else SINGLE_PRIOR)
    return {
        "rival": float(bool(rivals)),
        "rival after": float(bool(later)),
        "plural": float(own.get("Number") == "Plur"),
        "relative": float(any(word.form.lower() in _RELATIVE for word in between)),
        "comma between": float(any(word.tag == "PUNCT" for word in between)),
        "verb between": float(any(word.tag in ("VERB", "AUX") for word in between)),
        "preposition between": float(any(word.tag == "ADP" for word in between)),
        "nested": float(noun > 0 and any(w.tag == "ADP" for w in words[max(0, noun - 2) : noun])),
        "joined": float(any(word.form.lower() in _JOINING for word in before)),
        "apart": min(abs(at - noun), 8) / 4,
        "after": float(at > noun),
        **clarity(words, view.analysis("forms"), at, noun, by_grammar),
    }
