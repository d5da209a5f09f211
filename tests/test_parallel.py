"""Several processes give what one gives."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.toys import STORY
from textlint_pt.companions.input import Input, Wanted
from textlint_pt.config.layer import Layer
from textlint_pt.contract.declared import Declared
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.rule import Rule
from textlint_pt.contract.view import View
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.parallel import lint, shares
from textlint_pt.engine.session import Order, Session
from textlint_pt.engine.shares import Share, Shares
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport

LAYERS = [Layer("test", {"language": "en"})]


def sources() -> list[Input]:
    texts = [STORY, STORY * 2, "Olá.", "", STORY.replace("rio", "mar"), STORY[:200]]
    good = [Input(f"{i}.txt", text.encode()) for i, text in enumerate(texts * 2)]
    return [*good, Input("bad.txt", b"caf\xe9"), Input("caf\udce9.txt", STORY.encode())]


def entries(given: Sequence[Input], jobs: int, cache: Path | None = None) -> list[Any]:
    troubles: list[str] = []
    session = Session.of(Order(LAYERS, False, cache, Wanted(measures=True)), troubles.append)
    found = list(lint(session, jobs, given))
    assert not session.damaged
    assert not troubles
    return found


@pytest.fixture(scope="module")
def expected() -> list[Any]:
    linter = Linter(load(third_party=False), LAYERS)
    return list(linter.lint(sources(), with_measures=True))


def test_reports_and_their_order_do_not_depend_on_number_of_processes(
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


def test_dead_worker_process_is_reported_as_an_error_with_a_remedy() -> None:
    given: Any = [*sources()[:3], Fatal()]
    with pytest.raises(UserError, match="ended abruptly"):
        entries(given, 2)


def test_closing_the_result_iterator_ends_the_worker_processes() -> None:
    from multiprocessing import active_children

    results = lint(Session.of(Order(LAYERS, False)), 2, sources())
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert active_children() == []


def sentences(number: int) -> str:
    """A long text that rules without the encoder find something in."""
    said = "O barco número {} saiu cedo de casa e o o rio subiu para cima.{}"
    return "".join(said.format(at, " " if at % 7 else "\n\n") for at in range(number))


#: rules of blocks and of the whole document, which ask for no pass of the encoder
QUICK = [Layer("test", {"language": "en", "select": ["GRA404", "GRA408", "GRA410", "RED001"]})]


@pytest.mark.parametrize("text", [sentences(450), sentences(450).replace("\n\n", " ")])
def test_long_document_divided_among_processes_has_the_same_report(
    text: str, tmp_path: Path
) -> None:
    given = Input("long.txt", text.encode())

    def report(jobs: int, cache: Path | None = None) -> DocumentReport:
        session = Session.of(Order(QUICK, False, cache, Wanted(measures=True)))
        if jobs > 1:
            session.linter.elsewhere = partial(shares, session, jobs)
        return next(session.check([given])).report

    one = report(1)
    assert len(one.findings) > 400
    assert not one.error
    assert report(2) == one
    assert report(2, tmp_path) == one
    assert report(3, tmp_path) == one


def test_forked_and_spawned_worker_processes_give_the_same_report(tmp_path: Path) -> None:
    Path(tmp_path, "long.txt").write_text(sentences(450), encoding="utf-8")
    code = (
        "import sys\n"
        "from multiprocessing import context\n"
        "from textlint_pt.cli import main\n"
        "for kind in (context.ForkProcess, context.SpawnProcess):\n"
        "    kind.start = lambda self, start=kind.start, kind=kind: ("
        "print(kind.__name__, file=sys.stderr, flush=True), start(self))[1]\n"
        "main(['long.txt', '--no-cache', '--format', 'json', *sys.argv[1:]])\n"
    )

    def run(*more: str) -> tuple[str, str]:
        select = ["--select", "GRA404,GRA408,GRA410,RED001"]
        done = subprocess.run(
            [sys.executable, "-c", code, *select, *more],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout, done.stderr

    out, started = run("--jobs", "1")
    assert len(json.loads(out)["documents"][0]["findings"]) > 400
    assert started == ""
    kind = "ForkProcess" if sys.platform == "linux" else "SpawnProcess"
    assert run("--jobs", "2") == (out, f"{kind}\n{kind}\n")


class Fails(Rule):
    """Fails far down in a text."""

    code, declared = "TST009", Declared("test.fails", by_block=True)
    messages = {"pt": {"message": "x"}, "en": {"message": "x"}}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for sentence in view.sentences:
            if "número 444" in sentence.text:
                raise ValueError("too far")
            yield self.finding(sentence, {})


def test_rule_that_raises_in_one_worker_process_reports_nothing() -> None:
    plugins = replace(load(third_party=False), rules={"TST009": Fails}, metrics={})
    given = Input("long.txt", sentences(450).encode())

    def entry(elsewhere: Callable[[Input, Shares], Iterator[Share]] | None) -> DocumentReport:
        linter = Linter(plugins, [Layer("test", {"select": ["TST009"], "language": "en"})])
        linter.elsewhere = elsewhere
        return next(linter.lint([given]))

    one = entry(None)
    assert one.findings == []
    assert "long.txt: TST009 failed: ValueError: too far" in str(one.error)
    apart = entry(
        lambda _, ours: (pickle.loads(pickle.dumps(ours.share(n))) for n in range(len(ours)))
    )
    assert apart == one
