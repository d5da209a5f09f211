"""`choice`: which word of a confusion set the words around speak for.

Light to import: numpy and the model are loaded when the first sentence is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Document, DocumentAnalysis
from textlint_pt_embedded import artefact

if TYPE_CHECKING:
    from textlint_pt_embedded.choice_model import ChoiceModel, Place

NAME = "choice"
_FILE = "model.bin"
#: sentences whose places are kept: more than rules are asked about at once
KEPT = 1_024


@cache
def load() -> ChoiceModel:
    """Return the shipped model, read once."""
    from textlint_pt_embedded.choice_model import ChoiceModel

    return ChoiceModel.load(artefact.verified(NAME, _FILE))


class ChoiceAnalysis(artefact.Made, DocumentAnalysis):
    """`choice`: the model for any sentence (`textlint_pt.contract.choice`)."""

    name = NAME
    artefacts = (NAME, "forms")

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> LinearChoice:
        artefact.verified(NAME, _FILE)  # what is damaged is told before a rule asks
        return LinearChoice()


class LinearChoice:
    """Reads a sentence once, however many rules ask for it in turn."""

    def __init__(self) -> None:
        self._places = lru_cache(KEPT)(lambda text: load().places(text))

    def places(self, text: str) -> Sequence[Place]:
        """Where words of a sentence belong to confusion sets; kept for the latest sentences."""
        return self._places(text)

    def log_odds(
        self, text: str, start: int, end: int, members: Sequence[str]
    ) -> tuple[float, ...] | None:
        """Return the log-odds of the members at a range; None if they share no set there."""
        lower_members = [member.lower() for member in members]
        for occurrence in self.places(text):
            if (occurrence.start, occurrence.end) == (start, end) and set(lower_members) <= set(
                occurrence.members
            ):
                return tuple(
                    occurrence.log_odds[occurrence.members.index(member)]
                    for member in lower_members
                )
        return None
