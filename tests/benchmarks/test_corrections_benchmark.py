"""Corrections found, and what is counted as found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import corrections
from benchmarks.__main__ import main
from textlint_pt.report.finding import Applicability, Edit, Finding, Fix
from textlint_pt.text.document import Span

BAD = "Esta pagina mostra o que os leitores mais procuram."
GOOD = "Esta página mostra o que os leitores mais procuram."
EDIT = {"start": 5, "end": 11, "written": "pagina", "meant": "página", "kind": "accent"}


def finding(start: int, end: int, new: str | None) -> Finding:
    fix = None if new is None else Fix(Applicability.SAFE, (Edit(start, end, new),))
    return Finding("GRA901", Span(start, end), {}, fix=fix)


@pytest.mark.parametrize(
    ("given", "found", "exact"),
    [
        ((5, 11, "página"), True, True),
        ((5, 11, "paginá"), True, False),
        ((12, 18, None), True, None),  # the word beside it
        ((19, 20, "u"), False, None),  # further away
    ],
)
def test_annotated_error_counts_as_found_by_a_finding_at_or_next_to_it(
    given: tuple[int, int, str | None], found: bool, exact: bool | None
) -> None:
    row = {"bad": BAD, "good": GOOD, "edits": [EDIT]}
    result = corrections.outcome(row, EDIT, [finding(*given)])
    assert (result.found, result.fix_exact) == (found, exact)


def test_correct_fix_counts_only_for_the_annotated_error_it_corrects() -> None:
    comma = {"start": 18, "end": 18, "written": "", "meant": ",", "kind": "comma"}
    row = {"bad": BAD, "good": GOOD.replace("mostra", "mostra,"), "edits": [EDIT, comma]}
    result = corrections.outcome(row, EDIT, [finding(5, 11, "página")])
    assert result.fix_exact
    assert not corrections.outcome(row, comma, []).found


def test_corrections_benchmark_reports_results_for_each_error_type(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pairs.jsonl"
    row = {"bad": BAD, "good": GOOD, "edits": [EDIT]}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert main(["corrections", str(path), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [one["kind"] for one in rows] == ["all", "accent"]
    assert rows[0]["n"] == 1
    assert rows[0]["found"] == rows[0]["fix_exact"] == 1
    assert rows[0]["false_good"] == 0
