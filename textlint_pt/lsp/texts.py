"""Texts of open documents: changed by ranges of lines, and places moved from one to the next."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types
from pygls.workspace import TextDocument

from textlint_pt.lsp.positions import Lines
from textlint_pt.text.document import Span


class OpenText(TextDocument):
    """A document whose lines end as the protocol says: a form feed ends none."""

    def apply_change(self, change: types.TextDocumentContentChangeEvent) -> None:
        """Apply a change with the protocol's line ends."""
        if isinstance(change, types.TextDocumentContentChangePartial):
            text = self.source
            lines = Lines(text, self.position_codec)
            mark = int(text.startswith("\ufeff"))
            start = lines.offset(change.range.start) + mark
            end = max(start, lines.offset(change.range.end) + mark)
            changed = f"{text[:start]}{change.text}{text[end:]}"
            change = types.TextDocumentContentChangeWholeDocument(changed)
        super().apply_change(change)


class Moves:
    """Where places of an older text stand in a newer one: what lies before or after the change."""

    def __init__(self, old: str, new: str) -> None:
        """Find the common prefix and suffix of both texts, which do not overlap."""
        shorter = min(len(old), len(new))
        #: where the change begins and ends in the old text, and by how much later text moves
        self._before = (
            len(old) if old == new else _bisect(shorter, lambda n: old.startswith(new[:n]))
        )
        rest = shorter - self._before
        suffix_length = _bisect(rest, lambda n: not n or old.endswith(new[-n:]))
        self._after = len(old) - suffix_length
        self._shift = len(new) - len(old)

    def span(self, start: int, end: int) -> Span | None:
        """Return where a span lies after the change; None if the change touches it."""
        if end <= self._before:
            return Span(start, end)
        if start >= self._after:
            return Span(start + self._shift, end + self._shift)
        return None


def _bisect(limit: int, holds: Callable[[int], bool]) -> int:
    """Return the greatest number up to `limit` for which a monotonic condition holds."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low


def visible(text: str, position: int, size: int) -> Span:
    """Return the part of about `size` around a position, cut at paragraphs, lines or words."""
    start, end = max(0, position - size // 2), min(len(text), position + size // 2)
    for mark in ("\n\n", "\n", " "):
        first = text.find(mark, start, position) if start else 0
        last = text.rfind(mark, position, end) if end < len(text) else len(text)
        if first >= 0 and last >= 0:
            return Span(first + len(mark) if start else 0, last)
    return Span(start, end)


def first_difference(old: str, new: str) -> int:
    """Return where two texts begin to differ."""
    return _bisect(min(len(old), len(new)), lambda n: old.startswith(new[:n]))
