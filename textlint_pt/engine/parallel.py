"""Linting in several processes: the same entries in the same order as one would give.

Processes live no longer than the one that started them: it ends them when it is done or
interrupted, and they end themselves when it is gone.
"""

from __future__ import annotations

import atexit
import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from textlint_pt.contract.errors import UserError, describe
from textlint_pt.interrupts import TERMINATING, interrupts_delayed

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext
    from multiprocessing.process import BaseProcess

    from textlint_pt.companions.input import Input
    from textlint_pt.engine.cache import Cache
    from textlint_pt.engine.session import Order, Session
    from textlint_pt.engine.shares import Share, Shares
    from textlint_pt.report.report import DocumentReport

Task = TypeVar("Task")


class Done(NamedTuple):
    """What was made of a task, or what ended the work on it; damage and trouble with the cache."""

    made: Sequence[Any]
    damaged: Sequence[str] = ()
    cache_troubles: Sequence[str] = ()
    error: Exception | None = None


class Died(NamedTuple):
    """What becomes of a task whose process ended abruptly."""


#: called once in each process; what it gives does one task and raises nothing
Prepare = Callable[[], Callable[[Any], Any]]


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def lint(session: Session, jobs: int, inputs: Sequence[Input]) -> Iterator[DocumentReport]:
    """Yield the reports of texts in order, made by other processes."""
    from textlint_pt.engine.linter import BATCH, batches

    inputs_a_process = math.ceil(len(inputs) / jobs)
    chunks = batches(inputs, max(1, min(BATCH, inputs_a_process)))
    return _made(session, work(chunks, partial(_chunk_task, session.order()), jobs))


def shares(session: Session, jobs: int, given: Input, own_shares: Shares) -> Iterator[Share]:
    """Yield the shares of a long document in order, made by other processes."""
    may_fork = _may_fork()
    if may_fork:
        own_shares.prepare()  # what is made before is shared
    prepare = (
        partial(_forked_share_task, own_shares, session.cache)
        if may_fork
        else partial(_share_task, session.order(), given)
    )
    count = len(own_shares)
    return _made(session, work(range(count), prepare, min(jobs, count), forks=may_fork))


def _made(session: Session, results: Generator[tuple[int, Any], None, None]) -> Iterator[Any]:
    """Yield what tasks made, in order; note in the session what is wrong with models and cache."""
    for done in _in_order(results):
        session.linter.analyzer.note_damage(done.damaged)
        if session.cache is not None:
            for trouble in done.cache_troubles:
                session.cache.note(trouble)
        yield from done.made


def _may_fork() -> bool:
    """Return whether forking is safe here: no other thread and no inference runtime."""
    return (
        sys.platform == "linux"
        and threading.active_count() == 1
        and "onnxruntime" not in sys.modules
    )


def _in_order(results: Generator[tuple[int, Any], None, None]) -> Iterator[Done]:
    """Yield results in the order of their tasks; raise the errors among them."""
    ready: dict[int, Done] = {}
    next_number = 0
    with closing(results):
        for number, done in results:
            if isinstance(done, Died):
                raise UserError(
                    "a process ended abruptly (out of memory?); try fewer --jobs, or smaller files"
                )
            ready[number] = done
            while next_number in ready:
                done = ready.pop(next_number)
                next_number += 1
                if done.error is not None:
                    raise done.error
                yield done


