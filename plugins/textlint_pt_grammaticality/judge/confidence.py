"""How probable it is that a finding is right: one calibrated number for all rules of language.

A finding's *signals* are what the rule and the models say about it and its sentence.
`data/confidence/weights.json` weighs them: a logistic regression, fitted by `training.confidence`
on findings that were read one by one and on sentences whose slips are known, calibrated on
documents it was not fitted on, and checked on newly drawn ones (`benchmarks.census`). A rule
reports what is at least as probable as its option `confidence`.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import shipped
from textlint_pt.contract import Finding, Kind, Option, Sentence, View, Wording
from textlint_pt_grammaticality.document.foreign import foreign
from textlint_pt_grammaticality.sentence.reading import quotations, touches, words

WEIGHTS = Path(__file__).parents[1] / "data" / "confidence" / "weights.json"
#: findings with at least this probability of being right are reported: of those that are just as
#: probable, three in five are right
REPORTED = 0.6
#: of a finding that needs no opinion
CERTAIN = 0.95
_LIMIT = "probability of being right from which a finding is reported"
OPTION = Option(REPORTED, _LIMIT, 0, 1)
#: of the rules that judge how a word is written
VOCABULARY = Option(
    [], "files of the project's own words, one a line, and of words not to use", path=True
)
#: what a signal is at most, and at least below zero
LIMIT = 8.0
_MAX_PROBABILITY = 1 - 1e-6
#: signals that say more about some families of rules than about others
_BY_FAMILY = frozenset({
    "prior", "sure", "doubt", "fault", "same edit", "wording", "left", "others", "trigger",
    "tag sure", "head sure", "names", "strange", "foreign", "quoted", "cut",
})  # fmt: skip
_OWN_KINDS = frozenset({Kind.PARAGRAPH, Kind.QUOTE})
#: from which probability of its correction a word is a slip, and slips after which more say no more
_SLIP_PROBABILITY, _MAX_SLIPS = 0.5, 2
#: what the model of corrections leaves to others: of names and foreign words it knows too little
_OTHERS_KINDS = ("SPELL", "OTHER", "CASE", "SPLIT")

Signals = Mapping[str, float]


def place_of(view: View, finding: Finding, sentence: int) -> tuple[int, int]:
    """Return the marked place as a range in the text of its sentence."""
    content = view.sentences[sentence].content
    start = bisect_left(content.starts, finding.span.start)
    return start, max(start + 1, bisect_left(content.ends, finding.span.end) + 1)


# ------------------------------------------------------------------ weighing


class Weights(NamedTuple):
    """Weight of each signal, and how often each trigger fires per million words of edited text."""

    signals: Mapping[str, float]
    triggers: Mapping[str, float]


@cache
def weights() -> Weights:
    if not WEIGHTS.exists() and not shipped.is_installed(WEIGHTS):
        return Weights({}, {})  # it is being made
    found = json.loads(shipped.read_text(WEIGHTS))
    return Weights(found["weights"], found["triggers"])


def confidence(signals: Signals) -> float:
    """The probability, in [0, 1], that a finding with these signals is right."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds(signals)))))


def odds(signals: Signals) -> float:
    """Return the log-odds, in nats and without limit, that a finding with these signals is
    right."""
    known = weights().signals
    return math.fsum(known.get(name, 0.0) * value for name, value in signals.items())


def all_signals(own: Signals, view: View, finding: Finding) -> dict[str, float]:
    """The signals of the rule (`own`), the models and the sentence, by name; an absent one is 0.
    None is of the document: what is said of a sentence depends on nothing else."""
    code, family = finding.code, finding.code[:4]
    found = {"constant": 1.0, code: 1.0, f"{code}/{finding.message}": 1.0, family: 1.0}
    found |= own
    found["trigger"] = math.log1p(weights().triggers.get(trigger(view, finding), 0.0))
    if finding.sentence is not None:
        found |= _of_place(view, finding, finding.sentence)
    for name in _BY_FAMILY & set(found):
        found[f"{family}*{name}"] = found[name]
    return found


def trigger(view: View, finding: Finding) -> str:
    """What triggered a rule: its code, the marked words, and the correction."""
    marked = view.document.raw[finding.span.start : finding.span.end]
    return trigger_name(finding.code, marked, finding.fix.edits[0].text if finding.fix else "")


