"""`--format concise`: one finding per line, `path:line:column: CODE message`."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.contract.reporter import COLOURS, Reporter, Segment
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import opening, visible
from textlint_pt.report.report import Report, counted, where


class Concise(Reporter):
    name = "concise"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        own, shared = counted(report, language, short=False)
        for document, about in zip(report.documents, own, strict=True):
            for finding in document.findings:
                yield from line(document.path, finding)
            if not self.quiet:
                for notice in about or ():
                    yield f"{opening(document.path)}: {visible(notice.message)}\n", "dim"
        if not self.quiet:
            for notice in shared:
                yield f"{opening(notice.message)}\n", "dim"


def line(path: str, finding: Finding) -> Iterator[Segment]:
    """A finding as one line."""
    yield f"{opening(path)}:{where(finding)}: ", ""
    yield finding.code, COLOURS[finding.severity]
    yield f" {visible(finding.message)}\n", ""
