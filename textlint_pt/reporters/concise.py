"""`--format concise`: a finding a line, `path:line:column: CODE message`."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.report import Report
from textlint_pt.reporters import Reporter, Segment


class Concise(Reporter):
    name = "concise"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for document in report["documents"]:
            for finding in document["findings"]:
                place = f"{document['path']}:{finding['line']}:{finding['column']}: "
                yield place, ""
                yield finding["code"], "bold red"
                yield f" {finding['message']}\n", ""
