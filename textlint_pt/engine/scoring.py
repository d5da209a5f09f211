"""The score of a document and how it came about.

A *profile* is a formula over the partial scores of the dimensions that ran:

* `calibrated`: every partial lies in [0, 1] (1: nothing lost); the total is the product of
  partial ** weight. The loss, 1 - total, is shared among the dimensions in proportion to
  -log(partial ** weight), so that the losses shown add up to it exactly.
* `gruen`, `gruen-published`: clamp(y_g + y_r + y_f, 0, 1) of Zhu & Bhat (2020) as used by Americo &
  Fernandes (2021).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from textlint_pt.contract.measurement import Cost, Partial
from textlint_pt.report.report import DIMENSIONS

BANDS = ((0.4, "low"), (0.7, "medium"), (math.inf, "high"))
#: under either the calibrated score is not given
MINIMUM_SENTENCES = 5
MINIMUM_WORDS = 40
#: a partial of zero would make every other loss vanish beside it
_FLOOR = 1e-9
#: share of a dimension's loss that the sentences listed account for at least
ACCOUNTED = 0.9


class Share(NamedTuple):
    """One dimension in the breakdown: its partial, its weight and the points it costs."""

    partial: Partial
    weight: float
    loss: float

    def costs(self) -> list[tuple[Cost, float]]:
        """The costliest sentences with their parts of the loss, which make up `ACCOUNTED` of it."""
        parts = [cost for cost in self.partial.costs if cost.amount > 0]
        whole = math.fsum(cost.amount for cost in parts)
        if not whole or self.loss <= 0:
            return []
        parts.sort(key=lambda cost: (-cost.amount, cost.sentence))
        listed: list[tuple[Cost, float]] = []
        so_far = 0.0
        for cost in parts:
            if so_far >= ACCOUNTED * whole:
                break
            so_far += cost.amount
            listed.append((cost, self.loss * cost.amount / whole))
        return listed


class Score(NamedTuple):
    """`total` in [0, 1] or None with a `reason`; `shares` by dimension."""

    total: float | None
    profile: str
    shares: Mapping[str, Share]
    reason: str | None = None

    @property
    def band(self) -> str | None:
        if self.total is None:
            return None
        return next(name for limit, name in BANDS if self.total < limit)


Partials = Mapping[str, tuple[Partial, float]]


def _product(partials: Partials) -> tuple[float, dict[str, float]]:
    logs = {
        dimension: -weight * math.log(max(partial.value, _FLOOR))
        for dimension, (partial, weight) in partials.items()
        if partial.value is not None
    }
    whole = sum(logs.values())
    total = math.exp(-whole)
    share = (1 - total) / whole if whole else 0.0
    return total, {dimension: share * log for dimension, log in logs.items()}


def _clamped_sum(partials: Partials) -> tuple[float, dict[str, float]]:
    values = {d: p.value for d, (p, _) in partials.items() if p.value is not None}
    losses = {
        dimension: partials[dimension][0].range[1] - value for dimension, value in values.items()
    }
    return min(1.0, max(0.0, sum(values.values()))), losses


_FORMULAS: Mapping[str, Callable[[Partials], tuple[float, dict[str, float]]]] = {
    "calibrated": _product,
    "gruen": _clamped_sum,
    "gruen-published": _clamped_sum,
}


def score(profile: str, partials: Partials, sentences: int, words: int) -> Score:
    """Combine partials, (partial, weight) by dimension, into a score that explains itself."""
    if not sentences:
        return Score(None, profile, {}, "empty")
    total, losses = _FORMULAS[profile](partials)
    shares = {
        dimension: Share(partial, weight, losses.get(dimension, 0.0))
        for dimension, (partial, weight) in sorted(
            partials.items(), key=lambda item: _rank(item[0])
        )
    }
    if profile == "calibrated" and (sentences < MINIMUM_SENTENCES or words < MINIMUM_WORDS):
        return Score(None, profile, shares, "too-little-text")
    if not any(share.partial.value is not None for share in shares.values()):
        return Score(None, profile, shares, "nothing-measured")
    return Score(total, profile, shares)


def _rank(dimension: str) -> tuple[int, str]:
    known = DIMENSIONS.index(dimension) if dimension in DIMENSIONS else len(DIMENSIONS)
    return known, dimension
