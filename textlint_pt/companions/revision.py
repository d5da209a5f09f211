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
from textlint_pt.config.fence import is_in
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
        """The file as `REVISION:path` and its bytes then; None if there was none.

        `UserError` where there is no git, no repository or no such revision; `Unreadable`: it is
        too large.
        """
        place = Path(path).absolute()
        folder = self._folder(os.path.realpath(place.parent))
        found = folder.files.get(os.fsencode(place.name))
        if found is None:
            return None
        name = f"{self.name}:{folder.prefix}{place.name}"
        size = self._git(folder.top, "cat-file", "-s", found)
        if not size.returncode:
            check_size(name, int(size.stdout))
        done = self._git(folder.top, "cat-file", "blob", found)
        if done.returncode:
            raise UserError(f"{name}: {_said(done)}")
        return name, done.stdout

    def holds(self, path: str, data: bytes) -> bool:
        """Whether the file had these bytes, told by the name that git gives them; False where only
        reading it can tell."""
        place = Path(path).absolute()
        found = self._folder(os.path.realpath(place.parent)).files.get(os.fsencode(place.name))
        if found is None or len(found) not in _HASHES:
            return False
        blob = b"blob %d\0" % len(data) + data
        return hashlib.new(_HASHES[len(found)], blob, usedforsecurity=False).hexdigest() == found

    def _read_folder(self, folder: str) -> _Folder:
        if not os.path.isdir(folder):  # noqa: PTH112 - Path's raises where this says no
            return _Folder(folder, "", {})
        top = _top(folder)
        done = self._git(top, "rev-parse", "--git-dir")
        if done.returncode:
            raise UserError(f"{self._option} {self.name}: {folder}: {_said(done)}")
        inside = Path(os.path.relpath(folder, top)).as_posix()
        prefix = "" if inside == "." else f"{inside}/"
        commit = self._commit(top)
        if commit is None:
            return _Folder(top, prefix, {})
        return self._listed(top, commit, inside, prefix)

    def _listed(self, top: str, commit: str, inside: str, prefix: str) -> _Folder:
        """A folder of a commit; in a submodule of the commit that the repository around it names.
        Where that was not fetched, there were no files."""
        below = "" if inside == "." else f"{inside}/"
        listed = self._git(top, "ls-tree", "-z", commit, *([below] if below else [])).stdout
        folder = PurePosixPath(inside)
        around = listed
        if below and not listed:
            places = [str(one) for one in (folder, *folder.parents)][:-1]
            around = self._git(top, "ls-tree", "-z", commit, *places).stdout
        for link in _SUBMODULE.finditer(around):
            place = os.fsdecode(link[2])
            if folder.is_relative_to(place):
                rest = str(folder.relative_to(place))
                return self._listed(f"{top}/{place}", link[1].decode(), rest, prefix)
        files: dict[bytes, str] = {}
        for line in listed.split(b"\0"):
            about, _, name = line.partition(b"\t")
            mode, _, identifier = about.partition(b" blob ")
            if mode in _FILE_MODES:
                files[name.rpartition(b"/")[2]] = identifier.decode()
        return _Folder(top, prefix, files)

    def _commit(self, place: str) -> str | None:
        """The commit's name; None for HEAD where nothing was committed yet."""
        wanted = f"{self.name}^{{commit}}"
        done = self._git(place, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
        if done.returncode == 0:
            return done.stdout.decode().strip()
        if self.name == "HEAD" and self._git(place, "symbolic-ref", "-q", "HEAD").returncode == 0:
            return None
        raise UserError(f"{self._option}: {place}: git knows no commit {self.name!r}")

    def _git(self, top: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return git.run(top, *arguments)
        except OSError as error:
            reason = error.strerror
            raise UserError(f"{self._option} {self.name}: git cannot be run: {reason}") from error


def _top(folder: str) -> str:
    """The folder of the repository that a folder is compared in: that of the working directory, of
    which a repository inside of it is a part; for what lies elsewhere the nearest."""
    for place in (os.path.realpath(os.curdir), folder):
        top = git.top(place)
        if top and is_in(folder, top):
            return top
    return folder


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else f"git ended with {done.returncode}"


#: commits that are looked at, evenly over all
MOST = 24
_STEPS = "▁▂▃▄▅▆▇█"
#: the drift that fills the figure, at least
_FULL = 0.05


def divided(name: str | None) -> tuple[str | None, str | None]:
    """The revision to compare with, and the one up to which a page's history is told: of `A..B`
    both, `A..` up to HEAD."""
    if not name or ".." not in name:
        return name, None
    base, _, tip = name.partition("..")
    if not base or tip.startswith("."):
        raise UserError(f"--reference-rev {name}: write A..B, the older revision first")
    return base, tip or "HEAD"


def versions(path: str, base: str, tip: str) -> list[tuple[str, bytes]]:
    """A file after each commit that touched it since `base`, the oldest first, as
    `REVISION:path` and bytes."""
    place = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
    names = ("log", "--format=%h", "--reverse", f"{base}..{tip}", "--", os.path.basename(path))  # noqa: PTH119
    try:
        done = git.run(place, *names)
    except OSError:
        return []
    commits = os.fsdecode(done.stdout).split()
    if len(commits) > MOST:
        commits = [commits[round(at * (len(commits) - 1) / (MOST - 1))] for at in range(MOST)]
    found = []
    for commit in commits:
        try:
            version = Revision(commit).read(path)
        except (Unreadable, UserError):
            continue
        if version is not None:
            found.append(version)
    return found


def figure(values: Sequence[float]) -> str:
    """Values from 0 on as bars of one line."""
    full = max(_FULL, *values)
    return "".join(_STEPS[round(value / full * (len(_STEPS) - 1))] for value in values)
