"""Which files may be written: new ones, and those that textlint-pt wrote before.

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
from textlint_pt.config.boundary import beyond, in_git, is_in
from textlint_pt.config.config import project
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import writing
from textlint_pt.engine.discovery import MACHINE_READ_FILES

#: bytes of a file that is there which are read to tell whose it is
_MAXIMUM_BYTES, _HEAD_BYTES = 50_000_000, 10_000


class Kind(NamedTuple):
    """A kind of file that textlint-pt writes: its name for people, the suffixes that it may have
    where a configuration names it, and a test of its content, or only of its first bytes
    (`by_head`)."""

    what: str
    suffixes: tuple[str, ...]
    matches: Callable[[bytes], bool]
    by_head: bool = False


def write(
    path: str, data: bytes, kind: Kind, boundary: Path | None = None, expected: bytes | None = None
) -> None:
    """Write a file atomically; `UserError` where `check` refuses it or other content is found."""
    check(path, kind, boundary)
    if expected is None:
        writing.write(path, data)
    else:
        writing.replace(path, data, expected)


def check(path: str, kind: Kind, boundary: Path | None = None) -> None:
    """Raise `UserError` if writing to a path would overwrite a file of another program.

    `boundary`: the folder that must contain a path which a configuration names; None: a person did.
    """
    if boundary is not None and (reason := _reason_against(path, kind, boundary)):
        raise UserError(f"{path}: not written: {reason}; name another file of the project")
    if boundary is None and writing.descriptor(path) is not None:
        return
    try:
        found = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        if os.path.islink(path):  # noqa: PTH114
            raise UserError(f"{path}: not written: a link to no file; delete it first") from None
        return  # there is none, or what is wrong is said when it is written
    if stat.S_ISDIR(found.st_mode) or (boundary is None and not stat.S_ISREG(found.st_mode)):
        return
    try:
        data = files.head(path, _HEAD_BYTES) if kind.by_head else files.read(path, _MAXIMUM_BYTES)
    except OSError as error:
        if error.errno == errno.EACCES:
            return
        raise UserError(f"{path}: not written: {error.strerror}") from error
    if data.strip() and not kind.matches(data):
        raise UserError(
            f"{path}: not written: what is there is no {kind.what}; name another file, or"
            " delete it first"
        )


def check_distinct(path: str, read: Iterable[str]) -> None:
    """Raise `UserError` if a file to be written is also read."""
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


def path_outside(path: str) -> str | None:
    """Return where links lead if that is outside the project or in `.git`, else None."""
    try:
        real = os.path.realpath(path)
    except ValueError:
        return None
    unresolved = os.path.abspath(path)  # noqa: PTH100
    unresolved_top = os.path.abspath(project(Path(path)))  # noqa: PTH100
    top = os.path.realpath(unresolved_top)
    if not os.path.lexists(os.path.join(top, ".git")):  # noqa: PTH118
        return None
    if is_in(real, top):
        # who names a file in `.git` openly means it
        leads_into_git = in_git(real, top) and not in_git(unresolved, top)
        if not leads_into_git:
            return None
    return real if is_in(unresolved, unresolved_top) else None


def _reason_against(path: str, kind: Kind, boundary: Path) -> str | None:
    """Return why a configuration may not have this path written, else None."""
    if os.path.islink(path):  # noqa: PTH114
        return "is a link"
    if reason := beyond(path, boundary):
        return reason
    name = os.path.basename(path).lower()  # noqa: PTH119
    if not name.endswith(kind.suffixes):
        return f"does not end in {' or '.join(kind.suffixes)}"
    if any(fnmatch(name, pattern) for pattern in MACHINE_READ_FILES):
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
