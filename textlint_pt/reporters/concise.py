"""`--format concise`: one finding per line, `path:line:column: CODE message`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt.contract.reporter import COLOURS, Reporter, Segment
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import opening, say, visible
from textlint_pt.report.report import DocumentReport, Report, assemble, counted, where


class Concise(Reporter):
    name = "concise"
    streams = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for piece in self.stream(report.documents, True, language):
            yield from piece
        if report.partial:
            yield f"{say(language, 'partial')}\n", ""

    def stream(
        self, documents: Iterable[DocumentReport], has_several: bool, language: str
    ) -> Iterator[list[Segment]]:
        """Yield a line for each finding of a document, and all notices at the end."""
        seen: list[DocumentReport] = []
        for document in documents:
            seen.append(document)
            yield [part for finding in document.findings for part in _line(document.path, finding)]
        if not self.quiet:
            yield list(_notices(assemble(seen, "", ""), language))


def _notices(report: Report, language: str) -> Iterator[Segment]:
    """Yield the lines of notices, with the path of the document they are about."""
    by_document, shared = counted(report, language)
    for document, notices in zip(report.documents, by_document, strict=True):
        for notice in notices or ():
            yield f"{opening(document.path)}: {visible(notice.message)}\n", ""
    for notice in shared:
        yield f"{opening(notice.message)}\n", ""


def _line(path: str, finding: Finding) -> Iterator[Segment]:
    yield f"{opening(path)}:{where(finding)}: ", ""
    yield finding.code, COLOURS[finding.severity]
    yield f" {visible(finding.message)}\n", ""
