"""Messages of ICU that choose by an argument, and tags in strings: what a program reads of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textlint_pt.text.regex import regex

#: what a plural may be chosen by, besides numbers ("=1")
PLURALS = frozenset(("zero", "one", "two", "few", "many", "other"))
_OPENED = regex(r"\{\s*([\w.-]+)\s*,\s*(plural|select|selectordinal)\s*,\s*(?:offset:\d+\s*)?")
_KEY = regex(r"\s*(=\d+|[\w.-]+)\s*\{")
_TAG = regex(r"<(/?)([A-Za-z][\w:.-]*)(?:\s[^<>]*?)?(/?)>")
_VOID = frozenset(("br", "hr", "img", "input", "wbr", "col", "link", "meta"))
_DEEPEST = 20


class Key(NamedTuple):
    """What a message may choose, with its range."""

    name: str
    start: int
    end: int


class Choice(NamedTuple):
    """A choice of a message: its argument, `plural`, `select` or `selectordinal`, and its keys."""

    argument: str
    kind: str
    keys: Sequence[Key]


def choices(text: str) -> list[Choice]:
    """Return the choices of an ICU message, inner after outer ones; none for unclosed braces."""
    found: list[Choice] = []
    at = 0
    while (match := _OPENED.search(text, at)) is not None:
        end = _read(text, match, found, 0)
        if end is None:
            return []
        at = end
    return found


def _read(text: str, opened: re.Match[str], found: list[Choice], depth: int) -> int | None:
    """Add the choice that opens here, and those in it, to `found`; return its end, None if
    malformed."""
    keys: list[Key] = []
    place, at = len(found), opened.end()
    while (key := _KEY.match(text, at)) is not None:
        keys.append(Key(key[1], *key.span(1)))
        end = _message(text, key.end(), found, depth)
        if end is None:
            return None
        at = end
    closing = text.find("}", at)
    if not keys or closing < 0 or text[at:closing].strip():
        return None
    found.insert(place, Choice(opened[1], opened[2], keys))
    return closing + 1


def _message(text: str, at: int, found: list[Choice], depth: int) -> int | None:
    """Return where a message ends that is in braces; None if they are not closed."""
    open_braces = 1
    while at < len(text) and depth < _DEEPEST:
        if text[at] == "{":
            match = _OPENED.match(text, at)
            if match:
                end = _read(text, match, found, depth + 1)
                if end is None:
                    return None
                at = end
                continue
            open_braces += 1
        elif text[at] == "}":
            open_braces -= 1
            if not open_braces:
                return at + 1
        at += 1
    return None


def wrong_keys(source: str, target: str) -> Iterator[tuple[str | None, Key | None]]:
    """Yield what a translation chooses by that the program does not know, with what it stands for,
    if that is one; and what it lacks."""
    in_source = choices(source)
    if not in_source:
        return
    of_source = {(one.argument, one.kind): [key.name for key in one.keys] for one in in_source}
    for choice in choices(target):
        known = of_source.get((choice.argument, choice.kind))
        if known is None:
            continue
        names = {key.name for key in choice.keys}
        if choice.kind == "select":
            lost = [name for name in known if name not in names]
            new = [key for key in choice.keys if key.name not in known]
        else:
            lost = ["other"] if "other" in known and "other" not in names else []
            new = [k for k in choice.keys if k.name not in PLURALS and not k.name.startswith("=")]
        if len(lost) == len(new):
            yield from zip(lost, new, strict=True)
        else:
            yield from ((name, None) for name in lost)
            yield from ((None, key) for key in new)


def misnested(text: str) -> tuple[int, int] | None:
    """Return the range of the first closing tag that does not match the last opened one."""
    opened: list[str] = []
    for match in _TAG.finditer(text):
        name = match[2].lower()
        if match[3] or name in _VOID:
            continue
        if not match[1]:
            opened.append(name)
        elif name in opened:
            if opened[-1] != name:
                return match.span()
            opened.pop()
    return None
