"""A place in a text; reports know no more of documents, and are read without them."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """Half-open range [start, end) of code points in a document's source."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end
