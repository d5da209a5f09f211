"""What the analysis `choice` hands to rules: which of several words that are taken for one another
the words around speak for.

One value for a document, the same for all: `view.analysis("choice")` is a `Choice`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Place(Protocol):
    """A place `text[start:end]` where a member of a confusion set stands.

    `log_odds`: of each of `members` against `written`, in nats, by the words around alone: were
    each member as common as the others. `limits`: from where on nine of ten such corrections are
    right where the writer is wrong once in a hundred times; None where no odds are enough.
    """

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def written(self) -> str: ...
    @property
    def members(self) -> tuple[str, ...]: ...
    @property
    def log_odds(self) -> tuple[float, ...]: ...
    @property
    def limits(self) -> tuple[float | None, ...]: ...


class Choice(Protocol):
    """The model of choice. It does not look at the word itself, only at those around."""

    def places(self, text: str) -> Sequence[Place]:
        """Return where in a sentence members of sets stand, once for each set they are in."""

    def log_odds(
        self, text: str, start: int, end: int, members: Sequence[str]
    ) -> tuple[float, ...] | None:
        """Return log-odds of each member against `text[start:end]`; None unless one set has all."""
