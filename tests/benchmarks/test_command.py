"""Command lines that are made of the signatures of functions."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

import benchmarks
import training
from benchmarks.evaluation import command
from benchmarks.evaluation.command import Files, Rows
from textlint_pt.contract import UserError

given: list[dict[str, Any]] = []


def rows(
    files: Files,
    *,
    least: Annotated[float | None, "of what, in 5 %"] = None,
    kind: Literal["good", "bad"] = "good",
    peers: Sequence[Path] = (),
    no_cache: bool = False,
    set_: str = "own",
) -> Rows:
    given.append(dict(locals()))
    if not files[0]:
        raise UserError("a file without a name")
    yield {"system": "ours", "n": len(files)}


def exits(page: Path = Path("page.md"), *, seed: int) -> int:
    given.append(dict(locals()))
    return seed


TABLE = {"rows": (f"{__name__}:rows", "some rows"), "exits now": (f"{__name__}:exits", "a status")}


def run(*arguments: str) -> int:
    given.clear()
    return command.main("tests", TABLE, arguments)


def test_benchmark_function_parameters_become_command_line_arguments(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("rows", "a", "b", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "benchmark": "test_command", "data": ["a", "b"], "rows": [{"system": "ours", "n": 2}]
    }  # fmt: skip
    assert given == [
        {"files": ["a", "b"], "least": None, "kind": "good", "peers": (), "no_cache": False,
         "set_": "own"}
    ]  # fmt: skip
    more = ["--least", ".5", "--kind", "bad", "--peers", "x", "y", "--peers", "z", "--no-cache"]
    assert run("rows", "a", *more, "--set", "mine") == 0
    assert given[0]["least"] == 0.5 and given[0]["kind"] == "bad" and given[0]["no_cache"]
    assert given[0]["peers"] == [Path("x"), Path("y"), Path("z")] and given[0]["set_"] == "mine"
    assert capsys.readouterr().out == "system  n\nours    1\n"


def test_two_word_benchmark_command_exits_with_the_status_of_its_function() -> None:
    assert run("exits", "now", "--seed", "3") == 3
    assert given == [{"page": Path("page.md"), "seed": 3}]
    assert run("exits", "now", "other.md", "--seed", "0") == 0
    assert given == [{"page": Path("other.md"), "seed": 0}]


def test_benchmark_command_reports_wrong_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, message in (
        (["rows", ""], "tests rows: error: a file without a name"),
        (["rows"], "required: files"),
        (["rows", "a", "--kind", "worse"], "invalid choice: 'worse'"),
        (["exits", "now"], "required: --seed"),
        (["exits", "now", "--seed", "x"], "invalid int value: 'x'"),
    ):
        with pytest.raises(SystemExit, match="2"):
            run(*arguments)
        assert message in capsys.readouterr().err
    assert run("nothing", "else") == 2
    assert "no command nothing else" in capsys.readouterr().err


def test_benchmarks_program_without_arguments_lists_its_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run() == 0
    assert "  rows       some rows\n  exits now  a status\n" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="0"):
        run("rows", "--help")
    assert "of what, in 5 %" in capsys.readouterr().out


@pytest.mark.parametrize("package", [benchmarks, training])
def test_every_benchmark_and_training_command_calls_an_existing_function(package: Any) -> None:
    for where, _ in package.TABLE.values():
        module, _, function = where.partition(":")
        path = Path(package.__file__).parents[1].joinpath(*module.split("."))
        file = path.with_suffix(".py")
        path = file if file.exists() else path / "__init__.py"
        assert f"def {function or 'run'}(" in path.read_text(encoding="utf-8"), where


def test_every_benchmark_has_a_help_text() -> None:
    for where, _ in benchmarks.TABLE.values():
        name = where.partition(":")[0]
        __import__(name)
        assert len(command.help_text(name)) > 80, name


def test_running_a_benchmark_module_runs_its_command() -> None:
    program = [sys.executable, "-m", "benchmarks.proposals", "--help"]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: python -m benchmarks proposals")
