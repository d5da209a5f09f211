"""What is done of a long run, in one file that a killed run leaves usable.

The file is a row of frames, each with the number of its batch, its length and a checksum; the first
holds what the run is. A frame counts once it is whole: what a run that was killed, or a full disk,
left of one is cut off.
"""

from __future__ import annotations

import json
import os
import stat
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from textlint_pt.contract.errors import UserError

_HEAD = struct.Struct("<4sqII")
_MAGIC = b"tlp2"
_JOB = -1


#: a file whose name no person gives is no link, and is not waited for
_FLAGS = (
    os.O_RDWR
    | os.O_CREAT
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)


class Journal:
    """The frames of one run. `done` has the numbers of its batches; in use by one run at a time."""

    def __init__(self, path: str) -> None:
        """Open or create the file, lock it and drop an incomplete last frame."""
        self.path = path
        self.job: Mapping[str, Any] | None = None
        self.done: dict[int, int] = {}
        self._end = 0
        try:
            handle = os.open(path, _FLAGS, 0o666)
        except OSError as error:
            raise UserError(f"{path}: cannot be written: {error.strerror}") from error
        is_file = stat.S_ISREG(os.fstat(handle).st_mode)
        if not (is_file and _MAGIC.startswith(os.read(handle, len(_MAGIC)))):
            os.close(handle)
            raise UserError(f"{path}: no journal of `corpus score`; delete it first")
        self._file = os.fdopen(handle, "r+b")
        self._lock()
        for number, offset, payload in self._frames():
            if number == _JOB:
                self.job = json.loads(payload)
            else:
                self.done[number] = offset
        self._file.truncate(self._end)

    def _lock(self) -> None:
        """Lock the file against other runs, except on Windows."""
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise UserError(f"{self.path}: another run is writing it; wait for its end") from error

    def _frames(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield number, offset and content of complete frames, moving `_end` after each."""
        self._file.seek(0)
        while len(head := self._file.read(_HEAD.size)) == _HEAD.size:
            magic, number, length, checksum = _HEAD.unpack(head)
            payload = self._file.read(length)
            is_complete = magic == _MAGIC and len(payload) == length
            if not is_complete or _checksum(number, payload) != checksum:
                return
            yield number, self._end, payload
            self._end += _HEAD.size + length

    def restart(self, job: Mapping[str, Any]) -> None:
        """Forget what there is, and say what the run is."""
        self._file.truncate(0)
        self.job, self.done, self._end = job, {}, 0
        self._write(_JOB, json.dumps(job).encode())

    def add(self, number: int, payload: bytes) -> None:
        """Keep a batch: it is on disk when this returns."""
        offset = self._end
        self._write(number, payload)
        self.done[number] = offset

    def _write(self, number: int, payload: bytes) -> None:
        """Append a frame and flush it to disk; undo it if the disk is full."""
        head = _HEAD.pack(_MAGIC, number, len(payload), _checksum(number, payload))
        try:
            self._file.seek(self._end)
            self._file.write(head + payload)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise UserError(
                f"{self.path}: cannot be written: {error.strerror}; what is done is kept, run again"
            ) from error
        self._end += len(head) + len(payload)

    def stored_payloads(self) -> Iterator[bytes]:
        """Yield what was kept, in the order of the batches."""
        for _, offset in sorted(self.done.items()):
            self._file.seek(offset)
            _, _, length, _ = _HEAD.unpack(self._file.read(_HEAD.size))
            yield self._file.read(length)

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()

    def remove(self) -> None:
        self.close()
        Path(self.path).unlink(missing_ok=True)


def _checksum(number: int, payload: bytes) -> int:
    return zlib.crc32(payload, zlib.crc32(number.to_bytes(8, "little", signed=True)))
