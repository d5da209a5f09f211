"""Linting in several processes: the same entries in the same order as one would give.

Processes live no longer than the one that started them: it ends them when it is done or
interrupted, and they end themselves when it is gone.
"""

from __future__ import annotations

import atexit
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

from textlint_pt.contract.errors import DEBUG, UserError, describe
from textlint_pt.interrupts import ENDING, interrupts_wait

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

    made: list[Any]
    damaged: list[str]
    cache_troubles: list[str]
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


def lint(
    inputs: Sequence[Input], order: Order, jobs: int
) -> Iterator[tuple[DocumentReport, Sequence[str], Sequence[str]]]:
    """Entries in order, each with the damage and the troubles of the cache its process met."""
    from textlint_pt.engine.linter import BATCH, batches

    chunks = batches(inputs, max(1, min(BATCH, -(-len(inputs) // jobs))))
    for done in _in_order(work(chunks, partial(_linting, order), jobs)):
        for entry in done.made:
            yield entry, done.damaged, done.cache_troubles


def shares(session: Session, jobs: int, given: Input, ours: Shares) -> Iterator[Share]:
    """The shares of a long document, which the session made to be joined, in order."""
    order, cache = session.order(), session.cache
    forks = _may_fork()
    if forks:
        ours.prepare()  # what is made before is shared
    prepare = partial(_making, ours, cache) if forks else partial(_sharing, order, given)
    count = len(ours)
    for done in _in_order(work(range(count), prepare, min(jobs, count), forks=forks)):
        if cache is not None:
            for trouble in done.cache_troubles:
                cache.note(trouble)
        yield from done.made


def _may_fork() -> bool:
    """Whether nothing else runs in this process, so that others may begin as copies of it: they
    share what was read, and start at once."""
    return (
        sys.platform == "linux"
        and threading.active_count() == 1
        and "onnxruntime" not in sys.modules
    )


def _in_order(results: Generator[tuple[int, Any], None, None]) -> Iterator[Done]:
    """What was done in order; an error that ended work is raised in its place."""
    ready: dict[int, Done] = {}
    following = 0
    with closing(results):
        for number, done in results:
            if isinstance(done, Died):
                raise UserError(
                    "a process ended abruptly (out of memory?); try fewer --jobs, or smaller files"
                )
            ready[number] = done
            while following in ready:
                done = ready.pop(following)
                following += 1
                if done.error is not None:
                    raise done.error
                yield done


def work(
    tasks: Iterable[Any], prepare: Prepare, jobs: int, *, forks: bool = False
) -> Generator[tuple[int, Any], None, None]:
    """What becomes of the tasks, with their numbers, as soon as it is known.

    Each goes to a process that has nothing to do; one that has ended is replaced, and its task
    becomes `Died`. Tasks are asked for one ahead of need.
    """
    waiting = iter(enumerate(tasks))
    following = next(waiting, None)
    workers: list[_Worker] = []
    idle: list[_Worker] = []
    doing: dict[Connection, tuple[int, _Worker]] = {}
    done: list[tuple[int, Any]] = []

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
            while following is not None and (idle or len(workers) < jobs):
                if not idle:
                    with interrupts_wait(), _deaf():  # so that none is left half started
                        workers.append(_start(prepare, forks))
                    idle.append(workers[-1])
                worker = idle.pop()
                doing[worker.pipe] = following[0], worker
                with suppress(OSError):  # it has ended, which is seen where its answer is read
                    worker.pipe.send(following[1])
                following = next(waiting, None)
            yield from done
            done.clear()
            if not doing:
                return
            for pipe in wait(list(doing)):
                assert isinstance(pipe, Connection)
                number, worker = doing.pop(pipe)
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
    # forking a process in which an inference runtime has threads is not safe
    context: ForkContext | SpawnContext = get_context("fork") if forks else get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(prepare, theirs), daemon=True)
    process.start()
    theirs.close()  # so that the end of the process is the end of the pipe
    return _Worker(process, ours)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started in here never get what a terminal sends to all: we end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(prepare: Prepare, pipe: Connection) -> None:
    """One process: tasks in, what became of them out, until the one that sends them is gone."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)  # where they cannot be masked
    threading.Thread(target=_end_with_parent, daemon=True).start()
    do = prepare()
    with suppress(EOFError, OSError):  # nobody waits any more
        while True:
            pipe.send(do(pipe.recv()))


def _linting(order: Order) -> Callable[[Sequence[Input]], Done]:
    """What lints a chunk."""

    def do(session: Session, chunk: Sequence[Input]) -> list[DocumentReport]:
        return [checked.report for checked in session.check(chunk)]

    return _in_session(order, do)


def _sharing(order: Order, given: Input) -> Callable[[int], Done]:
    """What makes a share of a long document, by its number."""
    made: list[Shares] = []

    def do(session: Session, number: int) -> list[Share]:
        if not made:
            made.append(session.shares(given))
        return [made[0].share(number)]

    return _in_session(order, do)


def _making(ours: Shares, cache: Cache | None) -> Callable[[int], Done]:
    """The same in a copy of the process that made the shares."""
    troubles: list[str] = []
    if cache is not None:
        cache.begin_again(troubles.append)

    def do(number: int) -> Done:
        try:
            return Done([ours.share(number)], [], troubles)
        except Exception as error:  # noqa: BLE001 - for the process that waits to tell
            return _failed(error, troubles)

    return do


def _in_session(order: Order, do: Callable[[Session, Task], list[Any]]) -> Callable[[Task], Done]:
    """What does a task; the session is made with the first, which tells what is wrong with it."""
    from textlint_pt.engine.session import Session

    DEBUG.on = order.debug
    troubles: list[str] = []
    sessions: list[Session] = []

    def done(task: Task) -> Done:
        try:
            if not sessions:
                sessions.append(Session.of(order, troubles.append))
            (session,) = sessions
            return Done(do(session, task), list(session.damaged), troubles)
        except Exception as error:  # noqa: BLE001 - for the process that waits to tell
            return _failed(error, troubles)

    return done


def _failed(error: Exception, troubles: list[str]) -> Done:
    told = error if isinstance(error, UserError) else RuntimeError(describe(error))
    return Done([], [], troubles, told)


def _end_with_parent() -> None:
    """End at once when the process that started this one has ended, however it did."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
