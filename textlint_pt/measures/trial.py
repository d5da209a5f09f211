"""What the analysis `trial` hands to rules: a sentence read by the model in other words.

One value for a document, the same for all: `view.analysis("trial")` is a `Trial`. A rule that knows
what to write instead asks it whether the sentence would be better so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

from textlint_pt.measures.faults import Fault

_SURE = 1 - 1e-6  # a probability of 1 would leave nothing to compare


class Trial(Protocol):
    """The model that gives the analysis `error-probabilities`, for sentences that are not there."""

    def faults(self, text: str) -> Sequence[Fault]:
        """The tokens of `text`, each with the probability that it is wrong."""


def fluency(words: Iterable[Fault]) -> float:
    """Log-probability, in nats, that no word is wrong: 0 or less."""
    return sum(math.log1p(-min(word.probability, _SURE)) for word in words)
