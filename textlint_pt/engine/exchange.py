"""One file takes the place of another, at once, and looks like it: owner, mode, attributes."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import IO

from textlint_pt.interrupts import lives

#: a new file before it has its name, by the process that writes it
_WAITING = re.compile(r"\.textlint-pt-(\d+)-\d+\.new")
_numbers = count()
#: that the system, or this disk, has no files without a name, or gives them none
_NAMELESS_FAILS = (
    *(errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL, errno.EPERM, errno.EXDEV),
)


def exchange(target: Path, mode: int, put: Callable[[IO[bytes]], None]) -> None:
    """Let a new file, which `put` fills, take the place of `target`, which may not exist yet.

    Where the system can, the file has no name while it is written: nothing is left of it when the
    process is killed. What another process that was killed has left in the folder is removed.
    """
    name = beside(target)
    try:
        if not _without_a_name(target, name, mode, put):
            name.unlink(missing_ok=True)
            with name.open("xb") as stream:
                put(stream)
                _resemble(target, stream.fileno())
            name.chmod(mode)
        name.replace(target)
    except BaseException:
        name.unlink(missing_ok=True)
        raise


def beside(target: Path) -> Path:
    """The name of a new file until it takes the place of another."""
    _tidy(target.parent)
    return target.with_name(f".textlint-pt-{os.getpid()}-{next(_numbers)}.new")


def _without_a_name(target: Path, name: Path, mode: int, put: Callable[[IO[bytes]], None]) -> bool:
    """Write a file and give it a name when it is whole; False where the system cannot do that."""
    if not hasattr(os, "O_TMPFILE"):
        return False
    try:
        handle = os.open(target.parent, os.O_TMPFILE | os.O_RDWR, 0o600)
    except OSError as error:
        if error.errno in _NAMELESS_FAILS:
            return False
        raise
    with os.fdopen(handle, "w+b") as stream:
        put(stream)
        _resemble(target, handle)
        os.fchmod(handle, mode)
        name.unlink(missing_ok=True)
        try:
            # only with a folder's handle the link is followed: to the file, not to its name
            os.link(f"/proc/self/fd/{handle}", name, src_dir_fd=handle, follow_symlinks=True)
        except OSError as error:
            if error.errno in _NAMELESS_FAILS:
                return False
            raise
    return True


def _resemble(target: Path, handle: int) -> None:
    """Give a new file the owner and the extended attributes of the old, as far as one may."""
    if not hasattr(os, "fchown"):
        return
    try:
        old, new = target.stat(), os.fstat(handle)
    except FileNotFoundError:
        return
    for owner, group in ((old.st_uid, -1), (-1, old.st_gid)):
        if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            with suppress(OSError):
                os.fchown(handle, owner, group)
    if hasattr(os, "listxattr"):
        with suppress(OSError):  # this disk has none
            for attribute in os.listxattr(target):
                with suppress(OSError):  # only the system gives it
                    os.setxattr(handle, attribute, os.getxattr(target, attribute))


@cache
def _tidy(folder: Path) -> None:
    """Remove what processes that are no more have left in a folder."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - files by the thousand
    except OSError:
        return
    for name in names:
        number = _WAITING.fullmatch(name)
        if number and not lives(int(number[1])):
            with suppress(OSError):
                (folder / name).unlink()
