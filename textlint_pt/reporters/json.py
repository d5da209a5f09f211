"""`--format json`: the whole report, as `report.schema.json` describes it; `jsonl`: an entry a
line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt.contract.reporter import Reporter, Segment
from textlint_pt.report.report import DocumentReport, Report, as_json, document_as_json
from textlint_pt.report.safe_json import dumps


class Json(Reporter):
    name = "json"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        yield dumps(as_json(report), 2) + "\n", ""


class JsonLines(Reporter):
    name = "jsonl"
    streams = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for piece in self.stream(report.documents, True, language):
            yield from piece

    def stream(
        self, documents: Iterable[DocumentReport], several: bool, language: str
    ) -> Iterator[list[Segment]]:
        for document in documents:
            yield [(dumps(document_as_json(document)) + "\n", "")]
