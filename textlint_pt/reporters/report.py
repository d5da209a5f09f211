"""The finished report: the shape that `--format json` prints, and what reporters read.

Offsets count code points of the decoded source, lines and columns start at 1. The schema file
`report.schema.json` beside this module describes the same shape for other programs.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from types import UnionType
from typing import (
    Any,
    NotRequired,
    TypedDict,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from textlint_pt.reporters.messages import count, say
from textlint_pt.reporters.severity import SEVERITIES

VERSION = 1
#: of so many documents the same is said in one line
MANY = 3
#: a loss over this is never passed over as nothing to report
REMARKABLE = 0.03

#: dimensions of the score, in the order in which they are shown
DIMENSIONS = ("grammaticality", "redundancy", "focus", "drift")


def fits(value: Any, shape: Any) -> bool:
    """Whether what was read from JSON is of a type that is used in this module."""
    if isinstance(shape, UnionType):
        return any(fits(value, one) for one in get_args(shape))
    if is_typeddict(shape):
        fields = _fields(shape)
        return isinstance(value, dict) and all(
            fits(value[name], kind) if name in value else optional
            for name, (kind, optional) in fields.items()
        )
    origin, inner = get_origin(shape), get_args(shape)
    if origin is list:
        return isinstance(value, list) and all(fits(one, inner[0]) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(one, inner[1]) for one in value.values())
    if shape is float:
        return type(value) in (int, float)
    return shape is Any or type(value) is shape


@cache
def _fields(shape: Any) -> Mapping[str, tuple[Any, bool]]:
    """Type of each field of a typed dictionary, and whether it may be missing."""
    hints = get_type_hints(shape, include_extras=True)
    return {
        name: (get_args(hint)[0], True) if get_origin(hint) is NotRequired else (hint, False)
        for name, hint in hints.items()
    }


class EditDict(TypedDict):
    start: int
    end: int
    text: str


class FixDict(TypedDict):
    applicability: str
    edits: list[EditDict]


class CellDict(TypedDict):
    """A place in a cell of a notebook: the cell, and line and column in it, from 1."""

    number: int
    line: int
    column: int


class Place(TypedDict):
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    cell: NotRequired[CellDict]


class RelatedDict(Place):
    path: str
    role: str
    message: str


class AcceptedDict(TypedDict):
    """Why a finding is not reported: `by` is comment (in the text) or baseline."""

    by: str
    reason: NotRequired[str]


class FindingDict(Place):
    code: str
    name: str
    severity: str
    message: str
    sentence: int | None
    evidence: dict[str, Any]
    fingerprint: str
    related: list[RelatedDict]
    fix: FixDict | None
    #: page about the rule, if there is one
    url: str | None


class AcceptedFindingDict(FindingDict):
    accepted: AcceptedDict


class CostDict(TypedDict):
    """A sentence's part of a dimension's loss, and why."""

    sentence: int
    line: int
    loss: float
    reason: str


class PartialDict(TypedDict):
    value: float | None
    range: list[float | None]
    weight: float
    loss: float
    formula: str
    inputs: dict[str, float]
    reason: str | None
    costs: list[CostDict]


class ScoreDict(TypedDict):
    total: float | None
    profile: str
    #: kind of text it is compared with, None where none was recognised
    kind: str | None
    band: str | None
    reason: str | None
    partials: dict[str, PartialDict]
    #: dimensions that the selection, or a model that is missing, leaves out
    left_out: NotRequired[list[str]]


class Notice(TypedDict):
    code: str
    message: str


class Excerpt(TypedDict):
    """A line of prose to show for a place: `text[start:end]` is what is marked."""

    text: str
    start: int
    end: int


class CostlyDict(TypedDict):
    """One of the sentences that cost most: its loss in all dimensions, and the reasons."""

    sentence: int
    line: int
    loss: float
    reasons: list[str]
    text: str


class BarDict(TypedDict):
    """A quantity behind a finding: drawn from 0, to the left if negative."""

    label: str
    value: float
    note: str


class MarkDict(TypedDict):
    """What a finding is about in a sentence: `text[start:end]`, a place between two characters if
    empty. `finding` counts the document's findings; `related` counts the other places it speaks
    of, and is null for its own."""

    finding: int
    related: int | None
    start: int
    end: int


class SentenceDict(TypedDict):
    text: str
    line: int
    kind: str
    block: int
    marks: list[MarkDict]


class SideDict(TypedDict):
    """All sentences of a text. `role` is text, reference or source; `links` has [left, left_end,
    right, right_end]: these of the document's sentences correspond to those of this side."""

    role: str
    path: str
    language: str | None
    sentences: list[SentenceDict]
    links: list[list[int]]


