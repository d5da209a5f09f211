"""How far a page was from its trusted version, commit by commit: `--reference-rev A..B`."""

from __future__ import annotations

import os
from collections.abc import Sequence

from textlint_pt import git
from textlint_pt.companions.revision import Revision
from textlint_pt.contract.errors import Unreadable, UserError

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
