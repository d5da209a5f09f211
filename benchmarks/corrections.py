"""Corrections that people made in real texts: how many are found, each sentence alone.

    python -m benchmarks.corrections FILE… [--misses N] [--json]

FILE (JSON Lines, `.xz` or not): `bad`, `good`, and `edits`, each with `start`, `end` (offsets in
`bad`), `written`, `meant` and `kind`, as `python -m training corrections` writes them. Rows are per
kind of edit, and `all`: `n` edits; `found`: share of those that a finding of the rules of language
(GRA) in the bad sentence overlaps, or the word beside them; `false_good`: share of the good
sentences with any such finding; `fix_exact`: of what was found and has a fix or a suggestion, the
share whose fix gives what the good sentence has there. `--misses` lists some of those not found.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from benchmarks.evaluation.common import emit, parser, read_jsonl, stem
from benchmarks.life import corrected
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding

Row = dict[str, Any]
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")


class Outcome(NamedTuple):
    """What was said of an edit: `fix_exact` is None where nothing found had a correction."""

    row: Row
    edit: Row
    found: bool
    fix_exact: bool | None


def beside(text: str, start: int, end: int) -> tuple[int, int]:
    """A place with the word before it and the word after it."""
    words = [match.span() for match in _WORD.finditer(text)]
    before = [a for a, b in words if b <= start]
    after = [b for a, b in words if a >= end]
    return (before[-1] if before else start), (after[0] if after else end)


def outcome(row: Row, edit: Row, findings: Sequence[Finding]) -> Outcome:
    text = row["bad"]
    start, end = beside(text, edit["start"], edit["end"])
    there = [one for one in findings if one["start"] < end and start < one["end"]]
    wanted = {row["good"], _applied(text, edit)}
    fixed = [new for one in there if (new := corrected(text, [one])) is not None]
    if (together := corrected(text, there)) is not None:
        fixed.append(together)
    exact = any(_plain(new) in map(_plain, wanted) for new in fixed) if fixed else None
    return Outcome(row, edit, bool(there), exact)


def _applied(text: str, edit: Row) -> str:
    """The sentence with this correction alone."""
    return f"{text[: edit['start']]} {edit['meant']} {text[edit['end'] :]}"


def _plain(text: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]", text)


def checked(rows: Sequence[Row], linter: Linter) -> tuple[list[Outcome], list[bool]]:
    """Outcomes of all edits; of each row whether its good sentence is accused."""
    texts = [row["bad"] for row in rows] + [row["good"] for row in rows]
    sources = [Input(f"{n}.txt", f"{text}\n".encode()) for n, text in enumerate(texts)]
    found = [
        [one for one in entry["findings"] if one["code"].startswith("GRA")]
        for entry in linter.lint(sources)
    ]
    outcomes = [
        outcome(row, edit, findings)
        for row, findings in zip(rows, found, strict=False)
        for edit in row["edits"]
    ]
    return outcomes, [bool(findings) for findings in found[len(rows) :]]


def summary(rows: Sequence[Row], linter: Linter) -> Iterator[Row]:
    outcomes, accused = checked(rows, linter)
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for one in outcomes:
        for kind in ("all", one.edit["kind"]):
            groups[kind].append(one)
    false = {id(row): bad for row, bad in zip(rows, accused, strict=True)}
    for kind, chosen in sorted(groups.items(), key=lambda group: -len(group[1])):
        good = {id(one.row) for one in chosen}
        fixes = [one.fix_exact for one in chosen if one.fix_exact is not None]
        yield {
            "system": "ours",
            "kind": kind,
            "n": len(chosen),
            "found": sum(one.found for one in chosen) / len(chosen),
            "false_good": sum(false[key] for key in good) / len(good),
            "fix_exact": sum(fixes) / len(fixes) if fixes else None,
        }


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("files", nargs="+")
    options.add_argument("--misses", type=int, default=0, help="so many of each kind")
    given = options.parse_args(arguments)
    linter = Linter(load(third_party=False), [Layer("benchmark", {"language": "en"})])
    rows: list[Row] = []
    for path in given.files:
        pairs = read_jsonl(path)
        rows += [{"set": stem(path), **row} for row in summary(pairs, linter)]
        if given.misses:
            _show(checked(pairs, linter)[0], given.misses)
    emit("corrections", given.files, rows, given.json)
    return 0


def _show(outcomes: Sequence[Outcome], most: int) -> None:
    shown: Counter[str] = Counter()
    for one in outcomes:
        kind = one.edit["kind"]
        if not one.found and shown[kind] < most:
            shown[kind] += 1
            place = f"{one.edit['written'] or '∅'} → {one.edit['meant'] or '∅'}"
            print(f"{kind}: {place}: {one.row['bad']}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
