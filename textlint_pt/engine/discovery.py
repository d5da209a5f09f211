"""Which files to lint: paths, folders and globs as they are named."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

from textlint_pt import git
from textlint_pt.config.boundary import beyond
from textlint_pt.formats.conventions import is_found_in_folders
from textlint_pt.formats.decoding import GLOB
from textlint_pt.ignored import Ignored
from textlint_pt.text.regex import regex

#: folders that hold what is built or installed: not entered where a folder is walked, unless they
#: are named; nor are hidden ones (.git, .venv, .tox), virtual environments of any name, and what
#: git ignores
SKIPPED_FOLDERS = frozenset(
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
#: how the names begin of what an editor keeps beside a text that is open: of Word, and Emacs
EDITOR_FILE_PREFIXES = ("~$", ".#", ".~lock.")
#: texts that programs read, not people: no folder is searched for them, and none is written over
MACHINE_READ_FILES = (
    "requirements*.txt",
    "constraints*.txt",
    "cmakelists.txt",
    "meson_options.txt",
    "robots.txt",
)


#: the program that wrote a web page, as the page's head names it
_GENERATOR = regex(
    r"<meta\s[^<>]*?\bname=[\"']?generator\b[^<>]*?\bcontent=[\"']?\s*([A-Za-z]+)", re.I
)
_PAGES = (".html", ".htm")
#: "**" as a whole part of a path
_DOUBLE_STAR = regex(rf"(?:^|([/{re.escape(os.sep)}]))\*\*(?:[/{re.escape(os.sep)}]+|$)")


def ignore_warning(problem: str) -> None:
    """For whom files of patterns that cannot be read are of no interest."""


def discover(
    arguments: Sequence[str],
    extensions: Collection[str],
    exclude: Sequence[str],
    root: Path,
    warn: Callable[[str], None] = ignore_warning,
    *,
    configured_extensions: Collection[str] = (),
) -> Iterator[str]:
    """Yield the files of path arguments, each once; globs sorted, `exclude` and .gitignore
    applied, missing files unchanged so that reading reports them."""
    seen: set[str] = set()
    for argument in arguments:
        for path in _expand(argument, extensions, warn, configured_extensions):
            if os.path.normpath(path) in seen:
                continue
            seen.add(os.path.normpath(path))
            if exclude:
                from textlint_pt.config.config import matches

                if matches(path, exclude, root):
                    continue
            yield path


def generated(paths: Sequence[str], head: Callable[[str], bytes]) -> Collection[str]:
    """Return web pages that a generator made of other texts in the list.

    All pages of a generator count as such once one of them, or its folder, has the name of a text.
    """
    pages = [path for path in paths if path.lower().endswith(_PAGES)]
    text_names = {_stem(path) for path in paths if not path.lower().endswith(_PAGES)}
    if not text_names:
        return set()
    pages_by_generator: dict[str, list[str]] = {}
    for path in pages:
        if match := _GENERATOR.search(head(path).decode("latin-1")):
            pages_by_generator.setdefault(match[1].lower(), []).append(path)
    found: set[str] = set()
    for pages_of_generator in pages_by_generator.values():
        names = {_stem(page) for page in pages_of_generator}
        folder_names = {Path(page).parent.name.lower() for page in pages_of_generator}
        if not text_names.isdisjoint(names | folder_names):
            found.update(pages_of_generator)
    return found


def _stem(path: str) -> str:
    return Path(path).stem.lower()


def _expand(
    argument: str,
    extensions: Collection[str],
    warn: Callable[[str], None],
    configured_extensions: Collection[str],
) -> Iterator[str]:
    """Yield the files that a path, folder or glob names; the argument itself if there are none,
    so that reading it reports what is wrong."""
    found: Iterator[str] = iter(())
    if os.path.isdir(argument):  # noqa: PTH112
        found = _walk(argument, extensions, warn, configured_extensions)
    elif GLOB & set(argument) and not os.path.lexists(argument):
        skipped = SKIPPED_FOLDERS.difference(Path(argument).parts)
        fixed_part = os.path.dirname(re.split(r"[*?\[]", argument, maxsplit=1)[0])  # noqa: PTH120
        may_leave = _links_outside_repository(os.path.join(fixed_part, ""))  # noqa: PTH118
        found = (
            path
            for path in sorted(_glob(argument))
            if os.path.isfile(path)  # noqa: PTH113
            and skipped.isdisjoint(Path(path).parts)
            and (may_leave or not _links_outside_repository(path))
        )
    first = next(found, argument)
    yield first
    yield from found


def _glob(pattern: str) -> set[str]:
    """Return what a glob matches; `**` skips hidden and linked folders."""
    import glob

    double_star = _DOUBLE_STAR.search(pattern)
    if double_star is None:
        return set(glob.glob(pattern))  # noqa: PTH207
    prefix = pattern[: double_star.start()] + (double_star[1] or "")
    found: set[str] = set()
    for top in glob.glob(prefix) if prefix else [""]:  # noqa: PTH207
        pending = [top]
        while pending:
            folder = pending.pop()
            subpattern = os.path.join(glob.escape(folder), pattern[double_star.end() :] or "*")  # noqa: PTH118
            found |= _glob(subpattern)
            with suppress(OSError), os.scandir(folder or ".") as entries:
                pending += [
                    os.path.join(folder, entry.name)  # noqa: PTH118
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")
                ]
    return found


def _links_outside_repository(path: str) -> bool:
    """Return whether a symlink in `path` leads outside its repository or to ignored files."""
    absolute = os.path.abspath(path)  # noqa: PTH100
    top = git.top(os.path.dirname(absolute))  # noqa: PTH120
    if top is None:
        return False
    expected = os.path.join(os.path.realpath(top), os.path.relpath(absolute, top))  # noqa: PTH118
    return os.path.realpath(path) != expected and _leaves_repository(path, os.path.realpath(top))


def _walk(
    folder: str,
    extensions: Collection[str],
    warn: Callable[[str], None],
    configured_extensions: Collection[str],
) -> Iterator[str]:
    """Yield readable files under a folder, files before subfolders, without ignored ones."""
    top = os.path.realpath(git.top(folder) or folder)
    unreadable: list[str] = []
    pending = [(folder, Ignored.in_folder(folder, warn))]  # no recursion: one may lie in 1,500
    while pending:
        current, ignored = pending.pop()
        try:
            with os.scandir(current) as entries:
                sorted_entries = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            unreadable.append(current)
            continue
        subfolders: list[str] = []
        for entry in sorted_entries:
            name, path = entry.name, os.path.normpath(entry.path)
            if _is_folder(entry):
                if not (
                    entry.is_symlink()
                    or _is_foreign(current, name)
                    or ignored(current, name, is_folder=True)
                ):
                    subfolders.append(os.path.join(current, name))  # noqa: PTH118
                continue
            extension = os.path.splitext(name)[1].lower()  # noqa: PTH122
            if extension not in extensions or not _is_written_by_people(name):
                continue
            if ignored(current, name):
                continue
            if extension not in configured_extensions and not is_found_in_folders(path):
                continue
            if not (entry.is_symlink() and _leaves_repository(path, top)):
                yield path
        pending.extend((one, ignored.inside(one, warn)) for one in reversed(subfolders))
    yield from unreadable  # reading them says why


def _is_written_by_people(name: str) -> bool:
    """Return whether a file is neither an editor's own nor one that programs read."""
    return not name.startswith(EDITOR_FILE_PREFIXES) and not any(
        fnmatch(name.lower(), pattern) for pattern in MACHINE_READ_FILES
    )


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link in a circle
        return False


def _leaves_repository(path: str, top: str) -> bool:
    """Return whether a link leads out of the repository, or to what git ignores."""
    return beyond(path, Path(top)) is not None


def _is_foreign(at: str, name: str) -> bool:
    """Return whether a folder is hidden, or holds what is built or installed."""
    environment = os.path.join(at, name, "pyvenv.cfg")  # noqa: PTH118
    return name.startswith(".") or name in SKIPPED_FOLDERS or os.path.isfile(environment)  # noqa: PTH113