class ReadingDict(TypedDict):
    """The document to be read: itself first, then each companion it was aligned with."""

    sides: list[SideDict]
    #: one list for each finding
    bars: list[list[BarDict]]


class DocumentDict(TypedDict):
    path: str
    sentences: int
    words: int
    language: str | None
    error: str | None
    score: ScoreDict
    findings: list[FindingDict]
    notices: list[Notice]
    #: findings that a comment in the text or the baseline accepts
    accepted: NotRequired[list[AcceptedFindingDict]]
    measures: NotRequired[list[dict[str, Any]]]
    #: for people only: an excerpt for each finding and each of its related places
    excerpts: list[list[Excerpt]]
    #: of the engine: the `error` is that the file cannot be read
    unread: NotRequired[bool]
    #: for people only: the sentences that cost most, the costliest first
    costliest: NotRequired[list[CostlyDict]]
    #: for people only, where the reporter shows whole texts
    reading: NotRequired[ReadingDict]


def read_entry(data: bytes) -> DocumentDict:
    """A document's entry as it was kept in JSON; `ValueError` if it is none."""
    entry: DocumentDict = json.loads(data)
    if not fits(entry, DocumentDict) or len(entry["excerpts"]) != len(entry["findings"]):
        raise ValueError("no entry of a report")
    if any(finding["severity"] not in SEVERITIES for finding in entry["findings"]):
        raise ValueError("no severity")
    return entry


class Summary(TypedDict):
    documents: int
    sentences: int
    findings: int
    by_code: dict[str, int]
    score: float | None


class Report(TypedDict):
    version: int
    tool: dict[str, str]
    signature: str
    #: file of accepted findings, if one was used
    baseline: NotRequired[str]
    #: the run was interrupted: not all documents are there
    partial: NotRequired[bool]
    documents: list[DocumentDict]
    summary: Summary


def no_score(profile: str, reason: str) -> ScoreDict:
    return {
        "total": None,
        "profile": profile,
        "kind": None,
        "band": None,
        "reason": reason,
        "partials": {},
    }


def blameless(document: DocumentDict) -> bool:
    """Whether there is nothing to report: no finding, and hardly a loss."""
    total = document["score"]["total"]
    return not document["findings"] and (total is None or 1 - total <= REMARKABLE)


def failed(path: str, error: str, profile: str, *, unread: bool = False) -> DocumentDict:
    """The entry of a document that could not be linted, or not even read."""
    entry: DocumentDict = {
        "path": path,
        "sentences": 0,
        "words": 0,
        "language": None,
        "error": error,
        "score": no_score(profile, "error"),
        "findings": [],
        "notices": [],
        "excerpts": [],
    }
    if unread:
        entry["unread"] = True
    return entry


def assemble(
    documents: Sequence[DocumentDict],
    signature: str,
    tool_version: str,
    baseline: str | None = None,
) -> Report:
    """The whole report. The summary's score is the mean over documents weighted by words."""
    scored = [(d["score"]["total"], d["words"]) for d in documents]
    weights = sum(words for total, words in scored if total is not None)
    mean = (
        sum(total * words for total, words in scored if total is not None) / weights
        if weights
        else None
    )
    by_code = Counter(finding["code"] for d in documents for finding in d["findings"])
    report: Report = {
        "version": VERSION,
        "tool": {"name": "textlint-pt", "version": tool_version},
        "signature": signature,
        "documents": list(documents),
        "summary": {
            "documents": len(documents),
            "sentences": sum(d["sentences"] for d in documents),
            "findings": sum(by_code.values()),
            "by_code": dict(sorted(by_code.items())),
            "score": mean,
        },
    }
    if baseline:
        report["baseline"] = baseline
    return report


