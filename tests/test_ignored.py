"""What git ignores, compared with git itself."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from textlint_pt.engine.discovery import discover
from textlint_pt.ignored import is_ignored

FILES = [
    Path(*parts, name)
    for parts in ((), ("a",), ("b",), ("a", "b"), ("a", "b", "ab"), ("ab", "a"))
    for name in ("a.md", "b.md", "ã.md", " c.md", "[d].md", "x-1.md")
]
PIECES = (
    *("a", "b", "ab", "*", "?", "**", "*.md", "a*", "[ab]", "[!a]", "[a-c]", "[^b]*", "\\a"),
    *("a.md", "b.md", "ã.md", "\\ c.md", "[[]d].md", "x-[[:digit:]].md", "[[:alpha:]]", "a**b"),
    *("[", "[]a]", "x[+--]1.md", "\\[d\\].md", "[z-a]", "??.md", "\\", "a\\"),
)
LINES = st.builds(
    lambda sign, root, parts, end: sign + root + "/".join(parts) + end,
    st.sampled_from(("", "", "!")),
    st.sampled_from(("", "", "/")),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=3),
    st.sampled_from(("", "", "/", " ", "\r", "\\ ")),
)
TEXTS = st.lists(LINES | st.sampled_from(("", "#a", "\\#a", "!", "/", "\\!a")), max_size=4)


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of who runs the tests do not count."""
    home = tmp_path_factory.mktemp("home")
    for name in ("GIT_CONFIG_GLOBAL", "XDG_CONFIG_HOME", "GIT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("HOME", str(home))


def repository(top: Path) -> Path:
    subprocess.run(["git", "init", "-q", str(top)], check=True)
    for file in FILES:
        (top / file).parent.mkdir(parents=True, exist_ok=True)
        (top / file).write_text("x", encoding="utf-8")
    return top


def as_git_says(top: Path) -> set[Path]:
    asked = "\0".join(map(str, FILES)).encode()
    command = ["git", "-C", str(top), "check-ignore", "--no-index", "-z", "--stdin"]
    done = subprocess.run(command, input=asked, capture_output=True, check=False)
    return {Path(os.fsdecode(path)) for path in done.stdout.split(b"\0") if path}


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose files stay while its patterns change."""
    return repository(tmp_path_factory.mktemp("standing"))


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("", "a", "a/b", "info", "own"), TEXTS)))
@example({"": ["/a/*", "!/a/b"], "a": ["!b.md"], "own": ["*.md"], "info": ["!ã.md"]})
@example({"": ["b.md", "!a/b"], "a/b": ["!*"]})
def test_gitignore_patterns_match_the_same_files_as_in_git(
    standing: Path, written: dict[str, list[str]]
) -> None:
    top = standing
    own = Path.home() / ".config/git/ignore"
    own.parent.mkdir(parents=True, exist_ok=True)
    places = {name: top / name / ".gitignore" for name in ("", "a", "a/b")}
    for place, file in {**places, "info": top / ".git/info/exclude", "own": own}.items():
        lines = "".join(f"{line}\n" for line in written.get(place, ()))
        file.write_bytes(lines.encode())
    expected = as_git_says(top)
    assert {file for file in FILES if is_ignored(str(top / file))} == expected
    walked = discover([str(top)], {".md"}, (), top)
    found = {Path(path).relative_to(top) for path in walked} - {Path()}  # nothing: the folder
    assert found == {*FILES} - expected


def test_configured_git_excludes_file_replaces_the_default_one(tmp_path: Path) -> None:
    top = repository(tmp_path)
    usual = Path.home() / ".config" / "git" / "ignore"
    usual.parent.mkdir(parents=True)
    usual.write_text("b.md\n", encoding="utf-8")
    assert is_ignored(str(top / "b.md"))
    (Path.home() / "mine").write_text("a.md\n", encoding="utf-8")
    (Path.home() / ".gitconfig").write_text("[core]\nexcludesFile = ~/mine\n", encoding="utf-8")
    assert is_ignored(str(top / "a.md"))
    assert not is_ignored(str(top / "b.md"))
    assert {Path("a.md"), Path("a/a.md")} <= as_git_says(top)


def test_files_excluded_in_a_git_repository_are_ignored_in_its_worktrees(tmp_path: Path) -> None:
    top = repository(tmp_path / "one")
    (top / ".git" / "info" / "exclude").write_text("b.md\n", encoding="utf-8")
    author = ("-c", "user.name=a", "-c", "user.email=a@example.pt")
    empty = ("commit", "-q", "--allow-empty", "-m", "x")
    subprocess.run(["git", "-C", str(top), *author, *empty], check=True)
    linked = tmp_path / "two"
    add = ("worktree", "add", "-q", str(linked))
    subprocess.run(["git", "-C", str(top), *add], check=True, capture_output=True)
    assert is_ignored(str(linked / "b.md"))
    assert not is_ignored(str(linked / "a.md"))


def test_gitignore_file_that_is_a_symlink_is_not_read(tmp_path: Path) -> None:
    top = repository(tmp_path)
    (top / ".gitignore").write_text("a/\n", encoding="utf-8")
    (top / "b" / ".gitignore").symlink_to("/dev/zero")
    named = [Path(path).name for path in discover([str(top / "a" / "b")], {".md"}, (), top)]
    assert "a.md" in named
    here = sorted(file.name for file in FILES if len(file.parts) == 1)
    deeper = sorted(file.name for file in FILES if file.parts[:1] == ("b",))
    assert here == deeper
    assert [Path(path).name for path in discover([str(top / "b")], {".md"}, (), top)] == here
