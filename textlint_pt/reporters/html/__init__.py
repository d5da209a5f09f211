"""`--format html`: one self-contained page to read, to print and for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract.reporter import Reporter, Segment
from textlint_pt.report.report import Report


class Html(Reporter):
    name = "html"
    shows_texts = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        from textlint_pt.reporters.html.page import render

        yield from render(report, language)
