"""The cache: exact, atomic, and never a reason to fail."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from textlint_pt.engine import cache
from textlint_pt.engine.session import Session


def test_cache_returns_the_stored_values_of_many_keys(tmp_path: Path) -> None:
    store = cache.Cache(tmp_path)
    entries = {cache.key("x", str(i)): bytes([i % 256]) * i for i in range(1200)}
    store.put(entries)
    assert store.get([*entries, cache.key("other")]) == entries


def test_cache_keys_of_the_same_text_divided_differently_are_different() -> None:
    assert cache.key("ab", "c") != cache.key("a", "bc")
    assert cache.key("\ud800") == cache.key("\ud800")


def test_damaged_cache_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "cache.sqlite").write_bytes(b"not a database at all" * 100)
    store = cache.Cache(tmp_path)
    store.put({b"k": b"v"})
    assert store.get([b"k"]) == {b"k": b"v"}


def test_damaged_cache_database_reads_as_an_empty_cache(tmp_path: Path) -> None:
    store = cache.Cache(tmp_path)
    store.put({cache.key(str(i)): b"v" * 4000 for i in range(50)})
    store.close()
    path = tmp_path / "cache.sqlite"
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x5a" * (len(data) - 4096)
    path.write_bytes(data)
    reopened = cache.Cache(tmp_path)
    assert reopened.get([cache.key("3")]) == {}
    reopened.put({b"k": b"v"})
    assert reopened.get([b"k"]) == {b"k": b"v"}


def test_unwritable_cache_folder_disables_the_cache(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("here is a file, not a folder")
    store = cache.Cache(blocked)
    store.put({b"k": b"v"})
    assert store.get([b"k"]) == {}


def test_interrupted_write_to_the_cache_stores_no_entry(tmp_path: Path) -> None:
    store = cache.Cache(tmp_path)

    class Interrupting(dict[bytes, bytes]):
        def items(self):  # type: ignore[no-untyped-def]
            yield b"first", b"v"
            raise KeyboardInterrupt

    try:
        store.put(Interrupting(a=b"b"))
    except KeyboardInterrupt:
        store.close()
    assert cache.Cache(tmp_path).get([b"first"]) == {}


@pytest.mark.parametrize("name", ["a.py", "data/words.tsv", "data/names.txt", "patterns/crase.yml"])
def test_changed_python_or_tsv_file_of_a_plugin_invalidates_the_cache(
    tmp_path: Path, name: str
) -> None:
    module = tmp_path / name
    module.parent.mkdir(exist_ok=True)
    module.write_text("x = 1\n")
    before = cache.code_stamp([str(tmp_path)])
    assert cache.code_stamp([str(tmp_path)]) == before
    module.write_text("x = 1234\n")
    assert cache.code_stamp([str(tmp_path)]) != before


def test_pruning_the_cache_drops_least_recently_used_entries(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    store = cache.Cache(tmp_path)
    store.put({cache.key(str(i)): b"v" * 1000 for i in range(100)})
    store.prune()
    assert len(store.get([cache.key(str(i)) for i in range(100)])) == 100
    monkeypatch.setattr(cache, "_LIMIT_BYTES", 10)
    store.prune()
    assert len(store.get([cache.key(str(i)) for i in range(100)])) < 100


def test_changed_size_of_a_model_file_invalidates_the_cache(tmp_path: Path) -> None:
    model = tmp_path / "model.bin"
    model.write_bytes(b"one")
    os.utime(model, ns=(1, 1))
    stamps = [cache.file_stamp([str(model)]), cache.code_stamp([str(model)])]
    model.write_bytes(b"three")
    os.utime(model, ns=(1, 1))
    assert model.stat().st_mtime_ns == 1
    after = [cache.file_stamp([str(model)]), cache.code_stamp([str(model)])]
    assert not set(stamps) & set(after)


def test_changed_modification_time_of_a_model_file_invalidates_the_cache(tmp_path: Path) -> None:
    model = tmp_path / "model.bin"
    stamps = set()
    for time in (1, 2):
        model.write_bytes(b"one")
        os.utime(model, ns=(time, time))
        stamps.add(cache.file_stamp([str(model)]))
    assert len(stamps) == 2


def test_installing_a_python_package_invalidates_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report or a coverage file in a project's folder makes nothing of the cache old."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = cache.environment_stamp()
    (tmp_path / "report.txt").write_text("nada\n", encoding="utf-8")
    assert cache.environment_stamp() == before
    (tmp_path / "regras-1.0.dist-info").mkdir()
    assert cache.environment_stamp() != before


def test_stored_checksum_of_plugins_is_discarded_if_their_code_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def session() -> Session:
        return Session([], cache=cache.Cache(tmp_path))

    stamp = session().loaded_stamp()
    assert session().stored_stamp() == stamp
    monkeypatch.setattr(cache, "code_stamp", lambda code: "another")
    changed = session()
    assert changed.stored_stamp() is None
    assert ".md" in changed.extensions
