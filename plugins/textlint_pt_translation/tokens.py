"""What a program reads in a text and a translation has to keep: placeholders, tags, links, code."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from textlint_pt.formats.strings import PLACEHOLDER
from textlint_pt.regex import regex


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

    @property
    def unnamed(self) -> bool:
        """A placeholder without a name, of which there have to be as many: %s, {}."""
        return self.what is What.PLACEHOLDER and (self.key.startswith("%") or self.key == "{}")


class Difference(NamedTuple):
    """A token of the source that the translation lacks, one it has instead, or one too many."""

    source: Token | None
    target: Token | None


# ------------------------------------------------------------------ reading

_ROLE = regex(r":((?:[a-z][\w+.-]*:)?[a-z][\w+.-]*):`([^`]+)`", re.IGNORECASE)
_ROLE_TARGET = regex(r"<([^<>]+)>\s*\Z")
#: their text is read by people and is translated with the rest
_SHOWN_ROLES = frozenset(
    (
        *("abbr", "guilabel", "menuselection", "dfn", "sub", "sup", "subscript", "superscript"),
        *("emphasis", "strong", "title", "code", "kbd", "samp", "file", "math", "program"),
        *("command", "term"),
    )
)
_SUBSTITUTION = regex(r"(?<![\w|])\|(?=[^\s|])[^|\n]{1,60}(?<=[^\s|])\|_?(?![\w|])")
_FOOTNOTE = regex(r"\[(?:#[\w-]*|\*|\d{1,3}|[A-Z][\w-]*\d\w*)\]_|\[\^[\w-]+\]")
_REST_LINK = regex(r"`[^`<>]*<([^`<>]+)>`__?")
_REST_REFERENCE = regex(r"`[^`]+`__?")
#: AsciiDoc's quotation marks, "`so`", '`so`', with code in them or without
_CURVED = regex(r"([\"'])`((?:[^`\n]|(?<=[\s(\[])`(?!\s)[^`\n]+`){1,600})`\1")
_CODE_SPAN = regex(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_CODE_TAG = regex(r"<(code|kbd|samp|tt)\b[^<>]*>([^<>]*)</\1>", re.IGNORECASE)
_TARGET = regex(
    r"\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
)
_ATTRIBUTE = regex(r"\b(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_MACRO = regex(r"\b(?:link|xref):([^\s\[\]]+)\[|<<([^<>,\n]+)(?:,[^<>]*)?>>")
_ADDRESS = regex(
    r"(?:(?:https?|ftp)://|mailto:|www\.(?=\w))[^\s<>\"“”«»`|\\\[\]{}]*[^\s<>\"“”«»`|\\.,;:!?)\]}'’*_\[]"
)
_TAG = regex(
    r"</?(?:[A-Za-z][\w:.-]*(?:\s[^<>]*)?|\d{1,3})\s*/?>",
)
_TAG_NAME = regex(r"<(/?)([\w:.-]+)")
_TAG_ID = regex(r"\b(?:id|rid|name)\s*=\s*[\"']([^\"']*)")
_BRACES = (
    r"\{\{\s*[^{}\n]{1,80}?\s*\}\}"
    r"|[$#%@]?\{\s*[A-Za-z_][\w.-]*\s*(?:[:!|][^{}\n]{0,40})?\}"
    r"|\{\d{0,3}(?:[:!][^{}\n]{0,20})?\}"
)
_ICU = regex(r"\{\s*([\w.]+)\s*,\s*(?:plural|select|selectordinal|number|date|time)\b")
_IN_STRINGS = regex(rf"{_BRACES}|{PLACEHOLDER}")
_IN_PROSE = regex(
    rf"(?<!\\)(?:{_BRACES})|(?<![%\w])%(?:\([\w.]+\))?[sd](?!\w)|(?<![\w$])\$\{{\w+\}}"
)
_POSITION = regex(r"(?<=%)\d{1,2}\$")
_LANGUAGE = regex(r"(?:en|pt|eng|por|br)(?:[-_](?:us|gb|br|pt|latn))?", re.IGNORECASE)


def tokens(text: str, *, is_string: bool) -> list[Token]:
    """Tokens of a text with its markup, in order.

    `is_string`: a string of a program, in which tags and every kind of placeholder count.
    """
    return sorted(_Reader(text).read(is_string), key=lambda token: token.start)


class _Reader:
    """Takes out one kind after the other; what was taken is blanked for the next."""

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
        self._each(_TARGET, What.LINK, lambda match: address(match[1] or match[2] or ""))
        self._each(_MACRO, What.LINK, lambda match: address(match[1] or f"#{match[2]}"))
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
        self._each(_SUBSTITUTION, What.ROLE, lambda match: match[0])
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
        """Take out stretches that follow one another."""
        kept, at = [], 0
        for start, end in spans:
            kept += [self._left[at:start], " " * (end - start)]
            at = end
        self._left = "".join([*kept, self._left[at:]])

    def _messages(self) -> None:
        """Arguments of ICU messages; what they say in each case is the translator's."""
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
    """An address without what a translation may change: scheme, language, the slash at the end."""
    plain = re.sub(r"^(?:https?:)?//(?:www\.)?|^mailto:", "", target.strip(), flags=re.IGNORECASE)
    plain = plain.removeprefix("www.").rstrip("/")
    path, separator, fragment = plain.partition("#")
    parts = [part for part in path.split("/") if not _LANGUAGE.fullmatch(part)]
    if parts and "." in parts[0]:
        first, _, rest = parts[0].partition(".")
        if _LANGUAGE.fullmatch(first):
            parts[0] = rest
    return "/".join(parts) + separator + fragment


