"""Converts code points of a text to the lines and units that a client uses, and back."""

from __future__ import annotations

from bisect import bisect_right

from lsprotocol import types
from pygls.workspace import PositionCodec

from textlint_pt.text.regex import regex

# the protocol only knows these line ends; str.splitlines knows eight more
_LINE_END = regex(r"\r\n|[\r\n]")
#: how texts are encoded in the units that a client counts, and bytes of a unit
_ENCODINGS = {
    types.PositionEncodingKind.Utf8: ("utf-8", 1),
    types.PositionEncodingKind.Utf16: ("utf-16-le", 2),
    types.PositionEncodingKind.Utf32: ("utf-32-le", 4),
}
#: bytes of UTF-8 that continue a character
_CONTINUING = bytes(range(0x80, 0xC0))


class Lines:
    """The lines of one text, to turn offsets into positions in a client's encoding.

    Offsets are those of the decoded source, which does not include a byte order mark.
    """

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self._encoding, self._size = _ENCODINGS[types.PositionEncodingKind(codec.encoding)]
        self._text = text
        self._mark = int(text.startswith("\ufeff"))
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def position(self, offset: int) -> types.Position:
        at = offset + self._mark
        line = bisect_right(self._starts, at) - 1
        before = self._text[self._starts[line] : at]
        return types.Position(line, len(self._encoded(before)) // self._size)

    def range(self, start: int, end: int) -> types.Range:
        return types.Range(self.position(start), self.position(end))

    def offset(self, position: types.Position) -> int:
        """Return the offset of a client's position, clamped to the end of its line or text."""
        starts, text = self._starts, self._text
        if position.line >= len(starts):
            return len(text) - self._mark
        start = starts[position.line]
        end = starts[position.line + 1] if position.line + 1 < len(starts) else len(text)
        line = text[start:end]
        if line.isascii():
            return start + min(position.character, len(line)) - self._mark
        cut = self._encoded(line)[: position.character * self._size]
        return start + self._characters(cut) - self._mark

    def _encoded(self, text: str) -> bytes:
        return text.encode(self._encoding, "surrogatepass")

    def _characters(self, cut: bytes) -> int:
        """Return characters of which these are the first bytes; one that is cut in two counts."""
        if self._size == 1:
            return len(cut.translate(None, _CONTINUING))
        return len(cut.decode(self._encoding, "surrogatepass"))
