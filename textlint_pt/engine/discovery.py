"""Which files to lint: paths, folders and globs as they are named."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

from textlint_pt import git
from textlint_pt.config.fence import beyond
from textlint_pt.formats.conventions import is_found_in_folders
from textlint_pt.formats.decoding import GLOB
from textlint_pt.ignored import Ignored
from textlint_pt.text.regex import regex

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
#: how the names begin of what an editor keeps beside a text that is open: of Word, and Emacs
OF_EDITORS = ("~$", ".#", ".~lock.")
#: texts that programs read, not people: no folder is searched for them, and none is written over
FOR_PROGRAMS = (
    "requirements*.txt",
    "constraints*.txt",
    "cmakelists.txt",
    "meson_options.txt",
    "robots.txt",
)


#: the program that wrote a web page, as the page's head names it
_MADE_BY = regex(
    r"<meta\s[^<>]*?\bname=[\"']?generator\b[^<>]*?\bcontent=[\"']?\s*([A-Za-z]+)", re.I
)
_PAGES = (".html", ".htm")
#: "**" as a whole part of a path
_STARS = regex(rf"(?:^|([/{re.escape(os.sep)}]))\*\*(?:[/{re.escape(os.sep)}]+|$)")


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
    """Files for path arguments, each once: files as named, folders and globs in sorted order.

    An argument that names no file is yielded unchanged: reading it reports the error. `exclude`
    holds gitignore-style patterns relative to `root`; they also hold for files passed by name, as
    hooks pass them. `warn` is called with what is wrong with a `.gitignore`. Files with one of the
    `configured_extensions` need not be named as string files of apps are.
    """
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
    """Web pages among files that a program made of others of these: the head of each names it, and
    one of its pages here is called as another text is, or lies in a folder that is."""
    is_page = {path: path.lower().endswith(_PAGES) for path in paths}
    texts = {_stem(path) for path, page in is_page.items() if not page}
    made: dict[str, list[str]] = {}
    if texts:
        for path in (path for path, page in is_page.items() if page):
            if match := _MADE_BY.search(head(path).decode("latin-1")):
                made.setdefault(match[1].lower(), []).append(path)
    return {
        page
        for pages in made.values()
        if any({_stem(page), Path(page).parent.name.lower()} & texts for page in pages)
        for page in pages
    }


def _stem(path: str) -> str:
    return Path(path).stem.lower()


def _expand(
    argument: str,
    extensions: Collection[str],
    warn: Callable[[str], None],
    configured_extensions: Collection[str],
) -> Iterator[str]:
    found: Iterator[str] = iter(())
    if os.path.isdir(argument):  # noqa: PTH112
        found = _walk(argument, extensions, warn, configured_extensions)
    elif GLOB & set(argument) and not os.path.lexists(argument):
        skipped = BUILT.difference(Path(argument).parts)
        named = os.path.dirname(re.split(r"[*?\[]", argument, maxsplit=1)[0])  # noqa: PTH120
        may_lead_out = _links_outside_repository(os.path.join(named, ""))  # noqa: PTH118
        found = (
            path
            for path in sorted(_matching(argument))
            if os.path.isfile(path)  # noqa: PTH113
            and skipped.isdisjoint(Path(path).parts)
            and (may_lead_out or not _links_outside_repository(path))
        )
    first = next(found, argument)
    yield first
    yield from found


def _matching(pattern: str) -> set[str]:
    """What a glob names, in the user's spelling. `**` enters neither hidden nor linked folders, as
    where a folder is walked: links in a circle lead to more places than can be counted."""
    import glob

    stars = _STARS.search(pattern)
    if stars is None:
        return set(glob.glob(pattern))  # noqa: PTH207
    before = pattern[: stars.start()] + (stars[1] or "")
    found: set[str] = set()
    for top in glob.glob(before) if before else [""]:  # noqa: PTH207
        waiting = [top]
        while waiting:
            at = waiting.pop()
            inside = os.path.join(glob.escape(at), pattern[stars.end() :] or "*")  # noqa: PTH118
            found |= _matching(inside)
            with suppress(OSError), os.scandir(at or ".") as entries:
                waiting += [
                    os.path.join(at, entry.name)  # noqa: PTH118
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")
                ]
    return found


def _links_outside_repository(path: str) -> bool:
    """Whether `path` goes through a symlink whose target is outside its repository, in `.git` or
    ignored."""
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
    """Known kinds of file under a folder, without what git ignores, and without folders that are
    hidden or hold no text of the project's own; each folder's files before its folders."""
    top = os.path.realpath(git.top(folder) or folder)
    closed: list[str] = []
    waiting = [(folder, Ignored.in_folder(folder, warn))]  # no recursion: one may lie in 1,500
    while waiting:
        at, ignored = waiting.pop()
        try:
            with os.scandir(at) as entries:
                listed = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            closed.append(at)
            continue
        inner: list[str] = []
        for entry in listed:
            name, path = entry.name, os.path.normpath(entry.path)
            if _is_folder(entry):
                if not (
                    entry.is_symlink() or _is_foreign(at, name) or ignored(at, name, is_folder=True)
                ):
                    inner.append(os.path.join(at, name))  # noqa: PTH118
            elif (
                (ending := os.path.splitext(name)[1].lower()) in extensions  # noqa: PTH122
                and not name.startswith(OF_EDITORS)
                and not any(fnmatch(name.lower(), pattern) for pattern in FOR_PROGRAMS)
                and not ignored(at, name)
                and (ending in configured_extensions or is_found_in_folders(path))
                and not (entry.is_symlink() and _leaves_repository(path, top))
            ):
                yield path
        waiting.extend((one, ignored.inside(one, warn)) for one in reversed(inner))
    yield from closed  # reading them says why


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link in a circle
        return False


def _leaves_repository(path: str, top: str) -> bool:
    """Whether a link leads out of the repository, or to what git keeps or ignores: only who names
    it means it."""
    return beyond(path, Path(top)) is not None


def _is_foreign(at: str, name: str) -> bool:
    """Whether a folder is hidden, or holds what is built or installed."""
    environment = os.path.join(at, name, "pyvenv.cfg")  # noqa: PTH118
    return name.startswith(".") or name in BUILT or os.path.isfile(environment)  # noqa: PTH113