# ------------------------------------------------------------------ comparing


def differences(
    source: Sequence[Token], target: Sequence[Token], written: str, *, is_string: bool
) -> Iterator[Difference]:
    """What the translation, `written` so, lacks or has too much of.

    * Placeholders and tags of strings: one lost, one in its place, one too many.
    * Roles, links and code: one that is not in the translation at all. A link to another place of
      the same site or text, and code with words in it that were put into Portuguese, are no loss.
    """
    for what in What:
        ours = [token for token in target if token.what is what]
        theirs = [token for token in source if token.what is what]
        lost, new = _lacking(theirs, ours), _lacking(ours, theirs)
        if what is What.LINK:
            lost, new = _moved(lost, new)
        elif what is What.CODE:
            lost = [token for token in lost if token.key not in written]
            lost, new = _translated(lost, new)
        elif what is What.ROLE:
            lost = [token for token in lost if not _same_target(token, new)]
            if not is_string:  # pages have names of their own in each language
                lost, new = _renamed(lost, new)
        for theirs_lost, ours_new in zip(lost, new, strict=False):
            yield Difference(theirs_lost, ours_new)
        for token in lost[len(new) :]:
            yield Difference(token, None)
        if what is What.PLACEHOLDER or (what is What.TAG and is_string):
            for token in new[len(lost) :]:
                yield Difference(None, token)


def _lacking(these: Sequence[Token], those: Sequence[Token]) -> list[Token]:
    """Tokens of `these` that `those` have not, or not often enough where the number counts.

    Where it does not count, each is named once.
    """
    there = Counter(token.key for token in those)
    result: list[Token] = []
    named: set[str] = set()
    for token in these:
        counted = token.unnamed or token.what is What.TAG
        if there[token.key] <= 0 and (counted or token.key not in named):
            result.append(token)
            named.add(token.key)
        if counted:
            there[token.key] -= 1
    return result


def _site(key: str) -> str:
    return key.split("/", maxsplit=1)[0] if "." in key.split("/", maxsplit=1)[0] else ""


def _moved(lost: Sequence[Token], new: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Links without those that only lead to another page of the same site, or of the text."""
    left, rest = list(new), []
    for token in lost:
        same = next((n for n in left if _site(n.key) == _site(token.key)), None)
        if same is None:
            rest.append(token)
        else:
            left.remove(same)
    return rest, left


_IDENTIFIER = regex(r"[\w.:()\-/@$\\*=]+")


def _translated(lost: Sequence[Token], new: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Code without what was put into Portuguese: one with several words, or in quotes."""
    left, rest = list(new), []
    for token in lost:
        if left and not _IDENTIFIER.fullmatch(token.key):
            left.pop(0)
        else:
            rest.append(token)
    return rest, left


def _renamed(lost: Sequence[Token], new: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Roles without those that lead to a page or label in both texts, by another name."""
    left, rest = list(new), []
    for token in lost:
        role = token.key.split("`")[0]
        same = next((n for n in left if n.key.split("`")[0] == role), None)
        if same is None or role not in (":doc:", ":ref:"):
            rest.append(token)
        else:
            left.remove(same)
    return rest, left


def _same_target(token: Token, new: Sequence[Token]) -> bool:
    """Whether the translation names the target in another role."""
    name = token.key.split("`")[1] if "`" in token.key else token.key
    return any("`" in other.key and other.key.split("`")[1] == name for other in new)
