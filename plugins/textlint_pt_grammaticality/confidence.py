"""How probable it is that a finding is right: one calibrated number for all rules of language.

A finding's *signals* are what the rule and the models say about it, its sentence and its document.
`data/confidence/weights.json` weighs them: a logistic regression, fitted by `training.confidence`
on findings that were read one by one, on errors planted into clean text and on findings in edited
text, and checked on newly drawn documents (`benchmarks.census`). A rule reports what is at least as
probable as its option `confidence`.
"""

from __future__ import annotations

import json
import math
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from weakref import WeakKeyDictionary

from textlint_pt import shipped
from textlint_pt.contract import Finding, Kind, Option, Rule, Sentence, View, Wording
from textlint_pt.contract.trial import fluency
from textlint_pt.contract.vocabulary import read_vocabulary
from textlint_pt_grammaticality.foreign import foreign
from textlint_pt_grammaticality.manner import manner
from textlint_pt_grammaticality.reading import KEPT, Ranges, quotations, table, touches, words

_DATA = Path(__file__).parent / "data"
WEIGHTS, MEASURED = _DATA / "confidence" / "weights.json", _DATA / "measured.json"
#: findings with at least this probability of being right are reported
REPORTED = 0.8
#: of a finding that needs no opinion
CERTAIN = 0.95
OPTION = Option(REPORTED, "probability of being right from which a finding is reported", 0, 1)
#: upper limit of every signal
_MOST = 8.0
_SURE = 1 - 1e-6
#: from where on a text is a classic, and how many sentences it has to have to show it
_ARCHAIC, _CLASSIC, _LEAST_SENTENCES = 0.1, 0.5, 5
#: kinds of text that affect how far a rule can be trusted
_KINDS = ("classic", "news", "procedure", "manual")
#: signals that say more about some families of rules than about others
_BY_FAMILY = frozenset({
    "gain", "prior", "doubt", "wording", "left", "trigger", "tag sure", "head sure", "names",
    "strange", "words", "foreign", "quoted", "cut",
})  # fmt: skip
_OWN_KINDS = frozenset({Kind.PARAGRAPH, Kind.QUOTE})

Signals = Mapping[str, float]


#: of the rules that judge how a word is written
VOCABULARY = Option(
    [], "files of the project's own words, one a line, and of words not to use", path=True
)


