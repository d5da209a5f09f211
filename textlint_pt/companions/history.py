"""What a source was when a page was translated from it, as git knows it.

The commit that the front matter of the page names, else the newest one that touched the page. A
page that was only moved since was not translated anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from textlint_pt import files, git
from textlint_pt.companions.revision import Revision
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.text.regex import regex

#: keys by which pages say what they were translated from: ours, that of Hugo's sites and of MDN
_COMMIT = regex(
    r"^[ \t]*(?:source-?commit|default_lang_commit)[\"']?\s*:\s*[\"']?([0-9a-f]{7,40})\b",
    re.MULTILINE | re.IGNORECASE,
)
#: bytes of a page in which that may stand
_HEAD_BYTES = 4_096


class SourceVersion(NamedTuple):
    """The source as it was: `REVISION:path`, its bytes, and the commit."""

    name: str
    data: bytes
    commit: str


class History:
    """Asks git once for each folder and commit."""

    def __init__(self) -> None:
        self._last_changes = cache(_last_changes)
        self._revision = cache(_revision)

    def former(self, path: str, source: str, current: bytes) -> tuple[str, bytes] | None:
        """Return name and bytes of the source when the page was translated, if it changed."""
        source_version = self.source_version(path, source, current)
        if source_version is None or source_version.data == current:
            return None
        return source_version.name, source_version.data

    def source_version(
        self, path: str, source: str, current: bytes | None = None
    ) -> SourceVersion | None:
        """Return the source when the page was translated, if git knows it and it changed."""
        top = git.top(os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120
        commit = self.translation_commit(path, top) if top else None
        if top is None or commit is None:
            return None
        try:
            if current is not None and self._revision(commit).holds(source, current):
                return None
            found = self._revision(commit).read(source)
            if found is None and (old := _old_name(top, commit, source)):
                found = self._revision(commit).read(old)
        except (Unreadable, UserError):  # as of a commit that a shallow clone lacks
            return None
        return SourceVersion(*found, commit) if found else None

    def translation_commit(self, path: str, top: str) -> str | None:
        """Return the commit that a page was translated at."""
        try:
            match = _COMMIT.search(files.head(path, _HEAD_BYTES).decode("utf-8", "replace"))
        except OSError:
            return None
        if match:
            return match[1]
        real_path = Path(os.path.realpath(path))
        return self._last_changes(top, str(real_path.parent)).get(real_path.name)

    def commits_behind(self, path: str, source: str) -> int:
        """Return how many commits changed the source since the page was translated."""
        source_version = self.source_version(path, source)
        top = git.top(os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120
        if source_version is None or top is None:
            return 0
        name = os.path.relpath(os.path.realpath(source), os.path.realpath(top))
        process = git.run(top, "rev-list", "--count", f"{source_version.commit}..HEAD", "--", name)
        return int(process.stdout) if process.returncode == 0 and process.stdout.strip() else 0


def _revision(commit: str) -> Revision:
    return Revision(commit, "source-commit")


_LOG = ("-c", "core.quotePath=false", "log", "--format=%x00%H", "--name-status", "-M")


def _last_changes(top: str, folder: str) -> Mapping[str, str]:
    """Return the last commit that changed each file of a folder, by name; moves do not count."""
    below = os.path.relpath(folder, os.path.realpath(top))
    place = [] if below == "." else ["--", f"{below}/"]
    try:
        process = git.run(top, *_LOG, *place)
    except OSError:
        return {}
    found: dict[str, str] = {}
    # the log begins with the newest commit: a file is followed back to its earlier names
    current_names: dict[str, str] = {}
    for entry in os.fsdecode(process.stdout).split("\0")[1:]:
        commit, *lines = entry.split("\n")
        for line in filter(None, lines):
            status, *names = line.split("\t")
            name = current_names.get(names[-1], names[-1])
            if status == "R100":  # renamed, all of it the same
                current_names[names[0]] = name
            elif name not in found:
                found[name] = commit
    prefix = "" if below == "." else f"{below}/"
    return {name.removeprefix(prefix): commit for name, commit in found.items()}


def _old_name(top: str, commit: str, source: str) -> str | None:
    """Return the path that the source had in a commit, if it was renamed since."""
    name = os.path.relpath(os.path.realpath(source), os.path.realpath(top))
    try:
        process = git.run(
            top, "-c", "core.quotePath=false", "diff", "--name-status", "-M", "--diff-filter=R",
            commit, "HEAD",
        )  # fmt: skip
    except OSError:
        return None
    for line in os.fsdecode(process.stdout).splitlines():
        _, old, new = line.split("\t")
        if new == name:
            return os.path.join(top, old)  # noqa: PTH118
    return None
