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
        least = min(len(old), len(new))
        self._before = len(old) if old == new else _common(least, lambda n: old.startswith(new[:n]))
        rest = least - self._before
        after = _common(rest, lambda n: not n or old.endswith(new[-n:]))
        self._after = len(old) - after
        self._shift = len(new) - len(old)

    def span(self, start: int, end: int) -> Span | None:
        """None where the change touches the place."""
        if end <= self._before:
            return Span(start, end)
        if start >= self._after:
            return Span(start + self._shift, end + self._shift)
        return None


def _common(most: int, holds: Callable[[int], bool]) -> int:
    """The greatest number up to `most` for which it holds, as it does for all smaller ones."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low


def visible(text: str, at: int, size: int) -> Span:
    """The part of a long text around a place, of about this size: whole paragraphs or lines where
    there are any."""
    start, end = max(0, at - size // 2), min(len(text), at + size // 2)
    for mark in ("\n\n", "\n", " "):
        first = text.find(mark, start, at) if start else 0
        last = text.rfind(mark, at, end) if end < len(text) else len(text)
        if first >= 0 and last >= 0:
            return Span(first + len(mark) if start else 0, last)
    return Span(start, end)


def first_difference(old: str, new: str) -> int:
    """Where two texts begin to differ."""
    return _common(min(len(old), len(new)), lambda n: old.startswith(new[:n]))
