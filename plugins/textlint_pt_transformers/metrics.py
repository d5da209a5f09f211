"""Values of the user's models for each sentence, for `--measures`; not part of any score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textlint_pt.contract import Measurement, Metric, View


class MaskedLmLoss(Metric):
    """Cross-entropy of the sentence given itself, in nats per token (>= 0)."""

    name = "masked-lm.loss"
    dimension = "grammaticality"
    measure_name = "loss"
    needs = ("masked-lm.loss",)

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        return Measurement(view.analysis("masked-lm.loss"))


class AcceptabilityLogit(Metric):
    """The classifier's logit for "acceptable" (unbounded)."""

    name = "acceptability.logit"
    dimension = "grammaticality"
    measure_name = "logit"
    needs = ("acceptability.logit",)

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        return Measurement(view.analysis("acceptability.logit"))


METRICS: Sequence[type[Metric]] = (MaskedLmLoss, AcceptabilityLogit)
