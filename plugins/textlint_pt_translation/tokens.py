"""Text that programs read and a translation must keep: placeholders, tags, links, code."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from textlint_pt.formats.strings import PLACEHOLDER
from textlint_pt.text.regex import regex


class What(StrEnum):
    PLACEHOLDER = "placeholder"
    TAG = "tag"
    ROLE = "role"
    LINK = "link"
    CODE = "code"


class Token(NamedTuple):
    """Something at `text[start:end]`; two with the same `key` are the same thing."""

    what: What
    key: str
    start: int
    end: int


# ------------------------------------------------------------------ reading

_ROLE = regex(r":((?:[a-z][\w+.-]*:)?[a-z][\w+.-]*):`([^`]+)`", re.IGNORECASE)
_ROLE_TARGET = regex(r"<([^<>]+)>\s*\Z")
#: their text is read by people and translated with the rest
_SHOWN_ROLES = frozenset(
    (
        *("abbr", "guilabel", "menuselection", "dfn", "sub", "sup", "subscript", "superscript"),
        *("emphasis", "strong", "title", "term"),
    )
)
_SUBSTITUTION = regex(r"(?<![\w|])\|(?=[^\s|])[^|\n]{1,60}(?<=[^\s|])\|_?(?![\w|])")
_FOOTNOTE = regex(r"\[(?:#[\w-]*|\*|\d{1,3}|[A-Z][\w-]{0,60}\d\w{0,60})\]_|\[\^[\w-]+\]")
_REST_LINK = regex(r"`[^`<>]*<([^`<>]+)>`__?")
_REST_REFERENCE = regex(r"`[^`]+`__?")
#: AsciiDoc's quotation marks, "`so`", '`so`', with code in them or without
_CURVED = regex(r"([\"'])`((?:[^`\n]|(?<=[\s(\[])`(?!\s)[^`\n]+`){1,600})`\1")
_CODE_SPAN = regex(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_CODE_TAG = regex(r"<(code|kbd|samp|tt)\b[^<>]*>([^<>]*)</\1>", re.IGNORECASE)
_KEYS = regex(r"\b(?:kbd|btn):\[([^\[\]\n]+)\]")
_TARGET = regex(
    r"\]\(\s*+(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)
_ATTRIBUTE = regex(r"\b(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_MACRO = regex(
    r"\b(?:link|xref|image:?|video:?|audio:?):(?!:)([^\s\[\]]{1,500})\[|<<([^<>,\n]+)(?:,[^<>]*)?>>"
    r"|^[ \t]*\.\.[ ](?:\|[^|\n]+\|[ ])?(?:image|figure)::[ ]+(\S+)",
    re.MULTILINE,
)
_ADDRESS = regex(
    r"(?:(?:https?|ftp)://|mailto:|www\.(?=\w))[^\s<>\"“”«»`|\\\[\]{}]*[^\s<>\"“”«»`|\\.,;:!?)\]}'’*_\[]"
)
_TAG = regex(
    r"</?(?:[A-Za-z][\w:.-]*(?:\s[^<>]*|/)?|\d{1,3}\s*/?)>",
)
_TAG_NAME = regex(r"<(/?)([\w:.-]+)")
_TAG_ID = regex(r"\b(?:id|rid|name)\s*=\s*[\"']([^\"']*)")
_BRACES = (
    r"\{\{\s*+[^{}\n]{1,80}+\s*+\}\}"
    r"|[$#%@]?\{\s*[A-Za-z_][\w.-]*\s*(?:[:!|][^{}\n]{0,40})?\}"
    r"|\{\d{0,3}(?:[:!][^{}\n]{0,20})?\}"
)
_ICU = regex(r"\{\s*([\w.]+)\s*,\s*(?:plural|select|selectordinal|number|date|time)\b")
_IN_STRINGS = regex(rf"{_BRACES}|{PLACEHOLDER}")
_IN_PROSE = regex(
    rf"(?<!\\)(?:{_BRACES})|(?<![%\w])%(?:\([\w.]+\))?[sd](?!\w)|(?<![\w$])\$\{{\w+\}}"
)
_POSITION = regex(r"(?<=%)\d{1,2}\$")


def tokens(text: str, *, is_string: bool) -> list[Token]:
    """Tokens of a text with its markup, in order.

    `is_string`: a string of a program, in which tags and every kind of placeholder count.
    """
    return sorted(_Reader(text).read(is_string), key=lambda token: token.start)


class _Reader:
    """Takes out one kind after another; what was taken is blanked for the next."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = text
        self._found: list[Token] = []

    def read(self, is_string: bool) -> list[Token]:
        self._each(_ROLE, What.ROLE, _role)
        self._each(_REST_LINK, What.LINK, lambda match: address(match[1]))
        self._each(_REST_REFERENCE, What.LINK, lambda match: None)
        marks: list[tuple[int, int]] = []
        for match in _CURVED.finditer(self._left):
            inner = match.span(2) if "`" in match[2] else (match.end(), match.end())
            marks += [(match.start(), inner[0]), (inner[1], match.end())]
        self._blank(marks)
        self._each(_CODE_SPAN, What.CODE, lambda match: _code(match[2]))
        self._each(_CODE_TAG, What.CODE, lambda match: _code(match[2]))
        self._each(_KEYS, What.ROLE, lambda match: f":kbd:`{match[1]}`")
        self._each(_TARGET, What.LINK, lambda match: address(match[1] or match[2] or ""))
        self._each(_MACRO, What.LINK, lambda match: address(match[1] or match[3] or f"#{match[2]}"))
        if is_string:
            for match in _ATTRIBUTE.finditer(self._left):
                self._add(What.LINK, address(match[1] or match[2] or ""), match)
            self._each(_TAG, What.TAG, _tag)
        else:
            self._each(_ATTRIBUTE, What.LINK, lambda match: address(match[1] or match[2] or ""))
        self._each(_ADDRESS, What.LINK, lambda match: address(match[0]))
        if is_string:
            self._messages()
        pattern = _IN_STRINGS if is_string else _IN_PROSE
        self._each(pattern, What.PLACEHOLDER, _placeholder)
        self._each(_SUBSTITUTION, What.ROLE, _substitution)
        self._each(_FOOTNOTE, What.ROLE, lambda match: match[0])
        return self._found

    def _each(
        self, pattern: re.Pattern[str], what: What, key: Callable[[re.Match[str]], str | None]
    ) -> None:
        matches = list(pattern.finditer(self._left))
        for match in matches:
            self._add(what, key(match), match)
        self._blank([match.span() for match in matches])

    def _add(self, what: What, key: str | None, match: re.Match[str]) -> None:
        if key:
            self._found.append(Token(what, key, *match.span()))

    def _blank(self, spans: Sequence[tuple[int, int]]) -> None:
        """Take out consecutive ranges."""
        kept, at = [], 0
        for start, end in spans:
            kept += [self._left[at:start], " " * (end - start)]
            at = end
        self._left = "".join([*kept, self._left[at:]])

    def _messages(self) -> None:
        """Arguments of ICU messages; their texts for each case are the translator's."""
        while match := _ICU.search(self._left):
            depth, end = 0, match.start()
            for end in range(match.start(), len(self._left)):
                depth += {"{": 1, "}": -1}.get(self._left[end], 0)
                if not depth:
                    break
            self._found.append(Token(What.PLACEHOLDER, f"{{{match[1]}}}", match.start(), end + 1))
            self._blank([(match.start(), end + 1)])


