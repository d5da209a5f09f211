"""Rules that propose a correction from parse and lexicon, and speak where the model agrees."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Literal, TypeVar

from textlint_pt.contract import (
    Applicability,
    Edit,
    Fault,
    Finding,
    Fix,
    Forms,
    ParsedWord,
    Related,
    Scope,
    Sentence,
    Trial,
    View,
    Wording,
)
from textlint_pt.contract.choice import Choice, Place
from textlint_pt.contract.neighbours import Neighbour, Neighbours
from textlint_pt.contract.trial import fluency
from textlint_pt.text.once import Once
from textlint_pt.text.segmentation import function_words
from textlint_pt_grammaticality.confidence import (
    CERTAIN,
    LIMIT,
    LanguageRule,
    Signals,
    log_odds,
    of_models,
)
from textlint_pt_grammaticality.manner import fit
from textlint_pt_grammaticality.metrics import PROSE
from textlint_pt_grammaticality.reading import together

Made = TypeVar("Made")
#: a correction that gains less, in nats, is not considered
LEAST_GAIN = 0.3
#: signals of the models that are weighed for each rule as well
_BY_RULE = frozenset({"prior", "gain", "choice", "fault"})
#: nats of the encoder that a nat of the n-gram model is worth where words are chosen (fitted on
#: words of edited text with one slip of a key: both together choose the right one of 98 in 100)
WORDING_SHARE = 0.8
#: where the model has less doubt of every word concerned, a correction is not tried: what it gains
#: then, it gains by other words
LEAST = 0.1


class Read(Once):
    """A sentence that rules may judge, with what the analyses say of it and what rules made of it
    once for all that ask for it."""

    __slots__ = (
        "_before",
        "_choice",
        "_neighbours",
        "_wording",
        "faults",
        "forms",
        "sentence",
        "words",
    )

    def __init__(
        self,
        sentence: Sentence,
        words: Sequence[ParsedWord],
        faults: Sequence[Fault],
        forms: Forms,
        choice: Choice,
        neighbours: Neighbours,
        wording: Wording,
    ) -> None:
        self._choice = choice
        self._neighbours = neighbours
        self._wording = wording
        self.sentence = sentence
        self.words = words
        self.faults = faults
        self.forms = forms
        self._before: float | None = None

    @property
    def before(self) -> float:
        """Log-probability, as the model has it, that no word is wrong."""
        if self._before is None:
            self._before = fluency(self.faults)
        return self._before

    @property
    def places(self) -> Sequence[Place]:
        """Where words stand that are taken for one another."""
        return self._choice.places(self.sentence.text)

    @property
    def neighbours(self) -> Sequence[Neighbour]:
        """Words in whose place one that looks like them is likelier."""
        return self._neighbours.places(self.sentence.text)

    def chance(self, place: Neighbour) -> float:
        """How probably the likeliest neighbour of a word is meant."""
        text = self.sentence.text
        doubts = (fault.probability for fault in self.faults if fault.start == place.start)
        meant = text[: place.start] + place.words[0] + text[place.end :]
        gain = self._wording.log_probability(meant) - self._wording.log_probability(text)
        return self._neighbours.chance(place, next(doubts, 0.0), gain)

    def log_odds(self, start: int, end: int, member: str) -> float | None:
        """What the words around say for a member of a confusion set against what is written."""
        found = self._choice.log_odds(self.sentence.text, start, end, (member,))
        return found[0] if found else None


#: places of one sentence that the models are asked about for one rule, at most: each takes a pass
MOST_ASKED = 40
#: passes of the encoder for one rule over one sentence, after which no further proposal is tried;
#: of 760 sentences of reviews and comments, with many errors, none took more than six
MOST_TRIED = 8
#: sentences from which on the view of a whole document is long
_LONG = 400


def reads(view: View) -> Iterable[Read]:
    """The sentences of a view that rules of language may judge; of a long document none is kept,
    unless the view is of a part of it, which is let go before the next."""
    if view.whole is view and len(view.sentences) > _LONG:
        return _read(view)
    return view.once(_all_read)


def _all_read(view: View) -> Sequence[Read]:
    return list(_read(view))


def _read(view: View) -> Iterator[Read]:
    fits, forms, choice = fit(view), view.analysis("forms"), view.analysis("choice")
    neighbours, wording = view.analysis("neighbours"), view.analysis("wording")
    every = zip(
        view.sentences, view.analysis("error-probabilities"), view.analysis("parse"), strict=True
    )
    for sentence, faults, words in every:
        if fits[sentence.index]:
            yield Read(sentence, words, faults, forms, choice, neighbours, wording)


#: `text[start:end]` of a sentence and what stands in its place
Change = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Proposal:
    """`text[start:end]` of a sentence should read `replacement`, or one of several.

    `related`: the word it disagrees with, as a range of the sentence. `doubted`: further ranges
    whose probability of being wrong counts beside these two. `message`: key of the catalogue.
    `prior`: how strongly the words alone speak for the correction, or against it, beside the
    model's gain; above 0 the model is asked even where it doubts nothing. `beside`: corrections of
    other words that it is tried together with as well, since one error hides another; `unless`: the
    correction that would make all these needless. `sure`: whether the words leave no other reading,
    so that no model has a say; of texts of another time that is not known. `by_words`: whether
    closed lists and the lexicon decide, without the parse, so that the finding is `CERTAIN`.
    """

    start: int
    end: int
    replacements: tuple[str, ...]
    related: tuple[int, int] | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    message: str = "message"
    doubted: tuple[tuple[int, int], ...] = ()
    prior: float = 0.0
    beside: tuple[Change, ...] = ()
    unless: Change | None = None
    sure: bool = False
    by_words: bool = False


class Judged(LanguageRule):
    """Base of such a rule: a subclass says what it proposes."""

    scope = Scope.SPAN
    dimension = "grammaticality"
    needs: ClassVar[tuple[str, ...]] = (
        "error-probabilities", "edits", "parse", "forms", "trial", "wording", "choice",
        "neighbours",
    )  # fmt: skip
    metrics = ("grammaticality.acceptability",)
    kinds = PROSE
    reach: ClassVar[Literal[0] | None] = 0
    supersedes: ClassVar[tuple[str, ...]] = ("GRA001",)
    #: whether what the parser makes of the words tells how far to trust the rule
    weighs_parse: ClassVar[bool] = True
    #: whether the words it chooses among form confusion sets, whose log-odds count
    weighs_choice: ClassVar[bool] = False
    #: how sure one may be of the first replacement where the rule speaks
    applicability: ClassVar[Applicability] = Applicability.SUGGESTION

    @abstractmethod
    def propose(self, read: Read) -> Iterable[Proposal]:
        """What the rule takes for wrong in a sentence, before the model is asked."""

    def passed_over(
        self, view: View, options: Mapping[str, Any]
    ) -> Callable[[Sentence, Proposal], bool]:
        """What the rest of the document takes back of what a sentence alone proposes."""
        return lambda sentence, proposal: False

    def applicability_of(self, proposal: Proposal) -> Applicability:
        return self.applicability

    def candidates(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        trial: Trial = view.analysis("trial")
        wording: Wording = view.analysis("wording")
        passed_over: Callable[[Sentence, Proposal], bool] | None = None
        for read in reads(view):
            if read.sentence.kind not in self.kinds:
                continue
            found = []
            tries = _Tries(trial)
            for proposal in islice(self._proposals(view, read), MOST_ASKED):
                if tries.asked >= MOST_TRIED:
                    break
                if proposal.prior - read.before < LEAST_GAIN:
                    continue  # no correction makes a sentence better than free of errors
                if proposal.related and read.sentence.is_opaque(*proposal.related):
                    continue  # a name in code has neither gender nor number
                passed_over = passed_over or self.passed_over(view, options)
                if not passed_over(read.sentence, proposal):
                    verdict = judge(
                        read.sentence.text, proposal, read.faults, tries, wording, LEAST_GAIN
                    )
                    if verdict and verdict.gain >= LEAST_GAIN:
                        found.append((proposal, verdict))
            for proposal, verdict in best(found):
                yield self._finding(read, proposal, verdict)

    def _proposals(self, view: View, read: Read) -> Iterable[Proposal]:
        if self.reach is not None:  # asked about new sentences only
            return self.propose(read)
        sentence = read.sentence
        key = (self.code, sentence.text, sentence.kind, sentence.opaque)
        return view.remember(key, lambda: tuple(self.propose(read)))

    def least(self, finding: Finding) -> float:
        return CERTAIN if finding.arguments["_proposal"].by_words else super().least(finding)

    def kind_of(self, finding: Finding) -> str:
        decided = "by words " if finding.arguments["_proposal"].by_words else ""
        return decided + finding.message

    def signals(self, view: View, finding: Finding) -> Signals:
        proposal: Proposal = finding.arguments["_proposal"]
        gain = finding.evidence["gain"] - proposal.prior
        form = finding.arguments["form"].lower()
        word = {f"{self.code} {form}": 1.0} if form in function_words() else {}
        if proposal.sure:
            word["sure"] = 1.0
        probability: float = finding.evidence["probability"]
        models = of_models(
            view, finding, gain, proposal.prior, probability, finding.evidence.get("choice")
        )
        models |= _of_edits(view, finding, proposal)
        # how far words, encoder and confusion sets may be trusted differs from rule to rule: where
        # two frames of one rule are not equally sure ("é difícil para mim sair", "deu-o para mim
        # ler"), what the words say for each tells them apart
        for name in _BY_RULE & models.keys():
            models[f"{self.code} {name}"] = models[name]
        if not self.weighs_parse:
            return {**word, **models}
        assert finding.sentence is not None
        parse = view.analysis("parse")[finding.sentence]
        return {**word, **_of_parse(self.code, parse, proposal), **models}

    def _finding(self, read: Read, proposal: Proposal, verdict: Verdict) -> Finding:
        sentence, start, end = read.sentence, proposal.start, proposal.end
        odds = None
        if self.weighs_choice:
            odds = read.log_odds(start, end, verdict.replacements[0])
        span = sentence.content.span(start, end)
        related = proposal.related
        named = {"related": sentence.text[slice(*related)]} if related else {}
        return self.finding(
            sentence,
            {
                "probability": round(verdict.probability, 3),
                "gain": round(verdict.gain, 2),
                "suggestions": list(verdict.replacements),
                **({} if odds is None else {"choice": round(odds, 2)}),
            },
            start=start,
            end=end,
            message=proposal.message,
            arguments={
                "form": sentence.text[start:end],
                "suggestion": verdict.replacements[0],
                **named,
                **proposal.arguments,
                "_proposal": proposal,
            },
            related=[Related(sentence.content.span(*related))] if related else [],
            fix=Fix(
                self.applicability_of(proposal),
                (Edit(span.start, span.end, verdict.replacements[0]),),
            )
            if together(sentence.content, start, end)
            else None,
        )


class _Tries:
    """A trial that counts the sentences it is given, whoever had them read before."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self.asked = 0

    def faults(self, text: str) -> Sequence[Fault]:
        self.asked += 1
        return self._trial.faults(text)


