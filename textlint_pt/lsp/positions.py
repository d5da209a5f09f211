"""Converts code points of a text to the lines and units that a client uses."""

from __future__ import annotations

from bisect import bisect_right

from lsprotocol import types
from pygls.workspace import PositionCodec

from textlint_pt.text.regex import regex

# the protocol only knows these line ends; str.splitlines knows eight more
_LINE_END = regex(r"\r\n|[\r\n]")


class Lines:
    """The lines of one text, to turn offsets into positions in a client's encoding.

    Offsets are those of the decoded source, which does not include a byte order mark.
    """

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self._codec = codec
        self._mark = int(text.startswith("\ufeff"))
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._lines = [
            text[start:end]
            for start, end in zip(self._starts, [*self._starts[1:], len(text)], strict=True)
        ]

    def position(self, offset: int) -> types.Position:
        at = offset + self._mark
        line = bisect_right(self._starts, at) - 1
        place = types.Position(line, at - self._starts[line])
        return self._codec.position_to_client_units(self._lines, place)

    def range(self, start: int, end: int) -> types.Range:
        return types.Range(self.position(start), self.position(end))

    def offset(self, position: types.Position) -> int:
        """Offset of a client's position; one past the end of a line or text means its end."""
        if position.line >= len(self._lines):
            return self._starts[-1] + len(self._lines[-1]) - self._mark
        line, units = self._lines[position.line], 0
        for column, char in enumerate(line):
            if units >= position.character:
                return self._starts[position.line] + column - self._mark
            units += self._codec.client_num_units(char)
        return self._starts[position.line] + len(line) - self._mark
