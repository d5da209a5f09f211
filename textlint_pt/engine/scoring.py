"""The score of a document and how it came about.

A *profile* is a formula over what was found:

* `calibrated`: 1 less losses. Every finding is a fault of so many points: its gravity times how
  probably it is right. Faults lose `1 - exp(-RATE * points / (size + EXTRA_SENTENCES))`, shared
  among them in proportion to their points; `size` is `_effective_sentences`. Of what they leave,
  measures lose what they say (`Partial.loss`), shared among their costs. So the total falls with
  every fault, one fault in 20 sentences costs no more than its points, and losses do not depend on
  the length.
* `gruen`, `gruen-published`: clamp(y_g + y_r + y_f, 0, 1) of Zhu & Bhat (2020) as used by Americo &
  Fernandes (2021).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textlint_pt.contract.measurement import Cost, Partial
from textlint_pt.report.report import DIMENSIONS

CALIBRATED = "calibrated"
BANDS = ((0.7, "low"), (0.9, "medium"), (math.inf, "high"))
#: under either the calibrated score is no number but a range; long sentences count as several
MINIMUM_SENTENCES = 5
MINIMUM_WORDS = 40
#: sentences added to those of a text: one fault in a short text may be by chance
EXTRA_SENTENCES = 2
#: a fault of one point in 20 sentences costs a point of 100
RATE = (20 + EXTRA_SENTENCES) / 100
#: words of a sentence: longer ones count as several
WORDS_PER_SENTENCE = 20
#: points of an ordinary fault
SLIP = 1.0
#: share of a dimension's loss that the sentences listed account for at least
LISTED_SHARE = 0.9
#: deviations of 95 in 100 samples
_DEVIATIONS_OF_95_PERCENT = 1.96


class Fault(NamedTuple):
    """What a finding costs: `points` (severity times the probability that it is right), the `cause`
    under which the report sums costs, and the `reason` shown for its sentence."""

    dimension: str
    sentence: int
    points: float
    cause: str
    reason: str


class Share(NamedTuple):
    """One dimension in the breakdown: its partial, what it costs, and each sentence's part of it.

    `losses` has (cause, cost): the cost's `amount` is a part of the loss.
    """

    partial: Partial
    loss: float
    losses: Sequence[tuple[str, Cost]] = ()

    def costs(self) -> list[Cost]:
        """Return the costliest parts, which make up `LISTED_SHARE` of the loss."""
        parts = sorted(
            (cost for _, cost in self.losses if cost.amount > 0),
            key=lambda cost: (-cost.amount, cost.sentence),
        )
        listed: list[Cost] = []
        so_far, total = 0.0, math.fsum(cost.amount for cost in parts)
        for cost in parts:
            if so_far >= LISTED_SHARE * total:
                break
            so_far += cost.amount
            listed.append(cost)
        return listed


class Score(NamedTuple):
    """`total` in [0, 1] or None with a `reason`; `interval`: between what it would be in 95 of 100
    samples of such sentences; `shares` by dimension."""

    total: float | None
    profile: str
    shares: Mapping[str, Share]
    reason: str | None = None
    interval: tuple[float, float] | None = None

    @property
    def band(self) -> str | None:
        if self.total is None:
            return None
        return next(name for limit, name in BANDS if self.total < limit)

    def causes(self) -> list[tuple[str, int, float]]:
        """Return (cause, number of findings, loss), costliest first."""
        found: dict[str, tuple[int, float]] = {}
        for share in self.shares.values():
            for cause, cost in share.losses:
                number, loss = found.get(cause, (0, 0.0))
                found[cause] = number + 1, loss + cost.amount
        listed = [(cause, number, loss) for cause, (number, loss) in found.items() if loss > 0]
        return sorted(listed, key=lambda one: (-one[2], one[0]))


Partials = Mapping[str, Partial]


def score(
    profile: str, partials: Partials, faults: Sequence[Fault], sentences: int, words: int
) -> Score:
    """Combine partials and findings into a score by the formula of a profile."""
    if not sentences:
        return Score(None, profile, {}, "empty")
    ordered = {name: partials[name] for name in sorted(partials, key=_rank)}
    if profile == CALIBRATED:
        return _calibrated(ordered, faults, sentences, words)
    # the papers' formula: a sum of partial scores, of which each loses what it is below its highest
    values = {name: one.value for name, one in ordered.items() if one.value is not None}
    shares = {}
    for name, partial in ordered.items():
        _, highest = partial.range
        shares[name] = _share(partial, highest - values[name] if name in values else 0.0)
    if not values:
        return Score(None, profile, shares, "nothing-measured")
    return Score(min(1.0, max(0.0, sum(values.values()))), profile, shares)


def _effective_sentences(sentences: int, words: int) -> float:
    """Return the number of sentences, long ones counted as several of usual length."""
    return max(sentences, words / WORDS_PER_SENTENCE)


def _calibrated(partials: Partials, faults: Sequence[Fault], sentences: int, words: int) -> Score:
    """Return the calibrated score: one minus losses by findings, then by measures."""
    size = _effective_sentences(sentences, words)
    counted = [fault for fault in faults if fault.dimension in partials]
    points = math.fsum(fault.points for fault in counted)
    remaining = math.exp(-RATE * points / (size + EXTRA_SENTENCES))
    lost = 1 - remaining
    shares = {
        dimension: _share(
            partial,
            remaining * partial.loss,
            [
                (fault.cause, Cost(fault.sentence, lost * fault.points / points, fault.reason))
                for fault in counted
                if fault.dimension == dimension and fault.points
            ],
        )
        for dimension, partial in partials.items()
    }
    is_short = size < MINIMUM_SENTENCES or words < MINIMUM_WORDS
    if all(partial.value is None for partial in partials.values()):
        reason = "too-little-text" if partials and is_short else "nothing-measured"
        return Score(None, CALIBRATED, shares, reason)
    total = max(0.0, 1.0 - math.fsum(share.loss for share in shares.values()))
    interval = _interval(total, shares, size)
    if is_short:
        return Score(None, CALIBRATED, shares, "too-little-text", interval)
    return Score(total, CALIBRATED, shares, None, interval)


def _share(partial: Partial, loss: float, faults: Sequence[tuple[str, Cost]] = ()) -> Share:
    """Share `loss` among the partial's costs and add those of findings."""
    total = math.fsum(cost.amount for cost in partial.costs)
    losses = [
        (cost.cause or cost.reason, cost._replace(amount=loss * cost.amount / total))
        for cost in partial.costs
        if total and loss
    ]
    by_faults = math.fsum(cost.amount for _, cost in faults)
    return Share(partial, loss + by_faults, [*faults, *losses])


def _interval(total: float, shares: Mapping[str, Share], size: float) -> tuple[float, float]:
    """Return the 95 % interval that a bootstrap over sentences would give.

    It is `total` ± 1.96 standard errors of a sum over `size` sentences; a fault of one point is
    added to what was seen, so that a text without faults has a width too.
    """
    costs: dict[int, float] = {}
    for share in shares.values():
        for _, cost in share.losses:
            costs[cost.sentence] = costs.get(cost.sentence, 0.0) + cost.amount
    sentence_costs = [*costs.values(), RATE * SLIP / (size + EXTRA_SENTENCES)]
    count = max(size + 1, len(sentence_costs))
    mean = math.fsum(sentence_costs) / count
    square = math.fsum(cost * cost for cost in sentence_costs) / count
    half_width = _DEVIATIONS_OF_95_PERCENT * math.sqrt(size * max(0.0, square - mean * mean))
    return max(0.0, total - half_width), min(1.0, total + half_width)


def _rank(dimension: str) -> tuple[int, str]:
    known = DIMENSIONS.index(dimension) if dimension in DIMENSIONS else len(DIMENSIONS)
    return known, dimension
