"""Rules that propose a correction from parse and lexicon, and speak where the model agrees."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from textlint_pt import portuguese
from textlint_pt.contract import Fault, Finding, ParsedWord, ProposedEdit, View, Wording
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.document.manner import checkable
from textlint_pt_grammaticality.judge.confidence import LIMIT, Signals, log_odds, of_models
from textlint_pt_grammaticality.metrics import is_prose
from textlint_pt_grammaticality.sentence.proposal import AnalysedSentence, Proposal

Made = TypeVar("Made")
#: signals of the models that are weighed for each rule as well
_BY_RULE = frozenset({"prior", "choice", "fault", "wording", "same edit"})
#: where the models have less doubt of every word concerned, only what the words themselves say may
#: speak for a correction
MIN_DOUBT = 0.1
#: nats of the n-gram model that a nat of the model of corrections is worth where words are chosen
EDIT_SHARE = 0.5


#: places of one sentence that the models are asked about for one rule, at most: each takes a pass
MOST_ASKED = 40
#: sentences from which on the view of a whole document is long
_LONG_DOCUMENT = 400


def reads(view: View) -> Iterable[AnalysedSentence]:
    """The sentences of a view that rules of language may judge; of a long document none is kept,
    unless the view is of a part of it, which is let go before the next."""
    if view.whole is view and len(view.sentences) > _LONG_DOCUMENT:
        return _analysed_sentences(view)
    return view.once(_all_analysed_sentences)


def _all_analysed_sentences(view: View) -> Sequence[AnalysedSentence]:
    return list(_analysed_sentences(view))


def _analysed_sentences(view: View) -> Iterator[AnalysedSentence]:
    """The sentences of a view that may be checked, one by one."""
    is_checkable, forms, choice = checkable(view), view.analysis("forms"), view.analysis("choice")
    rows = zip(
        view.sentences,
        view.analysis("error-probabilities"),
        view.analysis("edits"),
        view.analysis("parse"),
        strict=True,
    )
    for sentence, error_probabilities, edits, words in rows:
        if is_checkable[sentence.index] and is_prose(sentence):
            yield AnalysedSentence(sentence, words, error_probabilities, edits, forms, choice)


def signals_of(view: View, finding: Finding) -> Signals:
    """Return what models and parse say of a finding: also by rule, since how far each may be
    trusted differs."""
    code, proposal = finding.code, finding.arguments["_proposal"]
    form = finding.arguments["form"].lower()
    own = {f"{code} {form}": 1.0} if form in function_words() else {}
    if proposal.sure:
        own["sure"] = 1.0
    probability: float = finding.evidence["probability"]
    models = of_models(view, finding, proposal.prior, probability, finding.evidence.get("choice"))
    models |= _of_edits(view, finding, proposal)
    # how far words, encoder and confusion sets may be trusted differs from rule to rule: where
    # two frames of one rule are not equally sure ("é difícil para mim sair", "deu-o para mim
    # ler"), what the words say for each tells them apart
    for name in _BY_RULE & models.keys():
        models[f"{code} {name}"] = models[name]
    assert finding.sentence is not None
    parse = view.analysis("parse")[finding.sentence]
    return {**own, **_of_parse(code, parse, proposal), **models}


def _of_edits(view: View, finding: Finding, proposal: Proposal) -> Signals:
    """Return how probably the model of corrections finds the words wrong, and proposes the same."""
    assert finding.sentence is not None
    text = view.sentences[finding.sentence].text
    edits = [
        edit for edit in view.analysis("edits")[finding.sentence] if edit.is_at(proposal.places)
    ]
    if not edits:
        return {"fault": -LIMIT}
    wanted = text[: proposal.start] + finding.arguments["suggestion"] + text[proposal.end :]
    fault = max(edit.fault for edit in edits)
    same = same_edit(text, edits, wanted)
    return {"fault": log_odds(fault), "same edit": log_odds(same) + LIMIT, "proposed": 1.0}


def _of_parse(code: str, words: Sequence[ParsedWord], proposal: Proposal) -> Signals:
    """Return what the parse says of the words: how sure the parser is of their tags and link,
    their classes and those of their neighbours."""
    marked = [i for i, word in enumerate(words) if _overlaps(word, proposal.start, proposal.end)]
    if not marked:
        return {}
    related: list[int] = []
    if proposal.related:
        related = [i for i, word in enumerate(words) if _overlaps(word, *proposal.related)]
    linked = [i for i in marked if words[i].head in related]
    linked += [i for i in related if words[i].head in marked]
    dependent = linked[0] if linked else marked[0]
    first, last = marked[0], marked[-1]
    result = {
        "tag sure": _log_odds_of_hundredths(min(words[i].tag_sure for i in (*marked, *related))),
        "head sure": _log_odds_of_hundredths(min(words[i].head_sure for i in linked or marked)),
        f"{code} {words[first].tag}": 1.0,
        f"{code} {words[dependent].relation}": 1.0,
    }
    if related:
        result["linked"] = float(bool(linked))
    if first > 0:
        result[f"{code} before {words[first - 1].tag}"] = 1.0
        result[f"{code} before {words[first - 1].lemma}"] = float(words[first - 1].lemma in _LINKS)
    if last + 1 < len(words):
        result[f"{code} after {words[last + 1].tag}"] = 1.0
        result[f"{code} after {words[last + 1].relation}"] = 1.0
    return result


#: verbs before which "a" is seldom a preposition, or a word agrees with what follows
_LINKS = portuguese.words("verbs.auxiliaries.being-having")


def _overlaps(word: ParsedWord, start: int, end: int) -> bool:
    return word.start < end and start < word.end


def _log_odds_of_hundredths(hundredths: int) -> float:
    """Return log-odds, in nats, of a probability in hundredths."""
    share = min(max(hundredths, 1), 99) / 100
    return math.log(share / (1 - share))


class Verdict(NamedTuple):
    """`probability` that a word concerned is wrong as it is; `replacements`, the best first; how
    much models and words together say for that one."""

    probability: float
    replacements: tuple[str, ...]
    strength: float


def judge(
    text: str,
    proposal: Proposal,
    faults: Sequence[Fault],
    edits: Sequence[ProposedEdit],
    wording: Wording,
) -> Verdict | None:
    """Return the proposal's replacements ranked by the models; None where neither models nor words
    give a reason."""
    places = proposal.places
    max_doubt = max(
        (
            fault.probability
            for fault in faults
            if any(start < fault.end and fault.start < end for start, end in places)
        ),
        default=0.0,
    )
    edits_here = [edit for edit in edits if edit.is_at(places)]
    if not proposal.replacements or (
        max(max_doubt, *(edit.fault for edit in edits_here), 0.0) < MIN_DOUBT
        and proposal.prior <= 0
    ):
        return None

    def strength(new: str) -> float:
        changed = text[: proposal.start] + new + text[proposal.end :]
        same = log_odds(same_edit(text, edits_here, changed))
        return wording.log_probability(changed) + EDIT_SHARE * same

    # of equals the rule's first
    ranked = sorted(proposal.replacements, key=strength, reverse=True)
    return Verdict(max_doubt, tuple(ranked), strength(ranked[0]) + proposal.prior)


def same_edit(text: str, edits: Iterable[ProposedEdit], corrected: str) -> float:
    """How probable the model of corrections finds the edit that gives `corrected`."""
    return max(
        (
            edit.probability
            for edit in edits
            if text[: edit.start] + edit.replacement + text[edit.end :] == corrected
        ),
        default=0.0,
    )


def strongest_per_error(
    judged: Sequence[tuple[Proposal, Verdict]],
) -> list[tuple[Proposal, Verdict]]:
    """Return the strongest proposal for each place, or pair of words that disagree."""
    strongest: list[tuple[Proposal, Verdict]] = []
    for proposal, verdict in sorted(judged, key=lambda one: -one[1].strength):
        here = (proposal.start, proposal.end)
        if not any(
            (here[0] < other.end and other.start < here[1])
            or (other.related == here and proposal.related == (other.start, other.end))
            for other, _ in strongest
        ):
            strongest.append((proposal, verdict))
    return strongest