def trigger_name(code: str, marked: str, fix: str) -> str:
    """A trigger as `weights.json` names it; `fix` is empty if there is no correction."""
    said, corrected = (" ".join(text.lower().split())[:40] for text in (marked, fix))
    return f"{code} {said} > {corrected}"


# ------------------------------------------------------------------ signals of the place


def _by_sentence(view: View) -> dict[int, Mapping[str, float]]:
    """Signals of sentences that were asked for, by their index."""
    return {}


def _of_place(view: View, finding: Finding, index: int) -> dict[str, float]:
    """Return the signals of a sentence, made once, and whether the marked place is quoted."""
    known, sentence = view.once(_by_sentence), view.sentences[index]
    if index not in known:
        known[index] = _of_sentence(view, sentence)
    start = max(0, finding.span.start - sentence.span.start)
    quoted = touches(quotations(view.document)[index], start, start + 1)
    return {**known[index], "quoted": float(quoted)}


def _of_sentence(view: View, sentence: Sentence) -> Mapping[str, float]:
    """Return the signals of a sentence: names, unknown words, foreign phrases, its kind and
    whether it is cut."""
    found = words(sentence.text)
    later = found[1:]
    names = sum(sentence.text[word.start].isupper() for word in later) / max(1, len(later))
    result = {
        "names": names,
        "other kind": float(sentence.kind not in _OWN_KINDS),
        "foreign": float(bool(foreign(view)[sentence.index])),
        "cut": float(sentence.text[:1].islower()),
    }
    if view.has("forms"):
        forms = view.analysis("forms")
        strange = sum(word.form.islower() and not forms.known(word.form) for word in found)
        result["strange"] = strange / max(1, len(found))
    return result


def of_models(
    view: View, finding: Finding, prior: float, probability: float, choice: float | None = None
) -> dict[str, float]:
    """Signals of a correction that was submitted to the models.

    `prior`: what the words alone say for it; `probability` that one of the words concerned is
    wrong; `choice`: log-odds of the correction against what is written, where the two form a
    confusion set.
    """
    result = {"prior": limited(prior), "doubt": log_odds(probability)}
    if choice is not None:
        result |= {"choice": limited(choice), "chosen": 1.0}
    assert finding.sentence is not None
    sentence = view.sentences[finding.sentence]
    start, end = place_of(view, finding, sentence.index)
    # what the models find wrong with the rest of the sentence: where one slip is, there are more
    result["left"] = limited(
        sum(
            math.log1p(-min(word.probability, _MAX_PROBABILITY))
            for word in view.analysis("error-probabilities")[sentence.index]
            if word.end <= start or end <= word.start
        )
    )
    faults_elsewhere = {
        edit.word_start: edit.fault
        for edit in view.analysis("edits")[sentence.index]
        if edit.word_end <= start or end <= edit.word_start
    }
    result["others"] = limited(sum(faults_elsewhere.values()))
    # edited text has hardly two in a sentence
    slips = {
        edit.word_start
        for edit in view.analysis("edits")[sentence.index]
        if edit.probability >= _SLIP_PROBABILITY and not edit.kind.startswith(_OTHERS_KINDS)
        if edit.word_end < start or end < edit.word_start
    }
    result["slips"] = float(min(len(slips), _MAX_SLIPS))
    if finding.fix:
        wording: Wording = view.analysis("wording")
        result["wording"] = limited(
            wording.log_probability(_corrected(sentence, finding))
            - wording.log_probability(sentence.text)
        )
    return result


def _corrected(sentence: Sentence, finding: Finding) -> str:
    """The sentence with the finding's fix applied."""
    text, content = sentence.text, sentence.content
    assert finding.fix is not None
    for edit in sorted(finding.fix.edits, reverse=True):
        start, end = bisect_left(content.starts, edit.start), bisect_left(content.ends, edit.end)
        text = text[:start] + edit.text + text[max(start, end + (edit.end > edit.start)) :]
    return text


def log_odds(probability: float) -> float:
    """Return the log-odds of a probability, in nats, within the limits of a signal."""
    chance = min(max(probability, 1 - _MAX_PROBABILITY), _MAX_PROBABILITY)
    return limited(math.log(chance / (1 - chance)))


def limited(value: float) -> float:
    return max(-LIMIT, min(LIMIT, value))
