"""Spans that can be asked in log n what lies among them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from textlint_pt.text.document import Span


class Places:
    """Any spans of one source; they may overlap one another."""

    def __init__(self, spans: Iterable[Span]) -> None:
        ordered = sorted((span, number) for number, span in enumerate(spans))
        self._starts = [span.start for span, _ in ordered]
        self._ends = [span.end for span, _ in ordered]
        self._numbers = [number for _, number in ordered]
        #: the furthest end of this span and all before it
        self._reach = list(accumulate(self._ends, max))

    def overlap(self, span: Span) -> bool:
        """Return whether one of them overlaps another span."""
        before = bisect_left(self._starts, span.end)
        return before > 0 and span.start < self._reach[before - 1]

    def contain(self, span: Span) -> bool:
        """Return whether another span lies inside one of them."""
        before = bisect_right(self._starts, span.start)
        return before > 0 and span.end <= self._reach[before - 1]

    def touching(self, start: int, end: int) -> Iterator[int]:
        """Yield the numbers of those that overlap or adjoin `start`–`end`."""
        for position in range(bisect_right(self._starts, end) - 1, -1, -1):
            if self._reach[position] < start:
                return
            if self._ends[position] >= start:
                yield self._numbers[position]
