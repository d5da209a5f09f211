"""Nested configurations: every text has the rules of the nearest, the run its own options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.toys import STORY

TOY = "select: [TOY001]\nlanguage: en\n"
NONE = "select: [DOC]\nlanguage: pt\n"


@pytest.fixture
def tree(folder: Path) -> Path:
    Path("rules.yaml").write_text(TOY, encoding="utf-8")
    for name in ("a", "b", "b/c"):
        Path(name).mkdir(exist_ok=True)
        Path(name, "t.txt").write_text(STORY, encoding="utf-8")
    Path("b/rules.yaml").write_text(NONE, encoding="utf-8")
    return folder


def counts(run: Run, *arguments: str) -> dict[str, int]:
    report = json.loads(run(*arguments, "--format", "json").out)
    return {one["path"]: len(one["findings"]) for one in report["documents"]}


def test_each_file_is_linted_with_its_nearest_configuration(tree: Path, run: Run) -> None:
    cold = run(".", "--format", "json").out
    found = counts(run, ".")
    assert list(found) == ["a/t.txt", "b/t.txt", "b/c/t.txt"]
    assert found["a/t.txt"] > 0
    assert found["b/t.txt"] == found["b/c/t.txt"] == 0
    assert json.loads(cold)["signature"].count(" + ") == 1
    assert run(".", "--format", "json").out == cold
    assert counts(run, "b") == {"b/t.txt": 0, "b/c/t.txt": 0}
    Path("b/rules.yaml").write_text(TOY, encoding="utf-8")
    assert counts(run, ".")["b/t.txt"] == found["a/t.txt"]


def test_command_line_configuration_file_applies_to_all_files(tree: Path, run: Run) -> None:
    found = counts(run, ".", "--config", "rules.yaml")
    assert len(set(found.values())) == 1
    assert found["b/t.txt"] > 0
    assert set(counts(run, ".", "--select", "TOY001").values()) == set(found.values())


def test_fail_on_is_read_from_the_configuration_of_the_linted_folder(tree: Path, run: Run) -> None:
    Path("b/rules.yaml").write_text("select: [TOY001]\nfail-on: info\n", encoding="utf-8")
    Path("rules.yaml").write_text(f"{TOY}fail-on: error\n", encoding="utf-8")
    assert run(".").status == 0
    assert run("b").status == 1


def test_exclude_setting_of_a_parent_configuration_applies_in_subfolders(
    tree: Path, run: Run
) -> None:
    Path(".git").mkdir()
    Path("rules.yaml").write_text(f"{TOY}exclude: [b/c]\n", encoding="utf-8")
    assert list(counts(run, ".")) == ["a/t.txt", "b/t.txt"]
    assert list(counts(run, "b")) == ["b/t.txt"]
    Path("b/rules.yaml").write_text(f"{TOY}exclude: [t.txt]\n", encoding="utf-8")
    assert list(counts(run, ".")) == ["a/t.txt"]


def test_error_in_a_subfolder_configuration_has_its_file_and_line(tree: Path, run: Run) -> None:
    Path("b/rules.yaml").write_text("selct: [TOY001]\n", encoding="utf-8")
    result = run(".")
    assert result.status == 2
    assert "b/rules.yaml:1" in result.err