class LanguageRule(Rule):
    """Base of the rules of this plugin: `find` proposes findings, `check` reports the probable
    ones."""

    measured_in: ClassVar[Path | None] = MEASURED
    options: ClassVar[Mapping[str, Option]] = {"confidence": OPTION}
    #: whether all that the rule marks is never right
    certain: ClassVar[bool] = False
    #: whether the rule holds for the Portuguese of today alone, and so leaves classics alone
    of_today: ClassVar[bool] = False

    def is_certain(self, finding: Finding) -> bool:
        """Whether what is marked is never right, whatever stands around it: such a finding is at
        least `CERTAIN`."""
        return self.certain

    def least(self, finding: Finding) -> float:
        """The least probability of being right that is known of a finding beforehand."""
        return CERTAIN if self.is_certain(finding) else 0.0

    def chance(self, finding: Finding, signals: Signals) -> float:
        """How probably a finding is right, as all that is known of it together says."""
        return round(confidence(signals), 3)

    @abstractmethod
    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """What may be wrong, however improbable."""

    def signals(self, view: View, finding: Finding) -> Signals:
        """What is known about a finding besides its rule and place."""
        return {}

    def summarise(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Iterable[Finding]:
        """The findings that are probable enough, as they are reported."""
        return found

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """The result of `find` in Portuguese prose, without code and foreign phrases."""
        if self.of_today and is_classic(view):
            return
        strange = foreign(view)
        own = read_vocabulary(options.get("vocabulary", ()))
        for finding in self.find(view, options):
            if finding.sentence is not None:
                text = view.sentences[finding.sentence].text
                start, end = _place(view, finding, finding.sentence)
                if touches(strange[finding.sentence], start, end) or own.accepts(text, start, end):
                    continue
            yield finding

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        yield from self.settle(view, list(self.look(view, options)), options)

    def facts(self, view: View, options: Mapping[str, Any]) -> Hashable:
        """Whether the text was written without accents, so that nothing in it is judged; and
        whether it is of another time."""
        whole = "forms" in self.needs and manner(view).whole
        return whole, self.of_today and is_classic(view)

    def look(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for finding in self.candidates(view, options):
            signals = local_signals(self, view, finding)
            yield finding._replace(arguments={**finding.arguments, "signals": signals})

    def settle(
        self, view: View, found: Sequence[Finding], options: Mapping[str, Any]
    ) -> Iterable[Finding]:
        limit: float = options["confidence"]
        probable = []
        for finding in found:
            signals = {**finding.arguments["signals"], **_of_document(view, finding)}
            value = max(self.chance(finding, signals), self.least(finding))
            if signals.get("sure") and not is_classic(view):
                value = max(value, CERTAIN)
            if value >= limit:
                evidence = {"limit": limit, **finding.evidence, "confidence": value}
                probable.append(finding._replace(evidence=evidence))
        return self.summarise(view, probable, options)


def _place(view: View, finding: Finding, sentence: int) -> tuple[int, int]:
    """The marked place in the text of its sentence."""
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
    known = weights().signals
    odds = math.fsum(known.get(name, 0.0) * value for name, value in signals.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


def all_signals(rule: LanguageRule, view: View, finding: Finding) -> dict[str, float]:
    """Every signal of a finding, by name; an absent signal is 0."""
    return local_signals(rule, view, finding) | _of_document(view, finding)


def local_signals(rule: LanguageRule, view: View, finding: Finding) -> dict[str, float]:
    """The signals of the rule, the models, the sentence and its paragraph."""
    code, family = finding.code, finding.code[:4]
    found = {"constant": 1.0, code: 1.0, f"{code}/{finding.message}": 1.0, family: 1.0}
    own = rule.signals(view, finding)
    found |= own
    found["trigger"] = math.log1p(weights().triggers.get(trigger(view, finding), 0.0))
    if finding.sentence is not None:
        found |= _of_place(view, finding, finding.sentence)
    for name in _BY_FAMILY & set(found):
        found[f"{family}*{name}"] = found[name]
    return found


def _of_document(view: View, finding: Finding) -> dict[str, float]:
    """The signals of the whole document. Long texts have mostly been edited, so that less of what
    is found in them is right; short ones may be anybody's."""
    family, context = finding.code[:4], _context(view)
    about = {name: context.kinds.get(name, 0.0) for name in _KINDS}
    about |= {"archaic": context.archaic, "technical": context.technical, "length": context.length}
    return {f"{family}*{name}": value for name, value in about.items()}


def trigger(view: View, finding: Finding) -> str:
    """What triggered a rule: its code, the marked words, and the correction."""
    marked = view.document.raw[finding.span.start : finding.span.end]
    return trigger_name(finding.code, marked, finding.fix.edits[0].text if finding.fix else "")


def trigger_name(code: str, marked: str, fix: str) -> str:
    """A trigger as `weights.json` names it; `fix` is empty if there is no correction."""
    said, corrected = (" ".join(text.lower().split())[:40] for text in (marked, fix))
    return f"{code} {said} > {corrected}"


# ------------------------------------------------------------------ signals of the place


#: as long as the documents whose findings were read: no rule falls silent in a book
_LONGEST = 1.4


class _Context(NamedTuple):
    """What is determined once per document. `archaic`: how far it is in the Portuguese of before
    1911, in [0, 1]; `technical`: share of the sentences with code or another language; `length`:
    log of the number of words, 0 for 400, at most `_LONGEST`; `kinds`: the probability of each kind
    of text."""

    archaic: float
    technical: float
    length: float
    kinds: Mapping[str, float]


class _Places(NamedTuple):
    """What is quoted in each sentence; signals of sentences, by their index."""

    quoted: Sequence[Ranges]
    sentences: dict[int, Mapping[str, float]]


_known: WeakKeyDictionary[View, _Context] = WeakKeyDictionary()
_known_places: WeakKeyDictionary[View, _Places] = WeakKeyDictionary()


def _context(view: View) -> _Context:
    if view not in _known:
        strange = foreign(view)
        technical = sum(map(bool, strange)) / max(1, len(strange))
        words_in_all = sum(_archaic_count(one.text)[0] for one in view.sentences)
        length = min(_LONGEST, math.log(max(1, words_in_all)) - 6)
        _known[view] = _Context(archaic(view.sentences), technical, length, view.kinds)
    return _known[view]


def _places(view: View) -> _Places:
    if view not in _known_places:
        _known_places[view] = _Places(quotations(view.document), {})
    return _known_places[view]


def is_old(view: View, share: float, classic: float) -> bool:
    """Whether the document is that far in the Portuguese of before 1911, or that probably prose in
    the manner of the classics."""
    whole = view.whole
    return _context(whole).archaic >= share or whole.kinds.get("classic", 0.0) >= classic


def is_classic(view: View) -> bool:
    """Whether a text is of before 1911, or probably prose in the manner of the classics; short
    ones do not show it."""
    return len(view.whole.sentences) >= _LEAST_SENTENCES and is_old(view, _ARCHAIC, _CLASSIC)


def archaic(sentences: Sequence[Sentence]) -> float:
    """How far a text is in the Portuguese of before 1911, in [0, 1]: by the share of its words that
    were not used afterwards."""
    counts = [_archaic_count(sentence.text) for sentence in sentences]
    count, found = sum(every for every, _ in counts), sum(old for _, old in counts)
    # one in a hundred is more than any modern text has
    return min(1.0, 100 * found / count) if count else 0.0


@lru_cache(KEPT)
def _archaic_count(text: str) -> tuple[int, int]:
    """Words of a sentence, and those of them that were not used after 1911."""
    every, old = words(text), _archaic_words()
    return len(every), sum(word.form in old for word in every)


@cache
def _archaic_words() -> frozenset[str]:
    return frozenset(word for line in table("archaic.txt") for word in line.split())


def _of_place(view: View, finding: Finding, index: int) -> dict[str, float]:
    places, sentence = _places(view), view.sentences[index]
    if index not in places.sentences:
        places.sentences[index] = _of_sentence(view, sentence)
    start = max(0, finding.span.start - sentence.span.start)
    quoted = touches(places.quoted[index], start, start + 1)
    return {**places.sentences[index], "quoted": float(quoted)}


def _of_sentence(view: View, sentence: Sentence) -> Mapping[str, float]:
    found = words(sentence.text)
    later = found[1:]
    names = sum(sentence.text[word.start].isupper() for word in later) / max(1, len(later))
    result = {
        "words": math.log(max(1, len(found))) - 3,
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
    view: View,
    finding: Finding,
    gain: float,
    prior: float,
    probability: float,
    choice: float | None = None,
) -> dict[str, float]:
    """Signals of a correction that was submitted to the models.

    `gain`: nats by which the correction makes it likelier that no word is wrong; `prior`: what the
    words alone say for it; `probability` that one of the words concerned is wrong; `choice`:
    log-odds of the correction against what is written, where the two form a confusion set.
    """
    chance = min(max(probability, 1 - _SURE), _SURE)
    result = {
        "gain": _limited(gain),
        "prior": _limited(prior),
        "doubt": _limited(math.log(chance / (1 - chance))),
    }
    if choice is not None:
        result |= {"choice": _limited(choice), "chosen": 1.0}
    assert finding.sentence is not None
    sentence = view.sentences[finding.sentence]
    before = fluency(view.analysis("error-probabilities")[sentence.index])
    # what the model still finds wrong with the rest of the sentence
    result["left"] = _limited(before + gain)
    if finding.fix:
        wording: Wording = view.analysis("wording")
        result["wording"] = _limited(
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


def _limited(value: float) -> float:
    return max(-_MOST, min(_MOST, value))
