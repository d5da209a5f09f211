"""One voice a place: where several rules speak of the same words, the most specific is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textlint_pt.rule import Finding, Rule


def arbitrate(findings: Sequence[Finding], rules: Mapping[str, Rule]) -> list[Finding]:
    """Findings in source order without those whose span overlaps one that supersedes them."""
    ordered = sorted(findings, key=lambda f: (f.span.start, f.span.end, f.code))
    return [
        finding
        for finding in ordered
        if not any(
            finding.code in rules[other.code].supersedes and other.span.overlaps(finding.span)
            for other in ordered
        )
    ]
