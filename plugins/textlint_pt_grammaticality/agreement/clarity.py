"""How clear it is that two words disagree: signals of the rules of agreement."""

from __future__ import annotations

from textlint_pt import portuguese
from textlint_pt.contract import Finding, View
from textlint_pt.contract.forms import feature_map
from textlint_pt_grammaticality.judge.confidence import Signals
from textlint_pt_grammaticality.judge.language_rule import LanguageRule
from textlint_pt_grammaticality.sentence.proposal import Proposal

RELATIVE = portuguese.words("relatives.bare", "relatives.whose")


def with_distance(rule: LanguageRule, view: View, finding: Finding) -> Signals:
    """The signals of a rule of agreement: what stands between the two words, and whether the noun
    hangs on another with a preposition (`nested`)."""
    own = LanguageRule.signals(rule, view, finding)
    proposal: Proposal = finding.arguments["_proposal"]
    if finding.sentence is None or proposal.related is None:
        return own
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
        "relative": float(any(word.form.lower() in RELATIVE for word in between)),
        "comma between": float("PUNCT" in tags),
        "verb between": float(not tags.isdisjoint(("VERB", "AUX"))),
        "preposition between": float("ADP" in tags),
        "nested": float(any(word.tag == "ADP" for word in words[max(0, noun - 2) : noun])),
        "apart": min(abs(at - noun), 8) / 4,
        "after": float(at > noun),
    }