def work(
    tasks: Iterable[Any], prepare: Prepare, jobs: int, *, forks: bool = False
) -> Generator[tuple[int, Any], None, None]:
    """Yield (number of the task, result) as tasks finish, done by up to `jobs` processes.

    A process that died is replaced, and the result of its task is `Died`.
    """
    remaining = iter(enumerate(tasks))
    next_task = next(remaining, None)
    workers: list[_Worker] = []
    idle: list[_Worker] = []
    running: dict[Connection, tuple[int, _Worker]] = {}
    done: list[tuple[int, Any]] = []  # results that were received and not yet yielded

    def end() -> None:
        for worker in workers:
            worker.process.kill()
        for worker in workers:
            worker.process.join()
            worker.pipe.close()

    # whoever is interrupted outside of here may hold on to this generator until the very end, where
    # Python would wait for the processes
    atexit.register(end)
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # starting it lets interrupts through again
    try:
        while True:
            while next_task is not None and (idle or len(workers) < jobs):
                if not idle:
                    with interrupts_delayed(), _signals_blocked():  # none is left half started
                        workers.append(_start(prepare, forks))
                    idle.append(workers[-1])
                worker = idle.pop()
                running[worker.pipe] = next_task[0], worker
                with suppress(OSError):  # it has ended, which is seen where its answer is read
                    worker.pipe.send(next_task[1])
                next_task = next(remaining, None)
            yield from done
            done.clear()
            if not running:
                return
            for pipe in wait(list(running)):
                assert isinstance(pipe, Connection)
                number, worker = running.pop(pipe)
                try:
                    done.append((number, pipe.recv()))
                    idle.append(worker)
                except (EOFError, OSError):
                    workers.remove(worker)
                    worker.process.kill()
                    worker.process.join()
                    pipe.close()
                    done.append((number, Died()))
    finally:
        end()
        atexit.unregister(end)


def _start(prepare: Prepare, forks: bool) -> _Worker:
    """Start a worker process connected by a pipe."""
    # forking a process in which an inference runtime has threads is not safe
    context: ForkContext | SpawnContext = get_context("fork") if forks else get_context("spawn")
    own_end, worker_end = context.Pipe()
    process = context.Process(target=_serve, args=(prepare, worker_end), daemon=True)
    process.start()
    worker_end.close()  # so that the end of the process is the end of the pipe
    return _Worker(process, own_end)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block terminal signals, so that workers started here never get them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, TERMINATING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)


def _serve(prepare: Prepare, pipe: Connection) -> None:
    """Do tasks from a pipe until its other end closes."""
    for number in TERMINATING:
        signal.signal(number, signal.SIG_IGN)  # where they cannot be masked
    threading.Thread(target=_end_with_parent, daemon=True).start()
    do = prepare()
    with suppress(EOFError, OSError):  # nobody waits any more
        while True:
            pipe.send(do(pipe.recv()))


def _chunk_task(order: Order) -> Callable[[Sequence[Input]], Done]:
    """Return a function that lints a chunk of files."""

    def do(session: Session, chunk: Sequence[Input]) -> list[DocumentReport]:
        return [checked.report for checked in session.check(chunk)]

    return session_task(order, do)


def _share_task(order: Order, given: Input) -> Callable[[int], Done]:
    """Return a function that makes a share of a long document in a new session."""
    shares_of_document: Shares | None = None

    def do(session: Session, number: int) -> list[Share]:
        nonlocal shares_of_document
        if shares_of_document is None:
            shares_of_document = session.shares(given)
        return [shares_of_document.share(number)]

    return session_task(order, do)


def _forked_share_task(own_shares: Shares, cache: Cache | None) -> Callable[[int], Done]:
    """Return a function that makes a share in a forked process."""
    troubles: list[str] = []
    if cache is not None:
        cache.reopen_after_fork(troubles.append)

    def do(number: int) -> Done:
        try:
            return Done([own_shares.share(number)], cache_troubles=troubles)
        except Exception as error:  # noqa: BLE001 - for the process that waits to tell
            return failed(error, troubles)

    return do


def session_task(order: Order, do: Callable[[Session, Task], list[Any]]) -> Callable[[Task], Done]:
    """Return a function that does tasks in a session, which the first one creates."""
    from textlint_pt.engine.session import Session

    troubles: list[str] = []
    session: Session | None = None

    def run_task(task: Task) -> Done:
        nonlocal session
        try:
            if session is None:
                session = Session.of(order, troubles.append)
            return Done(do(session, task), list(session.damaged), troubles)
        except Exception as error:  # noqa: BLE001 - for the process that waits to tell
            return failed(error, troubles)

    return run_task


def failed(error: Exception, troubles: Sequence[str] = ()) -> Done:
    """Return that an error ended the work on a task."""
    cause = error if isinstance(error, UserError) else RuntimeError(describe(error))
    return Done([], cache_troubles=troubles, error=cause)


def _end_with_parent() -> None:
    """End at once when the process that started this one has ended, however it did."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
