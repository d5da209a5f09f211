"""How a page drifted from the version that it is compared with, commit by commit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textlint_pt.companions.finder import Found, Origin
from textlint_pt.companions.input import Input
from textlint_pt.companions.revision import sparkline, versions
from textlint_pt.report.messages import say
from textlint_pt.report.report import DocumentReport, Notice

if TYPE_CHECKING:
    from textlint_pt.engine.linter import Linter


#: selects what measures the drift of a page
SELECTION = {"select": ["TRA001"], "ignore": []}


def with_drift(
    entry: DocumentReport,
    found: Found,
    revisions: tuple[str, str],
    linter: Callable[[], Linter],
    language: str,
) -> DocumentReport:
    """Return a report with a notice of the drift at each commit between two revisions."""
    from textlint_pt.reporters.figures import decimal

    reference = next((c for c in found.companions if c.origin is Origin.REVISION), None)
    if reference is None:
        return entry
    base, tip = revisions
    companions = {"reference": (reference.path, reference.data)}
    drifts = (
        _drift(linter(), Input(entry.path, version[1], companions))
        for version in versions(entry.path, base, tip)
    )
    values = [value for value in drifts if value is not None]
    if not values:
        return entry
    message = say(
        language,
        "drift-history",
        base=base,
        tip=tip,
        figure=sparkline(values),
        first=decimal(values[0], 3, language),
        last=decimal(values[-1], 3, language),
        commits=len(values),
    )
    return entry.replace(notices=[*entry.notices, Notice("drift-history", message)])


def _drift(linter: Linter, version: Input) -> float | None:
    """Return the mean distance of a version of a page from its reference."""
    entry = next(linter.lint([version], with_measures=True))
    values = [one["drift"] for one in entry.measures if one["drift"] is not None]
    return sum(values) / len(values) if values else None
