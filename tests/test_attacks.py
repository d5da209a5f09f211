"""What a hostile repository may not do: the cases of `tests/attacks.py` in this process, and what
needs git, an editor or a kept file."""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import attacks
from tests.attacks import MADE
from tests.conftest import ROOT
from textlint_pt import cli, files
from textlint_pt.companions.finder import Finder
from textlint_pt.companions.revision import Revision
from textlint_pt.config.config import read_layers
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine import own_files
from textlint_pt.engine.baseline import KIND as BASELINE
from textlint_pt.engine.project import Project, add_words
from textlint_pt.ignored import Patterns, is_ignored
from textlint_pt.reporters.built_in import NAMES
from textlint_pt.reporters.recognised import is_report

pytestmark = [
    pytest.mark.attacks,
    pytest.mark.skipif(os.name != "posix", reason="needs links, pipes and modes"),
]
#: seconds after which a command hangs, on a machine that is busy
LIMIT = 20
#: cases of a group in a run that is not the gate, others each time
SOME = 6
CASES = list(attacks.cases())


@contextmanager
def limited() -> Iterator[None]:
    """Fails where what is in it does not end."""

    def hang(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"took more than {LIMIT} s")

    before = signal.signal(signal.SIGALRM, hang)
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], *arguments: str
) -> tuple[int, str]:
    """Exit status and all that is said."""
    with monkeypatch.context() as patch, limited():
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
    return int(ended.value.code or 0), "".join(capfd.readouterr())


