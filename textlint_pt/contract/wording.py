"""The analysis `wording` for rules: how likely a sentence is in other words.

One value for a document: `view.analysis("wording")` is a `Wording`. A rule with a correction asks
it whether the corrected sentence would be likelier.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Wording(Protocol):
    """The model of the analysis `token-probabilities`, for sentences not in the text."""

    def log_probability(self, text: str) -> float:
        """Return log-probability of a sentence, in nats: the sum over its tokens and its end."""

    def log_probabilities(self, texts: Sequence[str]) -> Sequence[float]:
        """Return those of several sentences, which takes less time than one by one."""
