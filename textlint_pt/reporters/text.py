"""`--format text`: findings with the sentence, its evidence and the related place; the score."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from textlint_pt.messages import count, say, visible
from textlint_pt.report import (
    DocumentDict,
    Excerpt,
    FindingDict,
    Notice,
    RelatedDict,
    Report,
    ScoreDict,
    blameless,
    notices,
)
from textlint_pt.reporters import COLOURS, Reporter, Segment
from textlint_pt.reporters.figures import decimal, points, signed, tenths, terms

_WIDTH = 92
_BANDS = {"low": "bold red", "medium": "bold yellow", "high": "bold green"}


class Text(Reporter):
    name = "text"

    def render(self, report: Report, language: str) -> Iterator[Segment]:
        own, shared = notices(report)
        for document, about in zip(report["documents"], own, strict=True):
            if not _failed(document):
                yield from _document(document, about, language)
        for notice in shared:
            yield f"{visible(notice['message'])}\n", "dim"
        if len(report["documents"]) > 1:
            yield from _summary(report, language)


def _failed(document: DocumentDict) -> bool:
    """Whether nothing can be said but the error, which goes to standard error."""
    return document["error"] is not None and not document["sentences"]


def _summary(report: Report, language: str) -> Iterator[Segment]:
    linted = sum(not _failed(document) for document in report["documents"])
    yield (
        say(
            language,
            "findings",
            findings=count(language, "finding", report["summary"]["findings"]),
            documents=count(language, "document", linted),
        ),
        "bold",
    )
    if report["summary"]["score"] is not None:
        yield f"; {say(language, 'score')} {points(report['summary']['score'], language)}/100", ""
    yield "\n", ""


def _document(document: DocumentDict, about: Sequence[Notice], language: str) -> Iterator[Segment]:
    for finding, excerpts in zip(document["findings"], document["excerpts"], strict=True):
        yield from _finding(document["path"], finding, excerpts)
    if "measures" in document:
        yield from _measures(document, language)
    yield visible(document["path"]), "bold"
    yield ": ", ""
    found = len(document["findings"])
    score = document["score"]
    unfit = next((notice for notice in about if notice["code"] == score["reason"]), None)
    if not unfit:
        clean = blameless(document)
        yield f"{say(language, 'clean') if clean else count(language, 'finding', found)}; ", ""
    if score["total"] is None:
        why = unfit["message"] if unfit else say(language, score["reason"] or "nothing-measured")
        yield f"{say(language, 'no_score')}: {visible(why)}\n", ""
    else:
        yield from _score(score["total"], score, language)
        yield from _costliest(document, language)
    about = [notice for notice in about if notice is not unfit]
    for notice in about:
        yield f"  {visible(notice['message'])}\n", "dim"
    yield "\n", ""


def _finding(path: str, finding: FindingDict, excerpts: Sequence[Excerpt]) -> Iterator[Segment]:
    colour = COLOURS[finding["severity"]]
    yield f"{visible(path)}:{finding['line']}:{finding['column']}", "bold"
    yield ": ", ""
    yield finding["code"], colour
    yield f" {finding['name']}", "dim"
    yield f": {visible(finding['message'])}\n", ""
    places = list(zip(finding["related"], excerpts[1:], strict=True))
    gutter = len(str(max([finding["line"], *(related["line"] for related, _ in places)])))
    beside = [_in_one_quote(finding, excerpts[0], *place) for place in places]
    marks = [
        _Mark(excerpt["start"], excerpt["end"], "-", "blue")
        for (_, excerpt), here in zip(places, beside, strict=True)
        if here
    ]
    marks.append(_Mark(excerpts[0]["start"], excerpts[0]["end"], "^", colour))
    yield f"{' ' * gutter} |\n", "dim"
    yield from _quote(excerpts[0]["text"], finding["line"], gutter, marks)
    for (related, excerpt), here in zip(places, beside, strict=True):
        where = f"{visible(related['path'])}:{related['line']}:{related['column']}"
        yield f"{' ' * gutter} = ", "dim"
        yield f"{where}: {visible(related['message'])}\n", "blue"
        if not here:
            mark = _Mark(excerpt["start"], excerpt["end"], "-", "blue")
            yield from _quote(excerpt["text"], related["line"], gutter, [mark])
    yield "\n", ""


def _in_one_quote(finding: FindingDict, quoted: Excerpt, other: RelatedDict, its: Excerpt) -> bool:
    """Whether a related place stands in the very sentence that is quoted for the finding."""
    return (
        other["role"] == "text"
        and its["text"] == quoted["text"]
        and other["start"] - its["start"] == finding["start"] - quoted["start"]
    )


class _Mark(NamedTuple):
    """A stretch of a quoted text to underline."""

    start: int
    end: int
    sign: str
    style: str


def _quote(text: str, line: int, gutter: int, marks: Sequence[_Mark]) -> Iterator[Segment]:
    """The text wrapped, with the marks under it, later ones on top; its first line is numbered."""
    text = visible(text)
    label = str(line).rjust(gutter)
    for start, end in wrap(text, _WIDTH):
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
    """Ranges of `text` that stand on one line each, broken at spaces."""
    ranges: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > width:
        cut = text.rfind(" ", start, start + width + 1)
        cut = cut if cut > start else start + width
        ranges.append((start, cut))
        start = cut + 1 if text[cut] == " " else cut
    ranges.append((start, len(text)))
    return ranges


def _score(total: float, score: ScoreDict, language: str) -> Iterator[Segment]:
    band = score["band"] or "low"
    yield f"{say(language, 'score')} ", ""
    yield f"{points(total, language)}/100", _BANDS[band]
    yield f" ({say(language, band)}, {score['profile']}", ""
    if score["kind"] and score["profile"] == "calibrated":
        yield f"; {say(language, 'compared', what=say(language, 'kind-' + score['kind']))}", ""
    yield ")\n", ""
    yield from _breakdown(score, language)


def _breakdown(score: ScoreDict, language: str) -> Iterator[Segment]:
    """Lines that add up: 100 minus each loss is the total; for sums, the terms themselves."""
    partials = score["partials"]
    names = [say(language, dimension) for dimension in partials]
    width = max((len(name) for name in names), default=0)
    digits = 1 if score["profile"] == "calibrated" else 4
    shares = [signed(term, language, digits) for term in terms(score)]
    for name, partial, share in zip(names, partials.values(), shares, strict=True):
        value = partial["value"]
        shown = "" if value is None else f"{decimal(value, 3, language)} = {partial['formula']}"
        yield f"  {name.ljust(width)}  {'-' if value is None else share:>8}", ""
        yield f"  {shown or partial['reason'] or ''}\n", "dim"


def _costliest(document: DocumentDict, language: str) -> Iterator[Segment]:
    """The sentences that cost most, one line each, with the reasons under it."""
    shown = [one for one in document.get("costliest", ()) if tenths(one["loss"])]
    if not shown:
        return
    yield f"  {say(language, 'costliest')}\n", ""
    gutter = max(len(str(one["line"])) for one in shown)
    for one in shown:
        text = visible(one["text"])
        _, end = wrap(text, _WIDTH)[0]
        loss = signed(-100 * one["loss"], language)
        yield f"  {loss:>6}  ", "bold"
        yield f"{str(one['line']).rjust(gutter)} | ", "dim"
        yield f"{text[:end]}{'…' if end < len(text) else ''}\n", ""
        yield f"{' ' * (10 + gutter)} = {visible('; '.join(one['reasons']))}\n", "blue"


def _measures(document: DocumentDict, language: str) -> Iterator[Segment]:
    for row in document["measures"]:
        values = [
            f"{name}={decimal(value, 3, language)}"
            for name, value in row.items()
            if name not in ("sentence", "start", "end", "line", "kind") and value is not None
        ]
        place = f"{visible(document['path'])}:{row['line']}"
        yield f"{place}: {row['kind']}: {' '.join(values)}\n", "dim"
