"""What the analysis `neighbours` hands to rules: which words may stand for another one that a slip
of the pen, a key or a scanner turns into them, by the words around.

One value for a document, the same for all: `view.analysis("neighbours")` is a `Neighbours`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Neighbour(Protocol):
    """A word `text[start:end]` and other words that look like it.

    `words`: the likeliest in its place first; `log_odds`: of each of them against what is written,
    in nats, by the words around and how common either is; `counts`: how often what is written and
    the likeliest of them stood in the text that was learnt from.
    """

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def log_odds(self) -> tuple[float, ...]: ...
    @property
    def counts(self) -> tuple[int, int]: ...


class Neighbours(Protocol):
    """The model of orthographic neighbours."""

    def places(self, text: str) -> Sequence[Neighbour]:
        """Words of a sentence in whose place another one is likelier by some nats or more."""

    def chance(self, place: Neighbour, probability: float, wording: float) -> float:
        """How probably the likeliest neighbour is meant, from 0 to 1; `probability`: that the word
        is wrong, as the encoder has it; `wording`: how much likelier the n-gram model has the
        sentence with that neighbour, in nats."""
