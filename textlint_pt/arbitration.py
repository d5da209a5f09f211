"""One voice a place: where several rules speak of the same words, the most specific is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textlint_pt.rule import Finding, Rule


def arbitrate(findings: Sequence[Finding], rules: Mapping[str, Rule]) -> list[Finding]:
    """Findings in source order without those that another supersedes at their place.

    The place of a finding is its span and, within the same sentence, what it relates it to: of a
    verb and its subject that do not agree, either may be taken for the wrong one.
    """
    ordered = sorted(findings, key=lambda f: (f.span.start, f.span.end, f.code))
    return [
        finding
        for finding in ordered
        if not any(
            finding.code in rules[other.code].supersedes and _speaks_of(other, finding)
            for other in ordered
        )
    ]


def _speaks_of(other: Finding, finding: Finding) -> bool:
    if other.span.overlaps(finding.span):
        return True
    return other.sentence == finding.sentence and any(
        related.role == "text" and related.span.overlaps(finding.span) for related in other.related
    )
