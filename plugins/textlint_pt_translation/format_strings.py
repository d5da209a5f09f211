"""Format strings: what a program puts into a string, and whether a translation takes the same.

The languages are those that gettext knows by flags such as `c-format`; what is refused here is what
`msgfmt --check-format` refuses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import shipped
from textlint_pt.text.regex import regex

_DATA = Path(__file__).with_name("data") / "format_strings.toml"


class Directive(NamedTuple):
    """A place that a program fills: its argument, by number or name, the type that it must have
    ("" for any), and its range."""

    argument: int | str
    type: str
    start: int
    end: int


class Invalid(NamedTuple):
    """What is no format string: the range of what the program cannot read."""

    start: int
    end: int


class Breach(NamedTuple):
    """What a program refuses in a translation: `what` as in messages (missing, added, order,
    invalid), with ranges in source and translation."""

    what: str
    source: tuple[int, int] | None
    target: tuple[int, int] | None


Directives = list[Directive] | Invalid


class _Printf(NamedTuple):
    """A language of `%` directives: its expression, and types by conversion ("" for any).

    `gaps`: arguments may be passed over; `mixed`: numbered and other ones stand side by side.
    """

    pattern: re.Pattern[str]
    types: Mapping[str, str]
    gaps: bool = True
    mixed: bool = False


@cache
def _data() -> dict[str, Any]:
    import tomllib

    return tomllib.loads(shipped.read_text(_DATA))


@cache
def _pattern(text: str) -> re.Pattern[str]:
    for name, piece in _data()["pieces"].items():
        text = text.replace(f"{{{name}}}", piece)
    return regex(text)


@cache
def _printf_of(language: str) -> _Printf:
    read = dict(_data()["printf"][language])
    types = {letter: group[0] for group in read.pop("types") for letter in group}
    if untyped := read.pop("untyped", None):
        types[""] = untyped
    return _Printf(**{**read, "pattern": _pattern(read["pattern"]), "types": types})


#: languages where one argument too few is refused in every plural form
_COUNTED = frozenset(("python-format", "lua-format", "ruby-format", "qt-format"))
_JAVA = regex(
    r"'(?:[^']*'|[^']*\Z)"
    r"|\{(?P<number>\d{1,3})\s*(?:,\s*+(?P<type>\w++)[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+)?\}|[{}]"
)
_JAVA_TYPES = {None: "object", "choice": "number", "time": "date"}


def directives(text: str, language: str) -> Directives:
    """Return what a program inserts into a text, in the syntax of a language of format strings;
    nothing for an unknown language."""
    if language in _data()["printf"]:
        return _printf(text, _printf_of(language))
    if language in _data()["named"]:
        pattern, signs = _data()["named"][language]
        return _named(text, _pattern(pattern), signs)
    if language == "java-format":
        return _java(text)
    return []


def breach(source: str, target: str, language: str, *, may_lack: bool) -> Breach | None:
    """Return the first reason for which a program refuses a translation; None for a correct one, or
    where the source is no format string.

    `may_lack`: whether an argument may be missing, as in a plural form for few numbers.
    """
    in_source = directives(source, language)
    if isinstance(in_source, Invalid):
        return None
    in_target = directives(target, language)
    if isinstance(in_target, Invalid):
        return Breach("invalid", None, (in_target.start, in_target.end))
    taken = {directive.argument: directive for directive in reversed(in_source)}
    given = {directive.argument: directive for directive in reversed(in_target)}
    longer = next((one for one in in_target if not _is_short(one)), None)
    if language == "qt-format" and longer and all(map(_is_short, in_source)):
        # Qt has a way of its own for strings of short directives
        return Breach("added", None, (longer.start, longer.end))
    for argument, one in given.items():
        other = taken.get(argument)
        if other is None:
            return Breach("added", None, (one.start, one.end))
        if one.type != other.type and (one.type and other.type):
            return Breach("order", (other.start, other.end), (one.start, one.end))
    if not may_lack or language in _COUNTED:
        for argument, other in taken.items():
            if argument not in given and not (may_lack and isinstance(argument, str)):
                return Breach("missing", (other.start, other.end), None)
    return None


def has_same(source: str, target: str, language: str) -> bool:
    """Return whether a program fills in the same arguments, whatever letters stand beside them."""
    sides = [directives(text, language) for text in (source, target)]
    taken = [
        sorted((str(one.argument), one.type) for one in side)
        for side in sides
        if not isinstance(side, Invalid)
    ]
    return len(taken) == 2 and taken[0] == taken[1] != []


def _is_short(directive: Directive) -> bool:
    """Return whether it is `%1`, without a flag and with one digit."""
    return directive.end - directive.start == 2


def _printf(text: str, language: _Printf) -> Directives:
    """Return the directives of a string in the style of printf, or the first invalid one."""
    found: list[Directive] = []
    following, at = 0, 0
    are_numbered: set[bool] = set()
    while (at := text.find("%", at)) >= 0:
        match = language.pattern.match(text, at)
        if match is None:
            return Invalid(at, at + 1)
        at = match.end()
        parts = match.groupdict()
        if parts["sign"] or parts.get("none"):
            continue
        if parts.get("same"):
            if not found:
                return Invalid(*match.span())
            continue
        stars = [star for key in ("width", "precision") if (star := parts.get(key))]
        for star in stars:
            following += 1
            place = int(star[1:-1]) if star.endswith("$") else following
            found.append(Directive(place, "*", *match.span()))
        name = parts["name"] if parts.get("name") is not None else parts.get("braced")
        number = parts.get("number") or parts.get("position")
        if name is None:
            are_numbered.add(number is not None)
        if name is None and number is None:
            following += 1
        argument = name if name is not None else int(number or following)
        found.append(Directive(argument, _type(parts, language), *match.span()))
    numbers = {one.argument for one in found if isinstance(one.argument, int)}
    is_wrong = (
        (not language.mixed and len(are_numbered) > 1)
        or len({type(one.argument) for one in found}) > 1
        or (not language.gaps and numbers != set(range(1, len(numbers) + 1)))
        or _contradict(found)
    )
    return Invalid(found[-1].start, found[-1].end) if is_wrong else found


def _contradict(found: Sequence[Directive]) -> bool:
    """Return whether one argument would have to be of two types."""
    types = {(one.argument, one.type) for one in found if one.type}
    return len(types) > len({argument for argument, _ in types})


def _type(parts: Mapping[str, str | None], language: _Printf) -> str:
    conversion = parts.get("type") or ""
    if len(conversion) > 1:
        return "t"  # a part of a date
    size = "" if parts.get("size") is None else f"{parts['size']} "
    return parts.get("macro") or f"{size}{language.types.get(conversion, '')}"


def _named(text: str, pattern: re.Pattern[str], marks: str) -> Directives:
    """Return the directives that a pattern finds, or the first of `marks` (such as "%") outside of
    them as an error."""
    found: list[Directive] = []
    rest: list[str] = []
    at = 0
    for match in pattern.finditer(text):
        rest.append(text[at : match.start()])
        at = match.end()
        argument = next((value for value in match.groupdict().values() if value is not None), None)
        if argument is not None:
            is_number = match.groupdict().get("number") is not None and argument.isdecimal()
            found.append(Directive(int(argument) if is_number else argument, "", *match.span()))
    rest.append(text[at:])
    for mark in marks:
        if any(mark in part for part in rest):
            at = _outside(text, pattern, mark)
            return Invalid(at, at + 1)
    return found


def _outside(text: str, pattern: re.Pattern[str], mark: str) -> int:
    """Return where a sign first stands outside of directives."""
    return pattern.sub(lambda match: "\0" * len(match[0]), text).index(mark)


def _java(text: str) -> Directives:
    """Return the directives of Java's `MessageFormat`, or the first invalid one."""
    found: list[Directive] = []
    for match in _JAVA.finditer(text):
        if match[0] in "{}":
            return Invalid(*match.span())
        if match["number"] is not None:
            kind = _JAVA_TYPES.get(match["type"], match["type"])
            found.append(Directive(int(match["number"]), kind, *match.span()))
    return Invalid(found[-1].start, found[-1].end) if _contradict(found) else found
