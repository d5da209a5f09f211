"""Files as they were in a revision of git."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt import git
from textlint_pt.config.boundary import is_in
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.formats.decoding import check_size

if TYPE_CHECKING:
    import subprocess

#: by the length of names in a repository
_HASHES = {40: "sha1", 64: "sha256"}
_FILE_MODES = frozenset((b"100644", b"100755"))
_SUBMODULE = re.compile(rb"160000 commit ([0-9a-f]+)\t([^\0]+)")


class _Folder(NamedTuple):
    """A folder in its repository: the folder of that, the path from there, and the files of the
    revision by name."""

    top: str
    prefix: str
    files: Mapping[bytes, str]


class Revision:
    """A revision, as `HEAD` or `origin/main`; it need not be the same in every repository."""

    def __init__(self, name: str, option: str = "--reference-rev") -> None:
        self.name = name
        self._option = option
        self._folder = cache(self._read_folder)

    def read(self, path: str) -> tuple[str, bytes] | None:
        """Return `REVISION:path` and the file's bytes, None without it; `UserError` without git."""
        absolute = Path(path).absolute()
        folder = self._folder(os.path.realpath(absolute.parent))
        found = folder.files.get(os.fsencode(absolute.name))
        if found is None:
            return None
        name = f"{self.name}:{folder.prefix}{absolute.name}"
        size = self._git(folder.top, "cat-file", "-s", found)
        if not size.returncode:
            check_size(name, int(size.stdout))
        result = self._git(folder.top, "cat-file", "blob", found)
        if result.returncode:
            raise UserError(f"{name}: {_error_line(result)}")
        return name, result.stdout

    def holds(self, path: str, data: bytes) -> bool:
        """Return whether git's hash says that the file had these bytes."""
        absolute = Path(path).absolute()
        found = self._folder(os.path.realpath(absolute.parent)).files.get(
            os.fsencode(absolute.name)
        )
        if found is None or len(found) not in _HASHES:
            return False
        blob = b"blob %d\0" % len(data) + data  # what git hashes of a file
        return hashlib.new(_HASHES[len(found)], blob, usedforsecurity=False).hexdigest() == found

    def _read_folder(self, folder: str) -> _Folder:
        """Return a folder of the repository with the files it had in the revision."""
        if not os.path.isdir(folder):  # noqa: PTH112 - Path's raises where this says no
            return _Folder(folder, "", {})
        top = _top(folder)
        result = self._git(top, "rev-parse", "--git-dir")
        if result.returncode:
            raise UserError(f"{self._option} {self.name}: {folder}: {_error_line(result)}")
        inside = Path(os.path.relpath(folder, top)).as_posix()
        prefix = "" if inside == "." else f"{inside}/"
        commit = self._commit(top)
        if commit is None:
            return _Folder(top, prefix, {})
        return self._list_folder(top, commit, inside, prefix)

    def _list_folder(self, top: str, commit: str, inside: str, prefix: str) -> _Folder:
        """List a folder of a commit, looking into submodules that were fetched.

        `inside` is the folder's path in the repository at `top`, "." for `top` itself.
        """
        paths = [] if inside == "." else [f"{inside}/"]
        entries = self._git(top, "ls-tree", "-z", commit, *paths).stdout
        folder = PurePosixPath(inside)
        entries_with_links = entries
        if paths and not entries:
            # git lists nothing inside a submodule: its link is an entry of one of these folders
            folder_and_parents = [str(one) for one in (folder, *folder.parents)][:-1]
            entries_with_links = self._git(top, "ls-tree", "-z", commit, *folder_and_parents).stdout
        for link in _SUBMODULE.finditer(entries_with_links):
            submodule_commit, submodule_path = link[1].decode(), os.fsdecode(link[2])
            if folder.is_relative_to(submodule_path):
                rest = str(folder.relative_to(submodule_path))
                submodule = f"{top}/{submodule_path}"
                return self._list_folder(submodule, submodule_commit, rest, prefix)
        files: dict[bytes, str] = {}
        for line in entries.split(b"\0"):
            entry, _, name = line.partition(b"\t")
            mode, _, identifier = entry.partition(b" blob ")
            if mode in _FILE_MODES:
                files[name.rpartition(b"/")[2]] = identifier.decode()
        return _Folder(top, prefix, files)

    def _commit(self, folder: str) -> str | None:
        """Return the hash of the commit; None for HEAD before the first commit."""
        wanted = f"{self.name}^{{commit}}"
        result = self._git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
        if result.returncode == 0:
            return result.stdout.decode().strip()
        if self.name == "HEAD" and self._git(folder, "symbolic-ref", "-q", "HEAD").returncode == 0:
            return None
        raise UserError(f"{self._option}: {folder}: git knows no commit {self.name!r}")

    def _git(self, top: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return git.run(top, *arguments)
        except OSError as error:
            reason = error.strerror
            raise UserError(f"{self._option} {self.name}: git cannot be run: {reason}") from error


def _top(folder: str) -> str:
    """Return the repository that a folder is compared in: the current one, else the nearest."""
    for place in (os.path.realpath(os.curdir), folder):
        top = git.top(place)
        if top and is_in(folder, top):
            return top
    return folder


def _error_line(result: subprocess.CompletedProcess[bytes]) -> str:
    lines = result.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else f"git ended with {result.returncode}"


#: commits that are looked at, evenly over all
MAX_COMMITS = 24
_STEPS = "▁▂▃▄▅▆▇█"
#: the drift that fills the figure, at least
_LEAST_FULL_BAR = 0.05


def split_range(name: str | None) -> tuple[str | None, str | None]:
    """Return the revisions of `A..B` (B is HEAD if omitted), or one revision and None."""
    if not name or ".." not in name:
        return name, None
    base, _, tip = name.partition("..")
    if not base or tip.startswith("."):
        raise UserError(f"--reference-rev {name}: write A..B, the older revision first")
    return base, tip or "HEAD"


def versions(path: str, base: str, tip: str) -> list[tuple[str, bytes]]:
    """Return `REVISION:path` and bytes after each commit since `base`, oldest first."""
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
    names = ("log", "--format=%h", "--reverse", f"{base}..{tip}", "--", os.path.basename(path))  # noqa: PTH119
    try:
        process = git.run(folder, *names)
    except OSError:
        return []
    commits = os.fsdecode(process.stdout).split()
    if len(commits) > MAX_COMMITS:
        commits = [
            commits[round(index * (len(commits) - 1) / (MAX_COMMITS - 1))]
            for index in range(MAX_COMMITS)
        ]
    found = []
    for commit in commits:
        try:
            version = Revision(commit).read(path)
        except (Unreadable, UserError):
            continue
        if version is not None:
            found.append(version)
    return found


def sparkline(values: Sequence[float]) -> str:
    full = max(_LEAST_FULL_BAR, *values)
    return "".join(_STEPS[round(value / full * (len(_STEPS) - 1))] for value in values)
