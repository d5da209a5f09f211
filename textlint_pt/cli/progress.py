"""A progress line on terminals, when there is something to wait for."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from textlint_pt.report.messages import say, visible
from textlint_pt.report.report import DocumentReport

#: fewer documents, with fewer bytes in all, are done before a line could be read
WORTH_SHOWING, BYTES_WORTH_SHOWING = 5, 40_000


def progress(
    entries: Iterator[DocumentReport], paths: Sequence[str], size: int, language: str
) -> Iterator[DocumentReport]:
    """Pass on the entry of each path, with a progress line on standard error if that is a
    terminal: what is linted, a bar where there are several, the time so far. `size`: bytes of all.
    """
    worth_it = len(paths) >= WORTH_SHOWING or size >= BYTES_WORTH_SHOWING
    if not worth_it or not sys.stderr.isatty():
        yield from entries
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    several = len(paths) > 1
    line = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        *((BarColumn(), MofNCompleteColumn()) if several else ()),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,  # reports go there
    )
    what = "" if several else f" {visible(paths[0])}"
    with line:
        yield from line.track(entries, len(paths), description=f"{say(language, 'linting')}{what}")
