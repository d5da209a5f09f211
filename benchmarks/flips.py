"""Single words that turn a page round, and careful rewrites, against the page as it was."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

from benchmarks.evaluation import texts
from benchmarks.evaluation.command import File, Files, Rows
from benchmarks.evaluation.common import read_text, stem
from benchmarks.evaluation.corrected import linter
from textlint_pt.companions.input import Input
from textlint_pt.contract import Span, UserError
from textlint_pt.engine.linter import Linter
from textlint_pt.report.finding import Finding

CODE = "TRA002"


class Flip(NamedTuple):
    """A word put in the place of another: of which text, in which sentence."""

    set: str
    text: str
    sentence: int
    old: str
    new: str


class Planted(NamedTuple):
    """A page with flips: the page as it was and as it is, and each flip with its place in it."""

    before: Input
    data: str
    places: list[tuple[Flip, int, int]]


def rows(path: str, columns: int) -> list[list[str]]:
    found = [line.split("\t") for line in read_text(path).splitlines() if line]
    for number, row in enumerate(found, 1):
        if len(row) != columns or not all(row):
            raise SystemExit(f"flips: {path}: row {number} has not {columns} columns")
    if not found:
        raise SystemExit(f"flips: {path}: no rows")
    return found


def flips(path: str) -> list[Flip]:
    found = rows(path, len(Flip._fields))
    numbered = [number for number, row in enumerate(found, 1) if not row[2].isdecimal()]
    if numbered:
        raise SystemExit(f"flips: {path}: row {numbered[0]} has no number of a sentence")
    return [Flip(name, text, int(at), old, new) for name, text, at, old, new in found]


def linted(judge: Linter, path: str, data: str, before: str) -> list[tuple[Finding, str]]:
    """Findings of a page against itself as it was, each with the text it marks."""
    reference = {"reference": (f"before-{path}", before.encode())}
    entry = next(judge.lint([Input(path, data.encode(), reference)]))
    if entry["error"]:
        raise SystemExit(f"flips: {path}: {entry['error']}")
    return [(found, data[found["start"] : found["end"]]) for found in entry["findings"]]


def pages(paths: Sequence[str], wanted: Sequence[Flip], judge: Linter) -> Iterator[Planted]:
    by_text: dict[tuple[str, str], list[Flip]] = defaultdict(list)
    for flip in wanted:
        by_text[flip.set, flip.text].append(flip)
    for path in paths:
        for name, items in texts.load(path).items():
            for item in items:
                own = item.name if item.name.endswith(item.suffix) else item.name + item.suffix
                if (name, own) in by_text:
                    found = by_text.pop((name, own))
                    yield plant(Input(own, item.text.encode()), item.text, found, judge)
    for name, text in by_text:
        raise SystemExit(f"flips: no text {text} of the set {name} among the files given")


def plant(before: Input, text: str, wanted: Sequence[Flip], judge: Linter) -> Planted:
    sentences = judge.read(before).sentences
    edits = []
    for flip in wanted:
        word = re.compile(rf"(?<!\w){re.escape(flip.old)}(?!\w)")
        known = flip.sentence < len(sentences)
        span = sentences[flip.sentence].span if known else Span(0, 0)
        hit = word.search(text, *span)
        if hit is None:
            where = f"sentence {flip.sentence} of {flip.text}"
            raise SystemExit(f"flips: {where} does not have “{flip.old}”: another version of it?")
        edits.append((hit.start(), hit.end(), flip, span))
    data, moved, places = text, 0, []
    for start, end, flip, span in sorted(edits):
        data = data[: start + moved] + flip.new + data[end + moved :]
        grown = len(flip.new) - len(flip.old)
        places.append((flip, span.start + moved, span.end + moved + grown))
        moved += grown
    return Planted(before, data, places)


def turned(paths: Sequence[str], table: str, judge: Linter, worst: int) -> dict[str, Any]:
    """The row of words that turn a sentence round."""
    wanted = flips(table)
    found = elsewhere = shown = 0
    for page in pages(paths, wanted, judge):
        before = page.before.data.decode()
        spans = [
            (one["start"], one["end"])
            for one, _ in linted(judge, page.before.path, page.data, before)
        ]
        for flip, start, end in page.places:
            hit = any(low < end and start < high for low, high in spans)
            found += hit
            if not hit and shown < worst:
                shown += 1
                print(f"missed: {flip.old} → {flip.new}: {page.data[start:end]}")
        elsewhere += sum(
            not any(low < end and start < high for _, start, end in page.places)
            for low, high in spans
        )
    return {
        "system": "ours",
        "set": stem(table),
        "found": found / len(wanted),
        "false": elsewhere,
        "n": len(wanted),
    }


def rewritten(table: str, judge: Linter, worst: int) -> dict[str, Any]:
    """The row of careful rewrites."""
    found = 0
    pairs = rows(table, 2)
    for number, (before, after) in enumerate(pairs):
        reported = linted(judge, f"{number}.txt", f"{after}\n", f"{before}\n")
        found += bool(reported)
        for one, _ in reported if found <= worst else ():
            print(f"reported: {one['message']}\n      {before}\n      {after}")
    return {
        "system": "ours",
        "set": stem(table),
        "false_per_1000": 1000 * found / len(pairs),
        "n": len(pairs),
    }


def run(
    files: Files = (),
    *,
    planted: File | None = None,
    rewrites: File | None = None,
    worst: Annotated[int, "flips missed, rewrites reported"] = 0,
) -> Rows:
    if bool(files) != bool(planted) or not (planted or rewrites):
        raise UserError("give FILE… with --planted, or --rewrites, or both")
    judge = linter(select=[CODE])
    if planted:
        yield turned(files, planted, judge, worst)
    if rewrites:
        yield rewritten(rewrites, judge, worst)
