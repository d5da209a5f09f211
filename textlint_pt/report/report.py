"""The finished report: what `--format json` prints, and what reporters read.

Offsets count code points of the decoded source, lines and columns start at 1. The schema file
`report.schema.json` of the package describes the JSON for other programs.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec

from textlint_pt.report.finding import Bar, Finding, Record, Related
from textlint_pt.report.messages import count, say
from textlint_pt.report.severity import SEVERITIES

VERSION = 1
#: of so many documents the same is said in one line
MANY = 3
#: places where the same is said that are listed
MANY_PLACES = 10

#: formats of documents that are marked in a copy, and not corrected in their place
COPIED = ("docx", "odt")

#: dimensions of the score, in the order in which they are shown
DIMENSIONS = ("grammaticality", "redundancy", "focus", "drift")

Number = int | float


class SentenceCost(Record, frozen=True):
    """A sentence's part of a dimension's loss, and why."""

    sentence: int
    line: int
    loss: Number
    reason: str


class PartialScore(Record, frozen=True):
    value: Number | None
    range: list[Number | None]
    loss: Number
    formula: str
    inputs: dict[str, Any]
    reason: str | None
    costs: list[SentenceCost]


class Cause(Record, frozen=True):
    """What costs how much in all: findings of the rule `code` or, where it is empty, sentences that
    a measure speaks of; `name` is what it is called, in words."""

    code: str
    name: str
    count: int
    loss: Number


class Score(Record, frozen=True):
    """`total` is in [0, 1], or None for the `reason`."""

    total: Number | None
    profile: str
    #: kind of text it is compared with, None where none was recognised
    kind: str | None = None
    band: str | None = None
    reason: str | None = None
    partials: dict[str, PartialScore] = {}
    #: dimensions that the selection, or a model that is missing, leaves out
    left_out: list[str] = []
    #: where 95 of 100 texts of such sentences lie; also of a text too short for a total
    interval: list[Number] | None = None
    #: share of texts of its kind that have a lower total
    place: Number | None = None
    #: the total without what the baseline accepts, where it accepts anything
    without_accepted: Number | None = None
    #: what costs most, the costliest first; together they make up the loss
    causes: list[Cause] = []


class Notice(Record, frozen=True):
    code: str
    message: str


class Costly(Record, frozen=True):
    """One of the sentences that cost most: its loss in all dimensions, and the reasons."""

    sentence: int
    line: int
    loss: Number
    reasons: list[str]
    text: str


class Mark(Record, frozen=True):
    """What a finding is about in a sentence: `text[start:end]`, a place between two characters if
    empty. `finding` counts the document's findings; `related` counts the other places it speaks
    of, and is None for its own."""

    finding: int
    related: int | None
    start: int
    end: int


class Shown(Record, frozen=True):
    """Markup in a sentence, `text[start:end]`: `kind` as formats call it, and what it leads to."""

    start: int
    end: int
    kind: str
    target: str = ""


class MarkedSentence(Record, frozen=True):
    text: str
    line: int
    kind: str
    block: int
    marks: list[Mark] = []
    markup: list[Shown] = []


class Side(Record, frozen=True):
    """All sentences of a text. `role` is text, reference or source; `links` has (left, left_end,
    right, right_end): these of the document's sentences correspond to those of this side."""

    role: str
    path: str
    language: str | None
    sentences: list[MarkedSentence]
    links: list[tuple[int, int, int, int]] = []


class WholeTexts(Record, frozen=True):
    """The document to be read: itself first, then each companion it was aligned with."""

    sides: list[Side]
    #: one list for each finding
    bars: list[list[Bar]]


class DocumentReport(Record, frozen=True):
    """What is said of one document."""

    path: str
    sentences: int
    words: int
    language: str | None
    #: what could not be checked, and why
    error: str | None
    score: Score
    findings: list[Finding] = []
    notices: list[Notice] = []
    #: findings that a comment in the text or the baseline accepts
    accepted: list[Finding] = []
    #: a row a sentence, where they were asked for
    measures: list[dict[str, Any]] = []
    #: the `error` is that the file cannot be read
    unread: bool = False
    #: the sentences that cost most, with or without a finding, the costliest first
    costliest: list[Costly] = []
    #: where the reporter shows whole texts
    whole_texts: WholeTexts | None = None

    @property
    def costly_unmarked(self) -> list[Costly]:
        """Return the costliest sentences about which no finding is reported."""
        marked = {finding.sentence for finding in self.findings}
        messages = {finding.message for finding in self.findings}
        return [
            sentence
            for sentence in self.costliest
            if sentence.sentence not in marked and messages.isdisjoint(sentence.reasons)
        ]


