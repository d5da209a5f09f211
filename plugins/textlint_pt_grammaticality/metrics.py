"""The grammaticality partial: ours, and that of the GRUEN papers."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from textlint_pt import shipped
from textlint_pt.contract import Cost, Finding, Kind, Measurement, Metric, Partial, Severity, View

#: kinds of block with whole sentences in the author's own voice
PROSE = frozenset({Kind.PARAGRAPH, Kind.QUOTE})
#: kinds of block that are not sentences, or break the rules of prose on purpose
UNCOUNTED = frozenset({Kind.HEADING, Kind.TABLE_CELL, Kind.VERSE})
#: made by `python -m training.peers`
PEERS = Path(__file__).with_name("data") / "peers.json"
#: what wrong sentences cost: a share s of them leaves exp(-WRONG * s * s / (s + SELDOM))
WRONG = 2.5
#: up to this share of wrong sentences each costs less: one in a long text may be mistaken
SELDOM = 0.005
#: how much a finding counts as an error
_WEIGHTS = {Severity.ERROR: 1.0, Severity.WARNING: 1.0, Severity.INFO: 0.25}
_LEAST = 1e-9
#: with fewer sentences of prose than these, dialogue and lists count as well
LEAST_PROSE = 3
#: reason of a cost: the model finds a sentence odd
ODD = {"pt": "aceitabilidade {value:.2f}", "en": "acceptability {value:.2f}"}


class Acceptability(Metric):
    """Mean acceptability of the sentences against that of human texts, and findings of rules.

    A sentence's acceptability lies in [0, 1]: the model's estimate that nothing is wrong with it.
    The mean bounds what one odd sentence can cost; a text as good as nine in ten human texts of its
    kind loses nothing by it, nor does one in the spelling of before 1945 that is as good as nine in
    ten of those. Headings, cells and verse are not counted; nor are lists and dialogue,
    which may be elliptic or in dialect, unless there is little else.

    Every sentence with a finding costs besides: exp(-2.5 * s * s / (s + .005)), s the share of such
    sentences, each finding weighed by its confidence and severity. So five slips in a hundred
    sentences, of which rules find two or three, cost four to six points, and a text with one in
    every sentence keeps a twelfth.
    """

    name = "grammaticality.acceptability"
    dimension = "grammaticality"
    profiles = ("calibrated",)
    measure_name = "acceptability"
    needs = ("acceptability", "forms")
    messages = {
        "pt": {
            "formula": "aceitabilidade média das frases / a de textos do mesmo tipo, no máximo 1, "
            "vezes o que os achados deixam (em todas as frases: 0,08)",
            "odd": ODD["pt"],
            "found": "achados: {codes}",
        },
        "en": {
            "formula": "mean acceptability of the sentences / that of texts of that kind, "
            "at most 1, times what findings leave (in every sentence: 0.08)",
            "odd": ODD["en"],
            "found": "findings: {codes}",
        },
    }

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        return Measurement(view.analysis("acceptability"))

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        typical = _typical(view)
        values = {
            sentence.index: (sentence.kind, value)
            for sentence, value in zip(view.sentences, measurement.values, strict=True)
            if value is not None and sentence.kind not in UNCOUNTED
        }
        prose = {i: item for i, item in values.items() if item[0] in PROSE}
        counted = prose if len(prose) >= LEAST_PROSE else values
        formula = "formula"
        if not counted:
            return Partial(None, (0.0, 1.0), formula, reason="no-sentences")
        # a finding that was accepted costs no more than a typical sentence
        losses = {
            i: max(value, typical) if i in without else value for i, (_, value) in counted.items()
        }
        mean = _mean(list(losses.values()))
        likeness = min(1.0, mean / typical)
        wrong, codes = _wrong(view)
        share = math.fsum(wrong.values()) / len(view.sentences)
        inputs = {
            "mean": mean,
            "typical": typical,
            "sentences": len(counted),
            "wrong_share": share,
        }
        loss = WRONG * share * share / (share + SELDOM)
        # both losses in logarithms, each shared out over the sentences that cause it
        odd = {i: max(0.0, typical - value) for i, value in losses.items()}
        unit = -math.log(max(likeness, _LEAST)) / (math.fsum(odd.values()) or 1.0)
        costs = []
        fields: dict[str, Any]
        for i in sorted(odd.keys() | wrong.keys()):
            by_model = unit * odd.get(i, 0.0)
            by_rules = loss * wrong.get(i, 0.0) / (math.fsum(wrong.values()) or 1.0)
            # a sentence with a finding need not be one whose acceptability counts
            if i in wrong:
                reason, fields = "found", {"codes": ", ".join(sorted(codes[i]))}
            else:
                reason, fields = "odd", {"value": losses[i]}
            costs.append(Cost(i, by_model + by_rules, reason, fields))
        value = likeness * math.exp(-loss)
        return Partial(value, (0.0, 1.0), formula, inputs, costs=costs)


def _wrong(view: View) -> tuple[dict[int, float], dict[int, set[str]]]:
    """By sentence, how sure it is that something is wrong there, in [0, 1], and the rules'
    findings."""
    right: dict[int, float] = {}
    codes: dict[int, set[str]] = {}
    for finding in view.findings.get(Acceptability.dimension, ()):
        sure = float(finding.evidence.get("confidence", 1.0)) * _WEIGHTS[Severity(finding.severity)]
        for sentence in _concerned(view, finding):
            right[sentence] = right.get(sentence, 1.0) * (1.0 - sure)
            codes.setdefault(sentence, set()).add(finding.code)
    return {sentence: 1.0 - none for sentence, none in right.items()}, codes


def _concerned(view: View, finding: Finding) -> Iterable[int]:
    """The sentences in which a finding says that something is wrong."""
    from textlint_pt_grammaticality.manner import manner
    from textlint_pt_grammaticality.spelling.without_accents import WithoutAccents

    if finding.code == WithoutAccents.code:  # which is reported once
        bare = manner(view).bare
        return bare.sentences if bare else ()
    if finding.sentence is not None:
        return (finding.sentence,)
    there = view.document.sentence_at(finding.span)
    return () if there is None else (there.index,)


@cache
def _peers() -> Mapping[str, float]:
    found: Mapping[str, float] = json.loads(shipped.read_text(PEERS))["kinds"]
    return found


def _typical(view: View) -> float:
    """The mean acceptability that nine in ten human texts of that kind and spelling reach."""
    from textlint_pt_grammaticality.old_spelling import spelled_before_1945, usual

    # the shares are probabilities
    today = sum(share * _peers()[kind] for kind, share in view.kinds.items())
    old = spelled_before_1945(view)
    return old * min(usual().acceptability, today) + (1.0 - old) * today


class Gruen(Metric):
    """y_g of Zhu & Bhat (2020), section 3.1: the mean of l_i + g_i over sentences, re-scaled.

    l_i = exp(-0.5 * exp(loss_i)), the loss of the unmasked sentence under a masked language model;
    g_i, the logit of a classifier for "acceptable"; y_g = max(0, mean / 8 + 0.5), at most 1. Needs
    the user's models for both; without, the mean acceptability by the shipped model stands for y_g.
    """

    name = "grammaticality.gruen"
    dimension = "grammaticality"
    profiles = ("gruen",)
    needs = ("acceptability",)
    wants = ("masked-lm.loss", "acceptability.logit")
    messages = {
        "pt": {
            "formula": "média de exp(-0,5 · exp(perda)) + logit nas frases, / 8 + 0,5, no mínimo 0",
            "acceptability": "aceitabilidade média das frases",
            "odd": ODD["pt"],
        },
        "en": {
            "formula": "mean of exp(-0.5 · exp(loss)) + logit of the sentences, / 8 + 0.5, "
            "at least 0",
            "acceptability": "mean acceptability of the sentences",
            "odd": ODD["en"],
        },
    }

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        if not all(view.has(name) for name in self.wants):
            return Measurement(view.analysis("acceptability"))
        terms = list(zip(*(view.analysis(name) for name in self.wants), strict=True))
        return Measurement([rescaled(likelihood(loss) + logit) for loss, logit in terms], terms)

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        """A sentence in `without` counts as acceptable; with the user's models it does not count at
        all."""
        if measurement.detail is None:
            formula = "acceptability"
            values = {
                index: 1.0 if index in without else value
                for index, value in enumerate(measurement.values)
                if value is not None
            }
            if not values:
                return Partial(None, (0.0, 1.0), formula, reason="no-sentences")
            inputs = {"sentences": len(values)}
            mean = _mean(list(values.values()))
            return Partial(mean, (0.0, 1.0), formula, inputs, costs=_costs(values))
        terms = {
            index: term for index, term in enumerate(measurement.detail) if index not in without
        }
        if not terms:
            return Partial(None, (0.0, 1.0), "formula", reason="no-sentences")
        value, inputs = self.text(list(terms.values())), {"sentences": len(terms)}
        costs = _costs({index: measurement.values[index] or 0.0 for index in terms})
        return Partial(value, (0.0, 1.0), "formula", inputs, costs=costs)

    def text(self, terms: Sequence[tuple[float, float]]) -> float:
        """y_g of a text from the (loss, logit) of its sentences."""
        return min(1.0, rescaled(_mean([likelihood(loss) + logit for loss, logit in terms])))

    def unmet(self, has: Callable[[str], bool]) -> str | None:
        given = {name: has(name) for name in self.wants}
        if all(given.values()) or not any(given.values()):
            return None
        named, lacking = ("masked-lm", "classifier")[:: 1 if given[self.wants[0]] else -1]
        return (
            f"models.{named}: is used for the profile {self.profiles[0]} only together with "
            f"models.{lacking}, which is not named: name one for that too, or neither"
        )

    def stand_ins(self, has: Callable[[str], bool]) -> Sequence[str]:
        return () if all(has(name) for name in self.wants) else ("y_g=acceptability",)


class GruenPublished(Gruen):
    """y_g as the authors' program computes it: exp(loss) and logits averaged over the text first.

    It may exceed 1 (the program cuts off only the sum of the three parts).
    """

    name = "grammaticality.gruen-published"
    profiles = ("gruen-published",)
    messages = {
        "pt": {
            "formula": "exp(-0,5 · média de exp(perda)) + média do logit, / 8 + 0,5, no mínimo 0",
            "acceptability": "aceitabilidade média das frases",
            "odd": ODD["pt"],
        },
        "en": {
            "formula": "exp(-0.5 · mean of exp(loss)) + mean logit, / 8 + 0.5, at least 0",
            "acceptability": "mean acceptability of the sentences",
            "odd": ODD["en"],
        },
    }

    def text(self, terms: Sequence[tuple[float, float]]) -> float:
        surprise = _mean([_exp(loss) for loss, _ in terms])
        return rescaled(math.exp(-0.5 * surprise) + _mean([logit for _, logit in terms]))


def likelihood(loss: float) -> float:
    """l of one sentence, in [0, 1)."""
    return math.exp(-0.5 * _exp(loss))


def rescaled(value: float) -> float:
    return max(0.0, value / 8 + 0.5)


def _costs(values: Mapping[int, float]) -> list[Cost]:
    """What sentences lack of 1."""
    return [
        Cost(index, max(0.0, 1.0 - value), "odd", {"value": value})
        for index, value in values.items()
    ]


def _exp(loss: float) -> float:
    try:
        return math.exp(loss)
    except OverflowError:  # a loss above 709: the likelihood is 0
        return math.inf


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
