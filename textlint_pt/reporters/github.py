"""`--format github`: workflow commands, which GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterator

from textlint_pt.reporters.messages import visible
from textlint_pt.reporters.report import Report
from textlint_pt.reporters.reporter import Reporter, Segment

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


class GitHub(Reporter):
    name = "github"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for document in report["documents"]:
            for finding in document["findings"]:
                place = {
                    "file": document["path"],
                    "line": finding["line"],
                    "endLine": finding["end_line"],
                    "title": f"{finding['code']} {finding['name']}",
                }
                if finding["line"] == finding["end_line"]:  # columns only apply within one line
                    # on GitHub the end column is that of the last character
                    last = max(finding["column"], finding["end_column"] - 1)
                    place |= {"col": finding["column"], "endColumn": last}
                shown = ",".join(f"{name}={_property(str(v))}" for name, v in place.items())
                level = _LEVELS[finding["severity"]]
                yield f"::{level} {shown}::{_data(finding['message'])}\n", ""


def _data(text: str) -> str:
    return visible(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
