"""Linting in several processes: the same entries in the same order as one would give."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from pathlib import Path

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import DEBUG, UserError
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.linter import BATCH, Linter
from textlint_pt.registry.plugins import load
from textlint_pt.reporters.report import DocumentDict

_linter: Linter | None = None


def lint(
    inputs: Sequence[Input],
    layers: Sequence[Layer],
    third_party: bool,
    cache: Path | None,
    jobs: int,
    measures: bool,
    reading: bool = False,
) -> Iterator[tuple[DocumentDict, Sequence[str]]]:
    """Entries in order, each with the damage its process met."""
    size = max(1, min(BATCH, -(-len(inputs) // jobs)))
    chunks = [inputs[at : at + size] for at in range(0, len(inputs), size)]
    # spawn: forking a process in which an inference runtime has threads is not safe
    pool = ProcessPoolExecutor(
        min(jobs, len(chunks)),
        mp_context=get_context("spawn"),
        initializer=_begin,
        initargs=(layers, third_party, cache, DEBUG.on),
    )
    others = set(active_children())
    try:
        with _deaf_to_interrupts():
            wanted = [measures] * len(chunks), [reading] * len(chunks)
            results = pool.map(_work, chunks, *wanted)
        for entries, damaged in results:
            for entry in entries:
                yield entry, damaged
    except BrokenProcessPool as error:
        raise UserError(
            "a process ended abruptly (out of memory?); try fewer --jobs, or smaller files"
        ) from error
    except BaseException:
        for process in set(active_children()) - others:
            process.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started in here do not get Ctrl-C, which a terminal sends to all: we end them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(layers: Sequence[Layer], third_party: bool, cache: Path | None, debug: bool) -> None:
    global _linter  # noqa: PLW0603 - one linter a process, made once
    DEBUG.on = debug
    _linter = Linter(load(third_party), layers, Cache(cache) if cache else None)


def _work(
    chunk: Sequence[Input], measures: bool, reading: bool
) -> tuple[list[DocumentDict], list[str]]:
    assert _linter is not None
    entries = _linter.lint(chunk, with_measures=measures, with_reading=reading)
    return list(entries), list(_linter.damaged)
