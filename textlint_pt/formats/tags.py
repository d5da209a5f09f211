"""What HTML tags in other formats lead to and show: links, images, code, anchors."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textlint_pt.formats.markup import words
from textlint_pt.text.document import Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

_NAME = regex(r"<(/?)([A-Za-z][^\s/>]*)")
_ATTRIBUTE = regex(
    r"(?<=[\s\"'])([A-Za-z_:@][\w:@.-]*)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`{]+))"
)
#: whose text is code or a key
CODE = words("code kbd samp tt")
#: these address something else than what a reader sees
_UNSEEN = words("link script base meta")
_VOID = words("img br hr input source embed area wbr link meta track")


class _Open(NamedTuple):
    name: str
    span: tuple[int, int]
    address: str


def attributes(tag: str) -> dict[str, str]:
    """Attributes by name in lower case, the first of each name."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(tag):
        found.setdefault(match[1].lower(), html.unescape(match[2] or match[3] or match[4] or ""))
    return found


def markup(
    raw: str, tags: Sequence[tuple[int, int]], shown: Text | None = None
) -> Iterator[Markup]:
    """What is marked by tags that stand at these places, in order.

    `shown` is the text in which their content is shown; without it that is as it is written.
    """

    def written(start: int, end: int) -> Text:
        return Text.verbatim(raw[start:end], start)

    def content(start: int, end: int) -> Text:
        return written(start, end) if shown is None else shown.within(Span(start, end))

    open_tags: list[_Open] = []
    counts: Counter[str] = Counter()
    for start, end in tags:
        name = _NAME.match(raw, start, end)
        if name is None:
            continue
        element = name[2].lower()
        if name[1]:
            if not counts[element]:
                continue
            is_plain = open_tags[-1].name == element
            while True:
                opened = open_tags.pop()
                counts[opened.name] -= 1
                if opened.name == element:
                    break
            begin, inner = opened.span[0], content(opened.span[1], start)
            if opened.address:
                yield Markup(MarkupKind.LINK, written(begin, end), inner, opened.address)
            elif element in CODE and is_plain:
                yield Markup(MarkupKind.CODE, written(begin, end), inner)
            continue
        if element in _UNSEEN:
            continue
        tag = raw[start:end]
        given = attributes(tag) if "=" in tag else {}
        if anchor := given.get("id") or (given.get("name") if element == "a" else None):
            yield Markup(MarkupKind.ANCHOR, written(start, end), target=anchor)
        address = given.get("href", "")
        if image := given.get("src"):
            yield Markup(MarkupKind.IMAGE, written(start, end), target=image)
        if raw[end - 2] == "/" or element in _VOID:
            if address:
                yield Markup(MarkupKind.LINK, written(start, end), target=address)
        else:
            open_tags.append(_Open(element, (start, end), address))
            counts[element] += 1
    for opened in open_tags:
        if opened.address:
            yield Markup(MarkupKind.LINK, written(*opened.span), target=opened.address)