class Tool(Record, frozen=True):
    name: str
    version: str


class Summary(Record, frozen=True):
    documents: int
    sentences: int
    findings: int
    by_code: dict[str, int]
    score: Number | None


class Report(Record, frozen=True):
    version: int
    tool: Tool
    signature: str
    documents: list[DocumentReport]
    summary: Summary
    #: file of accepted findings, if one was used
    baseline: str | None = None
    #: the run was interrupted: not all documents are there
    partial: bool = False

    @property
    def findings(self) -> list[Finding]:
        return [finding for document in self.documents for finding in document.findings]


def to_bytes(document: DocumentReport) -> bytes:
    return json.dumps(msgspec.to_builtins(document)).encode()


def from_bytes(data: bytes) -> DocumentReport:
    """Return a cached entry of a document; `ValueError` if it is malformed."""
    try:
        entry = msgspec.convert(json.loads(data), DocumentReport)
    except msgspec.ValidationError as error:
        raise ValueError("no entry of a report") from error
    if any(finding.severity not in SEVERITIES for finding in entry.findings):
        raise ValueError("no severity")
    return entry


# ------------------------------------------------------------------ the shape of the JSON


def _place(one: Finding | Related) -> dict[str, Any]:
    place: dict[str, Any] = {"start": one.start, "end": one.end, **one.lines._asdict()}
    return {**place, "cell": one.cell._asdict()} if one.cell else place


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as the JSON report has it."""
    result: dict[str, Any] = {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        **_place(finding),
        "sentence": finding.sentence,
        "evidence": dict(finding.evidence),
        "fingerprint": finding.fingerprint,
        "related": [
            {"path": place.path, "role": place.role, "message": place.message, **_place(place)}
            for place in finding.related
        ],
        "fix": msgspec.to_builtins(finding.fix),
        "url": finding.url,
    }
    if finding.string:
        result["string"] = _without_nothing(finding.string, "context")
    if finding.accepted:
        result["accepted"] = _without_nothing(finding.accepted, "reason")
    return result


def document_as_json(document: DocumentReport) -> dict[str, Any]:
    """Return a document's entry as the JSON report has it."""
    result: dict[str, Any] = {
        "path": document.path,
        "sentences": document.sentences,
        "words": document.words,
        "language": document.language,
        "error": document.error,
        "score": _without_nothing(
            document.score, "left_out", "interval", "place", "without_accepted", "causes"
        ),
        "findings": [finding_as_json(finding) for finding in document.findings],
        "notices": msgspec.to_builtins(document.notices),
    }
    if document.accepted:
        result["accepted"] = [finding_as_json(finding) for finding in document.accepted]
    if document.measures:
        result["measures"] = document.measures
    return result


def as_json(report: Report) -> dict[str, Any]:
    shown = _without_nothing(report.replace(documents=[]), "baseline", "partial")
    return {**shown, "documents": [document_as_json(one) for one in report.documents]}


def _without_nothing(record: Record, *names: str) -> dict[str, Any]:
    """Return the fields of a record, without these where they are empty."""
    shown: dict[str, Any] = msgspec.to_builtins(record)
    return {name: value for name, value in shown.items() if value or name not in names}


def failed(path: str, error: str, profile: str, *, unread: bool = False) -> DocumentReport:
    score = Score(None, profile, reason="error")
    return DocumentReport(path, 0, 0, None, error, score, unread=unread)


def assemble(
    documents: Sequence[DocumentReport],
    signature: str,
    tool_version: str,
    baseline: str | None = None,
) -> Report:
    """Return the whole report, its score a mean of documents weighted by words."""
    scored = [
        (document.score.total, document.words)
        for document in documents
        if document.score.total is not None
    ]
    words_scored = sum(words for _, words in scored)
    mean = sum(total * words for total, words in scored) / words_scored if words_scored else None
    by_code = Counter(finding.code for document in documents for finding in document.findings)
    summary = Summary(
        documents=len(documents),
        sentences=sum(document.sentences for document in documents),
        findings=sum(by_code.values()),
        by_code=dict(sorted(by_code.items())),
        score=mean,
    )
    tool = Tool("textlint-pt", tool_version)
    return Report(VERSION, tool, signature, list(documents), summary, baseline or None)


