"""Text back into its file: the same encoding, byte order mark and line ends, all or nothing."""

from __future__ import annotations

import codecs
import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

from textlint_pt.contract.errors import Unreadable, UserError

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


def encode(data: bytes, before: str, after: str, decode: Callable[[bytes], str]) -> bytes | None:
    """The bytes of `after` in the encoding in which `data` are those of `before`.

    `decode` reads a file as its format does; what is written reads as `after`. None where that
    encoding lacks one of its characters, or `data` hold more than the text.
    """
    for mark, encoding in _ENCODINGS:
        try:
            if mark + before.encode(encoding) != data:
                continue
            encoded = mark + after.encode(encoding)
            if decode(encoded) == after:
                return encoded
        except (UnicodeEncodeError, Unreadable):
            continue
    return None


def write(path: str, data: bytes) -> None:
    """Give a file content, at once as `replace` does; a device or a pipe as it takes it."""
    if os.path.lexists(path) and not Path(path).is_file():
        try:
            Path(path).write_bytes(data)
        except OSError as error:
            raise UserError(f"{path}: cannot be written: {error.strerror}") from error
    else:
        replace(path, data, None)


def replace(path: str, data: bytes, expected: bytes | None) -> None:
    """Give a file new content at once: whoever reads it sees the old or the new, never a part.

    A link stays a link to the file that is replaced, which keeps its permissions. `expected` is
    what the file held when it was read; None: it may be new, and anything is replaced. `UserError`
    says in one line why the file is as it was.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = _mode(target, path, expected)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).chmod(mode)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        left = "; left as it was" if target.exists() else ""
        raise UserError(f"{path}: cannot be written: {error.strerror}{left}") from error


def _mode(target: Path, path: str, expected: bytes | None) -> int:
    """Permissions of the file that is replaced, which may be and holds what is expected."""
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
