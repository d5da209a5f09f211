"""Reads lyrics with time stamps: `[01:23.45]Rema, rema, marinheiro`."""

from __future__ import annotations

import re
from typing import ClassVar

from textlint_pt.contract import Block, Format, Kind, Parsed, Text

_LINE = re.compile(r"^(?:\[\d+:\d\d(?:\.\d+)?\])+[ \t]*(\S.*?)[ \t\r]*$", re.MULTILINE)


class Lyrics(Format):
    """Every stamped line is a verse; tags such as `[ar:…]` and the stamps are masked."""

    name: ClassVar[str] = "lyrics"
    extensions: ClassVar[tuple[str, ...]] = (".lrc",)

    def parse(self, source: str) -> Parsed:
        return Parsed(
            tuple(
                Block(Kind.VERSE, Text.verbatim(line.group(1), line.start(1)))
                for line in _LINE.finditer(source)
            )
        )
