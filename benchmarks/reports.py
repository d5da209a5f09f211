"""Sentences made after public reports of bugs in proofreading: wrong ones that should be found,
right ones that should be left alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.evaluation.command import Files, Misses, Row, Rows
from benchmarks.evaluation.common import Shown, read_jsonl, read_text, share, stem
from benchmarks.evaluation.corrected import corrected, findings, is_same, linter, places, touches
from textlint_pt.engine.linter import Linter
from textlint_pt.report.finding import Finding


def is_fixed(row: Row, there: Sequence[Finding]) -> bool:
    """Whether one correction, or all of them, put one of the fixes in the place of the span."""
    text = row["text"]
    wanted = [
        text[:start] + fix.strip() + text[end:]
        for fix in (row["fix"] or "").split(" / ")
        for start, end in places(text, row["span"])
    ]
    given = [corrected(text, some) for some in (*([one] for one in there), there)]
    return any(new is not None and is_same(new, good) for new in given for good in wanted)


def judged(rows: Sequence[Row], before: str, after: str, judge: Linter) -> None:
    """Writes into each row what was said of it."""
    wrong = [row for row in rows if row["wrong"]]
    for row, said in zip(rows, findings((row["text"] for row in rows), judge), strict=True):
        row["said"] = said
    long = (f"{before}{row['text']}{after}" for row in wrong)
    for row, said in zip(wrong, findings(long, judge), strict=True):
        at = places(row["text"], row["span"])
        there = [one for one in row["said"] if any(touches(one, *place) for place in at)]
        row["found"], row["fixed"] = bool(there), is_fixed(row, there)
        at = [(start + len(before), end + len(before)) for start, end in at]
        row["in_long"] = any(touches(one, *place) for one in said for place in at)


def summary(rows: Sequence[Row]) -> Iterator[Row]:
    groups: dict[str, list[Row]] = {"all": list(rows)}
    for row in rows:
        groups.setdefault(row["family"], []).append(row)
    for family, chosen in groups.items():
        wrong = [row for row in chosen if row["wrong"]]
        right = [row for row in chosen if not row["wrong"]]
        yield {
            "family": family,
            "n": len(wrong),
            "found": share(row["found"] for row in wrong),
            "fixed": share(row["fixed"] for row in wrong),
            "found_in_long": share(row["in_long"] for row in wrong),
            "right": len(right),
            "false": share(bool(row["said"]) for row in right),
        }


def run(files: Files, *, misses: Misses = 0) -> Rows:
    judge = linter()
    shown = Shown(misses)
    for path in files:
        cases = read_jsonl(path)
        folder = Path(path).parent
        before, after = (read_text(str(folder / f"{name}.txt")) for name in ("before", "after"))
        judged(cases, f"{before.rstrip()} ", f" {after.strip()}", judge)
        yield from ({"set": stem(path), **row} for row in summary(cases))
        for row in cases:
            if row["wrong"] and not (row["found"] and row["in_long"]):
                where = "in long: " if row["found"] else ""
                shown(row["family"], f"{where}{row['span']} → {row['fix']}: {row['text']}")
            elif row["said"] and not row["wrong"]:
                shown(row["family"], f"{row['said'][0]['message']}: {row['text']}")