def _of_edits(view: View, finding: Finding, proposal: Proposal) -> Signals:
    """What the model of corrections says of the words concerned: how probably one of them is wrong,
    and that it proposes the same."""
    assert finding.sentence is not None
    text = view.sentences[finding.sentence].text
    places = [(proposal.start, proposal.end), *proposal.doubted]
    if proposal.related:
        places.append(proposal.related)
    edits = [
        edit
        for edit in view.analysis("edits")[finding.sentence]
        if any(edit.word_start < end and start < edit.word_end for start, end in places)
    ]
    if not edits:
        return {"fault": -LIMIT}
    wanted = text[: proposal.start] + finding.arguments["suggestion"] + text[proposal.end :]
    same = max(
        (
            edit.probability
            for edit in edits
            if text[: edit.start] + edit.replacement + text[edit.end :] == wanted
        ),
        default=0.0,
    )
    fault = max(edit.fault for edit in edits)
    return {"fault": log_odds(fault), "same edit": log_odds(same) + LIMIT, "proposed": 1.0}


def _of_parse(code: str, words: Sequence[ParsedWord], proposal: Proposal) -> Signals:
    """What the parse says of the words concerned: how sure the parser is of their tags and of the
    head of the one that hangs on the other (of the one marked if neither does), what kind of words
    they are, and what stands beside."""
    marked = [i for i, word in enumerate(words) if _within(word, proposal.start, proposal.end)]
    if not marked:
        return {}
    named: list[int] = []
    if proposal.related:
        named = [i for i, word in enumerate(words) if _within(word, *proposal.related)]
    joined = [i for i in marked if words[i].head in named]
    joined += [i for i in named if words[i].head in marked]
    hanging = joined[0] if joined else marked[0]
    first, last = marked[0], marked[-1]
    result = {
        "tag sure": _odds(min(words[i].tag_sure for i in (*marked, *named))),
        "head sure": _odds(min(words[i].head_sure for i in joined or marked)),
        f"{code} {words[first].tag}": 1.0,
        f"{code} {words[hanging].relation}": 1.0,
    }
    if named:
        result["linked"] = float(bool(joined))
    if first > 0:
        result[f"{code} before {words[first - 1].tag}"] = 1.0
        result[f"{code} before {words[first - 1].lemma}"] = float(words[first - 1].lemma in _LINKS)
    if last + 1 < len(words):
        result[f"{code} after {words[last + 1].tag}"] = 1.0
        result[f"{code} after {words[last + 1].relation}"] = 1.0
    return result


