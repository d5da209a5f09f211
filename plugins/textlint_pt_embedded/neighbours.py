"""`neighbours`: which words may stand for another one that looks like them.

Light to import: numpy and the model are loaded when the first sentence is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from textlint_pt import shipped
from textlint_pt.contract import Analysis, Document, DocumentAnalysis, Resource
from textlint_pt_embedded import artefact

if TYPE_CHECKING:
    from textlint_pt_embedded.neighbours_model import Neighbour, NeighboursModel

NAME = "neighbours"
_FILE, _CALIBRATION = "model.bin", "calibration.json"
#: sentences whose places are kept: more than rules are asked about at once
KEPT = 1_024


@cache
def load() -> NeighboursModel:
    """The shipped model, read once."""
    from textlint_pt_embedded.neighbours_model import NeighboursModel

    return NeighboursModel.load(artefact.verified(NAME, _FILE))


@cache
def calibration() -> Mapping[str, float]:
    """Weights of what tells whether a neighbour is meant, and from which odds it is asked."""
    text = shipped.read_text(artefact.verified(NAME, _CALIBRATION))
    weights: dict[str, float] = json.loads(text)["weights"]
    return weights


class NeighboursAnalysis(DocumentAnalysis):
    """`neighbours`: the model for any sentence (`textlint_pt.contract.neighbours`)."""

    name = NAME

    @property
    def digest(self) -> str:
        return artefact.digest(NAME)

    def run(self, document: Document, given: Mapping[str, Sequence[Any]]) -> LogBilinear:
        for file in (_FILE, _CALIBRATION):
            artefact.verified(NAME, file)  # what is damaged is told before a rule asks
        return LogBilinear()


class LogBilinear:
    """Reads a sentence once, however many rules ask for it in turn."""

    def __init__(self) -> None:
        self._read = lru_cache(KEPT)(lambda text: load().places(text, calibration()["least"]))

    def places(self, text: str) -> Sequence[Neighbour]:
        return self._read(text)

    def chance(self, place: Neighbour, probability: float, wording: float) -> float:
        from textlint_pt_embedded.neighbours_model import chance, signals

        return chance(signals(place, probability, wording), calibration())


class NeighboursResource(Resource):
    """The shipped model of orthographic neighbours."""

    name = NAME

    def analyses(self, settings: Mapping[str, Any]) -> Sequence[Analysis]:
        return [NeighboursAnalysis()]

    def files(self, settings: Mapping[str, Any]) -> Sequence[str]:
        return artefact.paths(NAME)
