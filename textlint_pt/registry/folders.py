"""Where the system keeps what programs store for a user."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs import PlatformDirs

NAME = "textlint-pt"


def cache() -> Path:
    """TEXTLINT_PT_CACHE, else a folder where the system keeps a user's caches."""
    given = os.environ.get("TEXTLINT_PT_CACHE")
    return Path(given or _folders().user_cache_dir)


def data() -> Path:
    """TEXTLINT_PT_DATA, else a folder where the system keeps a user's data."""
    given = os.environ.get("TEXTLINT_PT_DATA")
    return Path(given or _folders().user_data_dir)


def _folders() -> PlatformDirs:
    from platformdirs import PlatformDirs

    return PlatformDirs(NAME, appauthor=False)
