"""Arbitration: what it keeps, and that it takes n log n comparisons."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract import Declared
from textlint_pt.engine.arbitration import arbitrate
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix, Related
from textlint_pt.text.document import Span

RULES: Any = {
    "A1": SimpleNamespace(declared=Declared("", supersedes=(), covers=())),
    "B1": SimpleNamespace(declared=Declared("", supersedes=("A1",), covers=())),
    "C1": SimpleNamespace(declared=Declared("", supersedes=("A1", "B1"), covers=())),
    "D1": SimpleNamespace(declared=Declared("", supersedes=("D1",), covers=())),
    "E1": SimpleNamespace(declared=Declared("", supersedes=(), covers=("A1", "C1"))),
}


def slow(findings: Sequence[Finding], rules: Mapping[str, Any]) -> list[Finding]:
    """The definition: every finding against every other."""

    def places(finding: Finding) -> list[Span]:
        return [finding.span, *(Span(e.start, max(e.end, e.start + 1)) for e in edits(finding))]

    def speaks_of(other: Finding, finding: Finding) -> bool:
        near = [*places(finding), *(r.span for r in finding.related if r.role == "text")]
        if any(one.overlaps(two) for one in places(other) for two in near):
            return True
        return other.sentence == finding.sentence and any(
            r.role == "text" and r.span.overlaps(place)
            for r in other.related
            for place in places(finding)
        )

    kept = [
        finding
        for finding in sorted(findings, key=lambda f: (f.span.start, f.span.end, f.code))
        if not any(
            (finding.code in rules[other.code].declared.supersedes and speaks_of(other, finding))
            or (
                finding.code in rules[other.code].declared.covers
                and other.span.start <= finding.span.start
                and finding.span.end <= other.span.end
            )
            for other in findings
        )
    ]
    return [
        finding
        for i, finding in enumerate(kept)
        if not edits(finding)
        or all((o.span, edits(o)) != (finding.span, edits(finding)) for o in kept[:i])
    ]


def edits(finding: Finding) -> Sequence[Edit]:
    return finding.fix.edits if finding.fix else ()


def fix(*places: Span) -> Fix:
    return Fix(Applicability.SAFE, tuple(Edit(*place, "x") for place in places))


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
        fix=draw(st.none() | st.builds(fix, spans())),
    )


def test_finding_inside_the_fix_of_another_finding_is_dropped() -> None:
    again = Span(70, 76)
    everywhere = Finding("B1", Span(0, 6), {}, sentence=0, fix=fix(Span(0, 6), again))
    there, beside = Finding("A1", again, {}, sentence=3), Finding("A1", Span(80, 84), {})
    assert arbitrate([everywhere, there, beside], RULES) == [everywhere, beside]


def test_findings_of_two_rules_with_the_same_fix_are_reported_once() -> None:
    place = Span(3, 8)
    first, second = (Finding(code, place, {}, fix=fix(place)) for code in ("A1", "E1"))
    other = Finding("B1", place, {}, fix=Fix(Applicability.SAFE, (Edit(*place, "y"),)))
    assert arbitrate([second, first], {**RULES, "E1": RULES["D1"]}) == [first]
    assert arbitrate([second.replace(code="D1"), other], {**RULES, "D1": RULES["A1"]}) == [
        other,
        second.replace(code="D1"),
    ]


@given(st.lists(findings(), max_size=12))
def test_choice_among_overlapping_findings_equals_comparing_all_pairs(some: list[Finding]) -> None:
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
def test_choosing_among_n_overlapping_findings_takes_n_log_n_comparisons(length: int) -> None:
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
