"""A progress bar on terminals, when there is something to wait for."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from textlint_pt.messages import say
from textlint_pt.report import DocumentDict

#: fewer documents are done before a bar could be read
WORTH_SHOWING = 5


def progress(entries: Iterator[DocumentDict], total: int, language: str) -> Iterator[DocumentDict]:
    """Pass entries on, drawing a bar on standard error if it is a terminal."""
    if total < WORTH_SHOWING or not sys.stderr.isatty():
        yield from entries
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        entries,
        description=say(language, "linting"),
        total=total,
        console=Console(stderr=True),
        transient=True,
    )
