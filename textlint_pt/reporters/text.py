"""`--format text`: findings with the sentence, its evidence and the related place; the score.

Many findings, and those of several documents, are one row each; `--format full` shows all so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple

from textlint_pt.contract.reporter import COLOURS, Reporter, Segment
from textlint_pt.report.finding import Finding, Related
from textlint_pt.report.messages import count, opening, say, visible
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
from textlint_pt.reporters.figures import decimal, signed, standing, tenths, within
from textlint_pt.reporters.overview import baselined, correctable, costs, nothing, overview
from textlint_pt.reporters.rows import (
    MOST,
    NARROWEST,
    SIGNS,
    cells,
    fill,
    marked,
    of_string,
    rows,
    severities,
    wrap,
)

#: columns of a quoted sentence if the width of the terminal is unknown
_WIDTH = 92


class Text(Reporter):
    name = "text"
    #: more findings of a single document are one row each, and those of several always are; None:
    #: never
    most: ClassVar[int | None] = 10

    streams = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        for piece in self.stream(report.documents, len(report.documents) > 1, language, report):
            yield from piece
        if report.partial:
            yield f"{say(language, 'partial')}\n", ""

    def stream(
        self,
        documents: Iterable[DocumentReport],
        several: bool,
        language: str,
        report: Report | None = None,
    ) -> Iterator[list[Segment]]:
        """Notices come at the end, when it is known which of them many documents have."""
        seen: list[DocumentReport] = []
        for document in documents:
            seen.append(document)
            if piece := [*self._document(document, several, language)]:
                yield piece
        end = [*self._end(report or assemble(seen, "", ""), several, language)]
        if end and not self.quiet:
            yield end

    def _document(
        self, document: DocumentReport, several: bool, language: str
    ) -> Iterator[Segment]:
        if _failed(document):
            return
        if self.most is not None and (several or len(document.findings) > self.most):
            if document.findings:
                limit = MOST if several and not self.shows_all else None
                headed = several or self.quiet
                yield from rows(
                    document, language, self.columns, limit, headed=headed, whole=not several
                )
        else:
            for finding, later in recurring(document.findings):
                said = of_string(finding, language)
                yield from _finding(
                    document.path, finding, self.columns, (said, also(later, language))
                )
        if document.measures:
            yield from _measures(document, language)
        if not self.quiet and (self.shows_scores or not several):
            about = _why(document) if several else document.notices
            yield from _document(document, about, language, self.columns)

    def _end(self, report: Report, several: bool, language: str) -> Iterator[Segment]:
        width = max(self.columns or _WIDTH, NARROWEST)
        if not several:
            found = report.findings
            brief = self.most is not None and len(found) > self.most
            hints = [*([say(language, "brief")] if brief else ())]
            hints += correctable(report.documents, language, is_copied=self.is_copied)
            if not found and any(one.sentences for one in report.documents):
                hints.append(say(language, "unseen"))
            for line in hints:
                yield _wrapped(line, width), ""
            return
        own, shared = counted(report, language)
        said = [
            f"{document.path}: {notice.message}"
            for document, about in zip(report.documents, own, strict=True)
            for notice in about or ()
            if not _failed(document) and not (self.shows_scores and notice in _why(document))
        ]
        for line in (*said, *(notice.message for notice in shared)):
            yield _wrapped(opening(line), width), ""
        if said or shared or report.findings:
            yield "\n", ""
        style = "bold"
        for line in overview(report, language):
            yield _wrapped(line, width), style
            style = ""


def _wrapped(text: str, width: int) -> str:
    lines = (text[start:end] for start, end in wrap(text, width))
    return "".join(f"{line}\n" for line in lines)


class Full(Text):
    name = "full"
    most = None


def _failed(document: DocumentReport) -> bool:
    """Whether there is nothing to show but the error, which goes to standard error."""
    return document.error is not None and not document.sentences


def _why(document: DocumentReport) -> list[Notice]:
    """The notice that says why a document has no score, if one does."""
    return [one for one in document.notices if one.code == document.score.reason]


def _document(
    document: DocumentReport, about: Sequence[Notice], language: str, columns: int | None
) -> Iterator[Segment]:
    if _failed(document):
        return
    yield opening(document.path), "bold"
    yield ": ", ""
    said = ""
    found = len(document.findings)
    score = document.score
    unfit = next((notice for notice in about if notice.code == score.reason), None)
    if not unfit:
        if found or not document.error:
            accepted = len(baselined(document))
            said = count(language, "finding", found) if found else nothing(accepted, language)
            said += f" ({severities(document.findings, language)})" if found else ""
            said = say(language, "accepted-in", what=said, count=accepted) if accepted else said
            said += "; "
        if document.error:
            said += f"{say(language, 'incomplete')}; "
    used = cells(f"{opening(document.path)}: ")
    shown = _hanging(said, columns, used)
    yield shown, ""
    used = cells(shown.rpartition("\n")[2]) + (0 if "\n" in shown else used)
    if score.total is None:
        why = unfit.message if unfit else say(language, score.reason or "nothing-measured")
        if score.interval is not None:
            why = f"{why}; {say(language, 'so-little')}{within(score, language)}"
        why = f"{say(language, 'no_score')}: {visible(why)}"
        yield f"{_hanging(why, columns, used)}\n", ""
    else:
        yield f"{_hanging(standing(score, language), columns, used)}\n", "bold"
        yield from _causes(score, language) if score.causes else _terms(score, language, columns)
        yield from _costliest(document, language, columns)
    about = [notice for notice in about if notice is not unfit]
    for notice in about:
        yield f"  {_hanging(opening(notice.message), columns, 2)}\n", ""
    yield "\n", ""


def _finding(
    path: str, finding: Finding, columns: int | None, besides: Sequence[str]
) -> Iterator[Segment]:
    """A finding with its sentence; `besides`: its string, and where else the same is said."""
    place = f"{opening(path)}:{where(finding)}"
    yield place, "bold"
    yield ":", ""
    yield f" {SIGNS[finding.severity]} ", COLOURS[finding.severity]
    sign = marked(finding).replace(" ", "\N{NO-BREAK SPACE}")  # on the line of the code
    said = f" {visible(finding.message)} [{finding.code}]{sign}"
    yield f"{_hanging(said, columns, cells(place) + 4)}\n", ""
    quoted = finding.excerpt
    gutter = len(str(max([line_shown(finding), *map(line_shown, finding.related)])))
    width = _fitted(columns, gutter + len(" | "))
    marks = [
        _Mark(related.excerpt.start, related.excerpt.end, "-", "")
        for related in finding.related
        if _in_one_quote(finding, related)
    ]
    marks.append(_Mark(quoted.start, quoted.end, "^", "bold"))
    yield f"{' ' * gutter} |\n", ""
    yield from _quote(quoted.text, line_shown(finding), gutter, marks, width)
    for related in finding.related:
        said = f"{visible(related.path)}:{where(related)}: {visible(related.message)}"
        yield f"{' ' * gutter} = ", ""
        yield f"{_hanging(said, columns, gutter + 3, gutter + 3)}\n", ""
        if not _in_one_quote(finding, related):
            mark = _Mark(related.excerpt.start, related.excerpt.end, "-", "")
            yield from _quote(related.excerpt.text, line_shown(related), gutter, [mark], width)
    for said in filter(None, besides):
        yield f"{' ' * gutter} = ", ""
        yield f"{_hanging(visible(said), columns, gutter + 3, gutter + 3)}\n", ""
    yield "\n", ""


def _hanging(text: str, columns: int | None, used: int, indent: int = 2) -> str:
    """The text in lines that fit, the first of them after `used` columns, the others indented; as
    it is where the width is unknown."""
    if columns is None:
        return text
    width = max(columns, NARROWEST) - indent
    head = max(columns, NARROWEST) - used
    end = len(text)
    if cells(text) > head:  # the first line ends before the first word that does not fit
        end = max(text.rfind(" ", 0, fill(text, 0, max(head, 1)) + 1), 0)
    rest = text[end:].lstrip(" ")
    lines = [text[:end], *(rest[slice(*line)] for line in wrap(rest, width))] if rest else [text]
    return f"\n{' ' * indent}".join(lines)


def _in_one_quote(finding: Finding, other: Related) -> bool:
    """Whether a related place is in the sentence that is quoted for the finding."""
    return (
        other.role == "text"
        and other.excerpt.text == finding.excerpt.text
        and other.start - other.excerpt.start == finding.start - finding.excerpt.start
    )


def _fitted(columns: int | None, indent: int) -> int:
    """Columns left for text after an indentation."""
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
    """The wrapped text, with the marks under it, later marks on top; where the last mark begins
    stands its line."""
    text = visible(text)
    rows = wrap(text, width)
    numbered = max(start for start, _ in rows if not start or start <= marks[-1].start)
    for start, end in rows:
        label = str(line if start == numbered else "").rjust(gutter)
        yield f"{label} | ", ""
        yield f"{text[start:end]}\n", ""
        label = " " * gutter
        under = [(" ", "")] * (end - start)
        for mark in marks:
            stretch = slice(max(mark.start - start, 0), max(mark.end - start, 0))
            under[stretch] = [(mark.sign, mark.style)] * len(under[stretch])
        while under and under[-1][0] == " ":
            under.pop()
        if not under:
            continue
        yield f"{label} | ", ""
        columns = ((*look, cells(c)) for look, c in zip(under, text[start:], strict=False))
        for (sign, style), run in groupby(columns, key=lambda column: column[:2]):
            yield sign * sum(width for _, _, width in run), style
        yield "\n", ""


def _causes(score: Score, language: str) -> Iterator[Segment]:
    """What costs most, a line each, and the rest in one: they add up to what is missing of 100."""
    for loss, what in costs(score, language):
        yield f"  {signed(loss, language):>6}  ", "bold"
        yield f"{what}\n", ""


def _terms(score: Score, language: str, columns: int | None) -> Iterator[Segment]:
    """The terms of a profile that is a sum."""
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
        space = _fitted(columns, len(head)) if columns else len(shown)
        indent = f"\n{' ' * len(head)}"
        yield f"{indent.join(shown[start:end] for start, end in wrap(shown, space))}\n", ""


def _costliest(document: DocumentReport, language: str, columns: int | None) -> Iterator[Segment]:
    """The sentences that cost most and that no finding marks, a line each, the reasons below."""
    shown = [one for one in document.costly_unmarked if tenths(one.loss)]
    if not shown:
        return
    yield f"  {say(language, 'costliest')}\n", ""
    gutter = max(len(str(one.line)) for one in shown)
    indent = " " * (10 + gutter)
    width = _fitted(columns, len(indent) + len(" | "))
    for one in shown:
        text = visible(one.text)
        _, end = wrap(text, width)[0]
        if end < len(text):
            _, end = wrap(text, width - len("…"))[0]
        loss = signed(-100 * one.loss, language)
        yield f"  {loss:>6}  ", "bold"
        yield f"{str(one.line).rjust(gutter)} | ", ""
        yield f"{text[:end]}{'…' if end < len(text) else ''}\n", ""
        reasons = visible("; ".join(one.reasons))
        lines = wrap(reasons, width) if columns else [(0, len(reasons))]
        sign = "="
        for start, end in lines:
            yield f"{indent} {sign} {reasons[start:end]}\n", ""
            sign = " "


def _measures(document: DocumentReport, language: str) -> Iterator[Segment]:
    every: dict[str, list[float]] = {}
    for row in document.measures:
        values = {
            name: value
            for name, value in row.items()
            if name not in ("sentence", "start", "end", "line", "kind") and value is not None
        }
        if not values:
            continue
        for name, value in values.items():
            every.setdefault(name, []).append(value)
        place = f"{visible(document.path)}:{row['line']}"
        kind = say(language, f"block-{row['kind']}")
        yield f"{place}: {kind}: {_named(values, language)}\n", ""
    means = {name: sum(values) / len(values) for name, values in every.items()}
    if not means:
        yield f"{visible(document.path)}: {say(language, 'measures-none')}\n", ""
    elif len(document.measures) > 1:
        said = say(language, "measures-mean")
        yield f"{visible(document.path)}: {said}: {_named(means, language)}\n", ""


def _named(values: Mapping[str, float], language: str) -> str:
    return " ".join(f"{name}={decimal(value, 3, language)}" for name, value in values.items())
