"""`--format concise`: one finding per line, `path:line:column: CODE message`."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.reporters.messages import visible
from textlint_pt.reporters.report import Report, notices
from textlint_pt.reporters.reporter import COLOURS, Reporter, Segment


class Concise(Reporter):
    name = "concise"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        own, shared = notices(report)
        for document, about in zip(report["documents"], own, strict=True):
            path = visible(document["path"])
            for finding in document["findings"]:
                yield f"{path}:{finding['line']}:{finding['column']}: ", ""
                yield finding["code"], COLOURS[finding["severity"]]
                yield f" {visible(finding['message'])}\n", ""
            for notice in about:
                yield f"{path}: {visible(notice['message'])}\n", "dim"
        for notice in shared:
            yield f"{visible(notice['message'])}\n", "dim"
