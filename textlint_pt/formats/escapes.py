"""Texts whose escapes are decoded a second time, each character with the place of its escape."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from textlint_pt.text.document import Text

#: what most languages of programming write after a backslash
SIGNS: Mapping[str, str] = {
    "n": "\n", "t": "\t", "r": "\r", "f": "\f", "b": "\b", "0": "\0", "a": "\a", "v": "\v",
}  # fmt: skip


def unescaped(text: Text, escapes: re.Pattern[str], decode: Callable[[str], str]) -> Text:
    """The text with what each escape says in its place."""
    parts: list[Text] = []
    at = 0
    for match in escapes.finditer(text.text):
        if match.start() > at:
            parts.append(text[at : match.start()])
        at = match.end()
        said, span = decode(match[0]), text.span(*match.span())
        parts.append(Text(said, [span.start] * len(said), [span.end] * len(said)))
    if not parts:
        return text
    return Text.join([*parts, text[at:]])


def backslashed(escape: str) -> str:
    """What `\\n`, `\\u00e7`, `\\U0001F600` or any other sign after a backslash says; halves of one
    character are given together."""
    if escape[1] in "uUx" and len(escape) > 2:
        codes = re.findall(r"[uUx]\{?([0-9a-fA-F]+)", escape)
        units = b"".join(
            chr(int(code, 16) if int(code, 16) < 0x110000 else 0xFFFD).encode(
                "utf-16-be", "surrogatepass"
            )
            for code in codes
        )
        return units.decode("utf-16-be", "replace")
    return SIGNS.get(escape[1:], escape[1:])
