"""HTML as browsers read it, as far as needed to know which block a text belongs to.

Tokens are those of the HTML standard. Of its tree construction only two parts are implemented: end
tags that may be omitted, and tags that overlap. Everything takes linear time.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import IntEnum
from html import unescape
from html.entities import html5
from typing import NamedTuple

from textlint_pt.contract.format import Malformed, Parsed
from textlint_pt.formats import tags, twine
from textlint_pt.formats.markup import Closer, Inline, are_verses, block, listed
from textlint_pt.text.document import Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

MAXIMUM_DEPTH = 500

_FRONT_MATTER = regex(r"\A---[ \t]*\r?\n.*?^---[ \t]*(?=\r?$)", re.S | re.M)
_MARK = regex(r"<(?=[A-Za-z/!?%])|&(?=[#A-Za-z])|\{(?=[{%#])")
_MARK_IN_TEXT = regex(r"&(?=[#A-Za-z])|\{(?=[{%#])")  # where tags mean nothing
_TAG = regex(r"<(/?)([A-Za-z][^\s/>]*)((?:[^>\"'=]|=\s*\"[^\"]*\"|=\s*'[^']*'|=|[\"'])*+)(>|\Z)")
_REFERENCE = regex(r"&(?:#(?:[xX][0-9a-fA-F]+|[0-9]+);?|[A-Za-z][A-Za-z0-9]{0,31};?)")


_VOID = listed("html.no-end-tag")
_BLOCKS = listed("html.blocks")
#: not shown, or not prose: code blocks, drawings, fields, deleted text
_MASKED = listed("html.masked")
_CODE_BLOCKS = ("pre", "listing", "xmp")
_RAW = listed("html.raw")
_WITH_REFERENCES = frozenset(("textarea", "title"))
_HEADINGS = listed("html.headings")
_KINDS = {
    **dict.fromkeys(_HEADINGS, Kind.HEADING),
    **dict.fromkeys(("li", "dt", "dd", "option", "button", "legend", "summary"), Kind.LIST_ITEM),
    **dict.fromkeys(("td", "th", "caption"), Kind.TABLE_CELL),
    "blockquote": Kind.QUOTE,
}
#: an item that begins inside these closes none outside
_HOLDS_ITEMS = set(_BLOCKS - listed("html.no-items"))
#: which elements a start tag closes, and where the closing stops
_CLOSES = {
    "li": ({"li"}, _HOLDS_ITEMS),
    "dt": ({"dt", "dd"}, _HOLDS_ITEMS),
    "dd": ({"dt", "dd"}, _HOLDS_ITEMS),
    "option": ({"option"}, {"select", "datalist"}),
    "optgroup": ({"option", "optgroup"}, {"select"}),
    "td": ({"td", "th"}, {"table", "tr"}),
    "th": ({"td", "th"}, {"table", "tr"}),
    "tr": ({"tr"}, {"table", "tbody", "thead", "tfoot"}),
    "tbody": ({"tbody", "thead", "tfoot", "caption"}, {"table"}),
    "thead": ({"tbody", "thead", "tfoot", "caption"}, {"table"}),
    "tfoot": ({"tbody", "thead", "tfoot", "caption"}, {"table"}),
    "body": ({"head"}, {"html"}),
}
_ENDS_PARAGRAPH = _BLOCKS - {"option", "optgroup", "select", "button", "noscript", "title", "html"}
_SCOPES = listed("html.scopes")
_LONGEST_TEMPLATE = 2_000


class _Foreign(IntEnum):
    """Whether text is in another language or not to be translated, and since which element."""

    NO = 0
    INLINE = 1
    BLOCK = 2


class _Element(NamedTuple):
    """An open element: what its text is, and in which block."""

    name: str
    kind: Kind = Kind.PARAGRAPH
    is_masked: bool = False
    is_opaque: bool = False
    foreign: _Foreign = _Foreign.NO
    #: whether it is a passage of a story in Twine
    is_passage: bool = False
    attributes: str = ""
    offset: int = 0


def parse(raw: str) -> Parsed:
    """Return what the format `html` reads."""
    return _Reader(raw).read()


class _Reader:
    def __init__(self, raw: str) -> None:
        """Prepare to read a page."""
        self._source = raw
        #: the open elements, the innermost last; the first is the page
        self._open = [_Element(name="")]
        #: how many elements of each name are open
        self._counts: Counter[str] = Counter()
        self._closer = Closer(raw)
        self._pieces: list[Text] = []  # of the block
        self._opaque: list[Span] = []  # of the block
        self._blocks: list[Block] = []
        self._comments: list[Comment] = []
        self._markup: list[Markup] = []
        self._tags: list[tuple[int, int]] = []  # of the block, in order
        self._code_pieces: list[Text] = []  # of the block of code
        self._tag_end = 0  # of the tag that is read
        self._section = 0
        self._breaks = 0
        self._interrupted = False

    def read(self) -> Parsed:
        """Return the blocks of the page."""
        raw = self._source
        front = _FRONT_MATTER.match(raw)
        position = front.end() if front else 0
        while mark := _MARK.search(raw, position):
            self._verbatim(position, mark.start())
            position = self._read_mark(mark)
        self._verbatim(position, len(raw))
        self._flush()
        return Parsed(tuple(self._blocks), tuple(self._comments), markup=tuple(self._markup))

    # -------------------------------------------------------------- tokens

    def _read_mark(self, mark: re.Match[str]) -> int:
        """Read the markup that begins with a mark; return its end."""
        start, source = mark.start(), self._source
        following = source[start + 1 : start + 2]
        if mark.group() == "&":
            return self._reference(start)
        if mark.group() == "{":
            return self._template(start, following)
        if following == "!":
            return self._declaration(start)
        if following in "?%":
            return self._server_code(start, following)
        tag = _TAG.match(source, start)
        if tag is None:  # "</3 >" is a comment to browsers
            return self._end_of(">", start) or self._literal(start, start + 2)
        slash, name, _, closing = tag.groups()
        if not closing:
            return len(source)
        name = name.lower()
        self._tag_end = tag.end()
        if slash and name != "br":  # "</br>" breaks the line, too
            self._tags.append(tag.span())
            self._end_tag(name)
            return tag.end()
        is_shown = not self._open[-1].is_masked
        end = self._start_tag(name, tag)
        if is_shown:
            self._tags.append(tag.span())
        return end

    def _server_code(self, start: int, following: str) -> int:
        """Skip server code ("<?php … ?>", "<% … %>"); "<%= … %>" prints text, and is opaque."""
        source = self._source
        end = self._end_of(f"{following}>", start + 2)
        if end is None and following == "%":
            return self._literal(start, start + 1)
        if end is not None and source.startswith("=", start + 2):
            self._add(Text.verbatim(source[start:end], start), is_opaque=True)
        return end or self._end_of(">", start) or len(source)

    def _end_of(self, closing: str, start: int) -> int | None:
        """Return the end of the next `closing` from `start` on, or None."""
        found = self._closer.find(re.compile(re.escape(closing)), start)
        return found.end() if found else None

    def _literal(self, start: int, end: int) -> int:
        """Add a range that looks like markup and is text; return its end."""
        self._verbatim(start, end)
        return end

    def _declaration(self, start: int) -> int:
        """Skip comments and document types; return the end."""
        source = self._source
        if not source.startswith("<!--", start):
            end = self._end_of("]]>", start) if source.startswith("<![CDATA[", start) else None
            return end or self._end_of(">", start) or len(source)
        if source.startswith(("<!-->", "<!--->"), start):
            return source.index(">", start) + 1
        end = self._end_of("-->", start + 4)
        inner_end = len(source) if end is None else end - 3
        end = len(source) if end is None else end
        self._comments.append(Comment(source[start + 4 : inner_end].strip(), Span(start, end)))
        return end

    def _template(self, start: int, following: str) -> int:
        """Skip a template expression; return the end."""
        closing = {"{": "}}", "%": "%}", "#": "#}"}[following]
        end = self._source.find(closing, start + 2, start + _LONGEST_TEMPLATE) + 2
        if end < 2:
            return self._literal(start, start + 2)
        if following == "{":
            self._add(Text.verbatim(self._source[start:end], start), is_opaque=True)
        return end

    def _reference(self, start: int) -> int:
        """Add the character of a reference; return the end."""
        match = _REFERENCE.match(self._source, start)
        if match is None:
            return self._literal(start, start + 1)
        name = match.group()[1:]
        if not name.startswith("#") and name not in html5:
            # browsers read the longest name that it begins with: "&notit;" is "¬it;"
            prefixes = (name[:n] for n in range(len(name) - 1, 1, -1) if name[:n] in html5)
            name = next(prefixes, "")
        if not name:
            return self._literal(start, start + 1)
        end = start + 1 + len(name)
        decoded = unescape(f"&{name}")
        if decoded != "\xad":  # a soft hyphen is seen only where a line breaks
            n = len(decoded)
            self._add(Text(decoded, [start] * n, [end] * n))
        return end

    # -------------------------------------------------------------- elements

    def _start_tag(self, name: str, tag: re.Match[str]) -> int:
        """Open an element; return where reading continues."""
        if name in _ENDS_PARAGRAPH and self._counts["p"]:
            self._close({"p"}, _SCOPES)
        if name in _CLOSES:
            self._close(*_CLOSES[name])
        if name in _BLOCKS:
            self._flush()
        if name == "br":
            self._breaks += 1
            self._add(Text("\n", [tag.start()], [tag.end()]))
        if name == "hr":
            self._section += 1
        if name in _VOID:
            return tag.end()
        is_in_xml = self._counts["svg"] + self._counts["math"] > 0
        if is_in_xml and tag[3].endswith("/"):
            return tag.end()
        if name in _HEADINGS:
            self._section += 1
        if name == "nav" and not self._end_of("</nav", tag.end()):
            return tag.end()  # to the end of the page: that cannot be meant
        self._push(self._element(name, tag[3], tag.start(), self._open[-1]))
        if name in _RAW:
            return self._raw_text(name, tag.end())
        return tag.end()

    @staticmethod
    def _element(name: str, written: str, offset: int, parent: _Element) -> _Element:
        """Return an element, with its attributes as written, in its parent."""
        kind = _KINDS.get(name, parent.kind)
        foreign = parent.foreign
        is_passage, is_silent = False, name == "nav"
        if name not in ("html", "body") and written:  # the language of a page is that of its text
            attributes = tags.attributes(written)
            was_foreign = foreign is not _Foreign.NO
            is_foreign = tags.is_foreign(attributes, was_foreign)
            if is_foreign != was_foreign:
                foreign = _Foreign.INLINE if is_foreign else _Foreign.NO
            is_passage = twine.is_passage(name, attributes)
            is_silent = (
                is_silent
                or attributes.get("role") == "navigation"
                or (is_passage and twine.is_silent(attributes))
            )
        if foreign and (name in _BLOCKS or parent.foreign is _Foreign.BLOCK):
            foreign = _Foreign.BLOCK
        return _Element(
            name,
            kind,
            is_masked=parent.is_masked or name in _MASKED or is_silent,
            is_opaque=parent.is_opaque or name in tags.OPAQUE,
            foreign=foreign,
            is_passage=is_passage,
            attributes=written,
            offset=offset,
        )

    def _raw_text(self, name: str, start: int) -> int:
        """Read text in which tags are no tags; return where the element ends."""
        closing = self._closer.find(re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE), start)
        end = closing.start() if closing else len(self._source)
        if name in _WITH_REFERENCES:
            while mark := _MARK_IN_TEXT.search(self._source, start, end):
                self._verbatim(start, mark.start())
                start = min(self._read_mark(mark), end)
        self._verbatim(start, end)
        return end

    def _push(self, element: _Element) -> None:
        """Add an open element; `Malformed` if it is nested too deep."""
        if len(self._open) > MAXIMUM_DEPTH:
            raise Malformed(f"elements nested over {MAXIMUM_DEPTH} deep", element.offset)
        self._open.append(element)
        self._counts[element.name] += 1

    def _is_in_code(self) -> bool:
        return any(self._counts[name] for name in _CODE_BLOCKS)

    def _pop(self) -> None:
        """Close the innermost element."""
        if self._open[-1].name in _BLOCKS:
            self._flush()
        element = self._open.pop()
        self._counts[element.name] -= 1
        is_code = element.name in _CODE_BLOCKS
        if is_code:
            self._interrupted = True
        if is_code and not self._is_in_code():
            code = Text.join(self._code_pieces)
            written = Text.verbatim(self._source[element.offset : self._tag_end], element.offset)
            self._markup.append(Markup(MarkupKind.CODE_BLOCK, written, code))
            self._code_pieces = []

    def _pop_to(self, depth: int) -> None:
        """Close an element and those in it."""
        while len(self._open) > depth:
            self._pop()

    def _close(self, names: set[str], scopes: frozenset[str] | set[str]) -> None:
        """Close the innermost element of these names unless a scope is open inside it."""
        for depth in range(len(self._open) - 1, 0, -1):
            name = self._open[depth].name
            if name in names:
                self._pop_to(depth)
                return
            if name in scopes:
                return

    def _end_tag(self, name: str) -> None:
        """Close the element that an end tag names. An inline element that crosses a block
        ("<b><p></b></p>") is removed alone, and the block stays open."""
        if not self._counts[name]:
            if name == "p":
                self._flush()
            return
        if name in _BLOCKS:
            self._close({name}, set() if name == "table" else {"table", "template"})
            return
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].name == name:
                crosses_block = any(inner.name in _BLOCKS for inner in self._open[depth + 1 :])
                if crosses_block:
                    self._remove(depth)
                else:
                    self._pop_to(depth)
                return

    def _remove(self, depth: int) -> None:
        """Remove an open element, but not those in it, which then inherit from its parent."""
        element = self._open.pop(depth)
        self._counts[element.name] -= 1
        for inner_depth in range(depth, len(self._open)):
            inner = self._open[inner_depth]
            parent = self._open[inner_depth - 1]
            self._open[inner_depth] = self._element(
                inner.name, inner.attributes, inner.offset, parent
            )

    # -------------------------------------------------------------- text

    def _verbatim(self, start: int, end: int) -> None:
        if start < end:
            self._add(Text.verbatim(self._source[start:end], start))

    def _add(self, text: Text, is_opaque: bool = False) -> None:
        """Add text to the block, unless it is not shown."""
        element = self._open[-1]
        if self._is_in_code():
            self._code_pieces.append(text)
        if not element.is_masked and element.foreign is not _Foreign.BLOCK:
            self._pieces.append(text)
            if is_opaque or element.is_opaque or element.foreign is _Foreign.INLINE:
                self._opaque.append(text.span())

    def _flush(self) -> None:
        """End the block, and add it if it has text."""
        content, opaque, breaks = Text.join(self._pieces), tuple(self._opaque), self._breaks
        self._markup.extend(tags.markup(self._source, self._tags, content))
        self._pieces, self._opaque, self._tags, self._breaks = [], [], [], 0
        kind = self._open[-1].kind
        if self._open[-1].is_passage:
            for paragraph in twine.paragraphs(content):
                self._blocks += filter(None, [block(kind, paragraph, self._section, False)])
            return
        if kind is Kind.PARAGRAPH and breaks >= 2 and are_verses(content.text.split("\n")):
            kind = Kind.VERSE
        found = block(kind, Inline(content, opaque), self._section, self._interrupted)
        if found is not None:
            self._blocks.append(found)
            self._interrupted = False