def notices(report: Report) -> tuple[list[Sequence[Notice]], list[Notice]]:
    """Return the notices of each document, and those shown once for the whole run."""
    if len(report.documents) == 1:
        return [document.notices for document in report.documents], []
    by_document: list[Sequence[Notice]] = []
    shared: dict[str, Notice] = {}
    for document in report.documents:
        by_document.append([notice for notice in document.notices if notice.code != "skipped-rule"])
        shared.update(
            (notice.message, notice) for notice in document.notices if notice.code == "skipped-rule"
        )
    return by_document, list(shared.values())


def counted(report: Report, language: str) -> tuple[list[Sequence[Notice] | None], list[Notice]]:
    """Return `notices` with those of many documents (`MANY`) merged into one for the run.

    None stands for a document of which nothing is left to show.
    """
    own, shared = notices(report)
    main = list(map(_main, report.documents, own))
    by_code: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for document, notices_of in zip(report.documents, main, strict=True):
        for notice in notices_of:
            by_code[notice.code].append((notice.message, document.path))
    many = {code: places for code, places in by_code.items() if len(places) >= MANY}
    remaining: list[Sequence[Notice] | None] = []
    for document, notices_of in zip(report.documents, main, strict=True):
        own_notices = [notice for notice in notices_of if notice.code not in many]
        is_empty = not own_notices and not document.findings
        remaining.append(None if is_empty and document.score.reason in many else own_notices)
    for code, places in many.items():
        messages = dict.fromkeys(message for message, _ in places)
        if len(messages) > MANY:  # they differ in numbers: only what comes before is shown
            head = next(iter(messages)).partition(":")[0].partition(" (")[0]
            places = [(head, path) for _, path in places]
            messages = {head: None}
        for message in messages:
            paths = [path for given_message, path in places if given_message == message]
            shared.append(Notice(code, _counted(message, paths, language)))
    return remaining, shared


def _main(document: DocumentReport, notices: Sequence[Notice]) -> Sequence[Notice]:
    """Return the notices of a document; where it is left alone the one that says why."""
    why = document.score.reason
    return [notice for notice in notices if notice.code == why] or notices


def _counted(message: str, paths: Sequence[str], language: str) -> str:
    listed = ", ".join([*paths[:MANY], *(["…"] if len(paths) > MANY else [])])
    documents = count(language, "document", len(paths))
    return say(language, "gathered", documents=documents, what=message, paths=listed)


def where(place: Finding | Related) -> str:
    """Return line and column as people look for them: in a notebook, those of the cell."""
    if place.cell is None:
        return f"{place.line}:{place.column}"
    return f"cell {place.cell.number}:{place.cell.line}:{place.cell.column}"


def differ(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Return whether two values differ by more than chance: the 95 % interval of their
    difference (MOVER, Zou and Donner 2008) excludes 0. Each is (value, low, high) of its own."""
    (lower, _, high_of_lower), (higher, low_of_higher, _) = sorted((one, other))
    return higher - lower > math.hypot(high_of_lower - lower, higher - low_of_higher)


def recurring(findings: Sequence[Finding]) -> list[tuple[Finding, list[Finding]]]:
    """Return findings, each with later ones of the same words and message."""
    shown: list[tuple[Finding, list[Finding]]] = []
    followers: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        key = finding.code, finding.message.casefold()
        if finding.recurs and key in followers:
            followers[key].append(finding)
            continue
        shown.append((finding, []))
        if finding.recurs:
            followers[key] = shown[-1][1]
    return shown


def also(later: Sequence[Finding], language: str) -> str:
    """Return where else the same is said, "" for nowhere."""
    if not later:
        return ""
    places = [*map(where, later[:MANY_PLACES]), *(["…"] if len(later) > MANY_PLACES else [])]
    return say(language, "also", places=", ".join(places))


def line_shown(place: Finding | Related) -> int:
    return place.line if place.cell is None else place.cell.line
