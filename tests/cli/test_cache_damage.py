"""Whatever is wrong with the cache: the same report, one line about it, and a sound cache after."""

from __future__ import annotations

import gc
import marshal
import os
import random
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import pytest

from tests.cli.conftest import Result, Run, program
from textlint_pt.engine import cache as caching

FLIPS = 200
SAID = "O gato dorme no telhado da casa. Os gatos dorme no jardim. A lua subiu sobre o mar calmo.\n"


@pytest.fixture
def store(folder: Path) -> Path:
    return Path(os.environ["TEXTLINT_PT_CACHE"], "cache.sqlite")


@pytest.fixture
def sound(run: Run, story: Path, store: Path) -> Result:
    """What is printed without a cache; there is a warm one."""
    expected = run("story.txt", "--no-cache")
    assert expected.status == 1
    for _ in range(2):
        assert run("story.txt") == expected
    gc.collect()  # what this process still has open
    return expected


def check(result: Result, sound: Result, *said: str) -> None:
    """The same report as without a cache, and one line for a user, if any."""
    assert (result.status, result.out) == (sound.status, sound.out)
    assert result.err.count("\n") == bool(result.err)
    for words in said:
        assert words in result.err


def test_flipped_bits_in_the_cache_do_not_change_the_report(
    run: Run, sound: Result, store: Path
) -> None:
    seed = random.randrange(1 << 32)
    drawn = random.Random(seed)
    content = store.read_bytes()
    told = 0
    for number in range(FLIPS):
        data = bytearray(content)
        for _ in range(1 if number % 2 else 40):
            data[drawn.randrange(len(data))] ^= 1 << drawn.randrange(8)
        store.write_bytes(data)
        for suffix in ("-wal", "-shm"):
            Path(f"{store}{suffix}").unlink(missing_ok=True)
        result = run("story.txt")
        assert (result.status, result.out) == (sound.status, sound.out), (seed, number)
        assert result.err.count("\n") <= 1, (seed, number)
        assert not result.err or str(store) in result.err
        told += bool(result.err)
    assert told > FLIPS / 4, seed


@pytest.mark.parametrize(
    "change",
    [
        "SET value = NULL",
        "SET value = x''",
        "SET value = ''",
        "SET value = 'wrong'",
        "SET value = 7",
        "SET value = substr(value, 1, length(value) / 2)",
        "SET value = substr(value, 1, length(value) - 1)",
        "SET value = (SELECT max(value) FROM entries)",
        "SET used = NULL",
        "SET used = 'yesterday'",
    ],
)
def test_tampered_cache_database_entries_do_not_change_the_report(
    run: Run, sound: Result, store: Path, change: str
) -> None:
    with sqlite3.connect(store) as connection:
        connection.execute(f"UPDATE entries {change}")
    connection.close()
    check(run("story.txt"), sound, *(["damaged entries"] if "value" in change else []))
    again = run("story.txt")  # what was damaged has been replaced
    check(again, sound)
    assert again.err == ""


#: what may stand in an entry whose checksum is right: JSON, MessagePack, marshal
WRONG = (
    *(b"[]", b"{}", b"3", b"null", b'{"path": 3}', b"[" * 99_999, b"\xc1", b"\x93\x01\x02"),
    marshal.dumps([("gato",) * 11]),
)


def put_into_entries(store: Path, values: Sequence[bytes], beginning: bytes = b"") -> None:
    """Each entry, or those that began so, holds one of these in turn, sealed as the cache does."""
    with sqlite3.connect(store) as connection:
        rows = list(connection.execute("SELECT key, value FROM entries"))
        names = [name for name, old in rows if old[caching._CHECKSUM_BYTES :].startswith(beginning)]
        assert names
        for name, value in zip(names, cycle(values), strict=False):
            sealed = caching._sealed(name, value)
            connection.execute("UPDATE entries SET value = ? WHERE key = ?", (sealed, name))
    connection.close()


@pytest.mark.parametrize("wrong", WRONG)
def test_corrupted_cache_entries_are_ignored_with_a_warning(
    run: Run, sound: Result, store: Path, wrong: bytes
) -> None:
    put_into_entries(store, [wrong], b"{")  # reports, and what they depend on
    check(run("story.txt"), sound, "damaged entries")
    assert run("story.txt").err == ""


def test_cached_model_values_that_cannot_be_unpacked_are_ignored(
    run_all: Run, folder: Path
) -> None:
    (folder / "a.txt").write_text(SAID, encoding="utf-8")
    store = Path(os.environ["TEXTLINT_PT_CACHE"], "cache.sqlite")
    arguments = ("a.txt", "--measures", "--format", "json")
    expected = run_all(*arguments)
    gc.collect()
    for start in range(2):
        put_into_entries(store, WRONG[start:])
        found = run_all(*arguments)
        gc.collect()
        assert (found.status, found.out) == (expected.status, expected.out)
        assert found.err.count("\n") == expected.err.count("\n") + 1


