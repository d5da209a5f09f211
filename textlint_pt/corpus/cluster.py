"""Batches on a cluster of dask that runs already, wherever its workers are.

`distributed` moves the batches, replaces workers and runs again what one had that died. What a
worker does is what a process on this machine does.
"""

from __future__ import annotations

import logging
import os
import pickle
import threading
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import __version__
from textlint_pt.companions.finder import MAPPINGS
from textlint_pt.contract.errors import UserError, describe
from textlint_pt.corpus.engines import ENDED, Batch
from textlint_pt.corpus.reading import Record
from textlint_pt.corpus.rows import failed_row, joined
from textlint_pt.corpus.work import Scoring, prepare, rows_of
from textlint_pt.engine.parallel import Done, failed

#: seconds to wait for an answer from the scheduler
_TIMEOUT = 10
#: batches in flight: so many a thread of the cluster, and while it has none yet
_BATCHES_PER_THREAD, _MIN_BATCHES = 2, 4
#: parts of a configuration that depend on where a document is
_PLACES = frozenset(("paths", *MAPPINGS.values()))


class Run(NamedTuple):
    """What every worker of a cluster is to do, and what it must be for that."""

    id: str
    scoring: Scoring
    version: str
    folder: str


class Cluster:
    """Workers are those of a scheduler of dask at an address, which come and go.

    Each must give the signature of `scoring`. `tell` is handed what a user who waits should know.
    """

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        self._address = address
        self._tell = tell

    def run(
        self, batches: Iterable[Batch], scoring: Scoring, profile: str
    ) -> Iterator[tuple[int, bytes]]:
        """Yield the number and packed rows of each batch, done by the cluster's workers."""
        with _quiet(scoring.order.debug), _open(self._client()) as client:
            if not _threads(client):
                self._tell(f"{self._address}: no workers yet; the run waits for them")
            yield from self._run(client, iter(batches), _task(scoring), profile)

    def _client(self) -> Any:
        """Return a connection to the scheduler, or raise `UserError`."""
        from distributed import Client

        try:
            return Client(self._address, timeout=_TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError, ImportError, RuntimeError) as error:
            reason = (str(error).splitlines() or [""])[0] or type(error).__name__
            raise UserError(
                f"--scheduler: {self._address}: no scheduler of dask to be reached: {reason}"
            ) from error

    def _run(
        self, client: Any, batches: Iterator[Batch], task: Run, profile: str
    ) -> Iterator[tuple[int, bytes]]:
        """Submit batches as workers become free; run those that killed workers one by one."""
        from distributed import KilledWorker, as_completed

        submitted: dict[str, Batch] = {}
        suspects: list[Batch] = []
        finished = as_completed(loop=client.loop)

        def submit_more() -> None:
            wanted = max(_MIN_BATCHES, _BATCHES_PER_THREAD * _threads(client))
            for number, records in islice(batches, max(0, wanted - len(submitted))):
                future = self._submit(client, task, records)
                submitted[future.key] = number, records
                finished.add(future)

        submit_more()
        for future in finished:
            number, records = submitted.pop(future.key)
            submit_more()
            try:
                yield number, self._result(future)
            except KilledWorker:
                suspects.append((number, records))
            del future  # the cluster keeps a result as long as a future of it exists
        # documents run one by one, so that it is known which one ends its worker
        for number, records in suspects:
            parts = []
            for record in records:
                try:
                    parts.append(self._result(self._submit(client, task, [record])))
                except KilledWorker:
                    parts.append(failed_row(record, profile, ENDED))
            yield number, joined(parts)

    def _submit(self, client: Any, task: Run, records: Sequence[Record]) -> Any:
        """Send a batch to the cluster; return its future."""
        # as bytes: the scheduler passes them on and never looks inside
        packed = pickle.dumps(records)
        try:
            return client.submit(do, task, packed, key=f"textlint-pt-{uuid.uuid4()}", pure=False)
        except (OSError, RuntimeError) as error:
            raise self._scheduler_lost() from error

    def _result(self, future: Any) -> bytes:
        """Return the packed rows of a future, or raise `UserError` with the reason."""
        from distributed import CancelledError, KilledWorker

        try:
            result = future.result()
        except KilledWorker:
            raise
        except (CancelledError, OSError) as error:
            raise self._scheduler_lost() from error
        except Exception as error:
            # nothing of ours raises there: the batch, or what does it, was not understood
            cause = error.__cause__ or error
            raise UserError(
                f"--scheduler: {self._address}: {describe(cause)}; the scheduler and every worker"
                f" need textlint-pt {__version__} and what it needs here"
            ) from error
        try:
            return rows_of(result)
        except UserError as error:
            raise UserError(f"--scheduler: {self._address}: {error}") from error

    def _scheduler_lost(self) -> UserError:
        return UserError(
            f"--scheduler: {self._address}: the scheduler is gone; what is done is kept, run again"
        )


def _task(scoring: Scoring) -> Run:
    """Return what workers do; relative paths are resolved from the folder of this process."""
    layers = [layer._replace(root=layer.root.absolute()) for layer in scoring.order.layers]
    here = scoring._replace(order=scoring.order._replace(layers=layers))
    return Run(uuid.uuid4().hex, here, __version__, str(Path.cwd()))


def _threads(client: Any) -> int:
    """Return how many threads the workers have now; 0 if the scheduler does not answer."""
    with suppress(OSError, RuntimeError):
        return sum(client.nthreads().values())
    return 0


@contextmanager
def _open(client: Any) -> Iterator[Any]:
    """Yield a client of the cluster; failures to close it are ignored."""
    try:
        yield client
    finally:
        with suppress(OSError, RuntimeError):
            client.close()


@contextmanager
def _quiet(debug: bool) -> Iterator[None]:
    """Silence the log and warnings of dask, unless debugging."""
    if debug:
        yield
        return
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


# ------------------------------------------------------------------ on a worker

#: runs whose linter a worker keeps: one, and one that follows or shares the cluster
_MAX_PREPARED = 2
_prepared: dict[str, Callable[[Sequence[Record]], Done]] = {}
#: a worker may have threads; a linter is used by one at a time
_lock = threading.Lock()


def do(run: Run, packed: bytes) -> Done:
    """Do one batch on a worker; what is made is an error if the worker is unsuitable."""
    if run.version != __version__:
        return failed(UserError(f"a worker has textlint-pt {__version__}, not {run.version}"))
    if os.getcwd() != run.folder:  # noqa: PTH109
        for layer in run.scoring.order.layers:
            if relative_keys := sorted(_PLACES & layer.values.keys()):
                place = layer.place(relative_keys[0])
                return failed(UserError(f"{place}: needs workers in {run.folder}"))
    with _lock:
        if run.id not in _prepared:
            while len(_prepared) >= _MAX_PREPARED:
                del _prepared[next(iter(_prepared))]
            _prepared[run.id] = prepare(run.scoring)
        return _prepared[run.id](pickle.loads(packed))
