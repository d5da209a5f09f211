"""Files as they were in a revision of git."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import git
from textlint_pt.contract.errors import UserError

_FILE_MODES = frozenset((b"100644", b"100755"))


class _Folder(NamedTuple):
    """A folder in its repository: the path from the top, and the files of the revision by name."""

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

        `UserError` where there is no git, no repository or no such revision.
        """
        place = Path(path).absolute()
        folder = self._folder(os.path.realpath(place.parent))
        found = folder.files.get(os.fsencode(place.name))
        if found is None:
            return None
        done = self._git(place.parent, "cat-file", "blob", found)
        if done.returncode:
            raise UserError(f"{self.name}:{folder.prefix}{place.name}: {_said(done)}")
        return f"{self.name}:{folder.prefix}{place.name}", done.stdout

    def _read_folder(self, folder: str) -> _Folder:
        place = Path(folder)
        if not place.is_dir():
            return _Folder("", {})
        done = self._git(place, "rev-parse", "--show-prefix")
        if done.returncode:
            raise UserError(f"{self._option} {self.name}: {folder}: {_said(done)}")
        prefix = os.fsdecode(done.stdout.removesuffix(b"\n"))
        commit = self._commit(place)
        if commit is None:
            return _Folder(prefix, {})
        listed = self._git(place, "ls-tree", "-z", commit, "./").stdout
        files: dict[bytes, str] = {}
        for line in listed.split(b"\0"):
            about, _, name = line.partition(b"\t")
            mode, _, identifier = about.partition(b" blob ")
            if mode in _FILE_MODES:
                files[name.rpartition(b"/")[2]] = identifier.decode()
        return _Folder(prefix, files)

    def _commit(self, place: Path) -> str | None:
        """The commit's name; None for HEAD where nothing was committed yet."""
        wanted = f"{self.name}^{{commit}}"
        done = self._git(place, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted)
        if done.returncode == 0:
            return done.stdout.decode().strip()
        if self.name == "HEAD" and self._git(place, "symbolic-ref", "-q", "HEAD").returncode == 0:
            return None
        raise UserError(f"{self._option}: {place}: git knows no commit {self.name!r}")

    def _git(self, place: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        try:
            return git.run(place, *arguments)
        except OSError as error:
            raise UserError(f"{self._option} {self.name}: git cannot be run: {error}") from error


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else f"git ended with {done.returncode}"
