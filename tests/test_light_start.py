"""What a command does not need is not imported; a version is told as fast as Python starts."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest

from tests.conftest import ROOT

#: without what coverage would import
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
HEAVY = {"torch", "transformers", "spacy", "scipy", "ot", "onnxruntime"}
TEXT = (
    "O pescador velho saiu de madrugada com a rede azul às costas. Na praia ninguém sabia ainda"
    " que o inverno tinha chegado. O pescador velho saiu de madrugada com a rede nova às costas.\n"
)


def imported(*arguments: str, cwd: Path, statuses: tuple[int, ...] = (0,)) -> set[str]:
    """Modules that `textlint-pt ARGUMENTS` imports, by dotted name."""
    names = run("-m", "textlint_pt", *arguments, cwd=cwd, statuses=statuses)
    assert "textlint_pt" in names
    return names


def run(*arguments: str, cwd: Path, statuses: tuple[int, ...] = (0,)) -> set[str]:
    """Modules that `python ARGUMENTS` imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        cwd=cwd,
        env={**ENVIRONMENT, "TEXTLINT_PT_CACHE": str(cwd / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in statuses, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


def packages(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


@pytest.mark.parametrize(
    "command",
    [
        *("--version", "--help", "rules", "rule DOC001", "config show", "init"),
        *("formats", "plugins", "serve --help", "page --help"),
    ],
)
def test_commands_that_lint_nothing_import_no_ml_framework(command: str, tmp_path: Path) -> None:
    there = packages(imported(*command.split(), cwd=tmp_path))
    assert not there & (HEAVY | {"numpy", "rapidfuzz", "tree_sitter", "pygls", "waitress"})


def test_quick_pre_commit_hook_imports_no_ml_framework(tmp_path: Path) -> None:
    import yaml

    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (entry,) = (hook["entry"] for hook in hooks if hook["id"] == "textlint-pt-quick")
    (tmp_path / "conto.txt").write_text(TEXT, encoding="utf-8")
    arguments = (*entry.split()[1:], "--no-cache", "conto.txt")
    assert not packages(imported(*arguments, cwd=tmp_path)) & HEAVY


@pytest.mark.parametrize("name", ["conto.txt", "conto.md"])
@pytest.mark.parametrize("cache", ["--no-cache", "--measures"])
def test_linting_with_rules_without_models_imports_no_ml_framework(
    name: str, cache: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(TEXT, encoding="utf-8")
    arguments = ("--preset", "generated", "--select", "RED,DOC", cache, name)
    modules = imported(*arguments, cwd=tmp_path, statuses=(1,))
    assert not packages(modules) & (HEAVY | {"typer", "rich", "yaml"})
    if cache != "--no-cache":  # the second time, what was found is read from the cache
        again = imported(*arguments, cwd=tmp_path, statuses=(1,))
        light = {"numpy", "rapidfuzz", "pluggy", "typer", "rich", "dataclasses"}
        assert not packages(again) & (HEAVY | light)
        assert "textlint_pt.engine.linter" not in again


#: what is not ours and may be imported besides Python's library; some of it only if it is there
LINTING = {"dawg", "msgspec", "platformdirs", "pluggy", "typing_extensions", "tomli"}
READING = {"numpy", "onnxruntime", "pylmcf", "nanobind_backend", "rapidfuzz"}
#: modules of rules that compare, or are off
LATE = {"duplicate_question", "glossary", "markup", "numbers", "pairs", "structure", "untranslated"}


@pytest.mark.parametrize(
    ("command", "most"),
    [
        ("--version", set()),
        ("--help", {"typer", "annotated_doc", "shellingham"}),
        ("--no-cache --select GRA404 conto.txt", LINTING),
        ("--no-cache conto.txt", LINTING | READING),
    ],
)
def test_each_command_imports_only_the_third_party_libraries_allowed_for_it(
    command: str, most: set[str], tmp_path: Path
) -> None:
    (tmp_path / "conto.txt").write_text(TEXT, encoding="utf-8")
    names = imported(*command.split(), cwd=tmp_path, statuses=(0, 1))
    assert not LATE & {name.rpartition(".")[2] for name in names if "textlint_pt_" in name}
    there = packages(names)
    ours = ("_", "textlint_pt", "org")  # `copy` asks for org.python, which only Jython has
    libraries = {name for name in there if not name.startswith(ours)}
    started = packages(run("-c", "import platform", cwd=tmp_path))
    assert libraries - sys.stdlib_module_names - started <= most


def test_grammar_redundancy_and_focus_rules_import_no_torch(tmp_path: Path) -> None:
    (tmp_path / "conto.txt").write_text(TEXT, encoding="utf-8")
    arguments = ("--select", "GRA,RED,FOC", "--no-cache", "conto.txt")
    there = packages(imported(*arguments, cwd=tmp_path, statuses=(0, 1)))
    assert not there & (HEAVY - {"onnxruntime"})  # on which the shipped models run


def test_version_option_imports_neither_plugins_nor_option_parser(tmp_path: Path) -> None:
    modules = imported("--version", cwd=tmp_path)
    assert not packages(modules) & {"pluggy", "typer", "click", "dataclasses", "yaml"}
    assert {name for name in modules if name.startswith("textlint_pt")} == {
        "textlint_pt",
        "textlint_pt.cli",
    }


def test_program_exits_immediately_after_atexit_handlers(tmp_path: Path) -> None:
    program = (
        "import atexit\n"
        "class Slow:\n"
        "    def __del__(self): print('taken apart')\n"
        "kept = Slow()\n"
        "atexit.register(print, 'registered')\n"
        "from textlint_pt.cli import main\n"
        "main({})\n"
    )

    def said(given: str) -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", program.format(given), "--version"],
            cwd=tmp_path,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            check=True,
        )
        version, *rest = done.stdout.splitlines()
        assert version.startswith("textlint-pt ")
        return rest

    assert said("") == ["registered"]
    assert said("['--version']") == ["registered", "taken apart"]  # in a program of another's


def test_version_option_takes_at_most_three_times_python_startup(tmp_path: Path) -> None:
    def seconds(*arguments: str) -> float:
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - started

    seconds("-m", "textlint_pt", "--version")
    ratios: list[float] = []
    for _ in range(3):  # a busy machine may disturb a round
        times = [
            (seconds("-m", "textlint_pt", "--version"), seconds("-c", "pass")) for _ in range(7)
        ]
        ours, bare = zip(*times, strict=True)
        ratios.append(median(ours) / median(bare))
        if ratios[-1] <= 3:
            return
    pytest.fail(f"--version took {ratios} bare starts")
