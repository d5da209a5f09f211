"""What figures show, as numbers. Values are finite; NaN has been left out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from textlint_pt.corpus.report.scores import Numbers

_SEED, _DRAWS = 7, 2000
_BANDS = 10


class Box(NamedTuple):
    """A box plot: quartiles, and the outermost values within 1.5 times the box (Tukey)."""

    low: float
    first: float
    median: float
    third: float
    high: float


class Band(NamedTuple):
    """Quartiles of what lies in one bin of another column, at the median of that column."""

    at: float
    first: float
    median: float
    third: float
    number: int


def finite(values: Numbers) -> Numbers:
    return values[np.isfinite(values)]


def box(values: Numbers) -> Box:
    """Return the quartiles and whiskers of values."""
    first, median, third = np.quantile(values, (0.25, 0.5, 0.75))
    reach = 1.5 * (third - first)
    inside = values[(values >= first - reach) & (values <= third + reach)]
    return Box(*map(float, (inside.min(), first, median, third, inside.max())))


def median_interval(values: Numbers) -> tuple[float, float]:
    """Return a 95 % interval of the median, as bootstrapping would find it.

    The rank of the median of a sample with replacement follows a beta distribution, so that ranks
    are drawn and no samples.
    """
    middle = (len(values) + 1) / 2
    ranks = np.random.default_rng(_SEED).beta(middle, middle, _DRAWS) * len(values)
    medians = np.sort(values)[ranks.astype(np.int64)]
    low, high = np.quantile(medians, (0.025, 0.975))
    return float(low), float(high)


def bands(positions: Numbers, values: Numbers) -> list[Band]:
    """Return quartiles of `values` in equally filled bins of `positions`."""
    edges = np.unique(np.quantile(positions, np.linspace(0, 1, _BANDS + 1)))
    if len(edges) == 1:
        edges = np.array([edges[0], edges[0]])
    bin_indices = np.clip(np.searchsorted(edges, positions, "right") - 1, 0, len(edges) - 2)
    found = []
    for bin_index in range(len(edges) - 1):
        bin_values = values[bin_indices == bin_index]
        if len(bin_values):
            first, median, third = map(float, np.quantile(bin_values, (0.25, 0.5, 0.75)))
            middle = float(np.median(positions[bin_indices == bin_index]))
            found.append(Band(middle, first, median, third, len(bin_values)))
    return found


def line(positions: Numbers, values: Numbers) -> tuple[float, float] | None:
    """Return slope and intercept by least squares; None if the positions do not vary."""
    if np.ptp(positions) == 0:
        return None
    slope, intercept = np.polyfit(positions, values, 1)
    return float(slope), float(intercept)


def spearman(one: Numbers, other: Numbers) -> float | None:
    """Return the rank correlation of common values; None if constant or fewer than 3."""
    both = np.isfinite(one) & np.isfinite(other)
    ranks, other_ranks = _ranks(one[both]), _ranks(other[both])
    if len(ranks) < 3:
        return None
    is_constant = np.ptp(ranks) == 0 or np.ptp(other_ranks) == 0
    if is_constant:
        return None
    return float(np.corrcoef(ranks, other_ranks)[0, 1])


def _ranks(values: Numbers) -> Numbers:
    """Return ranks; equal values share their mean."""
    _, indices, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    shared: Numbers = (ends - (counts - 1) / 2)[indices]
    return shared
