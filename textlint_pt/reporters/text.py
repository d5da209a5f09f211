"""`--format text`: findings with the sentence, its evidence and the related place; the score.

Many findings, and those of several documents, are one row each; `--format full` shows all so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple

from textlint_pt.contract.reporter import COLOURS, Reporter, Segment
from textlint_pt.report.finding import Finding, Related
from textlint_pt.report.messages import opening, say, visible
from textlint_pt.report.report import (
    DocumentReport,
    Notice,
    Report,
    Score,
    also,
    assemble,
    counted,
    line_shown,
    recurring,
    where,
)
from textlint_pt.reporters.figures import decimal, describe_score, signed, tenths, within
from textlint_pt.reporters.overview import correctable, costs, found_in, overview
from textlint_pt.reporters.rows import (
    MOST,
    NARROWEST,
    SIGNS,
    cells,
    fill,
    marked,
    of_string,
    rows,
    wrap,
)

#: columns of a quoted sentence if the width of the terminal is unknown
_WIDTH = 92


class Text(Reporter):
    name = "text"
    #: more findings of a single document are one row each, and those of several always are; None:
    #: never
    most_in_full: ClassVar[int | None] = 10

    streams = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for piece in self.stream(report.documents, len(report.documents) > 1, language, report):
            yield from piece
        if report.partial:
            yield f"{say(language, 'partial')}\n", ""

    def stream(
        self,
        documents: Iterable[DocumentReport],
        has_several: bool,
        language: str,
        report: Report | None = None,
    ) -> Iterator[list[Segment]]:
        """Yield the text of each document, and at the end notices and an overview."""
        seen: list[DocumentReport] = []
        for document in documents:
            seen.append(document)
            if piece := [*self._document(document, has_several, language)]:
                yield piece
        end = [*self._end(report or assemble(seen, "", ""), has_several, language)]
        if end and not self.quiet:
            yield end

    def _document(
        self, document: DocumentReport, has_several: bool, language: str
    ) -> Iterator[Segment]:
        """Yield a document's findings in rows or in full, its measures and its score."""
        if _failed(document):
            return
        findings = document.findings
        if not self._is_in_rows(findings, has_several):
            for finding, later in recurring(findings):
                besides = [of_string(finding, language), also(later, language)]
                if self.most_in_full is None and "pattern" in finding.evidence:
                    besides.append(say(language, "by-pattern", id=finding.evidence["pattern"]))
                yield from _finding(document.path, finding, self.columns, besides)
        elif findings:
            limit = MOST if has_several and not self.shows_all else None
            headed = has_several or self.quiet
            yield from rows(
                document, language, self.columns, limit, headed=headed, whole=not has_several
            )
        if document.measures:
            yield from _measures(document, language)
        if not self.quiet and (self.shows_scores or not has_several):
            notices = _notices_without_score(document) if has_several else document.notices
            yield from _score_and_notices(document, notices, language, self.columns)

    def _is_in_rows(self, findings: Sequence[Finding], has_several: bool) -> bool:
        if self.most_in_full is None:
            return False
        return has_several or len(findings) > self.most_in_full

    def _end(self, report: Report, has_several: bool, language: str) -> Iterator[Segment]:
        """Yield what stands below all documents: notices and the overview, or hints for one."""
        width = max(self.columns or _WIDTH, NARROWEST)
        if not has_several:
            yield from ((_wrapped(line, width), "") for line in self._hints(report, language))
            return
        own, shared = counted(report, language)
        lines = [
            f"{document.path}: {notice.message}"
            for document, notices in zip(report.documents, own, strict=True)
            for notice in notices or ()
            if not _failed(document)
            and not (self.shows_scores and notice in _notices_without_score(document))
        ]
        lines += (notice.message for notice in shared)
        for line in lines:
            yield _wrapped(opening(line), width), ""
        if lines or report.findings:
            yield "\n", ""
        style = "bold"
        for line in overview(report, language):
            yield _wrapped(line, width), style
            style = ""

    def _hints(self, report: Report, language: str) -> Iterator[str]:
        """Yield how to see more of a single document, and how to correct it."""
        if self._is_in_rows(report.findings, has_several=False):
            yield say(language, "brief")
        yield from correctable(report.documents, language, is_copied=self.is_copied)
        if not report.findings and any(one.sentences for one in report.documents):
            yield say(language, "unseen")


def _wrapped(text: str, width: int) -> str:
    lines = (text[start:end] for start, end in wrap(text, width))
    return "".join(f"{line}\n" for line in lines)


class Full(Text):
    name = "full"
    most_in_full = None


def _failed(document: DocumentReport) -> bool:
    """Return whether there is nothing to show but the error, which goes to standard error."""
    return document.error is not None and not document.sentences


