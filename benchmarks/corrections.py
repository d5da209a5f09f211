"""Corrections that people made in real texts: how many are found, each sentence alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from benchmarks.evaluation.command import Files, Misses, Row, Rows
from benchmarks.evaluation.common import Shown, read_jsonl, share, stem
from benchmarks.evaluation.corrected import (
    corrections,
    findings,
    is_same,
    linter,
    touches,
    widened,
)
from textlint_pt.engine.linter import Linter
from textlint_pt.report.finding import Finding


class Outcome(NamedTuple):
    """Whether an edit was found; `fix_exact` is None where no finding had a correction."""

    row: Row
    edit: Row
    found: bool
    fix_exact: bool | None


def outcome(row: Row, edit: Row, sentence_findings: Sequence[Finding]) -> Outcome:
    """Return whether the findings of a sentence touch an edit and correct it."""
    text = row["bad"]
    start, end = widened(text, edit["start"], edit["end"])
    touching = [one for one in sentence_findings if touches(one, start, end)]
    alone = f"{text[: edit['start']]} {edit['meant']} {text[edit['end'] :]}"
    made = corrections(text, touching)
    exact = any(is_same(new, good) for new in made for good in (row["good"], alone))
    return Outcome(row, edit, bool(touching), exact if made else None)


def checked(rows: Sequence[Row], judge: Linter) -> tuple[list[Outcome], list[bool]]:
    """Return the outcomes of all edits, and of each row whether its good sentence has findings."""
    found = findings([row["bad"] for row in rows] + [row["good"] for row in rows], judge)
    outcomes = [
        outcome(row, edit, sentence_findings)
        for row, sentence_findings in zip(rows, found, strict=False)
        for edit in row["edits"]
    ]
    return outcomes, [bool(sentence_findings) for sentence_findings in found[len(rows) :]]


def summary(
    rows: Sequence[Row], outcomes: Sequence[Outcome], accused: Sequence[bool]
) -> Iterator[Row]:
    """Yield a row for all edits and one for each kind."""
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        for kind in ("all", one.edit["kind"]):
            groups[kind].append(one)
    has_false_findings = {id(row): bad for row, bad in zip(rows, accused, strict=True)}
    for kind, chosen in sorted(groups.items(), key=lambda group: -len(group[1])):
        good = {id(one.row) for one in chosen}
        yield {
            "kind": kind,
            "n": len(chosen),
            "found": share(one.found for one in chosen),
            "false_good": share(has_false_findings[key] for key in good),
            "fix_exact": share(one.fix_exact for one in chosen if one.fix_exact is not None),
        }


def run(files: Files, *, misses: Misses = 0) -> Rows:
    """Yield the rows of each file, and list edits that were missed."""
    judge = linter()
    shown = Shown(misses)
    for path in files:
        outcomes, accused = checked(pairs := read_jsonl(path), judge)
        yield from ({"set": stem(path), **row} for row in summary(pairs, outcomes, accused))
        for one in outcomes:
            if not one.found:
                place = f"{one.edit['written'] or '∅'} → {one.edit['meant'] or '∅'}"
                shown(one.edit["kind"], f"{place}: {one.row['bad']}")
