"""`--format github`: workflow commands, which GitHub shows beside the lines of a change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from textlint_pt.contract.reporter import Reporter, Segment
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import Report
from textlint_pt.report.severity import SEVERITIES
from textlint_pt.reporters.rows import of_string

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}


#: annotations of one level that GitHub shows of a step; it drops the others without a word
MOST = 10


class GitHub(Reporter):
    name = "github"
    from_root = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """Return workflow commands for the severest findings, and a count of the others."""
        shown: Counter[str] = Counter()
        omitted: Counter[str] = Counter()
        found = [
            (document.path, finding)
            for document in report.documents
            for finding in document.findings
        ]
        for path, finding in sorted(found, key=lambda item: SEVERITIES.index(item[1].severity)):
            level = _LEVELS[finding.severity]
            if shown[level] < MOST:
                shown[level] += 1
                yield _command(level, path, finding, language), ""
            else:
                omitted[finding.code] += 1
        if omitted:
            codes = ", ".join(f"{number} {code}" for code, number in sorted(omitted.items()))
            findings = count(language, "finding", omitted.total())
            yield f"{say(language, 'more', findings=findings, codes=codes)}\n", ""
        if report.partial:
            yield f"::error title={report['tool']['name']}::{say(language, 'partial')}\n", ""


def _command(level: str, path: str, finding: Finding, language: str) -> str:
    """Return the workflow command that annotates a file with a finding."""
    properties = {
        "file": path,
        "line": finding.line,
        "endLine": finding.end_line,
        "title": f"{finding.code} {finding.title or finding.name}",
    }
    if finding.line == finding.end_line:  # columns only apply within one line
        # on GitHub the end column is that of the last character
        last = max(finding.column, finding.end_column - 1)
        properties |= {"col": finding.column, "endColumn": last}
    listed = ",".join(f"{name}={_property(str(v))}" for name, v in properties.items())
    message = " ".join(filter(None, (finding.message, of_string(finding, language, alone=True))))
    return f"::{level} {listed}::{_data(message)}\n"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
