"""The pages for docs repositories: their settings are the example's, and commands print that."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT
from tests.test_hooks import Repository, hook
from textlint_pt.cli.options import read

EXAMPLE = ROOT / "docs/examples/farol"
PAGES = {
    "en": (ROOT / "docs/docs-repository.md").read_text("utf-8"),
    "pt": (ROOT / "docs/pt/docs-repository.md").read_text("utf-8"),
}
both = pytest.mark.parametrize("page", PAGES)


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGES[page], re.DOTALL | re.MULTILINE)


def printed(page: str, command: str) -> str:
    """What the page says that a command prints; `…` stands for lines left out."""
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            if line == command:
                return output
    raise AssertionError(f"the page has no {command}")


def assert_printed(shown: str, real: str) -> None:
    """The stretches between `…` stand in the output, in that order, as whole lines."""
    at = 0
    for stretch in re.split(r"^…\n", shown, flags=re.MULTILINE):
        found = f"\n{real}".find(f"\n{stretch}", at)
        assert found >= 0, f"not printed:\n{stretch}\nbut:\n{real}"
        at = found + len(stretch)


@pytest.fixture
def repository(tmp_path: Path, page: str) -> Repository:
    """The example as its users have it, in the page's language, with the hook of this checkout."""
    shutil.copytree(EXAMPLE, tmp_path / "farol")
    (tmp_path / "farol" / "rules.yaml").write_text(blocks(page, "yaml")[0], "utf-8")
    repository = Repository(tmp_path / "farol", tmp_path / "home")
    repository.git("init", "-q")
    repository.git("add", ".")
    repository.use(hook("textlint-pt"))
    return repository


@both
def test_settings_shown_in_the_repository_guide_equal_the_example_files(page: str) -> None:
    settings = [yaml.safe_load(block) for block in blocks(page, "yaml")]
    assert settings[0]["language"] == page
    assert {**settings[0], "language": "en"} == yaml.safe_load(
        (EXAMPLE / "rules.yaml").read_text("utf-8")
    )
    hooks = yaml.safe_load((EXAMPLE / ".pre-commit-config.yaml").read_text("utf-8"))
    assert settings[1] == hooks
    ours = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    names = {one["id"] for one in ours}
    assert {one["id"] for one in (*hooks["repos"][0]["hooks"], *settings[2])} <= names


@both
def test_every_command_shown_in_the_repository_guide_is_valid(page: str) -> None:
    workflow = yaml.safe_load((EXAMPLE / ".github/workflows/textlint-pt.yml").read_text("utf-8"))
    steps = [step.get("run", "") for step in workflow["jobs"]["portuguese"]["steps"]]
    shown = "".join([*blocks(page, "console"), *blocks(page, "sh")])
    lines = [*steps, *shown.splitlines()]
    commands = [line.removeprefix("$ ").removeprefix(".venv/bin/") for line in lines]
    commands = [command for command in commands if command.startswith("textlint-pt docs")]
    assert len(commands) == 5
    assert all(read(shlex.split(command)[1:]) for command in commands)


@both
def test_linting_the_example_repository_prints_the_documented_output(
    repository: Repository, page: str
) -> None:
    command = f".venv/bin/textlint-pt docs/pt po --language {page}"
    status, output = repository.call(sys.executable, "-m", "textlint_pt", *command.split()[1:])
    assert status == 0
    assert_printed(printed(page, command), output)


@both
def test_pre_commit_in_the_example_repository_prints_the_documented_output(
    repository: Repository, page: str
) -> None:
    command = ".venv/bin/pre-commit run --all-files"
    status, output = repository.run("--all-files")
    assert (status, output) == (0, printed(page, command))
    (change,) = blocks(page, "diff")
    (repository.path / "change.diff").write_text(change, encoding="utf-8")
    repository.git("apply", "change.diff")
    status, output = repository.call(sys.executable, "-m", "pre_commit", "install")
    assert (status, output) == (0, printed(page, ".venv/bin/pre-commit install"))
    command = 'git commit -a -m "Update the Portuguese pages"'
    status, output = repository.call(*shlex.split(command))
    assert status == 1
    assert_printed(printed(page, command), output)
    assert repository.git("log", "--format=%s") == "begin\n"


def test_documented_output_with_an_ellipsis_line_matches_any_lines_there() -> None:
    assert_printed("a\n…\nc\n", "a\nb\nc\n")
    for shown, real in pairwise(["a\n…\nc\n", "c\nb\na\n", "a\n…\nc\n"]):
        with pytest.raises(AssertionError):
            assert_printed(shown, real)
