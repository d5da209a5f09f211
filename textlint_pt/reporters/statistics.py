"""`--format statistics`: how many findings each rule has, the most frequent first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from textlint_pt.contract.reporter import COLOURS, Reporter, Segment
from textlint_pt.report.messages import count, say
from textlint_pt.report.report import Report


class Statistics(Reporter):
    name = "statistics"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        findings = [finding for d in report.documents for finding in d.findings]
        known = {finding.code: finding for finding in findings}
        counts = Counter(finding.code for finding in findings)
        safe = Counter(
            finding.code
            for finding in findings
            if finding.fix and finding.fix.applicability == "safe"
        )
        width = len(str(max(counts.values(), default=0)))
        names = max((len(finding.name) for finding in findings), default=0)
        for code, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
            yield f"{number:>{width}}  ", "bold"
            yield code, COLOURS[known[code].severity]
            name = known[code].name
            if safe[code]:
                yield f"  {name.ljust(names)}  ", ""
                yield f"{say(language, 'correctable', count=safe[code])}\n", ""
            else:
                yield f"  {name}\n", ""
        documents = count(language, "document", report.summary.documents)
        found = count(language, "finding", len(findings))
        yield f"{say(language, 'findings', findings=found, documents=documents)}\n", "bold"
