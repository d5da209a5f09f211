"""The whole page. Its script filters; without it everything is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from textlint_pt.contract.reporter import Segment
from textlint_pt.report.messages import count
from textlint_pt.report.report import DocumentReport, PartialScore, Report, Score, notices, where
from textlint_pt.report.severity import SEVERITIES
from textlint_pt.reporters.figures import placed, terms, unaccepted, within
from textlint_pt.reporters.html import beside
from textlint_pt.reporters.html.marked import COST_STEPS, Marked, letters
from textlint_pt.reporters.html.templates import file, look, page
from textlint_pt.reporters.html.words import Words
from textlint_pt.reporters.overview import costs, found_in, how_bad, in_short
from textlint_pt.reporters.rows import change_summary, kind, of_string


def heading(entry: DocumentReport, language: str) -> str:
    text = found_in(entry, language)
    return text[:1].upper() + text[1:]


def losses(score: Score) -> Iterator[tuple[str, PartialScore, float, float]]:
    """Yield each dimension with its share of the points, and where that begins in a bar of 100.

    The shares follow the total from left to right; a loss is negative.
    """
    start = 100 * (score.total or 0.0)
    for (dimension, partial), share in zip(score.partials.items(), terms(score), strict=True):
        yield dimension, partial, share, start
        start -= share


#: what the templates ask of the report
_ASKED = (
    beside.has_drift,
    beside.rows,
    change_summary,
    costs,
    heading,
    kind,
    letters,
    losses,
    of_string,
    placed,
    terms,
    unaccepted,
    where,
    within,
)


def render(report: Report, language: str) -> Iterator[Segment]:
    """Yield the report as one HTML page, the worst document first."""
    words = Words(language)
    by_document, shared = notices(report)
    shown = [Marked(number, item, words) for number, item in enumerate(report.documents, start=1)]
    # the worst come first; of many the others are folded, one line each
    pairs = [*zip(shown, by_document, strict=True)]
    pairs.sort(key=lambda pair: how_bad(pair[0].entry), reverse=True)
    findings = [finding for item in report.documents for finding in item.findings]
    of_severity = Counter(finding.severity for finding in findings)
    summary = report.summary
    counted = words(
        "summary",
        findings=count(language, "finding", summary.findings),
        documents=count(language, "document", summary.documents),
        sentences=summary.sentences,
    )
    pieces = page(
        "reporters/html/page.html",
        words("title"),
        words,
        look(),
        file(Path(__file__).with_name("page.js")),
        report=report,
        lines=[*in_short(report, language)] if len(shown) > 1 else [counted],
        shared=shared,
        documents=pairs,
        severities=[(item, of_severity[item]) for item in SEVERITIES if of_severity[item]],
        kinds_found=Counter(map(kind, findings)).most_common(),
        codes={kind(finding): finding.code for finding in findings},
        is_beside=any(len(item.sides) > 1 for item in shown),
        cost_steps=COST_STEPS,
        drift_steps=beside.DRIFT_STEPS,
        **{item.__name__: item for item in _ASKED},
    )
    for piece in pieces:
        yield piece, ""
