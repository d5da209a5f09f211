"""Where a configuration may lead that nobody vouches for: to files of its project.

Outside of the fence are what lies outside of the project's folder, the folders of git, whose
settings hold tokens and whose hooks are run, and what git ignores, as keys and drafts are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from textlint_pt import files
from textlint_pt.config.patterns import MOST, Patterns

#: bytes of a file of patterns, more are not read
MAXIMUM_IGNORES = 1_000_000
#: what file systems that fold names take for `.git`
_GIT = re.compile(r"\.git|git~\d+")
_UNSEEN = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")


def beyond(path: str | os.PathLike[str], fence: Path, *, ignored_too: bool = True) -> str | None:
    """Why a path, links followed, leads out of a folder that bounds a configuration; None: it does
    not. `ignored_too`: whether what git ignores is out."""
    try:
        real, top = os.path.realpath(path), os.path.realpath(fence)
    except ValueError:
        return "is no name of a file"
    if not is_in(real, top):
        return f"lies outside of the project ({fence})"
    if in_git(real, top):
        return "lies in a folder of git"
    if ignored_too and is_ignored(real, top):
        return "is ignored by git"
    return None


def is_in(path: str, folder: str) -> bool:
    """Whether a path is a folder's or lies in it; both with their links followed."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def in_git(path: str, top: str) -> bool:
    """Whether a path below `top` is `.git`, however it is written, or in what git keeps."""
    at = top
    for name in Path(os.path.relpath(path, top)).parts:
        at = os.path.join(at, name)  # noqa: PTH118
        plain = _UNSEEN.sub("", name).casefold().partition(":")[0].rstrip(" .")
        if _GIT.fullmatch(plain) or _is_kept_by_git(at):
            return True
    return False


def _is_kept_by_git(folder: str) -> bool:
    """Whether git takes a folder for a repository without a working tree."""
    return all(
        os.path.lexists(os.path.join(folder, name))  # noqa: PTH118
        for name in ("HEAD", "objects", "refs")
    )


# ------------------------------------------------------------------ what git ignores


class Ignores:
    """What the files of patterns say that hold for a folder, from the top down."""

    def __init__(self, read: tuple[tuple[str, Patterns], ...] = ()) -> None:
        self._read = read

    def inside(
        self,
        folder: str,
        file: str = "",
        tell: Callable[[str], None] = lambda problem: None,
    ) -> Ignores:
        """With the patterns of a file, by default the `.gitignore` of the folder they hold for;
        `tell` is handed what is wrong with it."""
        file = file or os.path.join(folder, ".gitignore")  # noqa: PTH118
        patterns, problem = _patterns(file)
        if patterns is not None and sum(len(one) for _, one in self._read) + len(patterns) > MOST:
            patterns, problem = None, f"{file}: more than {MOST} patterns: they do not count"
        if problem:
            tell(problem)
        return self if patterns is None else Ignores((*self._read, (folder, patterns)))

    def match(self, at: str, name: str) -> bool:
        """Whether a file, or a folder with a slash at its end, is ignored in the folder `at`."""
        for base, patterns in reversed(self._read):
            inside = os.path.relpath(at, base)
            relative = name if inside == os.curdir else f"{inside}{os.sep}{name}"
            said = patterns.match(relative.replace(os.sep, "/"))
            if said is not None:
                return said
        return False


def is_ignored(path: str, top: str) -> bool:
    """Whether git would ignore a file below `top`, whose links are followed."""
    if path == top:
        return False
    ignores = Ignores()
    for file in _of_the_user(top):
        ignores = ignores.inside(top, file)
    ignores = ignores.inside(top)
    at = top
    *folders, name = Path(os.path.relpath(path, top)).parts
    for folder in folders:
        if ignores.match(at, f"{folder}/"):
            return True
        at = os.path.join(at, folder)  # noqa: PTH118
        ignores = ignores.inside(at)
    return ignores.match(at, f"{name}/" if os.path.isdir(path) else name)  # noqa: PTH112


def _of_the_user(top: str) -> Iterator[str]:
    """Files of patterns beside those of a repository: of this machine, and of this clone."""
    settings = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111
    for file in (f"{settings}/git/ignore", f"{top}/.git/info/exclude"):
        if os.path.isfile(file):  # noqa: PTH113
            yield file


def _patterns(file: str) -> tuple[Patterns | None, str]:
    """The patterns of a file, None if there is none, and what is wrong with it."""
    if os.path.islink(file):  # noqa: PTH114
        return None, f"{file}: a link, which git does not follow: its patterns do not count"
    try:
        found = os.stat(file)  # noqa: PTH116
    except OSError:
        return None, ""
    return _read(file, found.st_mtime_ns, found.st_size)


@lru_cache(256)
def _read(file: str, _time: int, _size: int) -> tuple[Patterns | None, str]:
    try:
        data = files.read(file, MAXIMUM_IGNORES)
        return Patterns(data.decode("utf-8", "replace").splitlines(), lenient=True), ""
    except OSError as error:
        return None, f"{file}: cannot be read: {error.strerror}: its patterns do not count"
    except ValueError as error:
        return None, f"{file}: {error}: they do not count"