def _notices_without_score(document: DocumentReport) -> list[Notice]:
    """Return the notices that say why a document has no score."""
    return [notice for notice in document.notices if notice.code == document.score.reason]


def _score_and_notices(
    document: DocumentReport, notices: Sequence[Notice], language: str, columns: int | None
) -> Iterator[Segment]:
    """Yield how many problems a document has, its score or why it has none, and notices."""
    score, path = document.score, opening(document.path)
    yield path, "bold"
    yield ": ", ""
    counts = ""
    unfit_notice = next((notice for notice in notices if notice.code == score.reason), None)
    if not unfit_notice:
        error = say(language, "incomplete") if document.error else ""
        parts = (found_in(document, language, by_severity=True), error)
        counts = "".join(f"{part}; " for part in parts if part)
    shown = _hanging(counts, columns, cells(f"{path}: "))
    yield shown, ""
    used_columns = cells(f"{path}: {shown}".rpartition("\n")[2])
    if score.total is None:
        reason = score.reason or "nothing-measured"
        why = unfit_notice.message if unfit_notice else say(language, reason)
        if score.interval is not None:
            why = f"{why}; {say(language, 'so-little')}{within(score, language)}"
        why = f"{say(language, 'no_score')}: {visible(why)}"
        yield f"{_hanging(why, columns, used_columns)}\n", ""
    else:
        yield f"{_hanging(describe_score(score, language), columns, used_columns)}\n", "bold"
        yield from _causes(score, language) if score.causes else _terms(score, language, columns)
        yield from _costliest(document, language, columns)
    for notice in notices:
        if notice is not unfit_notice:
            yield f"  {_hanging(opening(notice.message), columns, 2)}\n", ""
    yield "\n", ""


def _finding(
    path: str, finding: Finding, columns: int | None, besides: Sequence[str]
) -> Iterator[Segment]:
    """Yield a finding with its quoted sentence, related places and `besides` lines."""
    place = f"{opening(path)}:{where(finding)}"
    yield place, "bold"
    yield ":", ""
    yield f" {SIGNS[finding.severity]} ", COLOURS[finding.severity]
    fix_sign = marked(finding).replace(" ", "\N{NO-BREAK SPACE}")  # on the line of the code
    line = f" {visible(finding.message)} [{finding.code}]{fix_sign}"
    yield f"{_hanging(line, columns, cells(place) + 4)}\n", ""
    quoted = finding.excerpt
    gutter = len(str(max([line_shown(finding), *map(line_shown, finding.related)])))
    width = _available_width(columns, gutter + len(" | "))
    marks = [
        _Mark(related.excerpt.start, related.excerpt.end, "-", "")
        for related in finding.related
        if _is_in_same_quote(finding, related)
    ]
    marks.append(_Mark(quoted.start, quoted.end, "^", "bold"))
    yield f"{' ' * gutter} |\n", ""
    yield from _quote(quoted.text, line_shown(finding), gutter, marks, width)
    for related in finding.related:
        line = f"{visible(related.path)}:{where(related)}: {visible(related.message)}"
        yield f"{' ' * gutter} = ", ""
        yield f"{_hanging(line, columns, gutter + 3, gutter + 3)}\n", ""
        if not _is_in_same_quote(finding, related):
            mark = _Mark(related.excerpt.start, related.excerpt.end, "-", "")
            yield from _quote(related.excerpt.text, line_shown(related), gutter, [mark], width)
    for line in filter(None, besides):
        yield f"{' ' * gutter} = ", ""
        yield f"{_hanging(visible(line), columns, gutter + 3, gutter + 3)}\n", ""
    yield "\n", ""


def _hanging(text: str, columns: int | None, used_columns: int, indent: int = 2) -> str:
    """Return wrapped text; the first line begins after `used_columns` columns."""
    if columns is None:
        return text
    width = max(columns, NARROWEST) - indent
    first_width = max(columns, NARROWEST) - used_columns
    end = len(text)
    if cells(text) > first_width:  # the first line ends before the first word that does not fit
        end = max(text.rfind(" ", 0, fill(text, 0, max(first_width, 1)) + 1), 0)
    rest = text[end:].lstrip(" ")
    lines = [text[:end], *(rest[slice(*line)] for line in wrap(rest, width))] if rest else [text]
    return f"\n{' ' * indent}".join(lines)


def _is_in_same_quote(finding: Finding, other: Related) -> bool:
    """Return whether a related place lies in the sentence quoted for the finding."""
    return (
        other.role == "text"
        and other.excerpt.text == finding.excerpt.text
        and other.start - other.excerpt.start == finding.start - finding.excerpt.start
    )


def _available_width(columns: int | None, indent: int) -> int:
    return _WIDTH if columns is None else max(columns, NARROWEST) - indent


