"""The heap of C: one for all threads, and no larger than need be."""

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


def give_back() -> None:
    """Give back to the system what is free anywhere in the heap: by itself C gives back only what
    is free at its end."""
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
