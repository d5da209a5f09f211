"""Findings: one place and what is the matter there."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from textlint_pt.text.document import Span


class Applicability(StrEnum):
    SAFE = "safe"
    UNSAFE = "unsafe"
    SUGGESTION = "suggestion"


class Edit(NamedTuple):
    start: int
    end: int
    text: str


class Fix(NamedTuple):
    applicability: Applicability
    edits: tuple[Edit, ...]


class Related(NamedTuple):
    """Another place a finding speaks of; `role` is text, reference or source."""

    span: Span
    role: str = "text"
    #: key of the rule's message catalogue, filled with the finding's arguments
    message: str = "related"


class Bar(NamedTuple):
    """A quantity behind a finding to draw for people: what it is called, how much, which words."""

    label: str
    value: float
    note: str = ""


class Finding(NamedTuple):
    """One place and what is the matter there.

    `message` is a key of the rule's catalogue; `evidence` holds the numbers and the limit they
    passed (it goes to machine-readable output as it is); `arguments` are further fields for the
    message only; those whose name begins with _ serve `Rule.look` and are gone after it.
    """

    code: str
    span: Span
    evidence: Mapping[str, Any]
    message: str = "message"
    arguments: Mapping[str, Any] = {}
    sentence: int | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
