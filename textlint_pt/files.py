"""Reading files that may be anybody's: regular files only, without waiting, up to a limit.

A pipe, a socket or a device (a link to `/dev/zero` survives a clone) could be waited for without
end, and a file of any size would be held whole before anything looks at it.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_NONBLOCKING = getattr(os, "O_NONBLOCK", 0)
#: what a shell hands over as a file, `<(command)`, and what has nothing
_INHERITED = re.compile(rf"/dev/(?:stdin|fd/\d+)|/proc/self/fd/\d+|{re.escape(os.devnull)}")
_CHUNK = 1 << 20


def read(path: str | os.PathLike[str], limit: int) -> bytes:
    """Return a regular file's bytes (or those of an inherited `/dev/fd`); `OSError` with a
    readable `strerror` if that fails or over `limit`."""
    data = head(path, limit, limit)
    if len(data) > limit:
        raise _too_large(limit, os.fspath(path))
    return data


def head(path: str | os.PathLike[str], size: int, limit: int | None = None) -> bytes:
    """Return up to `size` bytes and one more; `OSError` as of `read`."""
    with opened(path, limit) as stream:
        chunks: list[bytes] = []
        remaining = size + 1
        while remaining and (chunk := stream.read(min(_CHUNK, remaining))):
            chunks.append(chunk)
            remaining -= len(chunk)
    return b"".join(chunks)


def opened(path: str | os.PathLike[str], limit: int | None = None) -> io.FileIO:
    """Open a file for unbuffered reading; `OSError` as of `read`."""
    name = os.fspath(path)
    try:
        if _INHERITED.fullmatch(name):
            return io.FileIO(os.open(name, _FLAGS))
        _check(os.stat(name), limit, name)  # noqa: PTH116 - opening a device may do something
        stream = io.FileIO(os.open(name, _FLAGS | _NONBLOCKING))
    except ValueError as error:
        raise OSError(errno.EINVAL, "embedded null byte", name) from error
    try:
        _check(os.fstat(stream.fileno()), limit, name)  # another file may have its name by now
    except OSError:
        stream.close()
        raise
    return stream


def is_name(text: str) -> bool:
    """Whether a file could have this name: not with a zero byte or half of a surrogate pair."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def why_not_a_file(path: str | os.PathLike[str]) -> str:
    """Return what is at a path that is neither file nor folder; "" if nothing is."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError as error:
        return str(error.strerror) if os.path.lexists(path) else ""
    except ValueError:
        return ""
    return "" if stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) else _kind(found)


def _check(status: os.stat_result, limit: int | None, name: str) -> None:
    """Raise `OSError` unless a file is regular and at most `limit` bytes large."""
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, _kind(status), name)
    if limit is not None and status.st_size > limit:
        raise _too_large(limit, name)


def _kind(found: os.stat_result) -> str:
    if stat.S_ISFIFO(found.st_mode):
        return "a pipe, no file"
    return "a socket, no file" if stat.S_ISSOCK(found.st_mode) else "a device, no file"


def _too_large(limit: int, name: str) -> OSError:
    shown = f"{limit // 10**6} MB" if limit >= 10**6 else f"{limit // 1000} kB"
    return OSError(errno.EFBIG, f"over the limit of {shown}", name)


def modified(path: str) -> int:
    """Return when a file was last changed, in nanoseconds."""
    return os.stat(path).st_mtime_ns  # noqa: PTH116
