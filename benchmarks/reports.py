"""Sentences made after public reports of bugs in proofreading: wrong ones to be found and right
ones to be accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.evaluation.command import Files, Misses, Row, Rows
from benchmarks.evaluation.common import Shown, read_jsonl, read_text, share, stem
from benchmarks.evaluation.corrected import (
    corrections,
    findings,
    is_same,
    linter,
    places,
    touches,
)
from textlint_pt.engine.linter import Linter
from textlint_pt.report.finding import Finding


def is_fixed(row: Row, findings: Sequence[Finding]) -> bool:
    """Return whether one correction, or all together, give one of the expected fixes."""
    text = row["text"]
    accepted = [
        text[:start] + fix.strip() + text[end:]
        for fix in (row["fix"] or "").split(" / ")
        for start, end in places(text, row["span"])
    ]
    return any(is_same(new, good) for new in corrections(text, findings) for good in accepted)


def judged(rows: Sequence[Row], before: str, after: str, judge: Linter) -> None:
    """Add to each row the findings on its text, alone and between `before` and `after`."""
    wrong = [row for row in rows if row["wrong"]]
    for row, row_findings in zip(rows, findings((row["text"] for row in rows), judge), strict=True):
        row["findings"] = row_findings
    in_context = (f"{before}{row['text']}{after}" for row in wrong)
    for row, row_findings in zip(wrong, findings(in_context, judge), strict=True):
        spans = places(row["text"], row["span"])
        on_span = [one for one in row["findings"] if any(touches(one, *place) for place in spans)]
        row["found"], row["fixed"] = bool(on_span), is_fixed(row, on_span)
        spans = [(start + len(before), end + len(before)) for start, end in spans]
        row["in_long"] = any(touches(one, *place) for one in row_findings for place in spans)


def summary(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield a row for all sentences and for each family."""
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
            "false": share(bool(row["findings"]) for row in right),
        }


def run(files: Files, *, misses: Misses = 0) -> Rows:
    """Yield the rows of each file, and list sentences with wrong results."""
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
            elif row["findings"] and not row["wrong"]:
                shown(row["family"], f"{row['findings'][0]['message']}: {row['text']}")
