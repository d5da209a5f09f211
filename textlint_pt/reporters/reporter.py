"""Reporters: from a finished report to an output. They know no rule."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
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
