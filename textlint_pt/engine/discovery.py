"""Which files to lint: paths, folders and globs as they are named."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textlint_pt.formats.conventions import is_found_in_folders
from textlint_pt.formats.decoding import GLOB

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


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
    above = list(_parents_in_repository(folder))
    ignores = [_read_ignores(place) for place in above]
    top = os.path.realpath(above[-1] if above else folder)
    closed: list[str] = []
    for at, folders, files in os.walk(folder, onerror=lambda error: closed.append(error.filename)):
        if ".gitignore" in files:
            ignores.append(_read_ignores(at))
        folders[:] = sorted(
            name
            for name in folders
            if not _is_foreign(at, name) and not _ignored(at, f"{name}/", ignores)
        )
        for name in sorted(files):
            suffix = os.path.splitext(name)[1].lower()  # noqa: PTH122
            if suffix in extensions and not _ignored(at, name, ignores):
                path = os.path.normpath(os.path.join(at, name))  # noqa: PTH118
                if is_found_in_folders(path) and not _leads_out(path, top):
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


def _parents_in_repository(folder: str) -> Iterator[str]:
    """Folders above this one, up to the one that holds `.git`; none outside a repository."""
    above: list[str] = []
    at = os.path.abspath(folder)  # noqa: PTH100
    while not os.path.exists(os.path.join(at, ".git")):  # noqa: PTH110, PTH118
        if at == (at := os.path.dirname(at)):  # noqa: PTH120
            return
        above.append(at)
    yield from above


def _read_ignores(folder: str) -> tuple[str, GitIgnoreSpec]:
    from pathspec import GitIgnoreSpec

    def is_pattern(line: str) -> bool:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            return False  # as git: without a word
        return True

    try:
        lines = Path(folder, ".gitignore").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    return folder, GitIgnoreSpec.from_lines(filter(is_pattern, lines))


def _ignored(at: str, name: str, ignores: Sequence[tuple[str, GitIgnoreSpec]]) -> bool:
    for base, spec in ignores:
        inside = os.path.relpath(at, base)
        outside = f"{inside}{os.sep}".startswith(f"{os.pardir}{os.sep}")
        if not outside and spec.match_file(os.path.join(inside, name)):  # noqa: PTH118
            return True
    return False
