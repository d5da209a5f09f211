"""Errors that people make: how many are found, in sentences of which the error is all that differs.

    python -m benchmarks.life FILE… [--preset NAME] [--misses N] [--json]

FILE (JSON Lines): `bad`, `good` (or a list, the most natural first), and what tells rows apart:
`kind`, `level` (`hard`: no careful reader accepts it; `norm`: condemned by the norm, frequent in
educated speech), `writer`, `variant`. `benchmarks/pairs/` holds such sets, written by us:
`life-development` and `life-weak` (kinds that are found least) are looked at while rules are built;
`life-report`, `life-second`, `life-third` and `life-fourth`, the last three by people who saw
neither rules nor other pairs, are not.

`found`: the default preset, or the one named (`formal` asks for the norm), reports a finding in the
bad sentence that touches what differs from a
good one, or whose fix makes it good. `false_in_good`: share of good sentences in which it reports
anything. `fix_exact`: of the findings that have a fix or a suggestion, those that make the sentence
a good one (all fixes together where the row holds several errors). `by` says what rows are taken
together: all, kind, level, writer, variant. `--misses` lists some of those not found, by kind.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rapidfuzz.distance import Levenshtein

from benchmarks.evaluation.common import emit, parser, read_jsonl, stem
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding

BY = ("kind", "level", "writer", "variant")
Row = dict[str, Any]


class Outcome(NamedTuple):
    """What was said of a row: `fix_exact` is None where nothing found had a correction."""

    row: Row
    found: bool
    false_in_good: bool
    fix_exact: bool | None
    codes: tuple[str, ...]


def goods(row: Row) -> Sequence[str]:
    return [row["good"]] if isinstance(row["good"], str) else row["good"]


def differences(bad: str, good: str) -> list[tuple[int, int]]:
    """What of the bad sentence is not in the good one, widened to whole words; a place where
    something is missing takes in the words beside it."""
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


def corrected(text: str, findings: Sequence[Finding]) -> str | None:
    """The text with the fix, or else the first suggestion, of each finding; None without any."""
    edits: list[tuple[int, int, str]] = []
    for finding in findings:
        new = [(edit["start"], edit["end"], edit["text"]) for edit in _edits(finding)]
        if not any(a < end and start < b for a, b, _ in new for start, end, _ in edits):
            edits += new
    if not edits:
        return None
    for start, end, new_text in sorted(edits, reverse=True):
        text = text[:start] + new_text + text[end:]
    return text


def _edits(finding: Finding) -> Sequence[Mapping[str, Any]]:
    if finding["fix"]:
        return finding["fix"]["edits"]
    suggestions = finding["evidence"].get("suggestions")
    if not suggestions:
        return []
    return [{"start": finding["start"], "end": finding["end"], "text": suggestions[0]}]


def outcome(row: Row, bad: Sequence[Finding], in_good: Sequence[Any]) -> Outcome:
    text, wanted = row["bad"], goods(row)
    there = []
    for finding in bad:
        places = [place for good in wanted for place in differences(text, good)]
        touches = any(s < finding["end"] and finding["start"] < e for s, e in places)
        if touches or corrected(text, [finding]) in wanted:
            there.append(finding)
    fixed = corrected(text, there)
    # one of several findings may be the one that mends it
    alone = any(corrected(text, [finding]) in wanted for finding in there)
    exact = None if fixed is None else alone or fixed in wanted
    codes = tuple(finding["code"] for finding in there)
    return Outcome(row, bool(there), bool(in_good), exact, codes)


def outcomes(rows: Sequence[Row], linter: Linter) -> list[Outcome]:
    texts = [row["bad"] for row in rows] + [goods(row)[0] for row in rows]
    sources = [Input(f"{n}.txt", f"{text}\n".encode()) for n, text in enumerate(texts)]
    found = [entry["findings"] for entry in linter.lint(sources)]
    pairs = zip(rows, found[: len(rows)], found[len(rows) :], strict=True)
    return [outcome(row, bad, good) for row, bad, good in pairs]


def summary(results: Sequence[Outcome]) -> Iterator[Row]:
    groups: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for result in results:
        groups["all", ""].append(result)
        for name in BY:
            if name in result.row:
                groups[name, result.row[name]].append(result)
    for (by, name), chosen in sorted(groups.items()):
        fixes = [result.fix_exact for result in chosen if result.fix_exact is not None]
        yield {
            "system": "ours",
            "by": by,
            "name": name,
            "n": len(chosen),
            "found": sum(result.found for result in chosen) / len(chosen),
            "false_in_good": sum(result.false_in_good for result in chosen) / len(chosen),
            "fix_exact": sum(fixes) / len(fixes) if fixes else None,
        }


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser(__doc__)
    options.add_argument("files", nargs="+")
    options.add_argument("--misses", type=int, default=0, help="so many of each kind")
    options.add_argument("--preset", default="default")
    given = options.parse_args(arguments)
    values = {"language": "en", "preset": given.preset}
    linter = Linter(load(third_party=False), [Layer("benchmark", values)])
    rows: list[Row] = []
    for path in given.files:
        results = outcomes(read_jsonl(path), linter)
        rows += [{"set": stem(path), **row} for row in summary(results)]
        shown: Counter[str] = Counter()
        for result in results:
            kind = result.row.get("kind", "")
            if not result.found and shown[kind] < given.misses:
                shown[kind] += 1
                print(f"{kind}: {result.row['bad']}", file=sys.stderr)
    emit("life", given.files, rows, given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
