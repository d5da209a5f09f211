"""Findings of the rules of translation in good human translations."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import Shown, read_jsonl, stem
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import Plugins
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.report.report import DocumentReport

#: rules of the source alone, and those that need a reference
CODES = ("TRA003", "TRA004", "TRA005", "TRA006", "TRA008")
DRIFT = ("TRA001", "TRA002")


class Segment(NamedTuple):
    """A segment of the source with its translation; `reference` is another one, if there is."""

    source: str
    target: str
    reference: str | None = None


class Text(NamedTuple):
    """The segments of a document; `variant` is the target's, as "pt-BR", "" where unknown."""

    name: str
    segments: Sequence[Segment]
    variant: str = ""

    @property
    def has_other(self) -> bool:
        """Whether there is another translation."""
        return self.segments[0].reference is not None


def texts(path: str) -> dict[str, list[Text]]:
    """Return the texts of a file by set, one set for each Portuguese column."""
    rows = read_jsonl(path)
    columns = [key for key in rows[0] if key == "pt" or key.startswith("pt_")]
    result: dict[str, list[Text]] = {}
    for column in columns:
        other = next((name for name in columns if name != column), None)
        grouped: dict[str, list[Segment]] = defaultdict(list)
        for row in rows:
            grouped[str(row.get("doc", stem(path)))].append(
                Segment(row["en"], row[column], row[other] if other else None)
            )
        variant = column.replace("_", "-") if "_" in column else ""
        name = f"{stem(path)}-{column}" if len(columns) > 1 else stem(path)
        result[name] = [Text(doc, segments, variant) for doc, segments in grouped.items()]
    return result


class Checker:
    """Lints with the rules of translation alone."""

    def __init__(self, worst: int, select: Sequence[str] = ()) -> None:
        """Load the rules; `worst`: findings of each that are shown."""
        self._plugins: Plugins = load_plugins(third_party=False)
        self._linters: dict[tuple[str, ...], Linter] = {}
        self._shown = Shown(worst)
        self.codes = tuple(
            c for c in (*DRIFT, *CODES) if c in self._plugins.rules and c in (select or (c,))
        )

    def linter(self, codes: Sequence[str], variant: str) -> Linter:
        """Return the linter of these rules for a variant, made once."""
        key = (*codes, variant)
        if key not in self._linters:
            rules = {"TRA008": {"target": variant}} if variant else {}
            values = {"select": list(codes), "language": "en", "rules": rules}
            self._linters[key] = Linter(self._plugins, [Layer("benchmark", values)])
        return self._linters[key]

    def lint(self, source: Input, codes: Sequence[str], variant: str = "") -> DocumentReport:
        """Return the report of an input; errors are printed."""
        linter = self.linter([code for code in codes if code in self.codes], variant)
        entry = next(linter.lint([source], with_measures=True))
        for problem in (entry["error"], *linter.damaged):
            if problem:
                print(f"{source.path}: {problem}", file=sys.stderr)
        return entry

    def show(self, entry: DocumentReport) -> None:
        """List the first findings of each rule."""
        for finding in entry.findings:
            excerpts = (finding.excerpt, *(one.excerpt for one in finding.related))
            marked = "".join(f"\n      {excerpt.text}" for excerpt in excerpts)
            place = f"{entry.path}:{finding.line}"
            self._shown(finding.code, f"{place}: {finding.message}{marked}")


def _source(text: Text, source: bool) -> Input:
    """Return a translation to lint, its segments as paragraphs, with its source or with another
    translation as its companion."""
    # a segment is its source, its translation and, in some sets, another translation
    sides = [[segment[side] or "" for segment in text.segments] for side in (1, 0 if source else 2)]
    target, other = ("\n\n".join(side).encode() for side in sides)
    role = "source" if source else "reference"
    return Input(f"{text.name}.txt", target, {role: (f"{role}-{text.name}.txt", other)})


def clean(name: str, texts_of_set: Sequence[Text], checker: Checker) -> Iterator[Row]:
    """Yield findings per 1,000 segments of good translations."""
    codes = [code for code in CODES if code in checker.codes]
    counts: Counter[str] = Counter()
    for text in texts_of_set if codes else ():
        entry = checker.lint(_source(text, source=True), CODES, text.variant)
        counts.update(finding["code"] for finding in entry["findings"])
        checker.show(entry)
    size = sum(len(text.segments) for text in texts_of_set)
    yield from (_clean_row(name, code, counts[code], size) for code in codes)
    for code in DRIFT:
        if code in checker.codes and texts_of_set[0].has_other:
            yield _drifting(name, texts_of_set, code, checker)


def _drifting(name: str, texts_of_set: Sequence[Text], code: str, checker: Checker) -> Row:
    """Return the share of aligned sentences of two translations that a rule reports."""
    aligned = reported = count = 0
    for text in texts_of_set:
        # a rule at a time, since TRA002 supersedes TRA001
        entry = checker.lint(_source(text, source=False), [code])
        checker.show(entry)
        spans = [(finding["start"], finding["end"]) for finding in entry["findings"]]
        measured = [m for m in entry["measures"] if m["drift"] is not None]
        aligned += len(measured)
        reported += sum(
            any(m["start"] < end and start < m["end"] for start, end in spans) for m in measured
        )
        count += len(spans)
    row = _clean_row(name, code, count, sum(len(text.segments) for text in texts_of_set))
    return row | {"share": reported / max(1, aligned), "n": aligned}


def _clean_row(name: str, code: str, count: int, size: int) -> Row:
    return {"set": name, "code": code, "false_per_1000": 1000 * count / max(1, size), "n": size}


def whole_file(path: str, checker: Checker) -> Iterator[Row]:
    """Yield findings per 1,000 sentences of a translated file."""
    file = Path(path)
    english = file.with_name(f"{file.stem}.en{file.suffix}")
    companions = {"source": (str(english), english.read_bytes())} if english.exists() else {}
    entry = checker.lint(Input(path, file.read_bytes(), companions), CODES)
    checker.show(entry)
    counts = Counter(finding["code"] for finding in entry["findings"])
    for code in CODES:
        if code in checker.codes:
            yield _clean_row(file.name, code, counts[code], entry["sentences"])


def run(
    files: Files,
    *,
    select: Annotated[Sequence[str], "these rules"] = (),
    worst: Annotated[int, "findings of each"] = 0,
) -> Rows:
    """Yield the findings per 1,000 of each file and rule."""
    checker = Checker(worst, select)
    for path in files:
        if ".jsonl" not in path:
            yield from whole_file(path, checker)
            continue
        for name, found in texts(path).items():
            yield from clean(name, found, checker)
