"""What git knows of the age of a page."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]


@cache
def changed_since(file: Path) -> frozenset[Path]:
    """The files that are not as they were when a file was last changed; none outside a clone."""
    commit = _git("log", "-1", "--format=%H", "--", str(file))
    names = _git("diff", "--name-only", commit).splitlines() if commit else []
    return frozenset((ROOT / name).resolve() for name in names)


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
