"""`--format csv`: the total and the partial scores, one document per row."""

from __future__ import annotations

import io
from collections.abc import Iterator

from textlint_pt.reporters.report import DIMENSIONS, DocumentDict, Report
from textlint_pt.reporters.reporter import Reporter, Segment

COLUMNS = ("path", "sentences", "words", "total", *DIMENSIONS, "band")


class Csv(Reporter):
    name = "csv"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        import csv

        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for document in report["documents"]:
            writer.writerow(_row(document))
        yield out.getvalue(), ""


def _row(document: DocumentDict) -> list[object]:
    score = document["score"]
    partials = [score["partials"].get(dimension) for dimension in DIMENSIONS]
    return [
        document["path"],
        document["sentences"],
        document["words"],
        _number(score["total"]),
        *(_number(partial["value"] if partial else None) for partial in partials),
        score["band"] or "",
    ]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
