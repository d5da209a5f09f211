"""How far two good human translations of one sentence drift apart, by its length.

Short sentences drift further: one word weighs more. Drift times words to the power of `exponent`
has nearly the same distribution at every length; its quantiles were measured on pairs of
independent human translations (`data/human-pairs.json`, made by `training.drift`).
"""

from __future__ import annotations

import json
import math
from bisect import bisect_left
from functools import cache
from pathlib import Path

import msgspec

from textlint_pt import shipped

PATH = Path(__file__).parent / "data" / "human-pairs.json"


@cache
def fingerprint(names: tuple[str, ...]) -> str:
    """Return a digest of the names of a lexicon's categories."""
    import hashlib

    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:12]


class HumanPairs(msgspec.Struct, frozen=True):
    """`quantiles`, increasing and evenly spaced, of drift * words ** exponent.

    `volatility` of each category, unknown words last: mean square of the difference of its counts,
    over the words it has in a pair. All hold for the lexicon with the fingerprint `lexicon` alone.
    """

    lexicon: str
    exponent: float
    quantiles: tuple[float, ...]
    volatility: tuple[float, ...] = ()

    @classmethod
    def load(cls, path: Path = PATH) -> HumanPairs:
        """Read the statistics of human translations."""
        about = json.loads(shipped.read_text(path))
        return cls(
            about["lexicon"],
            about["exponent"],
            tuple(about["quantiles"]),
            tuple(about.get("volatility", ())),
        )

    def _scale(self, words: float) -> float:
        return math.pow(words, self.exponent)

    def percentile(self, drift: float, words: float) -> float:
        """Return per cent of human pairs of that length that drift at least as far, in [0, 100]."""
        scaled = drift * self._scale(words)
        steps = len(self.quantiles) - 1
        at = bisect_left(self.quantiles, scaled)
        if at == 0 or at > steps:
            return 0.0 if at else 100.0
        low, high = self.quantiles[at - 1], self.quantiles[at]
        # the first quantile at or above it: low < scaled <= high
        return 100 * (1 - (at - 1 + (scaled - low) / (high - low)) / steps)

    def drift(self, percentile: float, words: float) -> float:
        """Return the drift that `percentile` per cent of human pairs of that length reach."""
        steps = len(self.quantiles) - 1
        place = steps * (1 - percentile / 100)
        at = min(int(place), steps - 1)
        low, high = self.quantiles[at], self.quantiles[at + 1]
        return (low + (high - low) * (place - at)) / self._scale(words)


@cache
def human_pairs() -> HumanPairs:
    return HumanPairs.load()
