"""`--format csv`: the total, the partial scores and counts of findings, one document per row."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Sequence

from textlint_pt.contract.reporter import Reporter, Segment
from textlint_pt.report.messages import opening, say, visible
from textlint_pt.report.report import DIMENSIONS, DocumentReport, Report

#: before the dimensions that plugins add
COLUMNS = (
    *("path", "sentences", "words", "total", *DIMENSIONS, "band"),
    *("findings", "by_code", "reason"),
)
#: a spreadsheet takes a cell that begins with one of these for a formula
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Csv(Reporter):
    name = "csv"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """Return the report as CSV, one row for each document."""
        import csv

        measured = {name for document in report.documents for name in document.score.partials}
        plugin_dimensions = sorted(measured - set(DIMENSIONS))
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*COLUMNS, *map(_text, plugin_dimensions)])
        for document in report.documents:
            writer.writerow(_row(document, plugin_dimensions))
        if report.partial:
            row = dict.fromkeys(COLUMNS, "") | {"reason": say(language, "partial")}
            writer.writerow([*row.values(), *("" for _ in plugin_dimensions)])
        yield out.getvalue(), ""


def _row(document: DocumentReport, plugin_dimensions: Sequence[str]) -> list[object]:
    """Return the values of a document in the order of the columns."""
    score = document.score
    values = {name: partial.value for name, partial in score.partials.items()}
    codes = Counter(finding.code for finding in document.findings)
    return [
        _text(opening(document.path)),
        document.sentences,
        document.words,
        _number(score.total),
        *(_number(values.get(dimension)) for dimension in DIMENSIONS),
        score.band or "",
        len(document.findings),
        " ".join(f"{code}={number}" for code, number in sorted(codes.items())),
        _text(score.reason or ""),
        *(_number(values.get(name)) for name in plugin_dimensions),
    ]


def _text(text: str) -> str:
    """Return text that steers no terminal and that no spreadsheet computes."""
    shown = visible(text)
    return f"'{shown}" if text.startswith(_FORMULA) and text != "-" else shown


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
