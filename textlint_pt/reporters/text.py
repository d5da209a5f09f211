"""`--format text`: findings with the sentence, its evidence and the related place; the score.

Where there are many findings, they are one line each, unless `--format full` is asked for.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
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
    blameless,
    counted,
    line_shown,
    recurring,
    where,
)
from textlint_pt.reporters.concise import line
from textlint_pt.reporters.figures import (
    apportion,
    decimal,
    points,
    score_name,
    signed,
    standing,
    tenths,
    within,
)

#: columns of a quoted sentence if the width of the terminal is unknown
_WIDTH = 92
#: minimal width of a terminal to which lines are fitted
_NARROWEST = 40
#: causes of a loss that are named
_CAUSES = 5
_BANDS = {"low": "bold red", "medium": "bold yellow", "high": "bold green"}


class Text(Reporter):
    name = "text"
    #: more findings than this are one line each; None: never
    most: ClassVar[int | None] = 10

    streams = True

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        own, shared = counted(report, language)
        brief = self._is_brief(report.summary.findings)
        for document, about in zip(report.documents, own, strict=True):
            yield from self._findings(document, brief, language)
            if not self.quiet and about is not None:
                yield from _document(document, about, language, self.columns)
        yield from self._end(report, shared, brief, language)
        if report.partial:
            yield f"{say(language, 'partial')}\n", ""

    def stream(
        self, documents: Iterable[DocumentReport], several: bool, language: str
    ) -> Iterator[list[Segment]]:
        """Nothing is written before it is known whether the findings are one line each. Notices
        come at the end, when it is known which of them many documents have."""
        seen: list[DocumentReport] = []
        waiting: list[DocumentReport] = []
        found = 0
        for document in documents:
            seen.append(document)
            waiting.append(document)
            found += len(document.findings)
            brief = self._is_brief(found)
            if several and (brief or self.most is None):
                yield [part for one in waiting for part in self._at_once(one, brief, language)]
                waiting.clear()
        report = assemble(seen, "", "")
        if waiting or not seen:  # all that there is
            yield list(self.render(report, language))
            return
        own, shared = counted(report, language)
        rest: list[Segment] = []
        if not self.quiet:
            for document, about in zip(seen, own, strict=True):
                rest += _late(document, about, language, self.columns)
        yield [*rest, *self._end(report, shared, self._is_brief(found), language)]

    def _is_brief(self, found: int) -> bool:
        return self.most is not None and found > self.most

    def _findings(self, document: DocumentReport, brief: bool, language: str) -> Iterator[Segment]:
        if _failed(document):
            return
        for finding, later in recurring(document.findings):
            if brief:
                yield from line(document.path, finding, also(later, language))
            else:
                yield from _finding(document.path, finding, self.columns, also(later, language))
        if brief and document.findings and not self.quiet:
            yield "\n", ""

    def _at_once(self, document: DocumentReport, brief: bool, language: str) -> Iterator[Segment]:
        """What of a document does not depend on those that follow."""
        yield from self._findings(document, brief, language)
        if not self.quiet and not _is_left_alone(document):
            yield from _document(document, _why(document), language, self.columns)

    def _end(
        self, report: Report, shared: Sequence[Notice], brief: bool, language: str
    ) -> Iterator[Segment]:
        if self.quiet:
            return
        for notice in shared:
            yield f"{opening(notice.message)}\n", "dim"
        if len(report.documents) > 1:
            yield from _summary(report, language)
        if brief:
            found = report.summary.findings
            yield f"{say(language, 'brief', count=found)}\n", "dim"


class Full(Text):
    name = "full"
    most = None


def _failed(document: DocumentReport) -> bool:
    """Whether there is nothing to show but the error, which goes to standard error."""
    return document.error is not None and not document.sentences


def _why(document: DocumentReport) -> list[Notice]:
    """The notice that says why a document has no score, if one does."""
    return [one for one in document.notices if one.code == document.score.reason]


def _is_left_alone(document: DocumentReport) -> bool:
    return not document.findings and bool(_why(document))


def _late(
    document: DocumentReport, about: Sequence[Notice] | None, language: str, columns: int | None
) -> Iterator[Segment]:
    """What is left to say of a document whose findings were shown."""
    if _is_left_alone(document):
        if about is not None:
            yield from _document(document, about, language, columns)
        return
    for notice in about or ():
        if notice not in _why(document):
            yield f"{opening(document.path)}: {visible(notice.message)}\n", "dim"


def _summary(report: Report, language: str) -> Iterator[Segment]:
    linted = sum(not _failed(document) for document in report.documents)
    yield (
        say(
            language,
            "findings",
            findings=count(language, "finding", report.summary.findings),
            documents=count(language, "document", linted),
        ),
        "bold",
    )
    if report.summary.score is not None:
        name = score_name((document.score for document in report.documents), language)
        yield f"; {name} {points(report['summary']['score'], language)}/100", ""
    found = [finding for document in report.documents for finding in document.findings]
    safe = sum(one.fix is not None and one.fix.applicability == "safe" for one in found)
    if safe:
        yield f"; {say(language, 'correctable', count=safe)} (--fix)", ""
    yield "\n", ""


def _document(
    document: DocumentReport, about: Sequence[Notice], language: str, columns: int | None
) -> Iterator[Segment]:
    if _failed(document):
        return
    if document.measures:
        yield from _measures(document, language)
    yield opening(document.path), "bold"
    yield ": ", ""
    found = len(document.findings)
    score = document.score
    unfit = next((notice for notice in about if notice.code == score.reason), None)
    if not unfit:
        if found or not document.error:
            clean = blameless(document)
            yield f"{say(language, 'clean') if clean else count(language, 'finding', found)}; ", ""
        if document.error:
            yield f"{say(language, 'incomplete')}; ", ""
    if score.total is None:
        why = unfit.message if unfit else say(language, score.reason or "nothing-measured")
        if score.interval is not None:
            why = f"{why}; {say(language, 'between')}{within(score, language)}"
        yield f"{say(language, 'no_score')}: {visible(why)}\n", ""
    else:
        yield f"{standing(score, language)}\n", _BANDS[score.band or "low"]
        yield from _causes(score, language) if score.causes else _terms(score, language, columns)
        yield from _costliest(document, language, columns)
    about = [notice for notice in about if notice is not unfit]
    for notice in about:
        yield f"  {opening(notice.message)}\n", "dim"
    yield "\n", ""


def _finding(path: str, finding: Finding, columns: int | None, elsewhere: str) -> Iterator[Segment]:
    """A finding with its sentence; `elsewhere`: where else the same is said."""
    colour = COLOURS[finding.severity]
    yield f"{opening(path)}:{where(finding)}", "bold"
    yield ": ", ""
    yield finding.code, colour
    yield f" {finding.name}", "dim"
    yield f": {visible(finding.message)}\n", ""
    quoted = finding.excerpt
    gutter = len(str(max([line_shown(finding), *map(line_shown, finding.related)])))
    width = _fitted(columns, gutter + len(" | "))
    marks = [
        _Mark(related.excerpt.start, related.excerpt.end, "-", "blue")
        for related in finding.related
        if _in_one_quote(finding, related)
    ]
    marks.append(_Mark(quoted.start, quoted.end, "^", colour))
    yield f"{' ' * gutter} |\n", "dim"
    yield from _quote(quoted.text, line_shown(finding), gutter, marks, width)
    for related in finding.related:
        place = f"{visible(related.path)}:{where(related)}"
        yield f"{' ' * gutter} = ", "dim"
        yield f"{place}: {visible(related.message)}\n", "blue"
        if not _in_one_quote(finding, related):
            mark = _Mark(related.excerpt.start, related.excerpt.end, "-", "blue")
            yield from _quote(related.excerpt.text, line_shown(related), gutter, [mark], width)
    if elsewhere:
        yield f"{' ' * gutter} = ", "dim"
        yield f"{elsewhere}\n", "blue"
    yield "\n", ""


def _in_one_quote(finding: Finding, other: Related) -> bool:
    """Whether a related place is in the sentence that is quoted for the finding."""
    return (
        other.role == "text"
        and other.excerpt.text == finding.excerpt.text
        and other.start - other.excerpt.start == finding.start - finding.excerpt.start
    )


def _fitted(columns: int | None, indent: int) -> int:
    """Columns left for text after an indentation."""
    return _WIDTH if columns is None else max(columns, _NARROWEST) - indent


class _Mark(NamedTuple):
    """A range of a quoted text to underline."""

    start: int
    end: int
    sign: str
    style: str


def _quote(
    text: str, line: int, gutter: int, marks: Sequence[_Mark], width: int
) -> Iterator[Segment]:
    """The wrapped text, with the marks under it, later marks on top; its first line is numbered."""
    text = visible(text)
    label = str(line).rjust(gutter)
    for start, end in wrap(text, width):
        yield f"{label} | ", "dim"
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
        yield f"{label} | ", "dim"
        columns = ((*look, _columns(c)) for look, c in zip(under, text[start:], strict=False))
        for (sign, style), run in groupby(columns, key=lambda column: column[:2]):
            yield sign * sum(width for _, _, width in run), style
        yield "\n", ""


def _columns(character: str) -> int:
    """Columns that a terminal gives a character."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """Ranges of `text` that fit on one line of `width` columns each, broken at spaces."""
    ranges: list[tuple[int, int]] = []
    start = 0
    while (full := _fill(text, start, width)) < len(text):
        cut = text.rfind(" ", start, full + 1)
        cut = cut if cut > start else full
        ranges.append((start, cut))
        start = cut + 1 if text[cut] == " " else cut
    ranges.append((start, len(text)))
    return ranges


def _fill(text: str, start: int, width: int) -> int:
    """The end of the text that fits into `width` columns from `start`, at least one character."""
    end, used = start, 0
    while end < len(text) and (used := used + _columns(text[end])) <= width:
        end += 1
    return max(end, min(start + 1, len(text)))


def _causes(score: Score, language: str) -> Iterator[Segment]:
    """What costs most, a line each, and the rest in one: they add up to what is missing of 100."""
    causes = [(f"{one.count} × {one.name}", one.code, one.loss) for one in score.causes]
    shown, rest = causes[:_CAUSES], causes[_CAUSES:]
    if rest:
        shown.append((say(language, "rest"), "", sum(loss for *_, loss in rest)))
    missing = 1000 - tenths(score.total or 0.0)
    losses = apportion([loss for *_, loss in shown], missing)
    for (what, code, _), loss in zip(shown, losses, strict=True):
        yield f"  {signed(-loss / 10, language):>6}  ", "bold"
        yield what, ""
        yield f"{f' ({code})' if code else ''}\n", "dim"


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
        yield f"{indent.join(shown[start:end] for start, end in wrap(shown, space))}\n", "dim"


def _costliest(document: DocumentReport, language: str, columns: int | None) -> Iterator[Segment]:
    """The sentences that cost most and that no finding marks, a line each, the reasons below."""
    marked = {finding.sentence for finding in document.findings}
    shown = [one for one in document.costliest if tenths(one.loss) and one.sentence not in marked]
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
        yield f"{str(one.line).rjust(gutter)} | ", "dim"
        yield f"{text[:end]}{'…' if end < len(text) else ''}\n", ""
        reasons = visible("; ".join(one.reasons))
        lines = wrap(reasons, width) if columns else [(0, len(reasons))]
        sign = "="
        for start, end in lines:
            yield f"{indent} {sign} {reasons[start:end]}\n", "blue"
            sign = " "


def _measures(document: DocumentReport, language: str) -> Iterator[Segment]:
    for row in document.measures:
        values = [
            f"{name}={decimal(value, 3, language)}"
            for name, value in row.items()
            if name not in ("sentence", "start", "end", "line", "kind") and value is not None
        ]
        place = f"{visible(document.path)}:{row['line']}"
        yield f"{place}: {row['kind']}: {' '.join(values)}\n", "dim"
