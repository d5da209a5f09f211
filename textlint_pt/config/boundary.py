"""Where a configuration may lead that nobody vouches for: to files of its project.

Outside of the boundary are what lies outside of the project's folder, the folders of git, whose
settings hold tokens and whose hooks are run, and what git ignores, as keys and drafts are.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from textlint_pt.ignored import is_ignored

#: what file systems that fold names take for `.git`
_GIT = re.compile(r"\.git|git~\d+")
_UNSEEN = re.compile("[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]")


def beyond(path: str | os.PathLike[str], boundary: Path, *, ignored_too: bool = True) -> str | None:
    """Return why a path leads out of the folder that bounds a configuration, else None."""
    try:
        real, top = os.path.realpath(path), os.path.realpath(boundary)
    except ValueError:
        return "is no name of a file"
    if not is_in(real, top):
        return f"lies outside of the project ({boundary})"
    if in_git(real, top):
        return "lies in a folder of git"
    if ignored_too and is_ignored(real, top):
        return "is ignored by git"
    return None


def is_in(path: str, folder: str) -> bool:
    """Return whether a path is a folder's or lies in it; both with their links followed."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def in_git(path: str, top: str) -> bool:
    """Return whether a path below `top` is `.git`, in any spelling, or inside a repository."""
    current = top
    for name in Path(os.path.relpath(path, top)).parts:
        current = os.path.join(current, name)  # noqa: PTH118
        plain = _UNSEEN.sub("", name).casefold().partition(":")[0].rstrip(" .")
        if _GIT.fullmatch(plain) or _is_kept_by_git(current):
            return True
    return False


def _is_kept_by_git(folder: str) -> bool:
    """Return whether git takes a folder for a repository without a working tree."""
    return all(
        os.path.lexists(os.path.join(folder, name))  # noqa: PTH118
        for name in ("HEAD", "objects", "refs")
    )
