"""Values of the user's models for each sentence, for `--measures`; not part of any score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textlint_pt.contract import Measurement, Metric, View


class _OfAnalysis(Metric):
    """The values of an analysis of the same name."""

    dimension = "grammaticality"

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        return Measurement(view.analysis(self.name))


class MaskedLmLoss(_OfAnalysis):
    """Cross-entropy of the sentence given itself, in nats per token (>= 0)."""

    name = "masked-lm.loss"
    measure_name = "loss"
    needs = ("masked-lm.loss",)


class AcceptabilityLogit(_OfAnalysis):
    """The classifier's logit for "acceptable" (unbounded)."""

    name = "acceptability.logit"
    measure_name = "logit"
    needs = ("acceptability.logit",)


METRICS: Sequence[type[Metric]] = (MaskedLmLoss, AcceptabilityLogit)
