"""One heap for all threads."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache

#: what glibc's malloc.h calls M_ARENA_MAX
_ARENAS = -8


@cache
def share() -> None:
    """Have threads take memory that others gave back: each would keep some 20 MB for itself. Those
    that began before keep what they have."""
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):  # of a C library that has one heap
            ctypes.CDLL(None).mallopt(_ARENAS, 1)
