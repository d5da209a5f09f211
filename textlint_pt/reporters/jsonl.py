"""`--format jsonl`: one document's entry per line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from textlint_pt.report import Report
from textlint_pt.reporters import Reporter, Segment
from textlint_pt.reporters.json import public


class JsonLines(Reporter):
    name = "jsonl"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for document in report["documents"]:
            yield json.dumps(public(document), ensure_ascii=False) + "\n", ""