@pytest.mark.parametrize("group", sorted({group for group, *_ in CASES}))
def test_linting_a_hostile_repository_reads_writes_or_runs_no_file_outside(
    group: str,
    tmp_path: Path,
    pytestconfig: pytest.Config,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    chosen = [(name, attack) for known, name, attack in CASES if known == group]
    if pytestconfig.getoption("--hypothesis-profile") != "gate":
        chosen = random.Random().sample(chosen, min(SOME, len(chosen)))
    for number, (name, attack) in enumerate(chosen):
        folder = tmp_path / str(number)
        place = attacks.prepared(folder)
        attack.build(place)
        before = attacks.snapshot(folder)
        monkeypatch.chdir(place.repository)
        try:
            told = [run(monkeypatch, capfd, *command) for command in attack.commands]
            after = attacks.snapshot(folder)
        finally:
            attacks.cleared(place)
        said = "".join(one for _, one in told)
        wrong = attacks.broken(before, after, attack, said)
        statuses = {status for status, _ in told}
        if attack.status is not None and statuses != {attack.status}:
            wrong.append(f"ends with {statuses}")
        assert not wrong, f"{name}: {wrong}: {said[:2000]}"


# ------------------------------------------------------------------ where may be read and written


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> attacks.Place:
    made = attacks.prepared(tmp_path)
    monkeypatch.chdir(made.repository)
    return made


def test_configured_baseline_path_cannot_overwrite_other_files(place: attacks.Place) -> None:
    attacks.targets(place)
    for target in filter(None, attacks.TARGETS):
        if target.endswith(("x" * 300 + ".json", "no/folder/x.json", "\\0b.json")):
            continue  # which writing refuses
        try:
            own_files.check(str(place.repository / target), BASELINE, place.repository)
        except UserError:
            continue
        raise AssertionError(target)
    for target in ("good.json", "docs/new.json", MADE):
        own_files.check(str(place.repository / target), BASELINE, place.repository)


def test_a_configuration_cannot_read_files_outside_the_project(place: attacks.Place) -> None:
    attacks.secret_files(place)
    layer = Layer("rules.yaml", {}, place.repository, boundary=place.repository)
    out = [
        name
        for name in attacks.SECRETS
        if re.search(r"git|draft|private|env|out|fold|dev", name, re.I)
    ]
    assert len(out) > 12
    for name in out:
        with pytest.raises(UserError, match=r"lies|ignored"):
            layer.path(name, "vocabulary")
    assert layer.path("docs/a.md", "vocabulary")
    place.put("private/model/config.json", "{}")
    assert layer.path("private/model", "models", ignored_too=False)


@pytest.mark.parametrize(
    ("ignores", "path", "ignored"),
    [
        ({".gitignore": "*.md\n"}, "a/b.md", True),
        ({".gitignore": "*.md\n", "a/.gitignore": "!b.md\n"}, "a/b.md", False),
        ({".gitignore": "a/\n", "a/.gitignore": "!b.md\n"}, "a/b.md", True),
        ({"a/.gitignore": "/b.md\n"}, "a/b.md", True),
        ({"a/.gitignore": "/b.md\n"}, "b.md", False),
        ({".git/info/exclude": "b.md\n"}, "a/b.md", True),
        ({".gitignore": "#b.md\n\n!\n[\n"}, "a/b.md", False),
        ({".gitignore": "x" * 1_100_000}, "a/b.md", False),
    ],
)
def test_gitignore_reader_ignores_the_same_files_as_git(
    tmp_path: Path, ignores: dict[str, str], path: str, ignored: bool
) -> None:
    for name, text in {**ignores, path: ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    top = os.path.realpath(tmp_path)
    assert is_ignored(str(Path(top, path)), top) is ignored


@given(st.lists(st.sampled_from(["a", "*", "?", "[", "]", "!", "/", "**/", "\\", " ", "#", "é"])))
def test_any_line_of_a_gitignore_file_is_parsed_without_error(pieces: list[str]) -> None:
    found = Patterns("/base", ["".join(pieces), "b.md"])
    assert found.decide("/base/b.md", is_folder=False) is True
    assert found.decide("/base/x/caf\udce9.md", is_folder=False) in (True, False, None)


# ------------------------------------------------------------------ an editor


def in_editor(place: attacks.Place) -> Project:
    file = place.repository / "rules.yaml"
    return Project(file, read_layers(file if file.is_file() else None, {}))


@pytest.mark.parametrize(
    ("configuration", "link"),
    [
        ("", "vocabulary.txt -> ../outside/bashrc"),
        ("", "vocabulary.txt -> ../outside/new"),
        ("", "vocabulary.txt -> .git/config"),
        ("", "rules.yaml -> ../outside/new"),
        ("", "rules.yaml -> .git/new"),
        ("vocabulary: .git/config\n", ""),
        ("vocabulary: .git/new.txt\n", ""),
        ("vocabulary: private/new.txt\n", ""),
        ("vocabulary: requirements.txt\n", ""),
        ("vocabulary: docs/CMakeLists.txt\n", ""),
        ("vocabulary: docs/a.md\n", ""),
        ("vocabulary: new.sh\n", ""),
        ("vocabulary: run.txt\n", ""),
        ("vocabulary: words/new.txt\n", "words -> ../outside"),
    ],
)
def test_words_are_not_added_to_vocabulary_files_outside_the_project(
    place: attacks.Place, configuration: str, link: str
) -> None:
    place.put("run.txt", "um\n", 0o755)
    place.put("requirements.txt", "numpy\n")
    if configuration:
        place.put("rules.yaml", configuration)
    if link:
        place.link(*link.split(" -> "))
    before = attacks.snapshot(place.repository.parent)
    with pytest.raises(UserError):
        add_words(in_editor(place), ["fdisk"])
    after = attacks.snapshot(place.repository.parent)
    made = "repository/vocabulary.txt" if link.startswith("rules") else None
    assert {k: v for k, v in after.items() if k != made} == before


def test_editor_can_add_a_word_to_a_vocabulary_file_in_the_project(place: attacks.Place) -> None:
    place.put("rules.yaml", "vocabulary: docs/words.txt\n")
    place.put("docs/words.txt", "um\n")
    add_words(in_editor(place), ["dois"])
    assert (place.repository / "docs/words.txt").read_text() == "um\ndois\n"


# ------------------------------------------------------------------ the base of a comparison


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.pt")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", *identity, *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, env=kept)


@pytest.fixture
def versioned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one committed page, in which there is a mistake since."""
    repository = tmp_path / "versioned"
    (repository / "docs").mkdir(parents=True)
    git(repository, "init", "-q")
    (repository / "docs/a.md").write_text("A loja fecha cedo.\n", encoding="utf-8")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "x")
    (repository / "docs/a.md").write_text("A loja fecha cedo ,sim.\n", encoding="utf-8")
    monkeypatch.chdir(repository)
    return repository


def _copied(versioned: Path) -> Path:
    """A repository in which the page with the mistake is committed."""
    other = versioned.parent / "other"
    (other / "docs").mkdir(parents=True)
    git(other, "init", "-q")
    for name in ("docs/a.md", "a.md"):
        (other / name).write_bytes((versioned / "docs/a.md").read_bytes())
    git(other, "add", ".")
    git(other, "commit", "-qm", "x")
    return other / ".git"


@pytest.mark.parametrize("kind", ["none", "bare", "nested", "file", "above"])
def test_relative_paths_of_options_are_resolved_in_the_working_directory(
    versioned: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    kind: str,
) -> None:
    """Whatever lies among the texts: the mistake is new in the repository that is checked."""
    planted = _copied(versioned)
    if kind == "bare":
        shutil.copytree(planted, versioned / "docs", dirs_exist_ok=True)
    elif kind == "nested":
        shutil.copytree(planted, versioned / "docs" / ".git")
    elif kind == "file":
        (versioned / "docs" / ".git").write_text(f"gitdir: {planted}\n", encoding="utf-8")
    elif kind == "above":
        shutil.copytree(planted, versioned, dirs_exist_ok=True)  # the top itself, beside its .git
    options = ("--diff-base", "HEAD", "--select", "GRA404", "--format", "concise", "--no-cache")
    status, said = run(monkeypatch, capfd, "docs/a.md", *options)
    assert (status, said.count("GRA404")) == (1, 1), said
    monkeypatch.chdir(versioned.parent)
    if kind != "nested" and kind != "file":  # elsewhere it is the one that git itself finds
        status, said = run(monkeypatch, capfd, "versioned/docs/a.md", *options)
        assert (status, said.count("GRA404")) == (1, 1), said


def test_git_runs_no_program_set_in_the_git_config_of_the_repository(
    versioned: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ran = versioned.parent / "ran"
    script = versioned / "git"
    script.write_text(f"#!/bin/sh\ntouch {ran}\n", encoding="utf-8")
    script.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "core.pager",
        "diff.external",
        "core.sshCommand",
        "alias.ls-tree",
    ):
        git(versioned, "config", name, str(script))
    git(versioned, "config", "core.hooksPath", str(versioned))
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")
    status, _ = run(monkeypatch, capfd, "docs/a.md", "--diff-base", "HEAD", "--select", "GRA404")
    assert status == 1
    assert not ran.exists()


def test_size_of_a_git_blob_is_checked_before_it_is_read(
    versioned: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (versioned / "docs/b.md").write_bytes(b"a " * 11_000_000)
    git(versioned, "add", ".")
    git(versioned, "commit", "-qm", "y")
    (versioned / "docs/b.md").write_text("A loja fecha cedo ,sim.\n", encoding="utf-8")
    status, said = run(monkeypatch, capfd, "docs/b.md", "--diff-base", "HEAD", "--select", "GRA404")
    assert status == 2
    assert "HEAD:docs/b.md: " in said
    assert "20 MB" in said
    with pytest.raises(Unreadable, match="over the limit of 20 MB"):
        Revision("HEAD").read("docs/b.md")
    ((code, _),) = Finder([], "HEAD").find("docs/b.md").notes
    assert code == "reference-unreadable"


# ------------------------------------------------------------------ files that are read


def test_file_descriptor_paths_of_process_substitution_are_read(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"O rio corre.\n")
    os.close(writing)
    assert files.read(f"/dev/fd/{reading}", 100) == b"O rio corre.\n"
    os.close(reading)
    assert files.read(os.devnull, 0) == b""


def test_input_file_over_the_size_limit_is_never_read_completely(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert files.read(path, 10) == b"x" * 10
    assert files.head(path, 4) == b"x" * 5
    with pytest.raises(OSError, match="over the limit"):
        files.read(path, 9)
    with pytest.raises(IsADirectoryError):
        files.read(tmp_path, 9)


# ------------------------------------------------------------------ reports


@pytest.mark.parametrize("language", ["pt", "en"])
@pytest.mark.parametrize("form", NAMES)
def test_output_option_overwrites_only_an_earlier_report(
    place: attacks.Place,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    form: str,
    language: str,
) -> None:
    lint = ("docs", "--select", "GRA4,RED", "--language", language, "--format", form)
    for _ in range(2):
        status, said = run(monkeypatch, capfd, *lint, "--output", "out")
        assert (status in (0, 1), said) == (True, "")
    assert is_report((place.repository / "out").read_bytes())
    place.put("out")
    status, said = run(monkeypatch, capfd, *lint, "--output", "out")
    assert status == 2
    assert (place.repository / "out").read_text(encoding="utf-8") == attacks.TEXT


def test_output_option_never_overwrites_a_linted_file(
    place: attacks.Place, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    report = "docs/a.md:1:19: GRA404 antes da vírgula\n"
    place.put("report.txt", report)
    os.link("report.txt", "other.txt")
    status, said = run(
        monkeypatch, capfd, "report.txt", "--output", "other.txt", "--select", "GRA404"
    )
    assert status == 2
    assert "report.txt" in said
    assert Path("report.txt").read_text(encoding="utf-8") == report


def test_corpus_output_files_overwrite_only_earlier_corpus_output(place: attacks.Place) -> None:
    tables = pytest.importorskip("textlint_pt.corpus.tables")
    place.link("scores.html", place.outside / "bashrc")
    place.link("new.html", place.outside / "new")
    place.put("page.html", "<!DOCTYPE html>\n<title>A casa da vila</title>\n")
    before = attacks.snapshot(place.repository.parent)
    for name in ("scores.html", "new.html", "page.html", "docs/a.md", ".git/config"):
        with pytest.raises(UserError, match=name):
            tables.replace(name, lambda to: Path(to).write_text("x"))
    assert attacks.snapshot(place.repository.parent) == before
    for text in ('{"id": "a"}\n', "docs/a.md\ndocs/b.md\n", ""):
        place.put("out", text)
        tables.replace("out", lambda to: Path(to).write_text("x"))
        assert Path("out").read_text() == "x"


def test_no_file_of_the_documentation_is_mistaken_for_a_lint_report() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.*")]:
        assert not is_report(path.read_bytes()), path
