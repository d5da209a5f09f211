"""The analyses `trial` and `wording` for rules: a sentence judged in other words.

One value for a document, the same for all: `view.analysis("trial")` is a `Trial`,
`view.analysis("wording")` a `Wording`. A rule with a correction asks them whether the corrected
sentence would be better.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Protocol

from textlint_pt.contract.faults import Fault

_SURE = 1 - 1e-6  # a probability of 1 would leave nothing to compare


class Trial(Protocol):
    """The model of the analysis `error-probabilities`, for sentences not in the text."""

    def faults(self, text: str) -> Sequence[Fault]:
        """The tokens of `text`, each with the probability that it is wrong."""


class Wording(Protocol):
    """The model of the analysis `token-probabilities`, for sentences not in the text."""

    def log_probability(self, text: str) -> float:
        """Log-probability of a sentence, in nats: the sum over its tokens and its end."""

    def log_probabilities(self, texts: Sequence[str]) -> Sequence[float]:
        """Those of several sentences, which takes less time than one by one."""


def fluency(words: Iterable[Fault]) -> float:
    """Log-probability, in nats, that no word is wrong: 0 or less."""
    return sum(math.log1p(-min(word.probability, _SURE)) for word in words)
