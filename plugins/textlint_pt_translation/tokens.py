"""Text that programs read and a translation must keep: placeholders, tags, links, code.

A format says where they stand; here each has a key, which two that say the same have in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from textlint_pt.contract import Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex


class What(StrEnum):
    PLACEHOLDER = "placeholder"
    TAG = "tag"
    ROLE = "role"
    LINK = "link"
    CODE = "code"


class Token(NamedTuple):
    """A piece of markup; two with the same `key` are the same thing."""

    what: What
    key: str
    markup: Markup

    @property
    def span(self) -> Span:
        return self.markup.span

    @property
    def written(self) -> str:
        """As it is written, but of a link only the address."""
        if self.what is What.LINK:
            return self.markup.target
        return self.markup.written.text


#: their text is read by people and translated with the rest
_SHOWN_ROLES = frozenset(
    (
        *("abbr", "guilabel", "menuselection", "dfn", "sub", "sup", "subscript", "superscript"),
        *("emphasis", "strong", "title", "term", "menu", "btn"),
    )
)
#: what no text runs on after; they are not closed
_VOID_TAGS = ("br", "wbr", "hr", "img")
_POSITION = regex(r"(?<=%)\d{1,2}\$")
#: text in a placeholder that people read: "{1:hour|hours}", "{UserInput:a label}"
_LABELLED = regex(r"\{(\w+):[^{}]*[^\W\d_][| ][^{}]*\}")
_SPACES = regex(r"\s+")
#: the number of a note of Markdown, whose reader numbers them anew
_NUMBERED = regex(r"(?<=\[\^)\d+(?=\])")
#: what is quoted, without its marks
QUOTED = regex(
    r"(?<![\w])(?<=['\"“‘«`])(?! )[^'\"”’»`]+"
    r"(?:'\w[^'\"”’»`]*){0,8}(?=['\"”’»`](?!\w))"
)
_SCHEME = regex(r"^(?:https?:)?//|^mailto:", re.IGNORECASE)


def tokens(markup: Iterable[Markup]) -> list[Token]:
    """Return what of some markup a translation must keep, in its order."""
    found = ((*_told(piece), piece) for piece in markup)
    return [Token(what, key, piece) for what, key, piece in found if what and key]


def ranges(text: Text, found: Iterable[Token]) -> list[tuple[int, int]]:
    """Return ranges of a text that are not for people: tokens, but for the text of links."""
    spans: list[Span] = []
    for token in found:
        start, end = token.span
        shown = token.markup.content
        if token.what is What.LINK and shown.text and shown.text != token.markup.target:
            spans += [Span(start, shown.span().start), Span(shown.span().end, end)]
        else:
            spans.append(token.span)
    merged: list[tuple[int, int]] = []
    for low, high in sorted(map(text.range_in, spans)):
        if merged and low <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        elif low < high:
            merged.append((low, high))
    return merged


def _told(markup: Markup) -> tuple[What | None, str]:
    """Return what a piece is and its key; None or nothing for what may differ."""
    written = markup.written.text
    match markup.kind:
        case MarkupKind.CODE:
            return What.CODE, _squeezed(markup.content.text)
        case MarkupKind.LINK | MarkupKind.IMAGE if markup.target[-1:] != "{":  # cut off
            return What.LINK, address(markup.target)
        case MarkupKind.ROLE if not markup.name:
            return What.CODE, _squeezed(markup.content.text)
        case MarkupKind.ROLE:
            return What.ROLE, _role(markup)
        case MarkupKind.SUBSTITUTION | MarkupKind.FOOTNOTE:
            return What.ROLE, _NUMBERED.sub("", written)
        case MarkupKind.PLACEHOLDER if not written.startswith("{{/*"):  # no comment
            return What.PLACEHOLDER, _placeholder(markup.target, written)
        case MarkupKind.TAG:
            return What.TAG, _tag(markup)
        case _:
            return None, ""


def _role(markup: Markup) -> str:
    name = markup.name.rpartition(":")[2].lower()
    if name in _SHOWN_ROLES:
        return f":{name}:"
    return f":{name}:`{_squeezed(markup.target or markup.content.text)}`"


def _tag(markup: Markup) -> str:
    if markup.name.lower() in _VOID_TAGS:
        return f"<{markup.name.lower()}>"
    return f"<{markup.name}{f' {markup.target}' if markup.target else ''}>"


def _placeholder(argument: str, written: str) -> str:
    """Return a placeholder without its position, since the order may differ; of an ICU message the
    argument alone."""
    if argument:
        return f"{{{argument}}}"
    if labelled := _LABELLED.fullmatch(written):
        return f"{{{labelled[1]}}}"
    key = _POSITION.sub("", written)
    return _SPACES.sub("", key) if key.startswith("{") else key


def _squeezed(text: str) -> str:
    """Return code without what makes no difference; a comma after a space is the sentence's."""
    return " ".join(text.replace("…", "...").split()).removesuffix(" ,")


_CAMPAIGN = regex(r"\?utm_[^#]*|&utm_[^&#]*|\?(?:hl|lang?|language|locale)=[\w-]+(?=#|\Z)")


#: how Hugo writes the address of a page of the site: {{< ref path="/page.md" lang="en" >}}
_REF = regex(
    r"""\{\{[<%]\s{0,9}(?:rel)?ref\s{1,9}(?:path=)?["']([^"'{}]{1,300})["'][^{}]{0,300}\}\}"""
)


def address(target: str) -> str:
    """Return an address without the parts that make no difference: scheme, the slash at the end,
    where readers come from, their language, what a site makes an address of."""
    plain = _CAMPAIGN.sub("", _SCHEME.sub("", _REF.sub(r"\1", target.strip())))
    path, separator, fragment = plain.removeprefix("www.").partition("#")
    return path.rstrip("/") + separator + fragment
