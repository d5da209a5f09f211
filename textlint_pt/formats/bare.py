"""Addresses, placeholders, code and formulas that stand in text by themselves."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from textlint_pt.formats.markup import merged
from textlint_pt.text.document import Block, Markup, MarkupKind, Span, Text
from textlint_pt.text.language import ACCESSED, is_entry, is_program
from textlint_pt.text.reading import touches
from textlint_pt.text.regex import regex

#: {name}, {{ name }}, ${name}, ${name:-of a shell}, {0}, {name!r}; "extra { or }" is about braces
BRACES = (
    r"\{\{\s*+[^{}\n]{1,80}+\s*+\}\}"
    r"|[$#%@]?\{(?! (?:and|or|e|ou) \})\s*[A-Za-z_][\w.-]*\s*(?:[:!|][^{}\n]{0,40})?\}"
    r"|\{\d{0,3}(?:[:!][^{}\n]{0,20})?\}"
    r"|\$\{\w{1,60}+:?[-=?+][^{}\n]{0,200}\}"
)
#: in prose a percent sign is one mostly
_PLACEHOLDER = regex(rf"{BRACES}|(?<![%\w])%(?:\([\w.]+\)|\d\$)?[sd](?!\w)|(?<![%\w])%\d\$@")
#: what an address begins with: any scheme, since nobody writes two slashes after a word
BEGINNING = r"(?:(?<![\w.+-])[A-Za-z][A-Za-z0-9+.-]{1,20}+://|mailto:|www\.(?=\w))"
ADDRESS = regex(
    rf"{BEGINNING}"
    r"[^\s<>\"“”«»`|\\\[\]{}]*[^\s<>\"“”«»`|\\.,;:!?)\]}'’*_\[]"
)
#: code between backticks that a format does not take for markup, since a space stands on the wrong
#: side of them or none where one should, and formulas of MathJax, which every page may have
_CODE = regex(
    r"""
      (?<!`)```(?!`).{1,2000}?(?:```(?!`)|\Z)  # a fence that is none in the format
    | \[//\]:\s\#\s\((?:[^()\n]|\([^()\n]*\)){0,300}\)  # a comment among lines of Markdown
    | @(?:if|else|for|empty|switch|case|default|defer|placeholder|loading)\b  # Angular
      [^{}]{0,200}\{
    | (?<!`)``[ ]?[^`\n]{1,200}``(?!`) | (?<!`)`(?=[^\s`])[^`\n]{1,100}(?<=\S)`(?!`)
    | (?<!\\)\\\((?:(?!\\[()]).){1,500}?\\\) | (?<!\\)\\\[(?:(?!\\[\[\]]).){1,1000}?\\\]
    | (?<![\\$])\$\$(?!\$)(?:(?!\$\$).){1,1000}?\$\$
    | (?<![\w$\\])\$(?=[^$\n]*(?:\\[A-Za-z]|[_^=]))[^$\n]{1,300}\$(?![\w$])
    """,
    re.VERBOSE | re.DOTALL,
)
_MAY_BE_CODE = regex(r"[`$@]|\\[(\[]|\[//\]")
#: a name that is made of several, as of a repository, a file or a path
_IDENTIFIER = regex(r"[A-Za-z0-9]{1,60}(?:[-_./][A-Za-z0-9]{1,60}){1,9}")
#: kinds of markup in whose content neither addresses nor placeholders are looked for
_LITERAL_KINDS = frozenset(MarkupKind) - {MarkupKind.LINK, MarkupKind.ANCHOR}


def repeated_names(markup: Sequence[Markup]) -> Sequence[Span]:
    """Return the texts of links that repeat the name at the end of their address, in order."""
    return sorted(
        link.content.span()
        for link in markup
        if link.kind is MarkupKind.LINK
        and _IDENTIFIER.fullmatch(link.content.text)
        and _ends_with_name(link.target, link.content.text)
    )


def _ends_with_name(address: str, name: str) -> bool:
    """Return whether the path of an address ends with a name: "https://a.pt/um-nome/"."""
    return address.rstrip("/").lower().endswith(f"/{name.lower()}")


def with_code(block: Block, names: Sequence[Span]) -> Block:
    """Return a block whose code, formulas, known `names` and access dates are opaque.

    A program statement, a command after its prompt and an entry of references are opaque as a
    whole.
    """
    found = [block.content.span(start, end) for start, end in _code(block.content.text)]
    if names:
        span = block.content.span()
        first = bisect_left(names, span.start, key=lambda name: name.start)
        after_last = bisect_left(names, span.end, key=lambda name: name.start)
        found.extend(names[first:after_last])
    if not found:
        return block
    return block._replace(opaque=tuple(merged([*block.opaque, *found])))


@lru_cache(8192)  # from one version of a text to the next most blocks stay
def _code(text: str) -> Sequence[tuple[int, int]]:
    """Return the ranges of a text that are code."""
    if is_program(text) or is_entry(text):
        return ((0, len(text)),)
    ranges = [match.span() for match in ACCESSED.finditer(text)]
    if _MAY_BE_CODE.search(text):
        ranges.extend(match.span() for match in _CODE.finditer(text))
    return tuple(ranges)


def may_be_bare(text: str) -> bool:
    """Return whether a text may have an address or a placeholder; a quick test before `bare`."""
    return "{" in text or "%" in text or "://" in text or "www." in text or "mailto:" in text


def bare(content: Text, markup: Sequence[Markup]) -> Iterator[Markup]:
    """Yield addresses and placeholders in a text that may have some, outside of its markup."""
    text = content.text
    already_read = merged(
        marked.span
        for marked in markup
        if marked.kind in _LITERAL_KINDS
        or (marked.kind is MarkupKind.LINK and _shows_its_address(marked))
    )
    for match in _PLACEHOLDER.finditer(text):
        written = content[match.start() : match.end()]
        if not touches(already_read, *written.span()):
            yield Markup(MarkupKind.PLACEHOLDER, written)
    for match in ADDRESS.finditer(text):
        written = content[match.start() : match.end()]
        if not touches(already_read, *written.span()):
            yield Markup(MarkupKind.LINK, written, written, match[0])


def _shows_its_address(link: Markup) -> bool:
    """Return whether the text of a link is its address: "<https://a.pt>", not "[a](https://a.pt)".

    Otherwise the address stands outside of the text, and the marks are longer than it.
    """
    return len(link.written) - len(link.content) < len(link.target)
