"""Where the system keeps what programs store for a user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "textlint-pt"


def cache() -> Path:
    """TEXTLINT_PT_CACHE, else a folder where the system keeps a user's caches."""
    return _folder("TEXTLINT_PT_CACHE", "~/Library/Caches", "XDG_CACHE_HOME", "~/.cache")


def data() -> Path:
    """TEXTLINT_PT_DATA, else a folder where the system keeps a user's data."""
    return _folder(
        "TEXTLINT_PT_DATA", "~/Library/Application Support", "XDG_DATA_HOME", "~/.local/share"
    )


def _folder(own: str, mac: str, xdg: str, elsewhere: str) -> Path:
    given = os.environ.get(own)
    if given:
        return Path(given)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = mac
    else:
        base = os.environ.get(xdg) or elsewhere
    return Path(os.path.expanduser(base), NAME)  # noqa: PTH111 - Path's may raise