def by_severity(report: Report) -> Report:
    """The report with the severest findings of each document first."""
    documents: list[DocumentDict] = []
    for document in report["documents"]:
        pairs = zip(document["findings"], document["excerpts"], strict=True)
        order = sorted(pairs, key=lambda pair: SEVERITIES.index(pair[0]["severity"]))
        findings, excerpts = [one for one, _ in order], [one for _, one in order]
        documents.append({**document, "findings": findings, "excerpts": excerpts})
    return {**report, "documents": documents}


def notices(report: Report) -> tuple[list[list[Notice]], list[Notice]]:
    """Notices to show with each document, and those about the whole run, each once.

    A rule that cannot run says so under the document where there is only one.
    """
    if len(report["documents"]) == 1:
        return [document["notices"] for document in report["documents"]], []
    own: list[list[Notice]] = []
    shared: dict[str, Notice] = {}
    for document in report["documents"]:
        own.append([n for n in document["notices"] if n["code"] != "skipped-rule"])
        shared.update((n["message"], n) for n in document["notices"] if n["code"] == "skipped-rule")
    return own, list(shared.values())


def counted(
    report: Report, language: str, short: bool = True
) -> tuple[list[list[Notice] | None], list[Notice]]:
    """The same with what is said of many documents in one line; None: of such a document there is
    nothing else to say. `short`: that documents are clean and too short for a score, too."""
    own, shared = notices(report)
    main = [_main(document, said) for document, said in zip(report["documents"], own, strict=True)]
    said_of: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for document, said in zip(report["documents"], main, strict=True):
        for notice in said:
            said_of[notice["code"]].append((notice["message"], document["path"]))
    many = {code: said for code, said in said_of.items() if len(said) >= MANY}
    left: list[list[Notice] | None] = []
    for document, said in zip(report["documents"], main, strict=True):
        others = [notice for notice in said if notice["code"] not in many]
        is_unfit = document["score"]["reason"] in many
        left.append(None if is_unfit and not others and not document["findings"] else others)
    for code, places in many.items():
        messages = dict.fromkeys(message for message, _ in places)
        if len(messages) > MANY:  # each says how many of what
            head = next(iter(messages)).partition(":")[0].partition(" (")[0]
            places = [(head, path) for _, path in places]
            messages = {head: None}
        for message in messages:
            paths = [path for said_there, path in places if said_there == message]
            shared.append({"code": code, "message": _counted(message, paths, language)})
    return _without_short(report, left, shared, language) if short else (left, shared)


def _without_short(
    report: Report, own: Sequence[list[Notice] | None], shared: Sequence[Notice], language: str
) -> tuple[list[list[Notice] | None], list[Notice]]:
    """The same with one line for the documents that are clean and have no score, since they are
    too short or nothing was measured."""
    left, told = list(own), list(shared)
    for code, reason in (("too-little-text", "too-little-text"), ("nothing-measured", None)):
        places = [
            at
            for at, (document, about) in enumerate(zip(report["documents"], own, strict=True))
            if about == []
            and document["score"]["total"] is None
            and document["score"]["reason"] == reason
            and not document["error"]
            and not document["findings"]
            and "measures" not in document
        ]
        if len(places) < MANY:
            continue
        what = f"{say(language, 'clean')}; {say(language, code).partition(' (')[0]}"
        paths = [report["documents"][at]["path"] for at in places]
        told.append({"code": code, "message": _counted(what, paths, language)})
        for at in places:
            left[at] = None
    return left, told


def _main(document: DocumentDict, said: list[Notice]) -> list[Notice]:
    """The notices of a document; where it is left alone the one that says why."""
    why = document["score"]["reason"]
    return [notice for notice in said if notice["code"] == why] or said


def _counted(message: str, paths: Sequence[str], language: str) -> str:
    listed = ", ".join([*paths[:MANY], *(["…"] if len(paths) > MANY else [])])
    documents = count(language, "document", len(paths))
    return say(language, "gathered", documents=documents, what=message, paths=listed)


def where(place: Place) -> str:
    """Line and column as people look for them: in a notebook, those of the cell."""
    cell = place.get("cell")
    if cell is None:
        return f"{place['line']}:{place['column']}"
    return f"cell {cell['number']}:{cell['line']}:{cell['column']}"


def line_shown(place: Place) -> int:
    """The line of a place where its text is shown."""
    cell = place.get("cell")
    return place["line"] if cell is None else cell["line"]
