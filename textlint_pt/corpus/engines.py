"""Who does the work: batches in, what became of each out. One engine, or another behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Protocol

from textlint_pt.corpus.reading import Record
from textlint_pt.corpus.rows import failed_row, joined
from textlint_pt.corpus.work import Scoring, prepare, rows_of
from textlint_pt.engine.parallel import Died, work

Batch = tuple[int, Sequence[Record]]

#: why a document has no score
ENDED = "ended the process that scored it (out of memory?)"


class Engine(Protocol):
    """Does batches, as many at a time as it likes.

    `run` gives the number of each batch with its packed rows, in any order, and raises what is
    wrong with the settings. It takes batches as it needs them. Whether one worker does them or a
    hundred, the rows are the same; a document that ends its worker becomes a row with an error.
    """

    def run(
        self, batches: Iterable[Batch], scoring: Scoring, profile: str
    ) -> Iterator[tuple[int, bytes]]: ...


class Processes:
    """Workers are processes on this machine."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(
        self, batches: Iterable[Batch], scoring: Scoring, profile: str
    ) -> Iterator[tuple[int, bytes]]:
        """Yield the number and packed rows of each batch, done by local processes."""
        submitted: dict[int, Batch] = {}

        def tasks() -> Iterator[Sequence[Record]]:
            for task, batch in enumerate(batches):
                submitted[task] = batch
                yield batch[1]

        with closing(work(tasks(), partial(prepare, scoring), self._workers)) as results:
            for task, result in results:
                number, records = submitted.pop(task)
                if isinstance(result, Died):
                    yield number, _one_by_one(records, scoring, profile)
                else:
                    yield number, rows_of(result)


def _one_by_one(records: Sequence[Record], scoring: Scoring, profile: str) -> bytes:
    """Score a batch that killed its worker one by one; the culprit becomes an error row."""
    rows_by_number: dict[int, bytes] = {}
    with closing(work([[record] for record in records], partial(prepare, scoring), 1)) as results:
        for number, result in results:
            if isinstance(result, Died):
                rows_by_number[number] = failed_row(records[number], profile, ENDED)
            else:
                rows_by_number[number] = rows_of(result)
    return joined(data for _, data in sorted(rows_by_number.items()))
