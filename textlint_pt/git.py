"""git as a program: the one place that runs it, and what it says of a folder."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

#: a hook's variables name its own repository, index and folder; ours is where the file lies
_OF_A_HOOK = frozenset(
    ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY")
)

#: files in which git has a message written
MESSAGES = ("COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG", "TAG_EDITMSG")
#: what comment lines of a message begin with, unless a setting says otherwise
COMMENT = "#"


def run(place: str | Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """What git answers in a folder; `OSError` where it cannot be run.

    Nothing is fetched: an object that a partial clone lacks is an error.
    """
    kept = {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}
    return subprocess.run(
        ["git", "-C", str(place), *arguments],
        env={**kept, "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


def setting(place: str, name: str, kind: str = "") -> str:
    """A value of git's configuration; "" where there is none, or no git."""
    typed = [f"--type={kind}"] if kind else []
    try:
        done = run(place, "config", *typed, "--get", name)
    except OSError:
        return ""
    return os.fsdecode(done.stdout.removesuffix(b"\n")) if done.returncode == 0 else ""


def top(folder: str) -> str | None:
    """The nearest folder, from this one upwards, that is the top of a working tree."""
    at = os.path.abspath(folder)  # noqa: PTH100
    while not os.path.exists(os.path.join(at, ".git")):  # noqa: PTH110, PTH118
        if at == (at := os.path.dirname(at)):  # noqa: PTH120
            return None
    return at


def comment_string(path: str) -> str:
    """What comment lines of a message begin with by the settings of its repository; "" for other
    files, and where git chooses."""
    if os.path.basename(path) not in MESSAGES:  # noqa: PTH119
        return ""
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
    given = [setting(folder, f"core.comment{kind}") for kind in ("String", "Char")]
    said = next(filter(None, given), COMMENT)
    return "" if said == "auto" else said
