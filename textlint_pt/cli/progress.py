"""A progress line on terminals, when there is something to wait for."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING

from textlint_pt.report.messages import say, visible
from textlint_pt.report.report import DocumentReport

if TYPE_CHECKING:
    from rich.progress import Progress

#: fewer documents, with fewer bytes in all, are most often done before a line could be read
WORTH_SHOWING, BYTES_WORTH_SHOWING = 5, 40_000
#: seconds after which a line is shown for them, too: models that are loaded for the first time
SECONDS_BEFORE_SHOWING = 2.0


def progress(
    entries: Iterator[DocumentReport], paths: Sequence[str], size: int, language: str
) -> Iterator[DocumentReport]:
    """Pass reports through, with a progress line on standard error if it is a terminal."""
    if not sys.stderr.isatty():
        yield from entries
        return
    line = _ProgressLine(paths, language)
    shows_at_once = len(paths) >= WORTH_SHOWING or size >= BYTES_WORTH_SHOWING
    timer = Timer(SECONDS_BEFORE_SHOWING, line.show)
    timer.daemon = True
    if shows_at_once:
        line.show()
    else:
        timer.start()
    try:
        for entry in entries:
            yield entry
            line.step(entry)
    finally:
        timer.cancel()
        if not shows_at_once:
            timer.join()  # it may be showing the line just now
        line.stop()


class _ProgressLine:
    """The line; nothing is loaded for it before it is shown."""

    def __init__(self, paths: Sequence[str], language: str) -> None:
        self._paths, self._language = paths, language
        self._done = self._sentences = self._found = 0
        self._began = monotonic()
        self._shown: Progress | None = None

    def show(self) -> None:
        """Start the display, with a bar if there are several documents."""
        from rich import progress
        from rich.console import Console

        has_bar = len(self._paths) > 1
        so_far = progress.TextColumn("{task.fields[so_far]}", markup=False)
        shown = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description}", markup=False),
            *((progress.BarColumn(), progress.MofNCompleteColumn(), so_far) if has_bar else ()),
            progress.TimeElapsedColumn(),
            *((progress.TimeRemainingColumn(),) if has_bar else ()),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,  # reports go there
        )
        about = say(self._language, "linting") + ("" if has_bar else f" {visible(self._paths[0])}")
        shown.add_task(about, total=len(self._paths), completed=self._done, so_far=self._so_far())
        self._shown = shown
        shown.start()

    def step(self, entry: DocumentReport) -> None:
        """Count a finished document."""
        self._done += 1
        self._sentences += entry.sentences
        self._found += len(entry.findings)
        if self._shown:
            (task,) = self._shown.task_ids
            self._shown.update(task, completed=self._done, so_far=self._so_far())

    def _so_far(self) -> str:
        if not self._done:
            return ""
        rate = round(self._sentences / max(0.001, monotonic() - self._began))
        return say(self._language, "so-far", rate=rate, found=self._found)

    def stop(self) -> None:
        if self._shown:
            self._shown.stop()
