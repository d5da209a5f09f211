"""Arbitration: what it keeps, and that it takes n log n comparisons."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract.finding import Finding, Related
from textlint_pt.engine.arbitration import arbitrate
from textlint_pt.text.document import Span

RULES: Any = {
    "A1": SimpleNamespace(supersedes=(), covers=()),
    "B1": SimpleNamespace(supersedes=("A1",), covers=()),
    "C1": SimpleNamespace(supersedes=("A1", "B1"), covers=()),
    "D1": SimpleNamespace(supersedes=("D1",), covers=()),
    "E1": SimpleNamespace(supersedes=(), covers=("A1", "C1")),
}


def slow(findings: Sequence[Finding], rules: Mapping[str, Any]) -> list[Finding]:
    """The definition: every finding against every other."""

    def speaks_of(other: Finding, finding: Finding) -> bool:
        if any(r.role == "text" and r.span.overlaps(other.span) for r in finding.related):
            return True
        return other.span.overlaps(finding.span) or (
            other.sentence == finding.sentence
            and any(r.role == "text" and r.span.overlaps(finding.span) for r in other.related)
        )

    return [
        finding
        for finding in sorted(findings, key=lambda f: (f.span.start, f.span.end, f.code))
        if not any(
            (finding.code in rules[other.code].supersedes and speaks_of(other, finding))
            or (
                finding.code in rules[other.code].covers
                and other.span.start <= finding.span.start
                and finding.span.end <= other.span.end
            )
            for other in findings
        )
    ]


@st.composite
def spans(draw: st.DrawFn) -> Span:
    """Also empty ones, and such as meet without overlapping."""
    start = draw(st.integers(0, 30))
    return Span(start, start + draw(st.integers(0, 6)))


@st.composite
def findings(draw: st.DrawFn) -> Finding:
    places = draw(st.lists(st.tuples(spans(), st.sampled_from(("text", "reference"))), max_size=2))
    return Finding(
        code=draw(st.sampled_from(sorted(RULES))),
        span=draw(spans()),
        evidence={},
        sentence=draw(st.sampled_from((None, 0, 1))),
        related=tuple(Related(*place) for place in places),
    )


@given(st.lists(findings(), max_size=12))
def test_keeps_what_comparing_every_finding_with_every_other_keeps(some: list[Finding]) -> None:
    assert arbitrate(some, RULES) == slow(some, RULES)


class Counted(int):
    """A number that counts how often it is compared."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) < int(other)

    def __gt__(self, other: int) -> bool:
        Counted.compared += 1
        return int(self) > int(other)

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return int(self) == other

    __hash__ = int.__hash__


@pytest.mark.parametrize("length", [5, 10**6], ids=["short", "all over one another"])
def test_comparisons_grow_with_n_log_n(length: int) -> None:
    def comparisons(n: int) -> int:
        places = [Span(Counted(10 * i), Counted(10 * i + length)) for i in range(n)]
        some = [
            Finding("ABC"[i % 3] + "1", place, {}, sentence=i, related=(Related(places[i // 2]),))
            for i, place in enumerate(places)
        ]
        Counted.compared = 0
        arbitrate(some, RULES)
        return Counted.compared

    small, large = comparisons(500), comparisons(8000)
    assert 0 < large <= 2 * small * (8000 * math.log2(8000)) / (500 * math.log2(500))
