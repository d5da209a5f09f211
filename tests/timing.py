"""Processor time of a piece of work, measured so that other work hardly disturbs it."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

#: no ratio is formed of times that are too short to be measured
FLOOR = 0.03
ROUNDS = 6


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one run, without the collector of garbage.

    What a collection costs depends on the objects that earlier tests left behind.
    """
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def growth(
    small: Callable[[], object], large: Callable[[], object], most: float, floor: float = FLOOR
) -> float:
    """Return how many times as long `large` takes as `small`, or 0 if `large` takes under `floor`.

    While the ratio exceeds `most`, both run again, up to `ROUNDS` times; the shortest time of each
    counts.
    """
    longest = seconds(large)
    if longest < floor:
        return 0.0
    shortest = min(seconds(small) for _ in range(3))
    for _ in range(ROUNDS):
        if longest <= most * shortest:
            break
        longest = min(longest, seconds(large))
        shortest = min(shortest, seconds(small))
    return longest / shortest if longest >= floor else 0.0
