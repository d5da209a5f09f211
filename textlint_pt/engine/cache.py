"""What was computed before: sentence values and whole document reports, in one SQLite file.

A key is a digest of everything the value depends on, so that nothing has to be invalidated: entries
not used for long are dropped when the file grows. Each `put` commits at once or not at all. Nothing
that is read is trusted: an entry counts if its checksum is right and it can be unpacked, a file
that is no database of ours any more is replaced, and one that others can write is not used.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
_LIMIT_BYTES = 256 * 1024 * 1024
#: of the table and of what its values hold; kept in the file as `user_version`
_VERSION = 2
_SCHEMA = "CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, value BLOB, used INTEGER)"
_CHECKSUM_BYTES = 8
#: what SQLite raises where a file cannot be used, sound or not; whatever else it raises is damage
_UNUSABLE_CODES = frozenset(
    (
        *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL),
        *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOLFS),
    )
)
#: other processes had it for longer than we wait
_BUSY_CODES = frozenset((sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL))
#: what nonsense in a file can lead to besides
_DAMAGE_ERRORS = (MemoryError, OverflowError, ValueError)
#: `used` has this grain, so that reading from a warm cache seldom writes
_DAY = 86400


def key(*parts: str | bytes) -> bytes:
    """Return a digest of the parts, each delimited by its length."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.digest()


def code_stamp(paths: Iterable[str]) -> str:
    """Return a digest that changes with any Python file or table in these paths."""
    states: list[str] = []
    for path in paths:
        for folder, folders, files in os.walk(path):
            folders.sort()
            for name in sorted(files):
                if name.endswith((".py", ".tsv", ".txt", ".yml")):
                    states.append(_stat(os.path.join(folder, name)))  # noqa: PTH118 - hot at start
        if not os.path.isdir(path):  # noqa: PTH112
            states.append(_stat(path))
    return key(*states).hex()


def file_stamp(paths: Iterable[str]) -> str:
    """Return a value that changes whenever one of these files is replaced or altered."""
    return key(*map(_stat, sorted(paths))).hex()


def environment_stamp() -> str:
    """Return a digest that changes with the installed packages."""
    return key(sys.version, *(part for path in sys.path if path for part in _installed(path))).hex()


def _installed(path: str) -> list[str]:
    """Return what identifies the packages in a path: its date or their records."""
    if path.startswith((sys.prefix, sys.base_prefix)):
        return [_stat(path)]
    try:
        names = os.listdir(path)  # noqa: PTH208 - hot at start
    except OSError:
        return [_stat(path)]
    records = sorted(name for name in names if name.endswith((".dist-info", ".egg-info")))
    return [path, *(_stat(os.path.join(path, name)) for name in records)]  # noqa: PTH118


def _stat(path: str) -> str:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return f"{path}:-"
    return f"{path}:{found.st_mtime_ns}:{found.st_size}"


def ignore_trouble(trouble: str) -> None:
    """Do nothing: for a `Cache` whose troubles are of no interest."""


