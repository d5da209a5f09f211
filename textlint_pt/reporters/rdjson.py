"""`--format rdjson`: Reviewdog Diagnostic Format, whose columns count bytes of UTF-8 from 1."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from textlint_pt.contract.reporter import Reporter, Segment
from textlint_pt.report.finding import Finding, Related
from textlint_pt.report.messages import say, visible
from textlint_pt.report.report import DocumentReport, Report
from textlint_pt.report.safe_json import dumps

_LONE_RETURN = re.compile(r"\r(?!\n)")
_SEVERITIES = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


class RdJson(Reporter):
    name = "rdjson"
    from_root = True
    shows_sources = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """Return the report in reviewdog's diagnostic format."""
        diagnostics = [
            diagnostic
            for document in report.documents
            for diagnostic in self._diagnostics(document)
        ]
        if report.partial:
            where = {"path": report.documents[-1].path}
            message = say(language, "partial")
            diagnostics.append({"message": message, "location": where, "severity": "ERROR"})
        shown = {"source": {"name": report.tool.name}, "diagnostics": diagnostics}
        yield f"{dumps(shown, 2)}\n", ""

    def _diagnostics(self, document: DocumentReport) -> Iterator[dict[str, Any]]:
        """Yield a diagnostic, with suggestions, for each finding of a document."""
        if not document.findings:
            return
        text = _Lines(self.sources.get(document.path))
        for finding in document.findings:
            entry: dict[str, Any] = {
                "message": visible(finding.message),
                "location": {"path": document.path, "range": text.range(finding)},
                "severity": _SEVERITIES[finding.severity],
                "code": {"value": finding.code, **({"url": finding.url} if finding.url else {})},
            }
            if suggestions := _suggestions(finding, text):
                entry["suggestions"] = suggestions
            yield entry


def _suggestions(finding: Finding, text: _Lines) -> list[dict[str, Any]]:
    """Return the correction if it is a single edit; reviewdog applies each suggestion alone."""
    edits = finding.fix.edits if finding.fix else []
    if len(edits) != 1 or not text.known:
        return []
    return [{"range": text.between(edits[0].start, edits[0].end), "text": edits[0].text}]


class _Lines:
    """The lines of a file as it is encoded in UTF-8; columns are left out where it is no text."""

    def __init__(self, data: bytes | None) -> None:
        try:
            text = (data or b"").decode("utf-8-sig")
        except UnicodeDecodeError:
            text = ""
        self.known = bool(text)
        self._lines = _LONE_RETURN.sub("\n", text).split("\n")
        self._starts = list(accumulate((len(line) + 1 for line in self._lines), initial=0))

    def range(self, place: Finding | Related) -> dict[str, Any]:
        if self.known:
            return self.between(place.start, place.end)
        return {"start": {"line": place.line}, "end": {"line": place.end_line}}

    def between(self, start: int, end: int) -> dict[str, Any]:
        return {"start": self._position(start), "end": self._position(end)}

    def _position(self, offset: int) -> dict[str, int]:
        line = bisect_right(self._starts, offset) - 1
        before = self._lines[line][: offset - self._starts[line]]
        return {"line": line + 1, "column": len(before.encode()) + 1}
