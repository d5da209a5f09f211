"""Misspelt words that people marked: found, mended, and right ones blamed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import folder_or_stem, read_jsonl, read_text
from benchmarks.evaluation.corrected import findings, linter, places
from textlint_pt.engine.linter import Linter
from textlint_pt.report.finding import Finding
from textlint_pt.text.words import WORD

#: hunspell's dictionaries
DICTIONARIES = ("pt_BR", "pt_PT")
#: Mendonça et al., "Evaluating phonetic spellers for user-generated content in Brazilian
#: Portuguese" (PROPOR 2016), all 1,699 sentences
PUBLISHED = {
    "nilc-ugc": {"system": "Mendonça et al. 2016", "top1": 0.78, "false_per_1000_words": 7.0}
}
#: kind of marks that are neither to be found nor false: names, loan words
UNCOUNTED = "other"
_SUGGESTED = 3


class GoldError(NamedTuple):
    """`text[start:end]` is wrong, and right as one of `meant`."""

    start: int
    end: int
    meant: tuple[str, ...]
    kind: str


class Row(NamedTuple):
    text: str
    marks: Sequence[GoldError]


class Report(NamedTuple):
    """What a system says: `text[start:end]` is wrong; what stands there instead, likeliest
    first."""

    start: int
    end: int
    suggestions: Sequence[str]
    sure: bool
    code: str = ""


def rows_of(path: str) -> Iterator[Row]:
    if not path.removesuffix(".xz").endswith(".jsonl"):
        yield from (Row(line, ()) for line in read_text(path).splitlines() if line.strip())
        return
    for row in read_jsonl(path):
        if "errors" in row:
            yield Row(
                row["text"],
                [
                    GoldError(one["start"], one["end"], (one["correct"],), _kind(one))
                    for one in row["errors"]
                ],
            )
        elif "edits" in row:
            yield Row(
                row["bad"],
                [
                    GoldError(one["start"], one["end"], (one["meant"],), one["kind"])
                    for one in row["edits"]
                ],
            )
        elif row["wrong"]:
            start, end = places(row["text"], row["span"])[0]
            meant = tuple(row["fix"].split(" / "))
            yield Row(row["text"], [GoldError(start, end, meant, row["family"])])
        else:
            yield Row(row["text"], ())


def _kind(mark: Mapping[str, Any]) -> str:
    kind: str = mark.get("kind") or mark.get("type") or UNCOUNTED
    return f"{kind} real-word" if mark.get("contextual") and kind != UNCOUNTED else kind


# ------------------------------------------------------------------ systems


def ours(rows: Sequence[Row], judge: Linter) -> list[list[Report]]:
    by_text = findings([row.text for row in rows], judge)
    return [[report for finding in in_text for report in _reports(finding)] for in_text in by_text]


def _reports(finding: Finding) -> Iterator[Report]:
    """What a finding says of each place that it would mend."""
    evidence, sure, code = finding.evidence, finding.severity != "info", finding.code
    more = [*evidence.get("suggestions", ()), *filter(None, [evidence.get("suggestion")])]
    edits = finding.fix.edits if finding.fix else ()
    if not edits:
        yield Report(finding.start, finding.end, more, sure, code)
    for edit in edits:
        first = [edit.text, *(more if len(edits) == 1 else ())]
        yield Report(edit.start, edit.end, list(dict.fromkeys(first)), sure, code)


def hunspell(rows: Sequence[Row], dictionary: str) -> list[list[Report]] | None:
    program = shutil.which("hunspell")
    if program is None:
        return None
    words = sorted({match.group() for row in rows for match in WORD.finditer(row.text)})
    asked = "".join(f"^{word}\n" for word in words)
    ran = subprocess.run(
        [program, "-d", dictionary, "-i", "utf-8", "-a"],
        input=asked, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if ran.returncode or not ran.stdout:
        return None
    wrong: dict[str, list[str]] = {}
    for line in ran.stdout.splitlines():
        if line[:1] in ("&", "#"):
            head, _, listed = line.partition(": ")
            wrong[head.split(" ")[1]] = listed.split(", ") if listed else []
    return [
        [
            Report(*match.span(), wrong[match.group()], True)
            for match in WORD.finditer(row.text)
            if match.group() in wrong
        ]
        for row in rows
    ]


# ------------------------------------------------------------------ counting


def touching(error: GoldError, reports: Sequence[Report]) -> list[Report]:
    return [
        report
        for report in reports
        if report.start < max(error.end, error.start + 1) and error.start < report.end
    ]


def best_correct_rank(row: Row, error: GoldError, reports: Sequence[Report]) -> int | None:
    """Rank, from 0, of the first suggestion that restores the correct text, over all reports that
    touch the error; None if none does."""
    expected_texts = {
        _plain(row.text[: error.start] + new + row.text[error.end :]) for new in error.meant
    }
    ranks = [
        rank
        for report in touching(error, reports)
        for rank, new in enumerate(report.suggestions[:_SUGGESTED])
        if _plain(row.text[: report.start] + new + row.text[report.end :]) in expected_texts
    ]
    return min(ranks, default=None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def counted(
    name: str, system: str, rows: Sequence[Row], reports: Sequence[Sequence[Report]]
) -> Iterator[dict[str, Any]]:
    words = sum(len(WORD.findall(row.text)) for row in rows)
    off = [
        report
        for row, found in zip(rows, reports, strict=True)
        for report in found
        if not any(report in touching(error, [report]) for error in row.marks)
    ]
    marks = [
        (error, touching(error, found), best_correct_rank(row, error, found))
        for row, found in zip(rows, reports, strict=True)
        for error in row.marks
        if error.kind != UNCOUNTED
    ]
    kinds = sorted({error.kind for error, *_ in marks})
    for kind in ["", *(kinds if len(kinds) > 1 else ())]:
        some = [mark for mark in marks if kind in ("", mark[0].kind)]
        row: dict[str, Any] = {"set": f"{name} {kind}".strip(), "system": system, "n": len(some)}
        if some:
            row["found"] = sum(bool(found) for _, found, _ in some) / len(some)
            row["top1"] = sum(place == 0 for *_, place in some) / len(some)
            row["top3"] = sum(place is not None for *_, place in some) / len(some)
        if not kind and words:
            row["false_per_1000_words"] = 1000 * len(off) / words
            row["sure"] = 1000 * sum(report.sure for report in off) / words
        yield row


def show(rows: Sequence[Row], reports: Sequence[Sequence[Report]], misses: int) -> None:
    for row, found in zip(rows, reports, strict=True):
        for error in row.marks:
            place = best_correct_rank(row, error, found)
            if place != 0 and misses > 0 and error.kind != UNCOUNTED:
                misses -= 1
                there = [
                    (report.code, *report.suggestions[:3]) for report in touching(error, found)
                ]
                written = row.text[error.start : error.end]
                print(f"missed {error.kind}: {written} → {error.meant} {there}: {row.text[:200]}",
                      file=sys.stderr)  # fmt: skip


def run(
    files: Files,
    *,
    select: Annotated[str, "rules, with commas between them"] = "GRA",
    alone: Annotated[bool, "without the other systems"] = False,
    misses: Annotated[int, "list so many that are not mended"] = 0,
) -> Rows:
    judge = linter(select=select.split(","))
    for path in files:
        rows, name = list(rows_of(path)), folder_or_stem(path)
        said = ours(rows, judge)
        yield from counted(name, "ours", rows, said)
        show(rows, said, misses)
        for dictionary in () if alone else DICTIONARIES:
            theirs = hunspell(rows, dictionary)
            if theirs is not None:
                yield from counted(name, f"hunspell {dictionary}", rows, theirs)
        if name in PUBLISHED:
            yield {"set": name, **PUBLISHED[name]}
