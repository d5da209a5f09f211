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
_MAXIMUM_DEPTH = 4


class Value(NamedTuple):
    """A text, number or word of JSON: the keys and indices that lead to it, and where it is
    written; a text between its quotation marks. Of a key (`is_key`) the path ends with itself."""

    path: tuple[str | int, ...]
    start: int
    end: int
    is_text: bool
    is_key: bool = False


def values(
    raw: str, start: int, end: int, *, deepest: int = _MAXIMUM_DEPTH, with_keys: bool = False
) -> Iterator[Value]:
    """Yield the values of the JSON at `raw[start:end]` in order, and its keys if asked for.

    The range must be known to be JSON.
    """
    decoder = json.JSONDecoder()
    # for each open object the key whose value is read, None before it; for each list the index
    path: list[str | int | None] = []
    are_objects: list[bool] = []
    position = start

    def go_on() -> None:
        """Move to the next item of a list, or to the next key of an object."""
        if path:
            key_or_index = path[-1]
            path[-1] = key_or_index + 1 if isinstance(key_or_index, int) else None

    while (match := _TOKEN.match(raw, position, end)) is not None:
        token, position = match[1], match.end()
        if token in "{[":
            path.append(None if token == "{" else 0)
            are_objects.append(token == "{")
            continue
        if token in "}]":
            path.pop()
            are_objects.pop()
            go_on()
            continue
        token_start = match.start(1)
        if token == '"':
            text, position = decoder.raw_decode(raw, token_start)
            is_key = are_objects and are_objects[-1] and path[-1] is None
            if is_key:
                path[-1] = text
                if with_keys and len(path) <= deepest:
                    keys = tuple(key for key in path if key is not None)
                    yield Value(keys, token_start + 1, position - 1, is_text=True, is_key=True)
                continue
        if len(path) <= deepest:
            keys = tuple(key for key in path if key is not None)
            is_text = token == '"'
            quote_width = 1 if is_text else 0
            yield Value(keys, token_start + quote_width, position - quote_width, is_text)
        go_on()


def decoded(raw: str, start: int, end: int) -> Text:
    """Return the text written at `raw[start:end]`, each character at the offsets of its escape.

    Half of a surrogate pair is replaced by U+FFFD.
    """
    return unescaped(Text.verbatim(raw[start:end], start), _ESCAPE, _character)


def _character(escape: str) -> str:
    character: str = json.loads(f'"{escape}"')
    return "\ufffd" if "\ud7ff" < character < "\ue000" else character
