"""What a worker does: a batch of documents in, their rows out, packed as they are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus.reading import Record
from textlint_pt.corpus.rows import Rows, pack
from textlint_pt.engine.parallel import Done, session_task
from textlint_pt.engine.session import Order, Session


class Scoring(NamedTuple):
    """What every worker is to do: in which session, and whether findings are rows of a table."""

    order: Order
    findings: bool
    #: what the linter of a worker must have; None: it is made of the same files
    signature: str | None = None


def prepare(scoring: Scoring) -> Callable[[Sequence[Record]], Done]:
    """Return a function that scores one batch: what it makes is a list of packed rows."""

    def score_batch(session: Session, batch: Sequence[Record]) -> list[bytes]:
        signature = session.linter.signature()
        if scoring.signature not in (None, signature):
            raise UserError(_difference(signature, scoring.signature))
        rows = Rows()
        checked = session.check(
            Input(record.path, record.data, error=record.error, extension=record.extension or "")
            for record in batch
            if record.id is not None
        )
        for record in batch:
            if record.id is None:
                rows.errors.append({"id": None, "path": record.path, "error": record.error})
            else:
                entry = next(checked).report
                rows.add(record, entry, entry.findings if scoring.findings else ())
        if session.damaged:
            raise UserError(session.damaged[0])
        return [pack(rows)]

    return session_task(scoring.order, score_batch)


def rows_of(done: Done) -> bytes:
    """Return the packed rows that a worker made, or raise what ended its work."""
    if done.error is not None:
        raise done.error
    rows: bytes = done.made[0]
    return rows


def _difference(there: str, here: str) -> str:
    """Return the first part in which two signatures ("models:a,b|rules:c") differ, as one line."""
    pairs = zip(there.split("|"), here.split("|"), strict=False)
    part_there, part_here = next((pair for pair in pairs if pair[0] != pair[1]), (there, here))
    name, _, values_here = part_here.partition(":")
    set_here = set(values_here.split(","))
    set_there = set(part_there.partition(":")[2].split(","))
    only_there = ", ".join(sorted(set_there - set_here)) or "-"
    only_here = ", ".join(sorted(set_here - set_there)) or "-"
    return (
        f"a worker has another signature ({name}: {only_there} there, {only_here} here);"
        " give the workers the same versions and plugins"
    )
