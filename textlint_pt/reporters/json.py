"""`--format json`: the whole report, as `report.schema.json` describes it."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract.reporter import Reporter, Segment
from textlint_pt.report.report import Report, as_json
from textlint_pt.report.safe_json import dumps


class Json(Reporter):
    name = "json"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        yield dumps(as_json(report), 2) + "\n", ""
