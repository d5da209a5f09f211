"""What a metric or rule is handed: one document with its analyses and measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textlint_pt.document import Document, Sentence
from textlint_pt.metric import Measurement
from textlint_pt.rule import Finding


class View:
    """One document as rules see it.

    `analysis(name)` gives one value per sentence (a single value for a document analysis);
    `companion(role)` the view of the reference or source.
    """

    def __init__(
        self,
        document: Document,
        analyses: Mapping[str, Any],
        measurements: dict[str, Measurement] | None = None,
        companions: Mapping[str, View] | None = None,
    ) -> None:
        self.document = document
        self._analyses = analyses
        self.measurements = measurements if measurements is not None else {}
        self._companions = companions or {}
        #: by dimension, what stands after arbitration and suppression; empty while rules run
        self.findings: Mapping[str, Sequence[Finding]] = {}

    @property
    def sentences(self) -> Sequence[Sentence]:
        return self.document.sentences

    def analysis(self, name: str) -> Any:
        return self._analyses[name]

    def has(self, name: str) -> bool:
        """Whether an analysis that was wanted is there."""
        return name in self._analyses

    def metric(self, name: str) -> Measurement:
        return self.measurements[name]

    def companion(self, role: str) -> View | None:
        return self._companions.get(role)
