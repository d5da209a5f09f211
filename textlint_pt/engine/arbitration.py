"""One voice a place: where several rules speak of the same words, the most specific is kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from textlint_pt.contract.rule import Rule
from textlint_pt.engine.places import Places
from textlint_pt.report.finding import Edit, Finding
from textlint_pt.text.document import Span


def arbitrate(findings: Sequence[Finding], rules: Mapping[str, Rule]) -> list[Finding]:
    """Findings in source order without those that another supersedes at their place.

    The place of a finding is its span, what its fix changes and, within the same sentence, what it
    relates it to: of a verb and its subject that do not agree, either may be taken for the wrong
    one. A finding that relates to what another marks is superseded as well; so is what lies inside
    of one that covers it. Of several that ask for the same at the same place, the first by code is
    kept. Takes n log n comparisons for n findings and related places.
    """
    ordered = sorted(findings, key=lambda f: (f.span.start, f.span.end, f.code))
    # places taken from a code: everywhere, and by what findings of one sentence relate to
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    related: defaultdict[tuple[str, int | None], list[Span]] = defaultdict(list)
    for other in ordered:
        for code in rules[other.code].declared.supersedes:
            spans[code] += _affected_spans(other)
            related[code, other.sentence] += [r.span for r in other.related if r.role == "text"]
    covering: defaultdict[str, list[Span]] = defaultdict(list)
    for other in ordered:
        for code in rules[other.code].declared.covers:
            covering[code].append(other.span)
    covered = {code: Places(places) for code, places in covering.items()}
    taken = {code: Places(places) for code, places in spans.items()}
    taken_in = {key: Places(places) for key, places in related.items() if places}
    nowhere = Places(())
    kept = [
        finding
        for finding in ordered
        if not covered.get(finding.code, nowhere).contain(finding.span)
        and not any(map(taken.get(finding.code, nowhere).overlap, _affected_spans(finding)))
        and not any(
            map(
                taken_in.get((finding.code, finding.sentence), nowhere).overlap,
                _affected_spans(finding),
            )
        )
        and not any(
            taken.get(finding.code, nowhere).overlap(related.span)
            for related in finding.related
            if related.role == "text"
        )
    ]
    return _without_duplicates(kept)


def _without_duplicates(findings: Sequence[Finding]) -> list[Finding]:
    """Drop findings whose span and fix an earlier finding has."""
    seen: set[tuple[Span, Sequence[Edit]]] = set()
    kept = []
    for finding in findings:
        proposal = (finding.span, _edits(finding))
        if not proposal[1] or proposal not in seen:
            kept.append(finding)
        seen.add(proposal)
    return kept


def _affected_spans(finding: Finding) -> list[Span]:
    """What a finding marks and what its fix changes: what is put in, what it stands before."""
    changed = (Span(edit.start, max(edit.end, edit.start + 1)) for edit in _edits(finding))
    return [finding.span, *changed]


def _edits(finding: Finding) -> Sequence[Edit]:
    return finding.fix.edits if finding.fix else ()
