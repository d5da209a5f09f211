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
    """Return the text with escapes decoded, each character at the offsets of its escape."""
    parts: list[Text] = []
    copied_to = 0
    for match in escapes.finditer(text.text):
        if match.start() > copied_to:
            parts.append(text[copied_to : match.start()])
        copied_to = match.end()
        decoded, span = decode(match[0]), text.span(*match.span())
        parts.append(Text(decoded, [span.start] * len(decoded), [span.end] * len(decoded)))
    if not parts:
        return text
    return Text.join([*parts, text[copied_to:]])


def backslashed(escape: str) -> str:
    """Return the character of an escape such as `\\u00e7`; surrogate pairs are read together."""
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
