"""Linting in several processes: the same entries in the same order as one would give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from textlint_pt import config
from textlint_pt.cache import Cache
from textlint_pt.linter import BATCH, Linter, Source
from textlint_pt.plugins import load
from textlint_pt.report import DocumentDict

_linter: Linter | None = None


def lint(
    sources: Sequence[Source],
    layers: Sequence[config.Layer],
    third_party: bool,
    cache: Path | None,
    jobs: int,
    measures: bool,
) -> Iterator[tuple[DocumentDict, Sequence[str]]]:
    """Entries in order, each with the damage its process met."""
    size = max(1, min(BATCH, -(-len(sources) // jobs)))
    chunks = [sources[at : at + size] for at in range(0, len(sources), size)]
    # spawn: forking a process in which an inference runtime has threads is not safe
    with ProcessPoolExecutor(
        min(jobs, len(chunks)),
        mp_context=get_context("spawn"),
        initializer=_begin,
        initargs=(layers, third_party, cache),
    ) as pool:
        for entries, damaged in pool.map(_work, chunks, [measures] * len(chunks)):
            for entry in entries:
                yield entry, damaged


def _begin(layers: Sequence[config.Layer], third_party: bool, cache: Path | None) -> None:
    global _linter  # noqa: PLW0603 - one linter a process, made once
    _linter = Linter(load(third_party), layers, Cache(cache) if cache else None)


def _work(chunk: Sequence[Source], measures: bool) -> tuple[list[DocumentDict], list[str]]:
    assert _linter is not None
    return list(_linter.lint(chunk, with_measures=measures)), list(_linter.damaged)
