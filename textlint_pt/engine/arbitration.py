"""One voice a place: where several rules speak of the same words, the most specific is kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from textlint_pt.contract.rule import Rule
from textlint_pt.engine.places import Places
from textlint_pt.report.finding import Edit, Finding
from textlint_pt.text.document import Span


def arbitrate(findings: Sequence[Finding], rules: Mapping[str, Rule]) -> list[Finding]:
    """Return findings in source order without those that another one supersedes: findings
    compete where their spans, fixes or related places overlap."""
    ordered = sorted(findings, key=lambda f: (f.span.start, f.span.end, f.code))
    # by the code that loses: where findings of rules that supersede it stand, which places of
    # their sentence these relate to, and where findings of rules that cover it stand
    superseding: defaultdict[str, list[Span]] = defaultdict(list)
    related: defaultdict[tuple[str, int | None], list[Span]] = defaultdict(list)
    covering: defaultdict[str, list[Span]] = defaultdict(list)
    for finding in ordered:
        for code in rules[finding.code].declared.supersedes:
            superseding[code] += _affected_spans(finding)
            related[code, finding.sentence] += _related_spans(finding)
        for code in rules[finding.code].declared.covers:
            covering[code].append(finding.span)
    superseding_places = {code: Places(spans) for code, spans in superseding.items()}
    related_places = {key: Places(spans) for key, spans in related.items() if spans}
    covering_places = {code: Places(spans) for code, spans in covering.items()}
    nowhere = Places(())

    def is_superseded(finding: Finding) -> bool:
        if covering_places.get(finding.code, nowhere).contain(finding.span):
            return True
        taken = superseding_places.get(finding.code, nowhere)
        taken_in_sentence = related_places.get((finding.code, finding.sentence), nowhere)
        return (
            any(map(taken.overlap, _affected_spans(finding)))
            or any(map(taken_in_sentence.overlap, _affected_spans(finding)))
            or any(map(taken.overlap, _related_spans(finding)))
        )

    return _without_duplicates([one for one in ordered if not is_superseded(one)])


def _related_spans(finding: Finding) -> list[Span]:
    """Return the places in the same text that a finding relates to."""
    return [related.span for related in finding.related if related.role == "text"]


def _without_duplicates(findings: Sequence[Finding]) -> list[Finding]:
    """Drop findings whose span and fix an earlier finding has."""
    seen: set[tuple[Span, Sequence[Edit]]] = set()
    kept = []
    for finding in findings:
        edits = _edits(finding)
        if not edits or (finding.span, edits) not in seen:
            kept.append(finding)
        seen.add((finding.span, edits))
    return kept


def _affected_spans(finding: Finding) -> list[Span]:
    """Return what a finding marks and what its fix changes; of an insertion the character after."""
    changed = (Span(edit.start, max(edit.end, edit.start + 1)) for edit in _edits(finding))
    return [finding.span, *changed]


def _edits(finding: Finding) -> Sequence[Edit]:
    return finding.fix.edits if finding.fix else ()
