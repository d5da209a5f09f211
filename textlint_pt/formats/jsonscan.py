"""JSON with the places of its values, for files whose prose stands in JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from textlint_pt.formats.escapes import unescaped
from textlint_pt.text.document import Text
from textlint_pt.text.regex import regex

_TOKEN = regex(r"[\s,:]*([{}\[\]\"]|[^\s{}\[\]\",:]+)")
#: two escapes that are the halves of one character, or one escape
_ESCAPE = regex(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")
#: values that lie deeper are passed over
_DEEPEST = 4


class Value(NamedTuple):
    """A text, number or word of JSON: the keys and indices that lead to it, and where it is
    written; a text between its quotation marks. Of a key (`is_key`) the path ends with itself."""

    path: tuple[str | int, ...]
    start: int
    end: int
    is_text: bool
    is_key: bool = False


def values(
    raw: str, start: int, end: int, *, deepest: int = _DEEPEST, with_keys: bool = False
) -> Iterator[Value]:
    """Yield the values of the JSON at `raw[start:end]` in order, and its keys if asked for.

    The range must be known to be JSON.
    """
    decoder = json.JSONDecoder()
    #: what is open: in an object the key whose value is read, None before it; in a list the index
    path: list[str | int | None] = []
    is_object: list[bool] = []
    position = start

    def read() -> None:
        """After a value an object waits for its next key, a list for its next item."""
        if path:
            number = path[-1]
            path[-1] = number + 1 if isinstance(number, int) else None

    while (match := _TOKEN.match(raw, position, end)) is not None:
        token, position = match[1], match.end()
        if token in "{[":
            path.append(None if token == "{" else 0)
            is_object.append(token == "{")
            continue
        if token in "}]":
            path.pop()
            is_object.pop()
            read()
            continue
        token_start = match.start(1)
        if token == '"':
            text, position = decoder.raw_decode(raw, token_start)
            if is_object and is_object[-1] and path[-1] is None:
                path[-1] = text
                if with_keys and len(path) <= deepest:
                    found = tuple(key for key in path if key is not None)
                    yield Value(found, token_start + 1, position - 1, True, True)
                continue
        if len(path) <= deepest:
            found = tuple(key for key in path if key is not None)
            quote = int(token == '"')
            yield Value(found, token_start + quote, position - quote, bool(quote))
        read()


def decoded(raw: str, start: int, end: int) -> Text:
    """The characters of a text that is written at `raw[start:end]`, each with its escape's place.

    Half of a character is replaced by U+FFFD.
    """
    return unescaped(Text.verbatim(raw[start:end], start), _ESCAPE, _character)


def _character(escape: str) -> str:
    character: str = json.loads(f'"{escape}"')
    return "\ufffd" if "\ud7ff" < character < "\ue000" else character
