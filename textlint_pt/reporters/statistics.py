"""`--format statistics`: how often each rule finds what, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from textlint_pt.contract.reporter import COLOURS, Reporter, Segment
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, say, visible
from textlint_pt.report.report import Report
from textlint_pt.reporters.rows import cells, padded


class Statistics(Reporter):
    name = "statistics"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """Yield a line for each rule: how many findings, how many safe fixes."""
        findings = [finding for document in report.documents for finding in document.findings]
        kinds = Counter(map(_kind, findings))
        safe = Counter(
            _kind(finding)
            for finding in findings
            if finding.fix and finding.fix.applicability == "safe"
        )
        width = len(str(max(kinds.values(), default=0)))
        names = max((cells(title) for _, title, _ in kinds), default=0)
        for kind, number in sorted(kinds.items(), key=lambda item: (-item[1], item[0])):
            code, title, severity = kind
            yield f"{number:>{width}}  ", "bold"
            yield code, COLOURS[severity]
            if safe[kind]:
                yield f"  {padded(title, names)}  ", ""
                yield f"{say(language, 'correctable', count=safe[kind])}\n", ""
            else:
                yield f"  {title}\n", ""
        documents = count(language, "document", report.summary.documents)
        findings_text = count(language, "finding", len(findings))
        yield f"{say(language, 'findings', findings=findings_text, documents=documents)}\n", "bold"


def _kind(finding: Finding) -> tuple[str, str, str]:
    """Return a rule, what it finds where it finds several things, and how severe that is."""
    return finding.code, visible(finding.title or finding.name), finding.severity
