"""One file takes the place of another, at once, and looks like it: owner, mode, attributes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import IO

from textlint_pt.interrupts import is_running

#: a new file before it has its name, by the process that writes it
_TEMPORARY_NAME = re.compile(r"\.textlint-pt-(\d+)-\d+\.new")
_numbers = count()


def replace_file(target: Path, mode: int, put: Callable[[IO[bytes]], None]) -> None:
    """Replace `target` by a file that `put` fills, and that nobody else can read until then."""
    name = temporary_path(target)
    try:
        name.unlink(missing_ok=True)
        with open(name, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as stream:
            put(stream)
            _copy_owner_and_attributes(target, stream.fileno())
        name.chmod(mode)
        name.replace(target)
    except BaseException:
        name.unlink(missing_ok=True)
        raise


def temporary_path(target: Path) -> Path:
    """Return the name of a new file until it takes the place of another."""
    _remove_leftovers(target.parent)
    return target.with_name(f".textlint-pt-{os.getpid()}-{next(_numbers)}.new")


def _copy_owner_and_attributes(target: Path, handle: int) -> None:
    """Copy owner and extended attributes of the old file, as far as permitted."""
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
def _remove_leftovers(folder: Path) -> None:
    """Remove temporary files of processes that no longer exist."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - files by the thousand
    except OSError:
        return
    for name in names:
        number = _TEMPORARY_NAME.fullmatch(name)
        if number and not is_running(int(number[1])):
            with suppress(OSError):
                (folder / name).unlink()