#: verbs before which "a" is seldom a preposition, or a word agrees with what follows
_LINKS = frozenset({"ser", "estar", "ter", "haver"})


def _within(word: ParsedWord, start: int, end: int) -> bool:
    return word.start < end and start < word.end


def _odds(hundredths: int) -> float:
    share = min(max(hundredths, 1), 99) / 100
    return math.log(share / (1 - share))


@dataclass(frozen=True, slots=True)
class Verdict:
    """`probability` that a word concerned is wrong as it is; `gain`: by how many nats the best of
    `replacements`, which stand in the model's order, makes the sentence likelier to be right, with
    what the words alone say for it."""

    probability: float
    gain: float
    replacements: tuple[str, ...]


def judge(
    text: str,
    proposal: Proposal,
    faults: Sequence[Fault],
    trial: Trial,
    wording: Wording,
    limit: float = 0.0,
) -> Verdict | None:
    """What the models say of a proposal; None where neither they nor the words give a reason, and
    where no correction could gain `limit`: none makes a sentence better than free of errors.

    Of several replacements that is best which both models together find likeliest.
    """
    places = [(proposal.start, proposal.end), *proposal.doubted]
    if proposal.related:
        places.append(proposal.related)
    near = [
        fault.probability
        for fault in faults
        if any(start < fault.end and fault.start < end for start, end in places)
    ]
    most = max(near, default=0.0)
    before = fluency(faults)
    if (most < LEAST and proposal.prior <= 0) or proposal.prior - before < limit:
        return None
    tried = []
    for new in proposal.replacements:
        corrected = text[: proposal.start] + new + text[proposal.end :]
        gain = fluency(trial.faults(corrected)) - before
        if proposal.beside:
            gain = max(gain, _gain_beside(text, proposal, new, before, gain, trial))
        likely = 0.0
        if len(proposal.replacements) > 1:
            likely = WORDING_SHARE * wording.log_probability(corrected)
        tried.append((gain + likely, gain, new))
    if not tried:
        return None
    tried.sort(key=lambda one: -one[0])  # stable: of equals the rule's first
    gain = tried[0][1] + proposal.prior
    if proposal.sure:
        gain = max(gain, limit)
    return Verdict(most, gain, tuple(new for *_, new in tried))


