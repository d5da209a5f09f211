"""The grammaticality partial: ours, and that of the GRUEN papers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from textlint_pt.contract import Cost, Kind, Measurement, Metric, Partial, Sentence, View
from textlint_pt.text.regex import regex

#: kinds of block with whole sentences in the author's own voice
PROSE = frozenset({Kind.PARAGRAPH, Kind.QUOTE})
#: kinds of block that may have whole sentences or parts of them
_MIXED = frozenset({Kind.LIST_ITEM, Kind.TABLE_CELL})
#: what a whole sentence has there: an end, and so many words
_ENDED = regex(r"[.!?…][\"'”’»)\]]*$")
_LEAST_WORDS = 4
#: kinds of block that are not sentences, or break the rules of prose on purpose
UNCOUNTED = frozenset({Kind.HEADING, Kind.TABLE_CELL, Kind.VERSE})
#: log-odds that a sentence is sound from which it is in no doubt, and under which it is in full
#: doubt: between them lies what tells graded texts apart
SURE, LOST = 4.5, 0.0
#: points of 100 that the square of the mean doubt costs; from `KNEE` on it costs no more steeply
POINTS, KNEE = 15.0, 0.3
#: with fewer sentences doubt costs as much less
FULL = 20
#: doubt about a sentence that its reader would call odd
NOTABLE = 0.5
_EPSILON = 1e-9
#: with fewer sentences of prose than these, dialogue and lists count as well
LEAST_PROSE = 3


def is_prose(sentence: Sentence) -> bool:
    """Whether a sentence is whole and its author's own: in a paragraph, or in an item or a cell
    where it ends as a sentence does."""
    if sentence.kind in PROSE:
        return True
    text = sentence.text
    whole = sentence.kind in _MIXED and _ENDED.search(text) is not None
    return whole and len(text.split()) >= _LEAST_WORDS


class Acceptability(Metric):
    """How sound the sentences are, as a model reads them.

    A sentence's acceptability lies in [0, 1]: the model's estimate that nothing is wrong with it.
    Its doubt falls from 1 to 0 between log-odds of 0 and 4.5: what is just likely to be sound
    differs from what surely is, and no single sentence can weigh more than any other. The value is
    1 less the mean doubt. That costs 15 points times its square, from .3 on as steeply as there:
    little where doubt is as in published texts (.1 to .3), and a word can move the score by .5 at
    most; in a text of fewer than 20 sentences it costs as much less. What is lost
    belongs to the sentences in doubt of .5 and more; where there is none, to the one in most.

    Headings, cells and verse are not counted, nor is a spelling of before 1945, which the model was
    not taught; nor are lists and dialogue, which may be elliptic or in dialect, unless there is
    little else. What rules find costs by itself.
    """

    name = "grammaticality.acceptability"
    dimension = "grammaticality"
    profiles = ("calibrated",)
    measure_name = "acceptability"
    needs = ("acceptability",)
    messages = {
        "pt": {
            "formula": "1 - dúvida média sobre as frases (aceitabilidade 0,99: 0; 0,5: 1)",
            "odd": "a frase soa pouco natural",
            "odd-sentences": "frases que soam pouco naturais",
        },
        "en": {
            "formula": "1 - mean doubt about the sentences (acceptability .99: 0; .5: 1)",
            "odd": "the sentence sounds odd",
            "odd-sentences": "sentences that sound odd",
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
        """Return 1 less the mean doubt; sentences in `without` are in no doubt."""
        from textlint_pt_grammaticality.document.old_spelling import in_old_spelling

        old = in_old_spelling(view)
        values = {
            sentence.index: (sentence.kind, value)
            for sentence, value in zip(view.sentences, measurement.values, strict=True)
            if value is not None and sentence.kind not in UNCOUNTED and not old[sentence.index]
        }
        prose = {i: item for i, item in values.items() if item[0] in PROSE}
        counted = prose if len(prose) >= LEAST_PROSE else values
        if not counted:
            return Partial(None, (0.0, 1.0), "formula", reason="no-sentences")
        doubts = {i: 0.0 if i in without else doubt(value) for i, (_, value) in counted.items()}
        mean = _mean(list(doubts.values()))
        min_doubt_named = min(NOTABLE, max(doubts.values()))
        costs = [
            Cost(i, sentence_doubt, "odd", {"value": counted[i][1]}, "odd-sentences")
            for i, sentence_doubt in doubts.items()
            if sentence_doubt and sentence_doubt >= min_doubt_named
        ]
        loss = _loss(list(doubts.values()))
        inputs = {"doubt": mean, "sentences": len(doubts)}
        return Partial(1 - mean, (0.0, 1.0), "formula", inputs, costs=costs, loss=loss)


def _loss(doubts: Sequence[float]) -> float:
    """What doubts about sentences cost, as a share of the score."""
    mean = _mean(doubts)
    steep = mean * mean if mean < KNEE else KNEE * (2 * mean - KNEE)
    return POINTS / 100 * steep * min(1.0, len(doubts) / FULL)


@lru_cache(8_192)  # from one version of a text to the next most sentences stay
def doubt(acceptability: float) -> float:
    """Return the doubt about a sentence in [0, 1]: linear in its log-odds between `LOST` and
    `SURE`."""
    odds = acceptability / max(1 - acceptability, _EPSILON)
    return min(1.0, max(0.0, (SURE - math.log(max(odds, _EPSILON))) / (SURE - LOST)))


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
            "odd": "aceitabilidade {value:.2f}",
        },
        "en": {
            "formula": "mean of exp(-0.5 · exp(loss)) + logit of the sentences, / 8 + 0.5, "
            "at least 0",
            "acceptability": "mean acceptability of the sentences",
            "odd": "acceptability {value:.2f}",
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
        terms, known = measurement.detail, enumerate(measurement.values)
        if terms is None:
            values = {i: 1.0 if i in without else v for i, v in known if v is not None}
        else:
            values = {i: v or 0.0 for i, v in known if i not in without}
        formula = "acceptability" if terms is None else "formula"
        if not values:
            return Partial(None, (0.0, 1.0), formula, reason="no-sentences")
        if terms is None:
            value = _mean(list(values.values()))
        else:
            value = self.text([terms[i] for i in values])
        costs = [Cost(i, max(0.0, 1.0 - v), "odd", {"value": v}) for i, v in values.items()]
        return Partial(value, (0.0, 1.0), formula, {"sentences": len(values)}, costs=costs)

    def text(self, terms: Sequence[tuple[float, float]]) -> float:
        """y_g of a text from the (loss, logit) of its sentences."""
        return min(1.0, rescaled(_mean([likelihood(loss) + logit for loss, logit in terms])))

    def unmet(self, has: Callable[[str], bool]) -> str | None:
        """Return why the user's models cannot be used: one of the two is named without the other;
        None if they can."""
        has_loss, has_logit = map(has, self.wants)
        if has_loss is has_logit:
            return None
        given, missing = ("masked-lm", "classifier") if has_loss else ("classifier", "masked-lm")
        return (
            f"models.{given}: is used for the profile {self.profiles[0]} only together with "
            f"models.{missing}, which is not named: name one for that too, or neither"
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
            **Gruen.messages["pt"],
            "formula": "exp(-0,5 · média de exp(perda)) + média do logit, / 8 + 0,5, no mínimo 0",
        },
        "en": {
            **Gruen.messages["en"],
            "formula": "exp(-0.5 · mean of exp(loss)) + mean logit, / 8 + 0.5, at least 0",
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


def _exp(loss: float) -> float:
    try:
        return math.exp(loss)
    except OverflowError:  # a loss above 709: the likelihood is 0
        return math.inf


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
