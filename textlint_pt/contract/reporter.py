"""Reporters: from a finished report to an output. They know no rule."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, TypedDict

from textlint_pt.report.report import DocumentReport, Report

#: a piece of output and its rich style ("" for none)
Segment = tuple[str, str]
#: style of a sign by its severity: both colours are given, so that it can be read on any background
COLOURS = {
    "error": "bold color(231) on color(160)",
    "warning": "bold color(16) on color(214)",
    "info": "bold color(231) on color(25)",
}


class RuleDict(TypedDict):
    """What is to be said of a rule: `help` is its page in Markdown, `url` an address of it."""

    name: str
    severity: str
    summary: str
    help: str
    url: str | None


class Reporter(ABC):
    """A writer of one output format, chosen with `--format NAME`."""

    name: ClassVar[str]
    #: shows whole texts: each document's entry then has `reading` and `measures`
    shows_texts: ClassVar[bool] = False
    #: columns of the terminal that shows the output; None: it goes elsewhere
    columns: int | None = None
    #: findings only, without score and notices; for reporters to be read by people
    quiet: bool = False
    #: all findings of each of several documents, and their scores
    shows_all: bool = False
    shows_scores: bool = False
    #: the findings stand in a copy of the text, with what could be corrected
    is_copied: bool = False
    #: says what rules are about: `rules` then has those that found something, by code
    explains_rules: ClassVar[bool] = False
    rules: Mapping[str, RuleDict] = {}
    #: needs the files as they are: `sources` then has the bytes of what was linted, by path
    shows_sources: ClassVar[bool] = False
    sources: Mapping[str, bytes] = {}

    #: read where a repository is shown: paths then lead from its root, as far as one is known
    from_root: ClassVar[bool] = False
    root: str | None = None

    #: whether `stream` can be asked for documents as they are done
    streams: ClassVar[bool] = False

    def stream(
        self, documents: Iterable[DocumentReport], several: bool, language: str
    ) -> Iterator[list[Segment]]:
        """Return what `render` shows, in pieces that are written as soon as they are there;
        `several` says whether there is more than one document."""
        raise NotImplementedError

    @abstractmethod
    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """Return the output in pieces, with styles for terminals that have colours."""
