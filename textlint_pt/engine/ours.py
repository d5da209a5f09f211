"""Which files may be written: those that are not there yet, and those of ours.

What a program runs or trusts must not be overwritten because a configuration that nobody vouches
for says so, nor a text because a name was mistyped.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

from textlint_pt import files
from textlint_pt.config.config import project
from textlint_pt.config.fence import beyond, in_git, is_in
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import writing
from textlint_pt.engine.discovery import FOR_PROGRAMS

#: bytes of a file that is there which are read to tell whose it is
_MAXIMUM_BYTES, _HEAD = 50_000_000, 10_000


class Kind(NamedTuple):
    """A kind of file of ours: what it is called, how its name ends where a configuration names it,
    and whether the bytes of a file are one; of a long one its first bytes say so (`by_head`)."""

    what: str
    endings: tuple[str, ...]
    is_one: Callable[[bytes], bool]
    by_head: bool = False


def write(
    path: str, data: bytes, kind: Kind, fence: Path | None = None, expected: bytes | None = None
) -> None:
    """Give a file of ours its content at once; `UserError` where `check` forbids it, or says why it
    cannot be done. `expected` is what it held when it was read (None: not asked)."""
    check(path, kind, fence)
    if expected is None:
        writing.write(path, data)
    else:
        writing.replace(path, data, expected)


def check(path: str, kind: Kind, fence: Path | None = None) -> None:
    """`UserError` unless nothing stands at a path, or an empty file, or one of ours.

    With a `fence`, the folder of the project, a person has not named the path: it then is a regular
    file in that project, no link, not in a folder of git, nothing that can be run, and its name
    ends as those of its kind do. Without one a device or a pipe may be named, too.
    """
    if fence is not None and (reason := _forbidden(path, kind, fence)):
        raise UserError(f"{path}: not written: {reason}; name another file of the project")
    if fence is None and writing.descriptor(path) is not None:
        return
    try:
        found = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        if os.path.islink(path):  # noqa: PTH114
            raise UserError(f"{path}: not written: a link to no file; delete it first") from None
        return  # there is none, or what is wrong is said when it is written
    if stat.S_ISDIR(found.st_mode) or (fence is None and not stat.S_ISREG(found.st_mode)):
        return
    try:
        data = files.head(path, _HEAD) if kind.by_head else files.read(path, _MAXIMUM_BYTES)
    except OSError as error:
        if error.errno == errno.EACCES:
            return
        raise UserError(f"{path}: not written: {error.strerror}") from error
    if data.strip() and not kind.is_one(data):
        raise UserError(
            f"{path}: not written: what is there is no {kind.what}; name another file, or"
            " delete it first"
        )


def check_distinct(path: str, read: Iterable[str]) -> None:
    """`UserError` where a file that is to be written is one of those that are read."""
    if writing.descriptor(path) is not None:
        return
    try:
        target = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(target.st_mode):
        return
    for name in read:
        try:
            same = os.path.samestat(target, os.stat(name))  # noqa: PTH116
        except (OSError, ValueError):
            continue
        if same:
            raise UserError(f"{path}: not written: it is read, too ({name}); name another file")


def leads_astray(path: str) -> str | None:
    """Why a text is not to be corrected where it is: links lead from its place in a repository out
    of it, or to what git keeps. None: it may be."""
    try:
        real = os.path.realpath(path)
    except ValueError:
        return None
    place = os.path.abspath(path)  # noqa: PTH100
    top = os.path.realpath(project(Path(path)))
    if not os.path.lexists(os.path.join(top, ".git")):  # noqa: PTH118
        return None
    if is_in(real, top) and (not in_git(real, top) or in_git(place, os.path.abspath(top))):  # noqa: PTH100
        return None
    return real if is_in(place, os.path.abspath(project(Path(path)))) else None  # noqa: PTH100


def _forbidden(path: str, kind: Kind, fence: Path) -> str | None:
    """Why a path is none that a configuration may have written."""
    if os.path.islink(path):  # noqa: PTH114
        return "is a link"
    if reason := beyond(path, fence):
        return reason
    name = os.path.basename(path).lower()  # noqa: PTH119
    if not name.endswith(kind.endings):
        return f"does not end in {' or '.join(kind.endings)}"
    if any(fnmatch(name, pattern) for pattern in FOR_PROGRAMS):
        return "is what programs are installed or built by"
    try:
        found = os.lstat(path)
    except OSError:
        return None
    if stat.S_ISDIR(found.st_mode):
        return None  # writing says so
    if not stat.S_ISREG(found.st_mode):
        return "is no regular file"
    return "can be run" if found.st_mode & 0o111 and os.name == "posix" else None