@pytest.mark.parametrize("what", ["folder", "file"])
@pytest.mark.parametrize("how", ["group", "others", "owner"])
def test_cache_folder_writable_by_other_users_is_not_used(
    run: Run, sound: Result, store: Path, what: str, how: str
) -> None:
    path = store if what == "file" else store.parent
    if how == "owner":
        if os.geteuid():
            pytest.skip("only root can give a file away")
        os.chown(path, 65534, -1)
    else:
        path.chmod(path.stat().st_mode | {"group": 0o20, "others": 0o02}[how])
    content = store.read_bytes()
    put_into_entries(store, [b"{}"])
    check(run("story.txt"), sound, f"others can write to {path}", "TEXTLINT_PT_CACHE")
    assert run("story.txt", "--quiet").err == ""
    assert store.read_bytes() != content


def test_cache_folder_is_accessible_to_its_user_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        told: list[str] = []
        for _ in range(2):
            caching.Cache(tmp_path / "new" / "cache", told.append).close()
    finally:
        os.umask(before)
    assert told == []
    assert (tmp_path / "new" / "cache").stat().st_mode & 0o777 == 0o700


def test_cache_of_another_program_version_is_replaced(run: Run, sound: Result, store: Path) -> None:
    for change in (
        "PRAGMA user_version = 99",
        "PRAGMA user_version = 0",
        "ALTER TABLE entries RENAME COLUMN value TO content",
        "DROP TABLE entries",
    ):
        with sqlite3.connect(store) as connection:
            connection.execute(change)
        connection.close()
        check(run("story.txt"), sound, str(store), "begun anew")
        assert run("story.txt").err == ""


def cut(store: Path) -> None:
    store.write_bytes(store.read_bytes()[:5000])


def empty(store: Path) -> None:
    store.write_bytes(b"")


def noise(store: Path) -> None:
    store.write_bytes(random.Random(1).randbytes(20_000))


@pytest.mark.parametrize("damage", [cut, empty, noise])
def test_cache_file_that_is_not_a_database_is_replaced(
    run: Run, sound: Result, store: Path, damage: Callable[[Path], None]
) -> None:
    damage(store)
    check(run("story.txt"), sound)
    assert run("story.txt").err == ""


def test_folder_in_place_of_the_cache_file_is_reported_and_kept(
    run: Run, sound: Result, store: Path
) -> None:
    store.unlink()
    (store / "within").mkdir(parents=True)
    for _ in range(2):
        check(run("story.txt"), sound, str(store), "TEXTLINT_PT_CACHE", "--no-cache")
    assert (store / "within").is_dir()
    assert run("story.txt", "--quiet").err == ""


def test_file_in_place_of_the_cache_folder_is_reported(
    run: Run, sound: Result, store: Path
) -> None:
    shutil.rmtree(store.parent)
    store.parent.write_text("no folder", encoding="utf-8")
    check(run("story.txt"), sound, str(store), "TEXTLINT_PT_CACHE")


def test_several_processes_report_an_unusable_cache_once(
    run: Run, sound: Result, store: Path
) -> None:
    for number in range(4):
        shutil.copy("story.txt", f"{number}.txt")
    store.unlink()
    store.mkdir()
    process = program(".", "--jobs", "2", "--select", "RED001", stderr=-1, stdout=-1)
    out, err = process.communicate(timeout=120)
    assert out
    assert err.count(b"\n") == 1
    assert str(store).encode() in err


@contextmanager
def nobody() -> Iterator[None]:
    """Rights as those of a user who owns nothing: root may write everywhere."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_cache_folder_does_not_change_the_report(tmp_path: Path) -> None:
    folder = Path("/tmp", f"textlint-pt-{os.getpid()}")  # whose parents everybody may enter
    folder.mkdir()
    try:
        caching.Cache(folder).put({b"k": b"v"})
        for path in (folder / "cache.sqlite", folder):
            path.chmod(path.stat().st_mode & 0o555)
        told: list[str] = []
        with nobody():
            store = caching.Cache(folder, told.append)
            assert store.get([b"k"]) in ({}, {b"k": b"v"})
            store.put({b"other": b"v"})
            assert store.get([b"other"]) == {}
            store.close()
        assert len(told) == 1
        assert str(folder) in told[0]
        assert "TEXTLINT_PT_CACHE" in told[0]
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_full_disk_while_writing_the_cache_does_not_change_the_report(
    run: Run, sound: Result, store: Path
) -> None:
    expected, full = (
        program(
            "story.txt",
            "--select",
            "RED001",
            *arguments,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"TEXTLINT_PT_CACHE": str(store.parent.with_name("full"))},
            preexec_fn=limit,
        ).communicate(timeout=60)
        for arguments, limit in ((["--no-cache"], None), ([], no_room))
    )
    assert expected[0] and full[0] == expected[0]
    assert full[1].count(b"\n") == 1
    assert b"cannot be used" in full[1]


def no_room() -> None:
    """No file may grow beyond this."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))