class Cache:
    """A store of bytes by key. Whatever is wrong with it, it only holds less.

    `tell` is handed what was wrong first, in one line for users.
    """

    def __init__(self, folder: Path, tell: Callable[[str], None] = ignore_trouble) -> None:
        """Open the cache, or disable it with a message if it is unusable."""
        self.folder = folder
        self._path = folder / "cache.sqlite"
        self._connection: sqlite3.Connection | None = None
        self._inherited_connection: sqlite3.Connection | None = None
        self._tell = tell
        self._has_reported = self._was_replaced = False
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            shared = writable_by_others([folder, *self._files()])
        except OSError as error:
            self._disable(error.strerror or str(error))
            return
        if shared:
            self._disable(f"others can write to {shared}")
            return
        with self._handling_damage():
            self._open()

    def _open(self) -> None:
        """Connect, and create the table in a new file."""
        self._connection = sqlite3.connect(self._path, timeout=5, isolation_level=None)
        self._connection.text_factory = bytes  # text is damage, and may be no UTF-8
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        if self._stored("PRAGMA user_version") == [(_VERSION,)]:
            return
        self._connection.execute("BEGIN IMMEDIATE")
        version = self._stored("PRAGMA user_version")  # another process may just have begun it
        if version != [(_VERSION,)]:
            is_new_file = version == [(0,)] and not self._stored("SELECT name FROM sqlite_master")
            if not is_new_file:
                raise _OtherVersion
            self._connection.execute(_SCHEMA)
            self._connection.execute(f"PRAGMA user_version={_VERSION}")
        self._connection.execute("COMMIT")

    def _files(self) -> list[Path]:
        """Return the file, after those that SQLite keeps beside it."""
        return [Path(f"{self._path}{suffix}") for suffix in ("-wal", "-shm", "")]

    def _stored(self, query: str) -> list[tuple[Any, ...]]:
        assert self._connection is not None
        return self._connection.execute(query).fetchall()

    @contextmanager
    def _handling_damage(self) -> Iterator[None]:
        """Handle errors of SQLite: replace a damaged file, disable an unusable one."""
        try:
            yield
        except _OtherVersion:
            self._replace("is of another version of textlint-pt")
        except (sqlite3.Error, *_DAMAGE_ERRORS) as error:
            code = getattr(error, "sqlite_errorcode", None)
            kind = None if code is None else code & 0xFF  # an extended code has more bits
            if kind in _BUSY_CODES:
                self.close()
            elif kind in _UNUSABLE_CODES:
                self._disable(str(error))
            else:
                self._replace(f"is damaged ({error})")

    def reopen_after_fork(self, tell: Callable[[str], None]) -> None:
        """Connect anew in a forked process; the inherited connection must stay untouched."""
        self._inherited_connection, self._tell, self._has_reported = self._connection, tell, False
        if self._connection is not None:
            self._connection = None
            with self._handling_damage():
                self._open()

    def note(self, trouble: str) -> None:
        """Tell a trouble, if it is the first one."""
        if not self._has_reported:
            self._has_reported = True
            self._tell(trouble)

    def _disable(self, reason: str) -> None:
        self.note(
            f"{self._path}: this cache cannot be used ({reason}), and the run goes on without;"
            " delete it, name another folder in TEXTLINT_PT_CACHE, or use --no-cache"
        )
        self.close()

    def _replace(self, reason: str) -> None:
        """Delete the file and start a new one, once."""
        self.note(f"{self._path}: this cache {reason}, and is begun anew")
        self.close()
        if self._was_replaced:
            return
        self._was_replaced = True
        try:
            for path in self._files():
                path.unlink(missing_ok=True)
            self._open()
        except (sqlite3.Error, _OtherVersion, OSError):
            self.close()

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the valid entries among `keys`."""
        if self._connection is None or not keys:
            return {}
        found: dict[bytes, bytes] = {}
        stale: list[bytes] = []
        wanted = frozenset(keys)
        today = int(time.time()) // _DAY
        with self._handling_damage():
            for start in range(0, len(keys), 500):
                chunk = keys[start : start + 500]
                marks = ",".join("?" * len(chunk))
                for name, sealed, used in self._connection.execute(
                    f"SELECT key, value, used FROM entries WHERE key IN ({marks})", chunk
                ):
                    value = _unsealed(name, sealed)
                    if value is None or name not in wanted:
                        self.note(f"{self._path}: this cache has damaged entries, computed anew")
                        continue
                    found[name] = value
                    if used != today:
                        stale.append(name)
            if stale:
                self._connection.executemany(
                    "UPDATE entries SET used = ? WHERE key = ?", [(today, name) for name in stale]
                )
        return found

    def unpacked(self, keys: Sequence[bytes], unpack: Callable[[bytes], T]) -> dict[bytes, T]:
        """Return the entries among `keys` that can be unpacked."""
        found: dict[bytes, T] = {}
        for name, data in self.get(keys).items():
            try:
                found[name] = unpack(data)
            except Exception:  # noqa: BLE001 - whatever is wrong with it, it is computed anew
                self.note(f"{self._path}: this cache has damaged entries, computed anew")
        return found

    def put(self, entries: Mapping[bytes, bytes]) -> None:
        """Store entries in one transaction."""
        if self._connection is None or not entries:
            return
        today = int(time.time()) // _DAY
        with self._handling_damage():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(
                "INSERT OR REPLACE INTO entries VALUES (?, ?, ?)",
                [(name, _sealed(name, value), today) for name, value in entries.items()],
            )
            self._connection.execute("COMMIT")

    def prune(self) -> None:
        """Drop the half that was used least recently if the file is too large."""
        if self._connection is None:
            return
        try:
            if self._path.stat().st_size <= _LIMIT_BYTES:
                return
        except OSError:
            return
        with self._handling_damage():
            self._connection.execute(
                "DELETE FROM entries WHERE used <= (SELECT used FROM entries ORDER BY used"
                " LIMIT 1 OFFSET (SELECT COUNT(*) / 2 FROM entries))"
            )
            self._connection.execute("VACUUM")

    def close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(sqlite3.Error):
                connection.close()


def writable_by_others(paths: Iterable[Path]) -> Path | None:
    """Return the first existing path that another user can change."""
    if os.name != "posix":
        return None
    for path in paths:
        try:
            state = path.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        if state.st_uid != os.geteuid() or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return path
    return None


class _OtherVersion(Exception):
    """The file has tables that are not ours, or not those of this version."""


def _sealed(key: bytes, value: bytes) -> bytes:
    return _checksum(key, value) + value


def _unsealed(key: object, sealed: object) -> bytes | None:
    """Return the value of an entry; None if its checksum is wrong."""
    if not isinstance(key, bytes) or not isinstance(sealed, bytes):
        return None
    checksum, value = sealed[:_CHECKSUM_BYTES], sealed[_CHECKSUM_BYTES:]
    return value if checksum == _checksum(key, value) else None


def _checksum(key: bytes, value: bytes) -> bytes:
    return hashlib.blake2b(value, key=key[:64], digest_size=_CHECKSUM_BYTES).digest()