def _role(match: re.Match[str]) -> str | None:
    name = match[1].rpartition(":")[2].lower()
    target = _ROLE_TARGET.search(match[2])
    if name in _SHOWN_ROLES:
        return f":{name}:"
    shown = " ".join((target[1] if target else match[2].lstrip("~!.")).split())
    return f":{name}:`{shown}`"


def _code(content: str) -> str | None:
    return " ".join(content.split()).strip("+")


def _substitution(match: re.Match[str]) -> str | None:
    """|version|, not the line under the head of a table."""
    return match[0] if any(map(str.isalnum, match[0])) else None


def _tag(match: re.Match[str]) -> str:
    name = _TAG_NAME.match(match[0])
    assert name is not None
    identifier = _TAG_ID.search(match[0])
    if name[2].lower() in ("br", "wbr", "hr", "img"):
        return f"<{name[2].lower()}>"
    return f"<{name[1]}{name[2]}{f' {identifier[1]}' if identifier else ''}>"


def _placeholder(match: re.Match[str]) -> str:
    key = _POSITION.sub("", match[0])
    return re.sub(r"\s+", "", key) if key.startswith("{") else key


def address(target: str) -> str:
    """An address without the parts that make no difference: scheme, the slash at the end."""
    plain = re.sub(r"^(?:https?:)?//|^mailto:", "", target.strip(), flags=re.IGNORECASE)
    path, separator, fragment = plain.removeprefix("www.").partition("#")
    return path.rstrip("/") + separator + fragment
