"""The heap of C: one for all threads, and no larger than need be."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache

#: what glibc's malloc.h calls M_ARENA_MAX
_ARENAS = -8


@cache
def share() -> None:
    """Make new threads share memory areas: each would keep some 20 MB of its own."""
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):  # of a C library that has one heap
            ctypes.CDLL(None).mallopt(_ARENAS, 1)


def give_back() -> None:
    """Return free memory to the system, also from within the heap."""
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
