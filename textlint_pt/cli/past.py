"""How a page drifted from the version that it is compared with, commit by commit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from textlint_pt.companions.finder import Found, Origin
from textlint_pt.companions.input import Input
from textlint_pt.companions.revision import sparkline, split_range, versions
from textlint_pt.config.layer import Layer
from textlint_pt.report.messages import say
from textlint_pt.report.report import (
    DocumentReport,
    Notice,
)

if TYPE_CHECKING:
    from textlint_pt.engine.linter import Linter
    from textlint_pt.registry.plugins import Plugins


class Past:
    """Earlier versions of pages under one configuration; `revisions` is what `--reference-rev`
    says."""

    def __init__(
        self,
        revisions: str | None,
        layers: Sequence[Layer],
        plugins: Callable[[], Plugins],
        language: str,
    ) -> None:
        self._first_revision, self._last_revision = split_range(revisions)
        self._layers, self._plugins, self._language = layers, plugins, language

    def with_drift(self, path: str, found: Found, entry: DocumentReport) -> DocumentReport:
        """Return a report with a notice of the drift at each commit between two revisions."""
        base, tip = self._first_revision, self._last_revision
        if base is None or tip is None:
            return entry
        from textlint_pt.reporters.figures import decimal

        values = [
            value
            for version in versions(path, base, tip)
            if (value := self._drift(path, found, version[1])) is not None
        ]
        if not values:
            return entry
        message = say(
            self._language,
            "drift-history",
            base=base,
            tip=tip,
            figure=sparkline(values),
            first=decimal(values[0], 3, self._language),
            last=decimal(values[-1], 3, self._language),
            commits=len(values),
        )
        return entry.replace(notices=[*entry.notices, Notice("drift-history", message)])

    def _drift(self, path: str, found: Found, data: bytes) -> float | None:
        """The mean drift of a version of a page from its reference."""
        reference = next((c for c in found.companions if c.origin is Origin.REVISION), None)
        if reference is None:
            return None
        given = {"reference": (reference.path, reference.data)}
        entry = next(self._linter.lint([Input(path, data, given)], with_measures=True))
        values = [one["drift"] for one in entry.measures if one["drift"] is not None]
        return sum(values) / len(values) if values else None

    @cached_property
    def _linter(self) -> Linter:
        from textlint_pt.engine.linter import Linter

        layers = [*self._layers, Layer("history", {"select": ["TRA001"], "ignore": []})]
        return Linter(self._plugins(), layers)