def _gain_beside(
    text: str, proposal: Proposal, new: str, before: float, alone: float, trial: Trial
) -> float:
    """What a correction gains where other words are corrected as well; where that is no better than
    it is alone, or than the correction that makes it needless, nothing."""
    others = _changed(text, proposal.beside)
    together = _changed(text, (*proposal.beside, (proposal.start, proposal.end, new)))
    reached = fluency(trial.faults(together))
    if reached - before <= max(alone, 0.0):
        return -math.inf
    if proposal.unless:
        instead = fluency(trial.faults(_changed(text, (proposal.unless,))))
        if instead > reached + proposal.prior:
            return -math.inf
    return reached - fluency(trial.faults(others))


def _changed(text: str, changes: Iterable[Change]) -> str:
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def best(found: Sequence[tuple[Proposal, Verdict]]) -> list[tuple[Proposal, Verdict]]:
    """The proposal with the highest gain per place, or per pair of words that disagree."""
    kept: list[tuple[Proposal, Verdict]] = []
    for proposal, verdict in sorted(found, key=lambda one: -one[1].gain):
        if not any(_same_fault(proposal, other) for other, _ in kept):
            kept.append((proposal, verdict))
    return kept


def _same_fault(one: Proposal, other: Proposal) -> bool:
    if one.start < other.end and other.start < one.end:
        return True
    there, here = (one.start, one.end), (other.start, other.end)
    return one.related == here and other.related == there
