"""Several processes give what one gives."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.toys import STORY
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.parallel import lint
from textlint_pt.engine.session import Order
from textlint_pt.registry.plugins import load

LAYERS = [Layer("test", {"language": "en"})]


def sources() -> list[Input]:
    texts = [STORY, STORY * 2, "Olá.", "", STORY.replace("rio", "mar"), STORY[:200]]
    good = [Input(f"{i}.txt", text.encode()) for i, text in enumerate(texts * 2)]
    return [*good, Input("bad.txt", b"caf\xe9"), Input("caf\udce9.txt", STORY.encode())]


def entries(given: Sequence[Input], jobs: int, cache: Path | None = None) -> list[Any]:
    return list(lint(given, Order(LAYERS, False, cache, measures=True), jobs))


@pytest.fixture(scope="module")
def expected() -> list[Any]:
    linter = Linter(load(third_party=False), LAYERS)
    return [(entry, [], []) for entry in linter.lint(sources(), with_measures=True)]


def test_entries_and_their_order_do_not_depend_on_the_jobs(
    expected: list[Any], tmp_path: Path
) -> None:
    assert entries(sources(), 2) == expected
    assert entries(sources(), 3, tmp_path) == expected  # into a cold cache
    assert entries(sources(), 1, tmp_path) == expected  # from a warm one


class Fatal:
    """A source that ends the process which receives it, as running out of memory does."""

    data = b""

    def __reduce__(self) -> Any:
        return end_abruptly, ()


def end_abruptly() -> None:
    os._exit(1)


def test_a_process_that_dies_is_an_error_a_user_can_act_on() -> None:
    given: Any = [*sources()[:3], Fatal()]
    with pytest.raises(UserError, match="ended abruptly"):
        entries(given, 2)


def test_leaving_early_ends_the_processes() -> None:
    from multiprocessing import active_children

    results = lint(sources(), Order(LAYERS, False), 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert active_children() == []
