"""`--format json`: the whole report, as `report.schema.json` describes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from textlint_pt.reporters.report import DocumentDict, Report
from textlint_pt.reporters.reporter import Reporter, Segment

#: keys of a document's entry that the text and HTML output show and that files leave out
_FOR_PEOPLE = frozenset(("excerpts", "costliest", "reading"))


def public(document: DocumentDict) -> dict[str, Any]:
    """A document's entry without what only people need."""
    return {key: value for key, value in document.items() if key not in _FOR_PEOPLE}


class Json(Reporter):
    name = "json"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        shown = {**report, "documents": [public(document) for document in report["documents"]]}
        yield json.dumps(shown, ensure_ascii=False, indent=2) + "\n", ""
