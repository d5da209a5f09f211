"""`--format json`: the whole report, as `report.schema.json` describes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from textlint_pt.reporters.report import DocumentDict, Report
from textlint_pt.reporters.reporter import Reporter, Segment

#: keys of a document's entry that the text and HTML output show and that files leave out
_FOR_PEOPLE = frozenset(("excerpts", "costliest", "reading", "unread"))


#: what JSON allows as it is and a terminal obeys: control characters, and what reorders text
_STEERING = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def dumps(value: Any, indent: int | None = None) -> str:
    """JSON in UTF-8 that is safe to show on a terminal: what would steer it is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _STEERING.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def public(document: DocumentDict) -> dict[str, Any]:
    """A document's entry without what only people need."""
    return {key: value for key, value in document.items() if key not in _FOR_PEOPLE}


class Json(Reporter):
    name = "json"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        shown = {**report, "documents": [public(document) for document in report["documents"]]}
        yield dumps(shown, 2) + "\n", ""
