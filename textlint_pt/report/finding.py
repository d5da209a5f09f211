"""Findings: one place and what is the matter there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple, Self

import msgspec

from textlint_pt.text.span import Span


class Record(msgspec.Struct, frozen=True):
    """Values that are never changed: `replace` gives a copy with others.

    A field can be asked for by name too, as in the JSON: `finding["code"]`.
    """

    def __getitem__(self, name: str) -> Any:
        try:
            return getattr(self, name)
        except AttributeError:
            raise KeyError(name) from None

    def replace(self, **changes: Any) -> Self:
        return msgspec.structs.replace(self, **changes)


class Applicability(StrEnum):
    SAFE = "safe"
    UNSAFE = "unsafe"
    SUGGESTION = "suggestion"


class Edit(Record, frozen=True, order=True):
    start: int
    end: int
    text: str


class Fix(Record, frozen=True):
    applicability: Applicability
    edits: tuple[Edit, ...]


def applied(text: str, edits: Iterable[Edit], span: Span | None = None) -> str:
    """Return a text, or that in a span of it, after edits, which are in order."""
    position, end = span or (0, len(text))
    pieces: list[str] = []
    for edit in edits:
        pieces += (text[position : edit.start], edit.text)
        position = edit.end
    return "".join([*pieces, text[position:end]])


class Lines(NamedTuple):
    """Where a span begins and ends in its file; both count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int


class InCell(NamedTuple):
    """A place in a cell of a notebook: the cell, and line and column in it, from 1."""

    number: int
    line: int
    column: int


class Excerpt(Record, frozen=True):
    """A sentence or line of prose to show for a place: `text[start:end]` is what is marked."""

    text: str
    start: int
    end: int


class _Placed:
    """What has a span in a source: its bounds, and its lines once the document has told them."""

    __slots__ = ()
    span: Span
    lines: Lines

    @property
    def start(self) -> int:
        return self.span.start

    @property
    def end(self) -> int:
        return self.span.end

    @property
    def line(self) -> int:
        return self.lines.line

    @property
    def column(self) -> int:
        return self.lines.column

    @property
    def end_line(self) -> int:
        return self.lines.end_line

    @property
    def end_column(self) -> int:
        return self.lines.end_column


class Related(_Placed, Record, frozen=True):
    """Another place a finding speaks of; `role` is text, reference or source.

    A rule gives the key of its message, and the report has the message itself.
    """

    span: Span
    role: str = "text"
    message: str = "related"
    path: str = ""
    lines: Lines = Lines(0, 0, 0, 0)
    excerpt: Excerpt = Excerpt("", 0, 0)
    cell: InCell | None = None


class String(Record, frozen=True):
    """The string of a program that a finding stands in: its source, or the name in its place, and
    its context, where the file gives one (msgctxt)."""

    source: str
    context: str = ""


class Bar(Record, frozen=True):
    """A quantity behind a finding to draw for people, from 0 and to the left if negative: what it
    is called, how much, which words."""

    label: str
    value: float
    note: str = ""


class Localised(NamedTuple):
    """An entry of `localised`: what translations have (`new`) in place of what is in the source."""

    key: str
    old: str
    new: str


class Accepted(Record, frozen=True):
    """Why a finding is not reported: `by` is comment (in the text) or baseline."""

    by: str
    reason: str | None = None


class Finding(_Placed, Record, frozen=True):
    """One place and what is the matter there.

    `evidence` holds the numbers and the limit they passed (it goes to machine-readable output as it
    is). A rule gives the first eight fields: `message` is then a key of its catalogue, `arguments`
    are further fields for the message only. The engine adds the others and the message itself.
    """

    code: str
    span: Span
    evidence: Mapping[str, Any]
    message: str = "message"
    arguments: Mapping[str, Any] = {}
    sentence: int | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    name: str = ""
    #: error, warning or info
    severity: str = ""
    lines: Lines = Lines(0, 0, 0, 0)
    fingerprint: str = ""
    #: page about the rule, if there is one
    url: str | None = None
    #: the marked sentence
    excerpt: Excerpt = Excerpt("", 0, 0)
    #: of a finding that is not reported
    accepted: Accepted | None = None
    cell: InCell | None = None
    #: whether the same said of the same words is shown to people once
    recurs: bool = False
    #: in a file of strings, the one that it stands in
    string: String | None = None
    #: what the rule finds, in a few words
    title: str = ""
    #: entries of `localised` by which what it says is meant
    meant: tuple[Localised, ...] = ()
    #: words as they are and as the correction has them
    change: tuple[str, str] | None = None

    def moved(self, move: Callable[[Span], Span | None]) -> Self | None:
        """Return the finding with its places in the document moved; None if its own is gone.

        `move` gives None for a place that is gone: of others, a related one is dropped, and with an
        edit the whole correction.
        """
        span = move(self.span)
        if span is None:
            return None
        related: list[Related] = []
        for one in self.related:
            place = move(one.span) if one.role == "text" else one.span
            if place is not None:
                related.append(one.replace(span=place))
        fix = self.fix
        if fix is not None:
            edits: list[Edit] = []
            for edit in fix.edits:
                place = move(Span(edit.start, edit.end))
                if place is not None:
                    edits.append(Edit(place.start, place.end, edit.text))
            fix = Fix(fix.applicability, tuple(edits)) if len(edits) == len(fix.edits) else None
        return self.replace(span=span, related=tuple(related), fix=fix)
