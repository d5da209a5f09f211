"""What was computed before: sentence values and whole document reports, in one SQLite file.

A key is a digest of everything the value depends on, so that nothing has to be invalidated: entries
not used for long are dropped when the file grows. Each `put` commits at once or not at all; a file
that is no database any more is replaced.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

_LIMIT_BYTES = 256 * 1024 * 1024
_SCHEMA = "CREATE TABLE IF NOT EXISTS entries (key BLOB PRIMARY KEY, value BLOB, used INTEGER)"
#: `used` has this grain, so that reading from a warm cache seldom writes
_DAY = 86400


def key(*parts: str | bytes) -> bytes:
    """A digest of the parts, each set off from the next."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.digest()


def code_stamp(places: Iterable[str]) -> str:
    """Changes whenever a Python file in these files or folders does."""
    seen: list[str] = []
    for place in places:
        for folder, folders, files in os.walk(place):
            folders.sort()
            for name in sorted(files):
                if name.endswith(".py"):
                    seen.append(_stat(os.path.join(folder, name)))  # noqa: PTH118 - hot at start
        if not os.path.isdir(place):  # noqa: PTH112
            seen.append(_stat(place))
    return key(*seen).hex()


def file_stamp(paths: Iterable[str]) -> str:
    """Changes whenever one of these files is replaced or altered."""
    return key(*(_stat(path) for path in sorted(paths))).hex()


def environment_stamp() -> str:
    """Changes whenever a package is installed, upgraded or removed."""
    return key(sys.version, *(_stat(place) for place in sys.path if place)).hex()


def _stat(path: str) -> str:
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError:
        return f"{path}:-"
    return f"{path}:{found.st_mtime_ns}:{found.st_size}"


class Cache:
    """A store of bytes by key. Every failure of the store is treated as an empty cache."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "cache.sqlite"
        self._connection: sqlite3.Connection | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = self._open()
        except sqlite3.DatabaseError:
            self._replace()
        except OSError:
            pass  # no place to write: work without

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=5, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute(_SCHEMA)
        return connection

    def _replace(self) -> None:
        """Start anew after damage."""
        self.close()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self._path}{suffix}").unlink(missing_ok=True)
        try:
            self._connection = self._open()
        except sqlite3.Error:
            self._connection = None

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The entries there are among `keys`."""
        if self._connection is None or not keys:
            return {}
        found: dict[bytes, bytes] = {}
        stale: list[bytes] = []
        today = int(time.time()) // _DAY
        try:
            for at in range(0, len(keys), 500):
                chunk = keys[at : at + 500]
                marks = ",".join("?" * len(chunk))
                for name, value, used in self._connection.execute(
                    f"SELECT key, value, used FROM entries WHERE key IN ({marks})",
                    chunk,
                ):
                    found[name] = value
                    if used != today:
                        stale.append(name)
            if stale:
                self._connection.executemany(
                    "UPDATE entries SET used = ? WHERE key = ?", [(today, name) for name in stale]
                )
        except sqlite3.OperationalError:
            return found  # locked or read-only: what was found is right all the same
        except sqlite3.DatabaseError:
            self._replace()
            return {}
        return found

    def put(self, entries: Mapping[bytes, bytes]) -> None:
        """Store entries in one transaction."""
        if self._connection is None or not entries:
            return
        today = int(time.time()) // _DAY
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(
                "INSERT OR REPLACE INTO entries VALUES (?, ?, ?)",
                [(name, value, today) for name, value in entries.items()],
            )
            self._connection.execute("COMMIT")
        except sqlite3.OperationalError:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.DatabaseError:
            self._replace()

    def prune(self) -> None:
        """Drop the longest unused half when the file has grown past its limit."""
        if self._connection is None:
            return
        try:
            if self._path.stat().st_size <= _LIMIT_BYTES:
                return
            self._connection.execute(
                "DELETE FROM entries WHERE used <= (SELECT used FROM entries ORDER BY used"
                " LIMIT 1 OFFSET (SELECT COUNT(*) / 2 FROM entries))"
            )
            self._connection.execute("VACUUM")
        except (OSError, sqlite3.Error):
            return

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
