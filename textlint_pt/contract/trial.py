"""What the analyses `trial` and `wording` hand to rules: a sentence read in other words.

One value for a document, the same for all: `view.analysis("trial")` is a `Trial`,
`view.analysis("wording")` a `Wording`. A rule that knows what to write instead asks them whether
the sentence would be better so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

from textlint_pt.contract.faults import Fault

_SURE = 1 - 1e-6  # a probability of 1 would leave nothing to compare


class Trial(Protocol):
    """The model that gives the analysis `error-probabilities`, for sentences that are not there."""

    def faults(self, text: str) -> Sequence[Fault]:
        """The tokens of `text`, each with the probability that it is wrong."""


class Wording(Protocol):
    """The model that gives the analysis `token-probabilities`, for sentences that are not there."""

    def log_probability(self, text: str) -> float:
        """Log-probability of a sentence, in nats: the sum over its tokens and its end."""


def fluency(words: Iterable[Fault]) -> float:
    """Log-probability, in nats, that no word is wrong: 0 or less."""
    return sum(math.log1p(-min(word.probability, _SURE)) for word in words)
