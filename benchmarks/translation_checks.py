"""Findings of the rules of translation in good human translations."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import Shown, read_jsonl, stem
from benchmarks.evaluation.corrected import linter
from textlint_pt.companions.input import Input
from textlint_pt.report.report import DocumentReport

#: rules of the source alone, and those that need a reference
CODES = ("TRA003", "TRA004", "TRA005", "TRA006", "TRA008")
DRIFT = ("TRA001", "TRA002")


class Text(NamedTuple):
    """The segments of a document in English, in a translation and, if there is one, in another."""

    name: str
    source: Sequence[str]
    target: Sequence[str]
    reference: Sequence[str]


def texts(path: str) -> Iterator[tuple[str, str, list[Text]]]:
    """Yield a set for each Portuguese column of a file: name, variant ("pt-BR", "") and texts."""
    documents: dict[str, list[Row]] = defaultdict(list)
    for row in read_jsonl(path):
        documents[str(row.get("doc", stem(path)))].append(row)
    first_row = next(iter(documents.values()))[0]
    columns = [key for key in first_row if key == "pt" or key.startswith("pt_")]
    for column in columns:
        others = [name for name in columns if name != column][:1]
        name = f"{stem(path)}-{column}" if len(columns) > 1 else stem(path)
        yield (
            name,
            column.replace("_", "-") if "_" in column else "",
            [
                Text(
                    document,
                    [row["en"] for row in rows],
                    [row[column] for row in rows],
                    [row[other] for row in rows for other in others],
                )
                for document, rows in documents.items()
            ],
        )


def linted(
    texts: Sequence[Text], variant: str, codes: Sequence[str], role: str, shown: Shown
) -> Iterator[DocumentReport]:
    """Yield the report of each text, its segments as paragraphs, by the rules `codes`.

    `role`: what each is compared with, "source" or "reference".
    """
    judge = linter(select=codes, rules={"TRA008": {"target": variant}} if variant else {})
    for text in texts:
        other = "\n\n".join(text.source if role == "source" else text.reference).encode()
        companions = {role: (f"{role}-{text.name}.txt", other)}
        file = Input(f"{text.name}.txt", "\n\n".join(text.target).encode(), companions)
        entry = next(judge.lint([file], with_measures=True))
        for problem in filter(None, (entry["error"], *judge.damaged)):
            print(f"{file.path}: {problem}", file=sys.stderr)
        for finding in entry.findings:
            excerpts = (finding.excerpt, *(one.excerpt for one in finding.related))
            marked = "".join(f"\n      {excerpt.text}" for excerpt in excerpts)
            shown(finding.code, f"{entry.path}:{finding.line}: {finding.message}{marked}")
        yield entry


def clean(
    name: str, variant: str, texts: Sequence[Text], codes: Sequence[str], shown: Shown
) -> Iterator[Row]:
    """Yield findings per 1,000 segments of good translations."""
    size = sum(len(text.target) for text in texts)

    def row(code: str, count: int) -> Row:
        return {"set": name, "code": code, "false_per_1000": 1000 * count / max(1, size), "n": size}

    of_source = [code for code in CODES if code in codes]
    if of_source:
        entries = linted(texts, variant, of_source, "source", shown)
        counts = Counter(finding.code for entry in entries for finding in entry.findings)
        yield from (row(code, counts[code]) for code in of_source)
    for code in DRIFT:
        if code in codes and texts[0].reference:
            # a rule at a time, since TRA002 supersedes TRA001
            entries = linted(texts, variant, [code], "reference", shown)
            aligned, reported, count = map(sum, zip(*map(_drifting, entries), strict=True))
            yield row(code, count) | {"share": reported / max(1, aligned), "n": aligned}


def _drifting(entry: DocumentReport) -> tuple[int, int, int]:
    """Return the number of aligned sentences, of those that are reported, and of findings."""
    spans = [(finding["start"], finding["end"]) for finding in entry["findings"]]
    measured = [m for m in entry["measures"] if m["drift"] is not None]
    reported = sum(
        any(m["start"] < end and start < m["end"] for start, end in spans) for m in measured
    )
    return len(measured), reported, len(spans)


def run(
    files: Files,
    *,
    select: Annotated[Sequence[str], "these rules"] = (),
    worst: Annotated[int, "findings of each"] = 0,
) -> Rows:
    """Yield the findings per 1,000 of each file and rule."""
    shown = Shown(worst)
    for path in files:
        for name, variant, found in texts(path):
            yield from clean(name, variant, found, select or (*DRIFT, *CODES), shown)
