"""`--format gitlab`: a GitLab code quality report, a subset of Code Climate's format."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from textlint_pt.contract.reporter import Reporter, Segment
from textlint_pt.report.messages import say, visible
from textlint_pt.report.report import Report
from textlint_pt.report.safe_json import dumps

_SEVERITIES = {"error": "critical", "warning": "major", "info": "minor"}


class GitLab(Reporter):
    name = "gitlab"
    from_root = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """Return the report in the format of GitLab's Code Quality."""
        entries = [
            {
                "description": f"{finding.code}: {visible(finding.message)}",
                "check_name": finding.name,
                "fingerprint": _unique(document.path, finding.fingerprint),
                "severity": _SEVERITIES[finding.severity],
                "location": {
                    "path": document.path,
                    "lines": {"begin": finding.line, "end": finding.end_line},
                },
            }
            for document in report.documents
            for finding in document.findings
        ]
        if report.partial:
            last, name = report.documents[-1].path, report.tool.name
            entries.append(
                {
                    "description": say(language, "partial"),
                    "check_name": name,
                    "fingerprint": _unique(last, name),
                    "severity": "blocker",
                    "location": {"path": last, "lines": {"begin": 1, "end": 1}},
                }
            )
        yield f"{dumps(entries, 2)}\n", ""


def _unique(path: str, fingerprint: str) -> str:
    """Return a fingerprint for GitLab, which shows findings with the same one only once.

    Without the path it would be the same for the same sentence in two files.
    """
    whole = f"{path}|{fingerprint}".encode("utf-8", "surrogateescape")
    return hashlib.sha256(whole).hexdigest()[:32]
