"""Reports of many texts in one session: from the cache, or newly made in one process or several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import DEBUG
from textlint_pt.engine.session import Session, report_key
from textlint_pt.report.report import DocumentReport

if TYPE_CHECKING:
    from textlint_pt.text.document import Document

#: bytes of a text that is divided by itself; bytes that are worth the start of one more process
_LARGE, _WORTH_A_PROCESS = 100_000, 40_000


def reports(
    session: Session, inputs: Sequence[Input], jobs: int | None = 1
) -> Iterator[tuple[DocumentReport, Document | None]]:
    """Yield the report of each text in order, from the cache or newly made, and store new ones.

    `jobs`: how many processes to use, None for as many as are worth their start. Documents are
    those that were read in this process.
    """
    stamp = None if DEBUG.on else session.stored_stamp()
    keys: dict[int, bytes] = {}
    if stamp:
        keys = {id(item): report_key(stamp, item) for item in inputs if not item.error}
    cached = session.recall(keys.values())
    missing = [item for item in inputs if keys.get(id(item)) not in cached]
    new_reports = _new_reports(session, missing, jobs)
    stored = ""
    for item in inputs:
        if keys.get(id(item)) in cached:
            yield cached[keys[id(item)]], None
            continue
        report, document = next(new_reports)
        if session.cache is not None and not session.damaged:
            # at once, so that an interrupted run can be gone on with
            stored = stored or session.loaded_stamp()
            session.keep(report_key(stored, item), report)
        if item is missing[-1]:
            _end_reports(session)
        yield report, document
    if not inputs and not session.signature:
        _end_reports(session)


def _end_reports(session: Session) -> None:
    """Record what was loaded and shrink the cache."""
    if session.cache is None or session.linter.damaged:
        session.record_load()
    else:
        session.loaded_stamp()
        session.cache.prune()


def _new_reports(
    session: Session, inputs: Sequence[Input], jobs: int | None
) -> Iterator[tuple[DocumentReport, Document | None]]:
    """Yield reports in order: small texts shared among processes, large ones split inside."""
    for is_large, members in groupby(inputs, lambda item: len(item.data) >= _LARGE):
        group = list(members)
        processes = jobs or _useful_processes(sum(len(item.data) for item in group))
        session.linter.elsewhere = None
        if processes > 1:
            from textlint_pt.engine import parallel

            if len(group) > 1 and not is_large:
                yield from ((report, None) for report in parallel.lint(session, processes, group))
                continue
            session.linter.elsewhere = partial(parallel.shares, session, processes)
        yield from session.check(group)


def _useful_processes(size: int) -> int:
    """Return how many processes are worth their start for so many bytes."""
    useful = size // _WORTH_A_PROCESS
    if useful < 2:
        return 1
    from textlint_pt.engine.parallel import cores

    return min(cores(), useful)
