"""`--format jsonl`: one document's entry per line."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.reporters.json import dumps, public
from textlint_pt.reporters.report import Report
from textlint_pt.reporters.reporter import Reporter, Segment


class JsonLines(Reporter):
    name = "jsonl"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for document in report["documents"]:
            yield dumps(public(document)) + "\n", ""
