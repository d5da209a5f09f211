"""Right findings that were said once and must still be said."""

from __future__ import annotations

from pathlib import Path

from benchmarks.evaluation.corrected import linter
from benchmarks.spelling import best_correct_rank, linted, rows_of

#: product reviews of the NILC corpus (CC0), with what the rules once found and mended in them;
#: `python -m benchmarks.spelling` of it prints how many they still do
FILE = Path(__file__).with_name("still_said.jsonl")
#: share that may be lost to a change that finds more elsewhere
LOST = 0.025


def test_errors_found_by_earlier_versions_of_the_linter_are_still_found() -> None:
    rows = list(rows_of(str(FILE)))
    marks = [
        (row.text[mark.start : mark.end], mark.meant, best_correct_rank(row, mark, said))
        for row, said in zip(rows, linted(rows, linter(select=["GRA"])), strict=True)
        for mark in row.marks
    ]
    lost = [(form, meant) for form, meant, place in marks if place != 0]
    assert len(lost) <= LOST * len(marks), lost
