"""One voice a place: where several rules speak of the same words, the most specific is kept."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from textlint_pt.contract.finding import Finding
from textlint_pt.contract.rule import Rule
from textlint_pt.text.document import Span


def arbitrate(findings: Sequence[Finding], rules: Mapping[str, Rule]) -> list[Finding]:
    """Findings in source order without those that another supersedes at their place.

    The place of a finding is its span and, within the same sentence, what it relates it to: of a
    verb and its subject that do not agree, either may be taken for the wrong one. Takes n log n
    comparisons for n findings and related places.
    """
    ordered = sorted(findings, key=lambda f: (f.span.start, f.span.end, f.code))
    # places taken from a code: everywhere, and by what findings of one sentence relate to
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    related: defaultdict[tuple[str, int | None], list[Span]] = defaultdict(list)
    for other in ordered:
        for code in rules[other.code].supersedes:
            spans[code].append(other.span)
            related[code, other.sentence] += [r.span for r in other.related if r.role == "text"]
    taken = {code: _Places(places) for code, places in spans.items()}
    taken_in = {key: _Places(places) for key, places in related.items() if places}
    nowhere = _Places(())
    return [
        finding
        for finding in ordered
        if not taken.get(finding.code, nowhere).overlap(finding.span)
        and not taken_in.get((finding.code, finding.sentence), nowhere).overlap(finding.span)
    ]


class _Places:
    """Spans that can be asked in log n whether any of them overlaps another."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted(spans)
        self._starts = [span.start for span in ordered]
        #: the furthest end of this span and all before it
        self._reach = list(accumulate((span.end for span in ordered), max))

    def overlap(self, span: Span) -> bool:
        before = bisect_left(self._starts, span.end)
        return before > 0 and span.start < self._reach[before - 1]
