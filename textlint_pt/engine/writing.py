"""Text back into its file: the same encoding, byte order mark and line ends, all or nothing."""

from __future__ import annotations

import codecs
import errno
import os
import re
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import IO

from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine.cache import writable_by_others
from textlint_pt.engine.exchange import replace_file
from textlint_pt.formats.decoding import with_line_feeds
from textlint_pt.interrupts import interrupts_delayed
from textlint_pt.registry import folders

#: byte order marks and encodings that files are read in, the likeliest first
_ENCODINGS = (
    (b"", "utf-8"),
    (codecs.BOM_UTF8, "utf-8"),
    *((b"", name) for name in ("cp1252", "iso8859-1", "iso8859-15", "cp850", "mac-roman")),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"", "utf-16-le"),
    (b"", "utf-16-be"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
)

#: seconds that another program is waited for
_LOCK_SECONDS = 10.0


@contextmanager
def exclusive() -> Iterator[None]:
    """Lock against other programs and threads that add to files; not reentrant, best effort."""
    with ExitStack() as stack:
        with suppress(OSError, sqlite3.Error):
            folders.cache().mkdir(mode=0o700, parents=True, exist_ok=True)
            if writable_by_others([folders.cache()]):
                raise PermissionError  # they may have put a link there, or a journal to be played
            lock = sqlite3.connect(folders.cache() / "adding.sqlite", _LOCK_SECONDS)
            stack.enter_context(closing(lock)).execute("BEGIN EXCLUSIVE")
        yield


def encode(data: bytes, before: str, after: str, decode: Callable[[bytes], str]) -> bytes | None:
    """Return `after` in the encoding of `data`, which hold `before`; None if impossible."""
    for mark, encoding in _ENCODINGS:
        if not data.startswith(mark):
            continue
        try:
            decoded = data[len(mark) :].decode(encoding)
            if with_line_feeds(decoded) != before:
                continue
            encoded = mark + _with_line_ends_of(decoded, after).encode(encoding)
            if decode(encoded) == after:
                return encoded
        except (ValueError, Unreadable):
            continue
    return None


def _with_line_ends_of(written: str, after: str) -> str:
    """Return `after` with the line ends of `written`, the file's text.

    Reading changed only a lone carriage return to a line feed (a "\\r\\n" stays), so nothing is
    to be undone where the file has none.
    """
    ends = _LINE_END.findall(written)
    if "\r" not in ends:
        return after
    if len(set(ends)) == 1:
        return after.replace("\n", "\r")
    if len(ends) != len(_LINE_END.findall(after)):
        raise ValueError("line ends of several kinds, and no telling which are gone")
    remaining = iter(ends)
    return _LINE_END.sub(lambda end: next(remaining), after)


_LINE_END = re.compile(r"\r\n|\r|\n")
#: names of what the program has open already
_DESCRIPTOR = re.compile(r"/dev/(stdout|stderr|fd/(\d+))|/proc/self/fd/(\d+)")
#: what becomes of a file that cannot be replaced but can be written: it is mounted by itself, as
#: one file is into a container, or its folder takes no new files
_REPLACE_ERRORS = (errno.EBUSY, errno.EXDEV, errno.EACCES, errno.EPERM, errno.EROFS)


def write(path: str, data: bytes) -> None:
    """Write a file atomically; write to devices, pipes and open descriptors directly."""
    open_descriptor = descriptor(path)
    if open_descriptor is None and (os.path.isfile(path) or not os.path.lexists(path)):  # noqa: PTH113
        replace(path, data, None)
        return
    try:
        if open_descriptor is None:
            Path(path).write_bytes(data)
        else:
            with os.fdopen(os.dup(open_descriptor), "wb") as stream:
                stream.write(data)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error


def descriptor(path: str) -> int | None:
    """Return the number of the open descriptor that a path names, following links."""
    for _ in range(40):
        if found := _DESCRIPTOR.fullmatch(path):
            number = found[2] or found[3]
            return int(number) if number else 1 + (found[1] == "stderr")
        try:
            path = os.path.join(os.path.dirname(path), os.readlink(path))  # noqa: PTH115, PTH118, PTH120
        except OSError:  # no link
            return None
    return None


def replace(path: str, data: bytes, expected: bytes | None) -> None:
    """Give a file new content at once: whoever reads it sees the old or the new, never a part.

    A link stays a link to the file that is replaced, which keeps its permissions, and its owner and
    extended attributes as far as may be; its other names (hard links) keep the old content.
    `expected` is what the file held when it was read; None: it may be new, and anything is
    replaced. A file that no other can take the place of (a mount) is written where it is.
    `UserError` says in one line why the file is as it was.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = _checked_mode(target, path, expected)
        try:
            replace_file(target, mode, lambda stream: _overwrite(stream, data))
        except OSError as error:
            if error.errno not in _REPLACE_ERRORS or not target.is_file():
                raise
            _write_in_place(target, data)
    except OSError as error:
        suffix = "; left as it was" if os.path.exists(target) else ""  # noqa: PTH110
        raise UserError(f"{path}: cannot be written: {error.strerror}{suffix}") from error


def _write_in_place(target: Path, data: bytes) -> None:
    """Write over a file; where that fails it gets back what it held."""
    with interrupts_delayed(), target.open("r+b", buffering=0) as stream:
        before = stream.read()
        try:
            _overwrite(stream, data)
        except OSError:
            _overwrite(stream, before)
            raise


def _overwrite(stream: IO[bytes], data: bytes) -> None:
    """Write data over all of a file's content, and wait until it is on the disk."""
    stream.seek(0)
    left = memoryview(data)
    while left:
        left = left[stream.write(left) :]
    stream.truncate()
    stream.flush()
    os.fsync(stream.fileno())


def _checked_mode(target: Path, path: str, expected: bytes | None) -> int:
    """Return a file's permissions, or raise `UserError` if it is read-only or changed."""
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        if expected is not None:
            raise
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    # who may do anything (root) does not mean to, either, where a file is marked as read-only
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise UserError(f"{path}: read-only; left as it was")
    if expected is not None and target.read_bytes() != expected:
        raise UserError(f"{path}: changed while it was read; left as it is now, run again")
    return mode
