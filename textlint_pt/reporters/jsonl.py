"""`--format jsonl`: one document's entry per line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textlint_pt.reporters.json import dumps, public
from textlint_pt.reporters.report import DocumentDict, Report
from textlint_pt.reporters.reporter import Reporter, Segment


class JsonLines(Reporter):
    name = "jsonl"
    streams = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for piece in self.stream(report["documents"], True, language):
            yield from piece

    def stream(
        self, documents: Iterable[DocumentDict], several: bool, language: str
    ) -> Iterator[list[Segment]]:
        for document in documents:
            yield [(dumps(public(document)) + "\n", "")]
