"""The grammaticality partial: ours, and that of the GRUEN papers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from textlint_pt.document import Kind
from textlint_pt.metric import Measurement, Metric, Partial
from textlint_pt.rule import Option
from textlint_pt.view import View

#: kinds whose sentences are whole sentences in the author's own voice
PROSE = frozenset({Kind.PARAGRAPH, Kind.QUOTE})
#: kinds that are no sentences, or break the rules of prose on purpose
UNCOUNTED = frozenset({Kind.HEADING, Kind.TABLE_CELL, Kind.VERSE})
#: with fewer sentences of prose than these, dialogue and lists count as well
LEAST_PROSE = 3


class Acceptability(Metric):
    """Mean acceptability of the sentences, measured against what human text reaches.

    A sentence's acceptability lies in [0, 1]: the model's estimate that nothing is wrong with it.
    The mean bounds what one odd sentence can cost. Headings, cells and verse are not counted; nor
    are lists and dialogue, which may be elliptic or in dialect, unless there is little else.
    """

    name = "grammaticality.acceptability"
    dimension = "grammaticality"
    profiles = ("calibrated",)
    weight = 2.0
    measure_name = "acceptability"
    needs = ("acceptability",)
    options = {
        "typical": Option(
            0.92, "mean acceptability of well-written text: the partial is 1 from here on", 0.05, 1
        )
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
        typical: float = options["typical"]
        values = {
            sentence.index: (sentence.kind, value)
            for sentence, value in zip(view.sentences, measurement.values, strict=True)
            if value is not None and sentence.kind not in UNCOUNTED
        }
        prose = {i: item for i, item in values.items() if item[0] in PROSE}
        counted = prose if len(prose) >= LEAST_PROSE else values
        formula = "min(1, mean acceptability of the sentences / typical)"
        if not counted:
            return Partial(None, (0.0, 1.0), formula, reason="no-sentences")
        # a finding that was accepted costs no more than a typical sentence
        losses = [
            max(value, typical) if i in without else value for i, (_, value) in counted.items()
        ]
        mean = math.fsum(losses) / len(losses)
        return Partial(
            min(1.0, mean / typical),
            (0.0, 1.0),
            formula,
            {"mean": mean, "typical": typical, "sentences": len(counted)},
        )


class Gruen(Metric):
    """y_g of Zhu & Bhat (2020), section 3.1, as their published program computes it.

    The mean over sentences of max(0, (exp(-0.5 * exp(loss)) + logit) / 8 + 0.5): `loss` of the
    unmasked sentence under a masked language model, `logit` of a classifier for "acceptable". With
    the user's models for both it is that, to the letter (cut off at 1, the end of its range);
    without, the mean acceptability by the shipped model stands in its place.
    """

    name = "grammaticality.gruen"
    dimension = "grammaticality"
    profiles = ("gruen", "gruen-published")
    needs = ("acceptability",)
    wants = ("masked-lm.loss", "acceptability.logit")

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        if not all(view.has(name) for name in self.wants):
            return Measurement(view.analysis("acceptability"), "acceptability")
        losses, logits = (view.analysis(name) for name in self.wants)
        return Measurement(
            [gruen_sentence(loss, logit) for loss, logit in zip(losses, logits, strict=True)],
            "models",
        )

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        formula = (
            "mean over sentences of max(0, (exp(-0.5 * exp(loss)) + logit) / 8 + 0.5)"
            if measurement.detail == "models"
            else "mean acceptability of the sentences"
        )
        values = [
            1.0 if index in without else value
            for index, value in enumerate(measurement.values)
            if value is not None
        ]
        if not values:
            return Partial(None, (0.0, 1.0), formula, reason="no-sentences")
        return Partial(
            min(1.0, math.fsum(values) / len(values)),
            (0.0, 1.0),
            formula,
            {"sentences": len(values)},
        )


def gruen_sentence(loss: float, logit: float) -> float:
    """y_g of one sentence: at least 0, over 1 only for a logit above 3.4."""
    try:
        likelihood = math.exp(-0.5 * math.exp(loss))
    except OverflowError:  # a loss above 709: no likelihood is left
        likelihood = 0.0
    return max(0.0, (likelihood + logit) / 8 + 0.5)
