"""Linting in several processes: the same entries in the same order as one would give.

Processes live no longer than the one that started them: it ends them when it is done or
interrupted, and they end themselves when it is gone.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt.contract.errors import DEBUG, UserError, describe
from textlint_pt.interrupts import ENDING, interrupts_wait

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from textlint_pt.companions.input import Input
    from textlint_pt.config.layer import Layer
    from textlint_pt.reporters.report import DocumentDict


class Order(NamedTuple):
    """What every process is to do."""

    layers: Sequence[Layer]
    third_party: bool
    #: folder of the cache
    cache: Path | None
    measures: bool
    reading: bool
    debug: bool


class Done(NamedTuple):
    """Entries of a chunk, or what ended the work on it; damage and trouble with the cache."""

    entries: list[DocumentDict]
    damaged: list[str]
    cache_troubles: list[str]
    error: Exception | None = None


class _Worker(NamedTuple):
    process: BaseProcess
    pipe: Connection


def lint(
    inputs: Sequence[Input],
    layers: Sequence[Layer],
    third_party: bool,
    cache: Path | None,
    jobs: int,
    measures: bool,
    reading: bool = False,
) -> Iterator[tuple[DocumentDict, Sequence[str], Sequence[str]]]:
    """Entries in order, each with the damage and the troubles of the cache its process met."""
    from textlint_pt.engine.linter import BATCH

    size = max(1, min(BATCH, -(-len(inputs) // jobs)))
    chunks = [inputs[at : at + size] for at in range(0, len(inputs), size)]
    order = Order(layers, third_party, cache, measures, reading, DEBUG.on)
    workers: list[_Worker] = []

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
        with interrupts_wait(), _deaf():  # so that none is left half started
            for _ in range(min(jobs, len(chunks))):
                workers.append(_start(order))
        for done in _results(workers, chunks):
            if done.error is not None:
                raise done.error
            for entry in done.entries:
                yield entry, done.damaged, done.cache_troubles
    finally:
        end()
        atexit.unregister(end)


def _start(order: Order) -> _Worker:
    # spawn: forking a process in which an inference runtime has threads is not safe
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(order, theirs), daemon=True)
    process.start()
    theirs.close()  # so that the end of the process is the end of the pipe
    return _Worker(process, ours)


def _results(workers: Sequence[_Worker], chunks: Sequence[Sequence[Input]]) -> Iterator[Done]:
    """What becomes of the chunks, in order: each goes to a process that has nothing to do."""
    waiting = iter(enumerate(chunks))
    doing: dict[Connection, int] = {}
    ready: dict[int, Done] = {}
    following = 0

    def give(pipe: Connection) -> None:
        number, chunk = next(waiting, (None, None))
        if number is not None:
            pipe.send(chunk)
            doing[pipe] = number

    try:
        for worker in workers:
            give(worker.pipe)
        while doing:
            for pipe in wait(list(doing)):
                assert isinstance(pipe, Connection)
                ready[doing.pop(pipe)] = pipe.recv()
                give(pipe)
            while following in ready:
                yield ready.pop(following)
                following += 1
    except (EOFError, OSError) as error:
        raise UserError(
            "a process ended abruptly (out of memory?); try fewer --jobs, or smaller files"
        ) from error


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


def _work(order: Order, pipe: Connection) -> None:
    """One process: chunks in, what was done out, until the one that sends them is gone."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)  # where they cannot be masked
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from textlint_pt.engine.cache import Cache
    from textlint_pt.engine.linter import Linter
    from textlint_pt.registry.plugins import load

    DEBUG.on = order.debug
    troubles: list[str] = []
    linter: Linter | None = None
    with suppress(EOFError, OSError):  # nobody waits any more
        while True:
            chunk = pipe.recv()
            try:
                if linter is None:
                    cache = Cache(order.cache, troubles.append) if order.cache else None
                    linter = Linter(load(order.third_party), order.layers, cache)
                entries = list(
                    linter.lint(chunk, with_measures=order.measures, with_reading=order.reading)
                )
                pipe.send(Done(entries, list(linter.damaged), troubles))
            except Exception as error:  # noqa: BLE001 - for the process that waits to tell
                told = error if isinstance(error, UserError) else RuntimeError(describe(error))
                pipe.send(Done([], [], troubles, told))


def _end_with_parent() -> None:
    """End at once when the process that started this one has ended, however it did."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
