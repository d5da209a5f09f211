"""Misspelt words that people marked: found, corrected, and correct words reported."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from benchmarks.evaluation.command import Files, Misses, Rows
from benchmarks.evaluation.common import Shown, folder_or_stem, read_jsonl, read_text, share
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
    """A word that a system reports, `text[start:end]`; its suggestions, the likeliest first."""

    start: int
    end: int
    suggestions: Sequence[str]
    sure: bool
    code: str = ""


def rows_of(path: str) -> Iterator[Row]:
    """Yield the texts of a file with their marked errors, in any of four layouts."""
    if not path.removesuffix(".xz").endswith(".jsonl"):
        yield from (Row(line, ()) for line in read_text(path).splitlines() if line.strip())
        return
    for row in read_jsonl(path):
        marked = row.get("errors", row.get("edits"))
        if marked is not None:
            text, right = ("text", "correct") if "errors" in row else ("bad", "meant")
            marks = [GoldError(m["start"], m["end"], (m[right],), _kind(m)) for m in marked]
            yield Row(row[text], marks)
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


def linted(rows: Sequence[Row], judge: Linter) -> list[list[Report]]:
    by_text = findings([row.text for row in rows], judge)
    return [[report for finding in in_text for report in _reports(finding)] for in_text in by_text]


def _reports(finding: Finding) -> Iterator[Report]:
    """Yield the reports of a finding, one for each place that it would correct."""
    evidence, certain, code = finding.evidence, finding.severity != "info", finding.code
    suggestions = [*evidence.get("suggestions", ()), *filter(None, [evidence.get("suggestion")])]
    edits = finding.fix.edits if finding.fix else ()
    if not edits:
        yield Report(finding.start, finding.end, suggestions, certain, code)
    for edit in edits:
        ordered = [edit.text, *(suggestions if len(edits) == 1 else ())]
        yield Report(edit.start, edit.end, list(dict.fromkeys(ordered)), certain, code)


def hunspell(rows: Sequence[Row], dictionary: str) -> list[list[Report]] | None:
    """Return hunspell's reports of each row; None where it is not installed."""
    program = shutil.which("hunspell")
    if program is None:
        return None
    words = sorted({match.group() for row in rows for match in WORD.finditer(row.text)})
    queries = "".join(f"^{word}\n" for word in words)
    process = subprocess.run(
        [program, "-d", dictionary, "-i", "utf-8", "-a"],
        input=queries, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if process.returncode or not process.stdout:
        return None
    suggestions_of: dict[str, list[str]] = {}
    for line in process.stdout.splitlines():
        if line[:1] in ("&", "#"):
            head, _, listed = line.partition(": ")
            suggestions_of[head.split(" ")[1]] = listed.split(", ") if listed else []
    return [
        [
            Report(*word.span(), suggestions_of[word.group()], True)
            for word in WORD.finditer(row.text)
            if word.group() in suggestions_of
        ]
        for row in rows
    ]


# ------------------------------------------------------------------ counting


def touching(error: GoldError, reports: Sequence[Report]) -> list[Report]:
    end = max(error.end, error.start + 1)
    return [report for report in reports if report.start < end and error.start < report.end]


def best_correct_rank(row: Row, error: GoldError, reports: Sequence[Report]) -> int | None:
    """Return the rank, from 0, of the first suggestion that restores the text; None if none."""
    before, after = row.text[: error.start], row.text[error.end :]
    expected_texts = {_plain(before + new + after) for new in error.meant}
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
    """Yield a row for all errors and for each kind: found, corrected, false reports."""
    words = sum(len(WORD.findall(row.text)) for row in rows)
    false_reports = [
        report
        for row, row_reports in zip(rows, reports, strict=True)
        for report in row_reports
        if not any(report in touching(error, [report]) for error in row.marks)
    ]
    marks = [
        (error, touching(error, row_reports), best_correct_rank(row, error, row_reports))
        for row, row_reports in zip(rows, reports, strict=True)
        for error in row.marks
        if error.kind != UNCOUNTED
    ]
    kinds = sorted({error.kind for error, *_ in marks})
    for kind in ["", *(kinds if len(kinds) > 1 else ())]:
        kind_marks = [mark for mark in marks if kind in ("", mark[0].kind)]
        row: dict[str, Any] = {"set": f"{name} {kind}".strip()}
        row |= {"system": system, "n": len(kind_marks)}
        if kind_marks:
            row["found"] = share(bool(row_reports) for _, row_reports, _ in kind_marks)
            row["top1"] = share(place == 0 for *_, place in kind_marks)
            row["top3"] = share(place is not None for *_, place in kind_marks)
        if not kind and words:
            row["false_per_1000_words"] = 1000 * len(false_reports) / words
            row["sure"] = 1000 * sum(report.sure for report in false_reports) / words
        yield row


def show(rows: Sequence[Row], reports: Sequence[Sequence[Report]], shown: Shown) -> None:
    """List the errors whose best suggestion is not correct."""
    for row, row_reports in zip(rows, reports, strict=True):
        for error in row.marks:
            place = best_correct_rank(row, error, row_reports)
            if place != 0 and error.kind != UNCOUNTED:
                found = touching(error, row_reports)
                hits = [(report.code, *report.suggestions[:3]) for report in found]
                written = row.text[error.start : error.end]
                shown(error.kind, f"{written} → {error.meant} {hits}: {row.text[:200]}")


def run(
    files: Files,
    *,
    select: Annotated[str, "rules, with commas between them"] = "GRA",
    alone: Annotated[bool, "without the other systems"] = False,
    misses: Misses = 0,
) -> Rows:
    """Yield the rows of each file, for our rules and for hunspell."""
    judge, shown = linter(select=select.split(",")), Shown(misses)
    for path in files:
        rows, name = list(rows_of(path)), folder_or_stem(path)
        our_reports = linted(rows, judge)
        yield from counted(name, "ours", rows, our_reports)
        show(rows, our_reports, shown)
        for dictionary in () if alone else DICTIONARIES:
            hunspell_reports = hunspell(rows, dictionary)
            if hunspell_reports is not None:
                yield from counted(name, f"hunspell {dictionary}", rows, hunspell_reports)
        if name in PUBLISHED:
            yield {"set": name, **PUBLISHED[name]}
