"""Errors that people make: how many are found in pairs of sentences that differ by one error
alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rapidfuzz.distance import Levenshtein

from benchmarks.evaluation.command import Files, Misses, Row, Rows
from benchmarks.evaluation.common import Shown, read_jsonl, share, stem
from benchmarks.evaluation.corrected import corrected, corrections, findings, linter, touches
from textlint_pt.engine.linter import Linter
from textlint_pt.report.finding import Finding

BY = ("kind", "writer", "level")


class Outcome(NamedTuple):
    """Whether an error was found; `fix_exact` is None where no finding had a correction."""

    row: Row
    found: bool
    false_good: bool
    fix_exact: bool | None


def goods(row: Row) -> Sequence[str]:
    return [row["good"]] if isinstance(row["good"], str) else row["good"]


def differences(bad: str, good: str) -> list[tuple[int, int]]:
    """Return ranges of the bad sentence that differ from the good one, in whole words.

    Where something is missing, the range includes the words on both sides.
    """
    found = []
    for step in Levenshtein.opcodes(bad, good):
        if step.tag == "equal":
            continue
        start, end = step.src_start, step.src_end
        if start == end:
            start, end = max(0, start - 1), min(len(bad), end + 1)
        while start > 0 and not bad[start - 1].isspace():
            start -= 1
        while end < len(bad) and not bad[end].isspace():
            end += 1
        found.append((start, end))
    return found


def outcome(row: Row, bad_findings: Sequence[Finding], good_findings: Sequence[Any]) -> Outcome:
    """Return whether the error of a row is found and corrected."""
    text, accepted = row["bad"], goods(row)
    places = [place for good in accepted for place in differences(text, good)]
    touching = [
        finding
        for finding in bad_findings
        if any(touches(finding, *place) for place in places)
        or corrected(text, [finding]) in accepted
    ]
    made = corrections(text, touching)
    exact = any(new in accepted for new in made) if made else None
    return Outcome(row, bool(touching), bool(good_findings), exact)


def outcomes(rows: Sequence[Row], judge: Linter) -> list[Outcome]:
    found = findings([row["bad"] for row in rows] + [goods(row)[0] for row in rows], judge)
    pairs = zip(rows, found[: len(rows)], found[len(rows) :], strict=True)
    return [outcome(row, bad, good) for row, bad, good in pairs]


def summary(results: Sequence[Outcome]) -> Iterator[Row]:
    """Yield a row for all errors and for each kind, writer and level."""
    groups: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for result in results:
        groups["all", "all"].append(result)
        for name in BY:
            if name in result.row:
                groups[name, result.row[name]].append(result)
    for (name, value), chosen in sorted(groups.items()):
        yield {
            **dict.fromkeys(BY, "all"),
            **({name: value} if name in BY else {}),
            "n": len(chosen),
            "found": share(one.found for one in chosen),
            "false_good": share(one.false_good for one in chosen),
            "fix_exact": share(one.fix_exact for one in chosen if one.fix_exact is not None),
        }


def run(files: Files, *, preset: str = "default", misses: Misses = 0) -> Rows:
    """Yield the rows of each file, and list errors that were missed."""
    judge = linter(preset=preset)
    shown = Shown(misses)
    for path in files:
        pairs = [{"kind": row.get("category", ""), **row} for row in read_jsonl(path)]
        results = outcomes(pairs, judge)
        yield from ({"set": stem(path), **row} for row in summary(results))
        for result in results:
            if not result.found:
                shown(result.row["kind"], result.row["bad"])
