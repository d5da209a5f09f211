"""git as a program: the one place that runs it, and what it says of a folder."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

#: a hook's variables name its own repository, index and folder; ours is where the file lies
_HOOK_VARIABLES = frozenset((
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR", "GIT_NAMESPACE",
))  # fmt: skip
#: nothing that settings name is run, no other object stands in for one, and a folder in the tree
#: that looks like a repository is none
_OPTIONS = (
    *("--no-pager", "--no-replace-objects", "--no-optional-locks", "--literal-pathspecs"),
    *("-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor="),
    *("-c", f"core.hooksPath={os.devnull}"),
)
#: nothing is fetched: an object that a partial clone lacks is an error
_ENVIRONMENT = {
    **{"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_TERMINAL_PROMPT": "0"},
    **{"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
}

#: files in which git has a message written
MESSAGES = ("COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG", "TAG_EDITMSG")
#: what comment lines of a message begin with, unless a setting says otherwise
COMMENT = "#"


def run(folder: str | Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder; `OSError` if it cannot be run."""
    import subprocess

    environment = {name: value for name, value in os.environ.items() if name not in _HOOK_VARIABLES}
    return subprocess.run(
        [_program(), *_OPTIONS, "-C", str(folder), *arguments],
        env={**environment, **_ENVIRONMENT},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


def _program() -> str:
    """Return the path of git, never one in the current folder."""
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        program = os.path.join(folder, name)  # noqa: PTH118
        if os.path.isabs(folder) and os.access(program, os.X_OK):  # noqa: PTH117
            return program
    raise FileNotFoundError(errno.ENOENT, "not found", name)


def setting(folder: str, name: str, kind: str = "") -> str:
    """Return a value of git's configuration; "" without one or without git."""
    type_option = [f"--type={kind}"] if kind else []
    try:
        result = run(folder, "config", *type_option, "--get", name)
    except OSError:
        return ""
    return os.fsdecode(result.stdout.removesuffix(b"\n")) if result.returncode == 0 else ""


def top(folder: str) -> str | None:
    """Return the nearest folder, from this one upwards, with `.git`."""
    current = os.path.abspath(folder)  # noqa: PTH100
    while not os.path.lexists(os.path.join(current, ".git")):  # noqa: PTH118
        parent = os.path.dirname(current)  # noqa: PTH120
        if parent == current:  # the root
            return None
        current = parent
    return current


def comment_string(path: str) -> str:
    """Return what begins comment lines of a commit message file; "" for other files."""
    if os.path.basename(path) not in MESSAGES:  # noqa: PTH119
        return ""
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
    folder = top(folder) or folder  # it lies in `.git`, of which git is not asked
    configured = [setting(folder, f"core.comment{kind}") for kind in ("String", "Char")]
    chosen = next(filter(None, configured), COMMENT)
    return "" if chosen == "auto" else chosen