class _Mark(NamedTuple):
    """A range of a quoted text to underline."""

    start: int
    end: int
    sign: str
    style: str


def _quote(
    text: str, line: int, gutter: int, marks: Sequence[_Mark], width: int
) -> Iterator[Segment]:
    """Yield a wrapped quotation, with marks below; the row of the last mark has the line number."""
    text = visible(text)
    rows = wrap(text, width)
    numbered = max(start for start, _ in rows if start == 0 or start <= marks[-1].start)
    for start, end in rows:
        label = str(line if start == numbered else "").rjust(gutter)
        yield f"{label} | ", ""
        yield f"{text[start:end]}\n", ""
        label = " " * gutter
        signs = [(" ", "")] * (end - start)
        for mark in marks:
            stretch = slice(max(mark.start - start, 0), max(mark.end - start, 0))
            signs[stretch] = [(mark.sign, mark.style)] * len(signs[stretch])
        while signs and signs[-1][0] == " ":
            signs.pop()
        if not signs:
            continue
        yield f"{label} | ", ""
        # a wide character has two signs below it, a combining accent none
        columns = (
            (sign, style, cells(char))
            for (sign, style), char in zip(signs, text[start:], strict=False)
        )
        for (sign, style), run in groupby(columns, key=lambda column: column[:2]):
            yield sign * sum(width for _, _, width in run), style
        yield "\n", ""


def _causes(score: Score, language: str) -> Iterator[Segment]:
    """Yield a line for each main cause of lost points, and one for the rest."""
    for loss, what in costs(score, language):
        yield f"  {signed(loss, language):>6}  ", "bold"
        yield f"{what}\n", ""


def _terms(score: Score, language: str, columns: int | None) -> Iterator[Segment]:
    """Yield a line for each term of a profile that is a sum."""
    if score.profile == "calibrated":
        return  # nothing is lost
    names = [say(language, dimension) for dimension in score.partials]
    width = max((len(name) for name in names), default=0)
    for name, partial in zip(names, score.partials.values(), strict=True):
        value = partial.value
        head = f"  {name.ljust(width)}  "
        head += f"{'-' if value is None else signed(value, language, 4):>8}  "
        shown = say(language, partial.reason or "") if value is None else partial.formula
        yield head, ""
        space = _available_width(columns, len(head)) if columns else len(shown)
        indent = f"\n{' ' * len(head)}"
        yield f"{indent.join(shown[start:end] for start, end in wrap(shown, space))}\n", ""


def _costliest(document: DocumentReport, language: str, columns: int | None) -> Iterator[Segment]:
    """Yield the sentences that cost most and have no finding, with reasons."""
    sentences = [sentence for sentence in document.costly_unmarked if tenths(sentence.loss)]
    if not sentences:
        return
    yield f"  {say(language, 'costliest')}\n", ""
    gutter = max(len(str(sentence.line)) for sentence in sentences)
    indent = " " * (10 + gutter)
    width = _available_width(columns, len(indent) + len(" | "))
    for sentence in sentences:
        text = visible(sentence.text)
        _, end = wrap(text, width)[0]
        if end < len(text):
            _, end = wrap(text, width - len("…"))[0]
        loss = signed(-100 * sentence.loss, language)
        yield f"  {loss:>6}  ", "bold"
        yield f"{str(sentence.line).rjust(gutter)} | ", ""
        yield f"{text[:end]}{'…' if end < len(text) else ''}\n", ""
        reasons = visible("; ".join(sentence.reasons))
        lines = wrap(reasons, width) if columns else [(0, len(reasons))]
        sign = "="
        for start, end in lines:
            yield f"{indent} {sign} {reasons[start:end]}\n", ""
            sign = " "


def _measures(document: DocumentReport, language: str) -> Iterator[Segment]:
    """Yield the measured values of each block, and their means."""
    by_name: dict[str, list[float]] = {}
    for row in document.measures:
        values = {
            name: value
            for name, value in row.items()
            if name not in ("sentence", "start", "end", "line", "kind") and value is not None
        }
        if not values:
            continue
        for name, value in values.items():
            by_name.setdefault(name, []).append(value)
        place = f"{visible(document.path)}:{row['line']}"
        kind = say(language, f"block-{row['kind']}")
        yield f"{place}: {kind}: {_named(values, language)}\n", ""
    means = {name: sum(values) / len(values) for name, values in by_name.items()}
    if not means:
        yield f"{visible(document.path)}: {say(language, 'measures-none')}\n", ""
    elif len(document.measures) > 1:
        label = say(language, "measures-mean")
        yield f"{visible(document.path)}: {label}: {_named(means, language)}\n", ""


def _named(values: Mapping[str, float], language: str) -> str:
    return " ".join(f"{name}={decimal(value, 3, language)}" for name, value in values.items())
