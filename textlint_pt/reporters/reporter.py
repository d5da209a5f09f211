"""Reporters: from a finished report to an output. They know no rule."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textlint_pt.reporters.report import Report

#: a piece of output and its rich style ("" for none)
Segment = tuple[str, str]
#: style of a finding's code by its severity
COLOURS = {"error": "bold red", "warning": "bold yellow", "info": "bold cyan"}


class Reporter(ABC):
    """A writer of one output format, chosen with `--format NAME`."""

    name: ClassVar[str]
    #: shows whole texts: each document's entry then has `reading` and `measures`
    shows_texts: ClassVar[bool] = False
    #: columns of the terminal that shows the output; None: it goes elsewhere
    columns: int | None = None

    @abstractmethod
    def render(self, report: Report, language: str) -> Iterator[Segment]:
        """The output in pieces, with styles for terminals that have colours."""


def built_in() -> Sequence[Reporter]:
    return [reporter for name in NAMES if (reporter := named(name))]


#: formats that come with the package
NAMES = ("text", "concise", "json", "jsonl", "csv", "html", "github")
#: endings of files whose format is called otherwise; any other ending is a format's own name
_ENDINGS = {"txt": "text", "htm": "html"}


def format_of(path: str) -> str:
    """The format that the ending of a file's name stands for, which need not be one there is."""
    ending = path.rpartition(".")[2].lower()
    return _ENDINGS.get(ending, ending)


def named(name: str) -> Reporter | None:
    """The package's own reporter of this name; only its module is imported."""
    if name == "text":
        from textlint_pt.reporters.text import Text

        return Text()
    if name == "concise":
        from textlint_pt.reporters.concise import Concise

        return Concise()
    if name == "json":
        from textlint_pt.reporters.json import Json

        return Json()
    if name == "jsonl":
        from textlint_pt.reporters.jsonl import JsonLines

        return JsonLines()
    if name == "csv":
        from textlint_pt.reporters.csv import Csv

        return Csv()
    if name == "html":
        from textlint_pt.reporters.html import Html

        return Html()
    if name == "github":
        from textlint_pt.reporters.github import GitHub

        return GitHub()
    return None
