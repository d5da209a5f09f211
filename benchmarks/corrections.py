"""Corrections that people made in real texts: how many are found, each sentence alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks.evaluation.command import Files, Misses, Row, Rows
from benchmarks.evaluation.common import Shown, read_jsonl, stem
from benchmarks.evaluation.corrected import beside, corrected, findings, is_same, linter, touches
from textlint_pt.engine.linter import Linter
from textlint_pt.report.finding import Finding


class Outcome(NamedTuple):
    """What was said of an edit: `fix_exact` is None where nothing found had a correction."""

    row: Row
    edit: Row
    found: bool
    fix_exact: bool | None


def outcome(row: Row, edit: Row, said: Sequence[Finding]) -> Outcome:
    text = row["bad"]
    start, end = beside(text, edit["start"], edit["end"])
    there = [one for one in said if touches(one, start, end)]
    wanted = {row["good"], _applied(text, edit)}
    fixed = [new for one in there if (new := corrected(text, [one])) is not None]
    if (together := corrected(text, there)) is not None:
        fixed.append(together)
    exact = any(is_same(new, good) for new in fixed for good in wanted) if fixed else None
    return Outcome(row, edit, bool(there), exact)


def _applied(text: str, edit: Row) -> str:
    """The sentence with this correction alone."""
    return f"{text[: edit['start']]} {edit['meant']} {text[edit['end'] :]}"


def checked(rows: Sequence[Row], judge: Linter) -> tuple[list[Outcome], list[bool]]:
    """Outcomes of all edits; of each row whether its good sentence is accused."""
    found = findings([row["bad"] for row in rows] + [row["good"] for row in rows], judge)
    outcomes = [
        outcome(row, edit, said)
        for row, said in zip(rows, found, strict=False)
        for edit in row["edits"]
    ]
    return outcomes, [bool(said) for said in found[len(rows) :]]


def summary(
    rows: Sequence[Row], outcomes: Sequence[Outcome], accused: Sequence[bool]
) -> Iterator[Row]:
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        for kind in ("all", one.edit["kind"]):
            groups[kind].append(one)
    false = {id(row): bad for row, bad in zip(rows, accused, strict=True)}
    for kind, chosen in sorted(groups.items(), key=lambda group: -len(group[1])):
        good = {id(one.row) for one in chosen}
        fixes = [one.fix_exact for one in chosen if one.fix_exact is not None]
        yield {
            "kind": kind,
            "n": len(chosen),
            "found": sum(one.found for one in chosen) / len(chosen),
            "false_good": sum(false[key] for key in good) / len(good),
            "fix_exact": sum(fixes) / len(fixes) if fixes else None,
        }


def run(files: Files, *, misses: Misses = 0) -> Rows:
    judge = linter()
    shown = Shown(misses)
    for path in files:
        outcomes, accused = checked(pairs := read_jsonl(path), judge)
        yield from ({"set": stem(path), **row} for row in summary(pairs, outcomes, accused))
        for one in outcomes:
            if not one.found:
                place = f"{one.edit['written'] or '∅'} → {one.edit['meant'] or '∅'}"
                shown(one.edit["kind"], f"{place}: {one.row['bad']}")
