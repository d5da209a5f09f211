"""What HTML tags in other formats lead to and show: links, images, code, anchors."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from textlint_pt.formats.markup import is_portuguese, listed, words
from textlint_pt.text.document import Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

_NAME = regex(r"<(/?)([A-Za-z][^\s/>]*)")
_ATTRIBUTE = regex(
    r"(?<=[\s\"'])([A-Za-z_:@][\w:@.-]*)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`{]+))"
)
#: whose text is code or a key
CODE = listed("html.code")
_SET_APART = {
    **dict.fromkeys(listed("html.set-apart.emphasis"), MarkupKind.EMPHASIS),
    **dict.fromkeys(words("b strong"), MarkupKind.STRONG),
}
#: whose text stands in a sentence and is no prose
OPAQUE = CODE | words("var math output")
_NOT_SHOWN = listed("html.not-shown")
#: these address something else than what a reader sees
_UNSEEN = listed("html.unseen")
_END_OMITTED = listed("html.end-omitted")
#: classes of what is no prose: by a convention of translators, code, signatures as Sphinx writes
#: them
_NO_PROSE = frozenset(("notranslate", "code", "sig-object"))
_VOID = listed("html.void")


class _OpenTag(NamedTuple):
    name: str
    span: tuple[int, int]
    address: str


def is_foreign(attributes: Mapping[str, str], inherited: bool) -> bool:
    """Return whether text under these attributes is foreign or not to be translated."""
    if language := attributes.get("lang") or attributes.get("xml:lang"):
        inherited = not is_portuguese(language)
    translate = attributes.get("translate", "").lower()
    classes = (*attributes.get("class", "").split(), *attributes.get("classname", "").split())
    if translate == "no" or not _NO_PROSE.isdisjoint(classes):
        return True
    return inherited and translate != "yes"


class Unread:
    """Follows the tags of a text in order; true while the text after them is not to be read.

    That is code, or text in another language.
    """

    def __init__(self, raw: str) -> None:
        self._raw = raw
        #: the open elements, the innermost last; the first is the text
        self._open = [_OpenElement("", is_code=False, is_foreign=False, may_continue=True)]
        self._open_before_block = 1  # how many were open when the block began
        self._counts: Counter[str] = Counter()
        #: by name where the last end tag begins, -1 where there is none
        self._last_ends: dict[str, int] = {}

    def __bool__(self) -> bool:
        return self._open[-1].is_code or self._open[-1].is_foreign

    def read(self, start: int, end: int) -> None:
        """Read a tag. An element without an end tag is ignored, unless it is code: that goes on to
        the end of its paragraph."""
        name = _NAME.match(self._raw, start, end)
        if name is None:
            return
        slash, element = name[1], name[2].lower()
        if slash:
            if self._counts[element]:
                while self._pop() != element:
                    pass
            return
        if self._raw[end - 2] == "/" or element in _VOID:
            return
        has_end_tag = self._last_end(element) >= end
        if not has_end_tag and element not in OPAQUE:
            return
        is_code, foreign = self._open[-1].is_code, self._open[-1].is_foreign
        tag = self._raw[start:end]
        if "=" in tag:
            foreign = is_foreign(attributes(tag), foreign)
        is_code = is_code or element in OPAQUE or element in _NOT_SHOWN
        may_continue = has_end_tag and element not in _END_OMITTED
        self._open.append(_OpenElement(element, is_code, foreign, may_continue))
        self._counts[element] += 1

    def end_run(self) -> None:
        """End a paragraph: what began in it ends with it."""
        while len(self._open) > self._open_before_block:
            self._pop()

    def end_block(self) -> None:
        """End a block of HTML and the elements that began in it, except those that may continue."""
        while len(self._open) > self._open_before_block and not self._open[-1].may_continue:
            self._pop()
        self._open_before_block = len(self._open)

    def _pop(self) -> str:
        """Close the innermost element; return its name."""
        name = self._open.pop().name
        self._counts[name] -= 1
        self._open_before_block = min(self._open_before_block, len(self._open))
        return name

    def _last_end(self, element: str) -> int:
        """Return where the last end tag of an element begins; -1 if there is none."""
        if element not in self._last_ends:
            ends = re.finditer(rf"</{re.escape(element)}[\s>]", self._raw, re.IGNORECASE)
            self._last_ends[element] = max((found.start() for found in ends), default=-1)
        return self._last_ends[element]


class _OpenElement(NamedTuple):
    """An open element, what its text is, and whether it may go on in the next block."""

    name: str
    is_code: bool
    is_foreign: bool
    may_continue: bool


def attributes(tag: str) -> dict[str, str]:
    """Return attributes by name in lower case, the first of each name."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(tag):
        found.setdefault(match[1].lower(), html.unescape(match[2] or match[3] or match[4] or ""))
    return found


def markup(
    raw: str, tags: Sequence[tuple[int, int]], shown: Text | None = None
) -> Iterator[Markup]:
    """Yield the markup of the tags at these ranges, in order.

    `shown`: the text in which their content appears; by default the source itself.
    """

    def written(start: int, end: int) -> Text:
        return Text.verbatim(raw[start:end], start)

    def content(start: int, end: int) -> Text:
        return written(start, end) if shown is None else shown.within(Span(start, end))

    open_tags: list[_OpenTag] = []
    counts: Counter[str] = Counter()
    for start, end in tags:
        name = _NAME.match(raw, start, end)
        if name is None:
            continue
        slash, element = name[1], name[2].lower()
        if slash:
            if not counts[element]:
                continue
            is_plain = open_tags[-1].name == element  # no other element is open in it
            while True:
                opened = open_tags.pop()
                counts[opened.name] -= 1
                if opened.name == element:
                    break
            element_start, content_start = opened.span
            whole, inner = written(element_start, end), content(content_start, start)
            if opened.address:
                yield Markup(MarkupKind.LINK, whole, inner, opened.address)
            elif kind := _SET_APART.get(element):
                yield Markup(kind, whole, inner)
            elif element in CODE and is_plain:
                yield Markup(MarkupKind.CODE, whole, inner)
            continue
        if element in _UNSEEN:
            continue
        tag = raw[start:end]
        attributes_of_tag = attributes(tag) if "=" in tag else {}
        name_of_anchor = attributes_of_tag.get("name") if element == "a" else None
        if anchor := attributes_of_tag.get("id") or name_of_anchor:
            yield Markup(MarkupKind.ANCHOR, written(start, end), target=anchor)
        address = attributes_of_tag.get("href", "")
        if image := attributes_of_tag.get("src"):
            yield Markup(MarkupKind.IMAGE, written(start, end), target=image)
        if raw[end - 2] == "/" or element in _VOID:
            if address:
                yield Markup(MarkupKind.LINK, written(start, end), target=address)
        else:
            open_tags.append(_OpenTag(element, (start, end), address))
            counts[element] += 1
    for opened in open_tags:
        if opened.address:
            yield Markup(MarkupKind.LINK, written(*opened.span), target=opened.address)
