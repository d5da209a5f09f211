"""A file that is replaced looks like the old one, and nothing is left of one that was not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from textlint_pt.contract.errors import UserError
from textlint_pt.engine import exchange, own_files, writing

KILLS = 12
WRITER = """
import itertools, sys
from textlint_pt.engine import writing
print("ready", flush=True)
for number in itertools.count():
    writing.replace(sys.argv[1], b"%d\\n" % number * 200_000, None)
"""


@pytest.fixture(autouse=True)
def _look_for_leftovers() -> None:
    exchange._remove_leftovers.cache_clear()


def left(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.startswith(".textlint-pt")]


def test_temporary_file_is_readable_only_by_its_owner_while_written(tmp_path: Path) -> None:
    modes: list[int] = []

    def put(stream: IO[bytes]) -> None:
        modes.append(os.fstat(stream.fileno()).st_mode & 0o777)

    exchange.replace_file(tmp_path / "a.md", 0o644, put)
    assert modes == [0o600]
    assert (tmp_path / "a.md").stat().st_mode & 0o777 == 0o644


def test_overwriting_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    writing.replace(str(path), b"new", b"old")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["a.md"]
    writing.replace(str(tmp_path / "b.md"), b"b", None)
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "b.md").stat().st_mode & 0o777 == 0o666 & ~mask


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give")
def test_overwriting_a_file_keeps_owner_and_group(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    os.chown(path, 12345, 54321)
    writing.replace(str(path), b"new", b"old")
    assert (path.stat().st_uid, path.stat().st_gid) == (12345, 54321)


def test_overwriting_a_file_keeps_extended_attributes(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    try:
        os.setxattr(path, "user.note", b"mine")
    except (AttributeError, OSError):
        pytest.skip("no extended attributes here")
    writing.replace(str(path), b"new", b"old")
    assert os.getxattr(path, "user.note") == b"mine"


def test_interrupted_overwriting_of_a_file_leaves_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"old")

    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        writing.replace(str(path), b"new", b"old")
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["a.md"]


def test_temporary_files_of_dead_processes_are_removed(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    for number in (dead.pid, os.getpid()):
        (tmp_path / f".textlint-pt-{number}-7.new").write_bytes(b"half")
    (tmp_path / ".textlint-pt.new").write_bytes(b"of somebody")
    writing.replace(str(tmp_path / "a.md"), b"new", None)
    assert sorted(left(tmp_path)) == [f".textlint-pt-{os.getpid()}-7.new", ".textlint-pt.new"]


def test_process_killed_while_writing_leaves_no_temporary_file(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    for number in range(KILLS):
        process = subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE)
        assert process.stdout
        process.stdout.readline()
        time.sleep(0.003 * number)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        if path.exists():
            content = path.read_bytes()
            assert len(set(content.split())) == 1
            assert content.count(b"\n") == 200_000
    exchange._remove_leftovers.cache_clear()
    writing.replace(str(path), b"new", None)
    assert left(tmp_path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="names of Linux")
@pytest.mark.parametrize(
    ("name", "number"),
    [
        *(("/dev/stdout", 1), ("/dev/stderr", 2), ("/dev/fd/17", 17), ("/proc/self/fd/12", 12)),
        *(("/dev/null", None), ("a.txt", None)),
    ],
)
def test_symlink_to_dev_stdout_is_resolved_to_the_file_descriptor(
    tmp_path: Path, name: str, number: int | None
) -> None:
    link = tmp_path / "link"
    link.symlink_to(name)
    assert [writing.descriptor(one) for one in (name, str(link))] == [number, number]


def test_output_file_that_is_also_an_input_file_is_refused(tmp_path: Path) -> None:
    text, other, link = (tmp_path / name for name in ("a.txt", "b.txt", "c.txt"))
    text.touch()
    other.touch()
    link.symlink_to(text)
    read = [str(tmp_path / "gone.txt"), str(text)]
    for name in (text, link):
        with pytest.raises(UserError, match=r"it is read, too \(.*a\.txt\)"):
            own_files.check_distinct(str(name), read)
    for allowed in (other, tmp_path / "new.txt"):
        own_files.check_distinct(str(allowed), read)
    own_files.check_distinct("/dev/null", ["/dev/null"])
    own_files.check_distinct("/dev/stdout", ["/dev/stdout"])


OURS = own_files.Kind("list of ours", (".json", ".txt"), lambda data: data.startswith(b"ours"))


@pytest.mark.parametrize(
    ("name", "content", "mode", "refused", "of_configuration"),
    [
        ("new.json", None, 0, None, None),
        ("ours.json", b"ours: 1", 0o644, None, None),
        ("empty.json", b" \n", 0o644, None, None),
        ("other.json", b"theirs", 0o644, "no list of ours", "no list of ours"),
        ("new.md", None, 0, None, r"does not end in \.json or \.txt"),
        ("requirements-a.txt", None, 0, None, "programs are installed or built by"),
        ("run.json", b"ours", 0o755, None, "can be run"),
        (".git/a.json", b"ours", 0o644, None, "lies in a folder of git"),
        ("../outside.json", None, 0, None, "lies outside of the project"),
        ("link.json", b"ours", 0o644, None, "is a link"),
        ("pipe.json", None, 0, None, "is no regular file"),
        ("folder.json", None, 0, None, None),
        ("hanging.json", None, 0, "a link to no file", "is a link"),
    ],
)
def test_output_does_not_overwrite_files_not_written_by_textlint_pt(
    tmp_path: Path,
    name: str,
    content: bytes | None,
    mode: int,
    refused: str | None,
    of_configuration: str | None,
) -> None:
    path = tmp_path / "project" / name
    (tmp_path / "project" / ".git").mkdir(parents=True)
    if content is not None:
        path.write_bytes(content)
        path.chmod(mode)
    if name == "link.json":
        path.rename(tmp_path / "there.json")
        path.symlink_to(tmp_path / "there.json")
    elif name == "hanging.json":
        path.symlink_to(tmp_path / "nowhere.json")
    elif name == "pipe.json":
        os.mkfifo(path)
    elif name == "folder.json":
        path.mkdir()
    for boundary, why in ((None, refused), (tmp_path / "project", of_configuration)):
        if why is None:
            own_files.check(str(path), OURS, boundary)
        else:
            with pytest.raises(UserError, match=rf"not written: .*{why}"):
                own_files.check(str(path), OURS, boundary)


def test_long_output_file_may_be_recognised_by_its_first_bytes_alone(tmp_path: Path) -> None:
    (path := tmp_path / "a.json").write_bytes(b"ours" + b"x" * 20_000)
    by_head = OURS._replace(by_head=True, matches=lambda data: len(data) < 11_000)
    own_files.check(str(path), by_head)
    with pytest.raises(UserError, match="is no list of ours"):
        own_files.check(str(path), by_head._replace(by_head=False))


def test_symlink_out_of_the_project_or_into_its_git_folder_is_detected(tmp_path: Path) -> None:
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (outside := tmp_path / "there.md").write_text("x")
    (inside := tmp_path / "project" / "a.md").write_text("x")
    link, other = tmp_path / "project" / "link.md", tmp_path / "project" / "other.md"
    link.symlink_to(outside)
    other.symlink_to(inside)
    into_git = tmp_path / "project" / "git.md"
    into_git.symlink_to(tmp_path / "project" / ".git" / "config")
    assert own_files.path_outside(str(link)) == str(outside)
    assert own_files.path_outside(str(into_git)) == os.path.realpath(into_git)
    for path in (inside, other, outside, tmp_path / "project" / ".git" / "config"):
        assert own_files.path_outside(str(path)) is None
