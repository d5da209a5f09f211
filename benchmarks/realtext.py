"""Errors that linguists marked in real texts: how many are found and corrected."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from benchmarks.evaluation.command import Files, Misses, Row, Rows
from benchmarks.evaluation.common import Shown, folder_or_stem, read_jsonl
from benchmarks.evaluation.corrected import edits, findings, linter, touches
from textlint_pt.report.finding import Finding


def kind(error: Row) -> str:
    return str(error.get("kind") or error.get("type") or "other")


def is_fixed(text: str, error: Row, touching: Sequence[Finding]) -> bool:
    """Return whether the edits of one finding give the annotated form at the mark."""
    start, end, expected = error["start"], error["end"], error.get("correct")
    if not expected:
        return False
    for finding in touching:
        new = edits([finding])
        low = min([start, *(edit_start for edit_start, _, _ in new)])
        high = max([end, *(edit_end for _, edit_end, _ in new)])
        edited, done = "", low
        for edit_start, edit_end, replacement in new:
            edited, done = edited + text[done:edit_start] + replacement, edit_end
        if new and edited + text[done:high] == text[low:start] + expected + text[end:high]:
            return True
    return False


def summary(rows: Sequence[Row], findings_by_row: Sequence[Sequence[Finding]]) -> Iterator[Row]:
    """Yield a row for all errors and for each kind: found and fixed, findings elsewhere."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    words = elsewhere = 0
    for row, row_findings in zip(rows, findings_by_row, strict=True):
        words += len(row["text"].split())
        # a word that is missing is annotated without a place
        errors = [error for error in row["errors"] if error["start"] is not None]
        elsewhere += sum(
            not any(touches(one, e["start"], e["end"]) for e in errors) for one in row_findings
        )
        for error in errors:
            touching = [one for one in row_findings if touches(one, error["start"], error["end"])]
            row.setdefault("missed", []).extend([] if touching else [error])
            for name in ("all", kind(error)):
                hits = {
                    "n": 1,
                    "found": bool(touching),
                    "fixed": is_fixed(row["text"], error, touching),
                }
                counted[name].update(hits)
    for name, hits in sorted(counted.items(), key=lambda item: -item[1]["n"]):
        shares = {key: hits[key] / hits["n"] for key in ("found", "fixed")}
        row = {"kind": name, "n": hits["n"], **shares}
        yield row | {"elsewhere": 1000 * elsewhere / words if name == "all" else None}


def run(files: Files, *, misses: Misses = 0) -> Rows:
    """Yield the rows of each file, and list errors that were missed."""
    judge = linter()
    shown = Shown(misses)
    for path in files:
        texts = read_jsonl(path)
        for row in summary(texts, findings((row["text"] for row in texts), judge)):
            name = row.pop("kind")
            yield {"set": f"{folder_or_stem(path)}/{name}", **row}
        for row in texts:
            for error in row.get("missed", ()):
                place = row["text"][max(0, error["start"] - 50) : error["end"] + 30]
                shown(kind(error), f"{error['form']} → {error.get('correct')}: {place!r}")
