"""The hooks as a repository runs them: through the real `pre-commit try-repo`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_companions import CHANGED
from tests.conftest import ROOT
from tests.test_companions import PAGE

pytestmark = pytest.mark.install

FIRST = "O pescador velho saiu de madrugada com a rede azul às costas."
AGAIN = "O pescador velho saiu de madrugada com a rede nova às costas."
OTHER = "Na praia ninguém sabia ainda que o inverno tinha chegado."
LOOP = f"{FIRST} {OTHER} {AGAIN}\n"
CLEAN = f"{FIRST} {OTHER}\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository with a file that repeats itself, a clean one and an excluded one."""
    files = {
        "conto.txt": LOOP,
        "página.md": f"# Praia\n\n{CLEAN}",
        "antigo/conto.txt": LOOP,
        "programa.py": f"# {LOOP}",
        "rules.yaml": "preset: generated\nlanguage: en\nexclude: [antigo/]\n",
    }
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    return tmp_path


def try_repo(repository: Path, *arguments: str) -> tuple[int, str]:
    """(exit status, output) of `pre-commit try-repo` with this repository's hooks."""
    return run_hooks(repository, "try-repo", str(ROOT), *arguments)


def run_hooks(repository: Path, *arguments: str) -> tuple[int, str]:
    """(exit status, output) of `pre-commit`."""
    command = [sys.executable, "-m", "pre_commit", *arguments]
    # git's own variables point elsewhere when the tests are run by a hook themselves
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "COV"))}
    done = subprocess.run(
        [*command, "--color", "never"],
        cwd=repository,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_quick_pre_commit_hook_reports_only_the_file_with_an_error(repository: Path) -> None:
    names = ("conto.txt", "página.md", "antigo/conto.txt", "programa.py")
    status, output = try_repo(repository, "textlint-pt-quick", "--files", *names)
    assert status == 1, output
    assert re.search(r"^conto\.txt .*\n +1:121 .* RED003$", output, re.MULTILINE)
    assert "antigo/conto.txt" not in output
    assert "programa.py" not in output


def test_pre_commit_hook_with_reference_rev_compares_with_the_last_commit(repository: Path) -> None:
    page = repository / "página.md"
    page.write_text(PAGE, encoding="utf-8")
    entry = f"{sys.executable} -m textlint_pt --reference-rev HEAD --select TRA001"
    hook = f"{{id: drift, name: drift, entry: {entry}, language: system, files: md$}}"
    settings = f"repos: [{{repo: local, hooks: [{hook}]}}]\n"
    (repository / ".pre-commit-config.yaml").write_text(settings, encoding="utf-8")
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.pt")
    commit = ["git", *identity, "commit", "-q", "-a", "-m", "x"]
    subprocess.run(["git", "add", "."], cwd=repository, check=True)
    subprocess.run(commit, cwd=repository, check=True)
    page.write_text(CHANGED, encoding="utf-8")
    status, output = run_hooks(repository, "run", "--all-files")
    assert status == 1, output
    assert "página.md:5:1: " in output and "[TRA001]" in output
    assert "HEAD:página.md:5:1" in output
    subprocess.run(commit, cwd=repository, check=True)
    assert run_hooks(repository, "run", "--all-files")[0] == 0


def test_all_pre_commit_hooks_pass_on_correct_and_excluded_files(repository: Path) -> None:
    status, output = try_repo(repository, "--files", "página.md", "antigo/conto.txt")
    assert status == 0, output
    assert output.count("Passed") == 3
