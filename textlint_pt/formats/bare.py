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
#: their content is not read again
_READ = frozenset(MarkupKind) - {MarkupKind.LINK, MarkupKind.ANCHOR}


def named(markup: Sequence[Markup]) -> Sequence[Span]:
    """Return the texts of links that repeat the name at the end of their address, in order."""
    return sorted(
        link.content.span()
        for link in markup
        if link.kind is MarkupKind.LINK
        and _IDENTIFIER.fullmatch(link.content.text)
        and link.target.rstrip("/").lower().endswith(f"/{link.content.text.lower()}")
    )


def with_code(block: Block, names: Sequence[Span]) -> Block:
    """Return a block whose code, formulas, known `names` and access dates are opaque.

    A program statement, a command after its prompt and an entry of references are opaque as a
    whole.
    """
    found = [block.content.span(start, end) for start, end in _code(block.content.text)]
    if names:
        span = block.content.span()
        low = bisect_left(names, span.start, key=lambda name: name.start)
        found.extend(names[low : bisect_left(names, span.end, key=lambda name: name.start)])
    return block._replace(opaque=tuple(merged([*block.opaque, *found]))) if found else block


@lru_cache(8192)  # from one version of a text to the next most blocks stay
def _code(text: str) -> Sequence[tuple[int, int]]:
    """Return the ranges of a text that are code."""
    if is_program(text) or is_entry(text):
        return ((0, len(text)),)
    found = [match.span() for match in ACCESSED.finditer(text)]
    if _MAY_BE_CODE.search(text):
        found.extend(match.span() for match in _CODE.finditer(text))
    return tuple(found)


def may_be_bare(text: str) -> bool:
    """Return whether it may have any of them, which is soon seen."""
    return "{" in text or "%" in text or "://" in text or "www." in text or "mailto:" in text


def bare(content: Text, markup: Sequence[Markup]) -> Iterator[Markup]:
    """Yield addresses and placeholders in a text that may have some, outside of its markup."""
    text = content.text
    read = merged(
        found.span
        for found in markup
        if found.kind in _READ or (found.kind is MarkupKind.LINK and _is_shown(found))
    )
    for match in _PLACEHOLDER.finditer(text):
        written = content[match.start() : match.end()]
        if not touches(read, *written.span()):
            yield Markup(MarkupKind.PLACEHOLDER, written)
    for match in ADDRESS.finditer(text):
        written = content[match.start() : match.end()]
        if not touches(read, *written.span()):
            yield Markup(MarkupKind.LINK, written, written, match[0])


def _is_shown(link: Markup) -> bool:
    """Whether the text of a link is its address, and not a text in which that is repeated."""
    return len(link.written) - len(link.content) < len(link.target)
