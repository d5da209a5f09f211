"""Addresses and placeholders that stand in text by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textlint_pt.formats.markup import merged, touches
from textlint_pt.text.document import Markup, MarkupKind, Text
from textlint_pt.text.regex import regex

#: {name}, {{ name }}, ${name}, {0}, {name!r}
BRACES = (
    r"\{\{\s*+[^{}\n]{1,80}+\s*+\}\}"
    r"|[$#%@]?\{\s*[A-Za-z_][\w.-]*\s*(?:[:!|][^{}\n]{0,40})?\}"
    r"|\{\d{0,3}(?:[:!][^{}\n]{0,20})?\}"
)
#: in prose a percent sign is one mostly
_PLACEHOLDER = regex(rf"{BRACES}|(?<![%\w])%(?:\([\w.]+\))?[sd](?!\w)")
ADDRESS = regex(
    r"(?:(?:https?|ftp)://|mailto:|www\.(?=\w))"
    r"[^\s<>\"“”«»`|\\\[\]{}]*[^\s<>\"“”«»`|\\.,;:!?)\]}'’*_\[]"
)
#: their content is not read again
_READ = frozenset(MarkupKind) - {MarkupKind.LINK, MarkupKind.ANCHOR}


def bare(content: Text, markup: Sequence[Markup]) -> Iterator[Markup]:
    """Addresses and placeholders in a text, outside of its markup."""
    text = content.text
    if not ("{" in text or "%" in text or "://" in text or "www." in text or "mailto:" in text):
        return
    read = merged(
        found.span
        for found in markup
        if found.kind in _READ or (found.kind is MarkupKind.LINK and _is_shown(found))
    )
    for match in _PLACEHOLDER.finditer(text):
        written = content[match.start() : match.end()]
        if not touches(read, written.span()):
            yield Markup(MarkupKind.PLACEHOLDER, written)
    for match in ADDRESS.finditer(text):
        written = content[match.start() : match.end()]
        if not touches(read, written.span()):
            yield Markup(MarkupKind.LINK, written, written, match[0])


def _is_shown(link: Markup) -> bool:
    """Whether the text of a link is its address, and not a text in which that is repeated."""
    return len(link.written) - len(link.content) < len(link.target)
