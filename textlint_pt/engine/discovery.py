"""Which files to lint: paths, folders and globs as they are named."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from textlint_pt import git
from textlint_pt.engine.ignored import Ignored
from textlint_pt.formats.decoding import GLOB

#: folders that hold what is built or installed: not entered where a folder is walked, unless they
#: are named; nor are hidden ones (.git, .venv, .tox), virtual environments of any name, and what
#: git ignores
BUILT = frozenset(
    (
        "__pycache__",
        "_build",
        "_site",
        "bower_components",
        "build",
        "dist",
        "node_modules",
        "site-packages",
        "venv",
    )
)


def discover(
    arguments: Sequence[str], extensions: Collection[str], exclude: Sequence[str], root: Path
) -> Iterator[str]:
    """Files for path arguments, each once: files as named, folders and globs in sorted order.

    What names no file is given back as it is: reading it says what is wrong. `exclude` holds
    gitignore-style patterns relative to `root`; they also hold for files passed by name, as hooks
    pass them.
    """
    seen: set[str] = set()
    for argument in arguments:
        for path in _expand(argument, extensions):
            if os.path.normpath(path) in seen:
                continue
            seen.add(os.path.normpath(path))
            if exclude:
                from textlint_pt.config.config import matches

                if matches(path, exclude, root):
                    continue
            yield path


def _expand(argument: str, extensions: Collection[str]) -> Iterator[str]:
    found: Iterator[str] = iter(())
    if os.path.isdir(argument):  # noqa: PTH112
        found = _walk(argument, extensions)
    elif GLOB & set(argument) and not os.path.lexists(argument):
        import glob

        matched = sorted(glob.glob(argument, recursive=True))  # noqa: PTH207 - keeps the user's spelling
        skipped = BUILT.difference(Path(argument).parts)
        found = (
            path
            for path in matched
            if os.path.isfile(path) and skipped.isdisjoint(Path(path).parts)  # noqa: PTH113
        )
    first = next(found, argument)
    yield first
    yield from found


def _walk(folder: str, extensions: Collection[str]) -> Iterator[str]:
    """Known kinds of file under a folder, without what git ignores, and without folders that are
    hidden or hold no text of the project's own."""
    ignored = Ignored(folder)
    top = os.path.realpath(git.top(folder) or folder)
    closed: list[str] = []
    for at, folders, files in os.walk(folder, onerror=lambda error: closed.append(error.filename)):
        if ".gitignore" in files:
            ignored.enter(at)
        folders[:] = sorted(
            name
            for name in folders
            if not _is_foreign(at, name) and not ignored(at, name, is_folder=True)
        )
        for name in sorted(files):
            suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122
            if suffix in extensions and not ignored(at, name):
                path = os.path.normpath(os.path.join(at, name))  # noqa: PTH118
                if not _leads_out(path, top):
                    yield path
    yield from closed  # reading them says why


def _leads_out(path: str, top: str) -> bool:
    """Whether a file is a link to one outside of the repository: only who names it means it."""
    if not os.path.islink(path):  # noqa: PTH114
        return False
    return os.path.commonpath([os.path.realpath(path), top]) != top


def _is_foreign(at: str, name: str) -> bool:
    """Whether a folder is hidden, or holds what is built or installed."""
    environment = os.path.join(at, name, "pyvenv.cfg")  # noqa: PTH118
    return name.startswith(".") or name in BUILT or os.path.isfile(environment)  # noqa: PTH113
