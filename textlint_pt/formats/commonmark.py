"""CommonMark with GFM tables, front matter, MDX, Docusaurus and MkDocs blocks.

Blocks and inline markup come from tree-sitter's two Markdown grammars (why: `docs/formats.md`).
They parse a *shadow* of the source: a text of the same length that is all ASCII, so that the byte
offsets of the trees are character offsets of the source. Everything that is not Markdown (front
matter, JSX, directives) is blanked out in it.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.formats import tags
from textlint_pt.formats.markup import Closer
from textlint_pt.text.document import Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_FRONT_MATTER = regex(
    r"\A(?:---[ \t]*\r?\n.*?^(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n.*?^\+\+\+)[ \t]*(?=\r?$)", re.S | re.M
)

# Constructs on lines of their own that are not Markdown. The first kind is replaced by a blank
# line, the second by a word, so that the text after it stays in its paragraph.
_BLANKED = regex(
    r"""
      ^[ \t>]*(?::{3,})(?=[\s{\w\[]|$)[^\n]*                                # ::: directives
    | ^import\s(?:[\w*{](?:[^;'"\n]|\n(?!import\s)){0,2000}?\sfrom\s*)?  # MDX imports
        ['"][^'"\n]+['"];?[ \t]*$
    | ^export\s+(?:const|let|var|function|default|class|async|type|interface|[{*])
        (?:[^\n]|\n(?![ \t]*$))*                                            # MDX exports
    | ^[ \t]*\$\$(?:(?!\$\$|\n[ \t]*\n)[\s\S])*\$\$                         # displayed formulas
    | ^\[(?:TOC|\[_?TOC_?\])\][ \t]*$
    """,
    re.VERBOSE | re.MULTILINE,
)
_WORDED = regex(
    r"""
      ^[ ]{0,3}\[\^[^\]\s]+\]:[ \t]*                   # the label of a footnote
    | ^[ \t]*(?:!!!|\?\?\?\+?|===)[ ]+[\w"][^\n]*      # MkDocs blocks
    """,
    re.VERBOSE | re.MULTILINE,
)
_JSX_LINE = regex(r"^[ \t>]*(?=</?(?:[A-Z]|>))", re.MULTILINE)
_JSX_NAME = regex(r"</?(?:[A-Z][\w.:-]*)?")
_TAG = regex(
    r"""<(?: /[A-Za-z][\w.:-]*\s*
          | [A-Za-z][\w.:-]*
            (?:\s+[A-Za-z_:@][\w.:@-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*/?
        )>""",
    re.VERBOSE,
)
#: openings of comments and the like, with what ends them
_DECLARATION = regex(r"<(?:(!--)|([?])|![A-Z])")
_DECLARATION_ENDS = (regex("-->"), regex(r"\?>"), regex(">"))
_LINE_BREAK_TAG = regex(r"</?(?:br|hr|p|li|tr|td|div)\b", re.IGNORECASE)

_MARKED = regex(r"[\\`*_~\[<&{$:]|  \n")
_MDX_COMMENT = regex(r"^[ ]{0,3}(?=\{/\*)", re.MULTILINE)
_BACKQUOTES = regex(r"(?<!\\)`+")
_BRACE = regex(r"(?<!\\)[{}]")
_CLOSING_HASHES = re.compile(rb"(?:^|[ \t]+)#+[ \t]*\Z")
_ANCHOR = regex(r"#([^\s{}]+)")
_ESCAPED = regex(r"\\([!-/:-@\[-`{-~])")
_SHORTCODE = regex(r"(?<![\w:]):[a-z][a-z0-9_+-]*:(?![\w:])")
_MATH = regex(r"(?<![\w$\\])\$(?=[^\s$])[^$\n]*?(?<=[^\s\\$])\$(?![\w$])")
_DASH = regex(r"\s*(?:[—―–]|--)")

# A run of text beyond these limits is kept as it is: the inline grammar needs quadratic time.
_MAX_INLINE, _MAX_DELIMITERS = 200_000, 1_000
_MAX_EXPRESSION = 500
_VERSE_CHARS = 60

#: marks of quotations beyond the hundredth of a line, which the grammar would read as text
_TOO_DEEP = regex(r"^(?:[ \t]{0,3}>){100}[ \t]*(>[ \t>]*)", re.MULTILINE)

_CODE = frozenset(("fenced_code_block", "indented_code_block"))
_MASKED = _CODE | {"html_block", "thematic_break", "link_reference_definition"}
_REFERENCES = frozenset(("full_reference_link", "collapsed_reference_link", "shortcut_link"))
_CONTAINERS = {
    "list_item": Kind.LIST_ITEM,
    "block_quote": Kind.QUOTE,
    "atx_heading": Kind.HEADING,
    "setext_heading": Kind.HEADING,
}


def parse(raw: str) -> Parsed:
    """What `textlint_pt.formats.markdown.Markdown` reads."""
    return _Reader(raw).read()


@cache
def _parsers() -> tuple[Parser, Parser]:
    """The block and the inline parser."""
    import tree_sitter_markdown
    from tree_sitter import Language, Parser

    return (
        Parser(Language(tree_sitter_markdown.language())),
        Parser(Language(tree_sitter_markdown.inline_language())),
    )


class _Ascii(dict[int, str]):
    """What replaces a character in the shadow: a character of the same class for the grammars."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if char == "\r":
            stand_in = " "
        elif "\0" < char < "\x80":
            stand_in = char
        elif unicodedata.category(char)[0] in "PS":
            stand_in = ","  # punctuation that is not markup
        else:
            stand_in = "x"
        self[code] = stand_in
        return stand_in


_ASCII = _Ascii()


class _Run(NamedTuple):
    """One run of inline content: `gaps` are line prefixes inside it, such as "> "."""

    kind: Kind
    start: int
    end: int
    gaps: tuple[tuple[int, int], ...]
    section: int
    interrupted: bool


@dataclass(slots=True)
class _Edits:
    """The differences between a run and its text: ranges with their decoded text, and opaque
    ranges."""

    changes: list[tuple[int, int, str]] = field(default_factory=list)
    opaque: list[tuple[int, int]] = field(default_factory=list)
    marked: list[_Marked] = field(default_factory=list)
    tags: list[tuple[int, int]] = field(default_factory=list)
    breaks: int = 0

    def drop(self, start: int, end: int) -> None:
        if start < end:
            self.changes.append((start, end, ""))


class _Marked(NamedTuple):
    """A piece of markup and its content, by their places."""

    kind: MarkupKind
    start: int
    end: int
    inner: tuple[int, int] = (0, 0)
    target: str = ""


class _Reader:
    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.comments: list[Comment] = []
        self.masked = bytearray(len(raw))
        # CR LF ends a line as LF does; a lone CR does too
        shadow = re.sub(r"\r(?!\n)", "\n", raw) if "\r" in raw else raw
        # the grammar wants the last line ended
        self.shadow = bytearray(shadow.translate(_ASCII).encode("ascii") + b"\n")
        self.addresses: dict[str, str] = {}  # by normal label
        self.markup: list[Markup] = []

    def read(self) -> Parsed:
        if front := _FRONT_MATTER.match(self.raw):
            self._mask(0, front.end(), " ")
        for deep in _TOO_DEEP.finditer(self.raw):
            self._mask(*deep.span(1), "x")
        blocks, _ = _parsers()
        root = blocks.parse(bytes(self.shadow)).root_node
        if self._mask_lines(root):
            root = blocks.parse(bytes(self.shadow)).root_node
        runs = list(self._runs(root))
        found = [block for run in runs if (block := self._block(run)) is not None]
        self.comments.sort(key=lambda comment: comment.span.start)
        return Parsed(tuple(found), tuple(self.comments), markup=tuple(self.markup))

    # What is not Markdown

    def _mask(self, start: int, end: int, fill: str) -> None:
        """Remove a range from the text; in the shadow it becomes `fill`, line breaks stay."""
        self.masked[start:end] = b"\1" * (end - start)
        kept = re.sub(rb"[^\n]", fill.encode(), self.shadow[start:end])
        self.shadow[start:end] = kept

    def _mask_lines(self, root: Node) -> bool:
        """Mask what stands on lines of its own outside code; whether anything was."""
        code = bytearray(len(self.raw) + 1)
        for node in _walk(root, _CODE):
            code[node.start_byte : node.end_byte] = b"\1" * (node.end_byte - node.start_byte)
        found = list(self._line_marks(self.shadow.decode("ascii"), code))
        for start, end, fill in found:
            self._mask(start, end, fill)
        return found != []

    def _line_marks(self, text: str, code: bytearray) -> Iterator[tuple[int, int, str]]:
        """Ranges to mask, each with its replacement in the shadow, which is `text`."""
        for pattern, fill in ((_BLANKED, " "), (_WORDED, "x")):
            for match in pattern.finditer(text):
                start = match.end() - len(match.group().lstrip(" \t>"))
                if not code[start]:
                    yield start, match.end(), fill
        for match in _JSX_LINE.finditer(text):
            start = match.end()
            if not code[start] and (end := _tag_end(text, start)):
                self.markup.extend(tags.markup(self.raw, [(start, end)]))
                yield start, end, " "
        at = 0
        while opening := _MDX_COMMENT.search(text, at):
            at = opening.end() + 1
            if not code[opening.end()]:
                span = next(self._comments(opening.end(), len(text), "{/*", "*/}"), None)
                if span is None:
                    return
                yield span.start, span.end, " "
                at = span.end

    def _comments(self, start: int, end: int, opening: str, closing: str) -> Iterator[Span]:
        """Note the comments of a range and hand back where they stand."""
        while (start := self.raw.find(opening, start, end)) >= 0:
            stop = self.raw.find(closing, start + len(opening), end)
            if stop < 0:
                return
            span = Span(start, stop + len(closing))
            self.comments.append(Comment(self.raw[start + len(opening) : stop].strip(), span))
            yield span
            start = span.end

    # Blocks

    def _runs(self, root: Node) -> Iterator[_Run]:
        """Runs of inline content in reading order; link labels are noted on the way."""
        section = 0
        interrupted = False
        stack: list[tuple[Node, Kind]] = [(root, Kind.PARAGRAPH)]
        while stack:
            node, kind = stack.pop()
            kind = _CONTAINERS.get(node.type, kind)
            if node.type in _MASKED:
                interrupted = node.type != "thematic_break"
                if node.type == "html_block":
                    for _ in self._comments(node.start_byte, node.end_byte, "<!--", "-->"):
                        pass
                    self._read_tags(node.start_byte, node.end_byte)
                elif node.type in _CODE:
                    self._code(node)
                elif node.type == "link_reference_definition":
                    self._label(node)
            elif node.type in ("inline", "pipe_table_cell"):
                if node.type == "pipe_table_cell":
                    kind = Kind.TABLE_CELL
                gaps = tuple(
                    (child.start_byte, child.end_byte)
                    for child in node.children
                    if child.type == "block_continuation" and child.start_byte < child.end_byte
                )
                end = min(node.end_byte, len(self.raw))
                yield _Run(kind, node.start_byte, end, gaps, section, interrupted)
                interrupted = False
            else:
                if kind is Kind.HEADING and node.type.endswith("heading"):
                    section += 1
                stack.extend((child, kind) for child in reversed(node.children))

    def _code(self, node: Node) -> None:
        parts = {child.type: child for child in node.children}
        inner = parts.get("code_fence_content")
        written = self._written(node.start_byte, node.end_byte)
        written = written[: len(written.text.rstrip())]
        if node.type == "indented_code_block":
            inner = node
        content = self._unprefixed(inner).within(written.span()) if inner else Text("", (), ())
        info = parts.get("info_string")
        language = self.raw[info.start_byte : info.end_byte].split()[:1] if info else []
        name = language[0] if language else ""
        self.markup.append(Markup(MarkupKind.CODE_BLOCK, written, content, name=name))

    def _unprefixed(self, node: Node) -> Text:
        """What is written in a block, without what each line begins with, such as "> "."""
        parts: list[Text] = []
        at = node.start_byte
        for child in node.children:
            if child.type == "block_continuation":
                parts.append(self._written(at, child.start_byte))
                at = child.end_byte
        return Text.join([*parts, self._written(at, node.end_byte)])

    def _written(self, start: int, end: int) -> Text:
        return Text.verbatim(self.raw[start:end], start)

    def _read_tags(self, start: int, end: int) -> None:
        """Note what the tags of a stretch lead to and show, and code between them."""
        text = self.shadow[start:end].decode("ascii")
        places = [(start + low, start + high) for low, high in _tags(text)]
        self.markup.extend(tags.markup(self.raw, places))

    def _label(self, node: Node) -> None:
        parts = {child.type: child for child in node.children}
        if label := parts.get("link_label"):
            name = self._normal_label(label.start_byte + 1, label.end_byte - 1)
            self.addresses.setdefault(name, self._address(parts.get("link_destination"), 0))

    def _address(self, node: Node | None, offset: int) -> str:
        """An address without angle brackets and escapes."""
        if node is None:
            return ""
        written = self.raw[node.start_byte + offset : node.end_byte + offset]
        if written.startswith("<") and written.endswith(">"):
            written = written[1:-1]
        return html.unescape(_ESCAPED.sub(r"\1", written))

    def _normal_label(self, start: int, end: int) -> str:
        return " ".join(self.raw[start:end].split()).casefold()

    # Inline content

    def _block(self, run: _Run) -> Block | None:
        edits = self._edits(run)
        content = self._decode(run, edits)
        kind = run.kind
        if kind is Kind.PARAGRAPH:
            if _DASH.match(content.text):
                kind = Kind.DIALOGUE
            elif edits.breaks >= 2 and _are_verses(content.text):
                kind = Kind.VERSE
        self._mark(edits, content)
        first = content.text.lstrip()[:1]
        if not first:
            return None
        opaque = tuple(Span(low, high) for low, high in sorted(edits.opaque))
        continues = run.interrupted and kind is Kind.PARAGRAPH and first.islower()
        return Block(kind, content, run.section, continues, opaque)

    def _mark(self, edits: _Edits, content: Text) -> None:
        """Note what is marked in a run that shows some text."""
        for kind, start, end, inner, target in edits.marked:
            shown = content.within(Span(*inner))
            # what is not shown, as the description of an image, is as it is written
            shown = shown if shown.text else self._written(*inner)
            self.markup.append(Markup(kind, self._written(start, end), shown, target))
        self.markup.extend(tags.markup(self.raw, edits.tags, content))

    def _edits(self, run: _Run) -> _Edits:
        edits = _Edits()
        for start, end in run.gaps:
            edits.changes.append((start, end, " "))
        raw = self.shadow[run.start : run.end]
        if run.kind is Kind.HEADING and (closing := _CLOSING_HASHES.search(raw)):
            edits.drop(run.start + closing.start(), run.end)
            raw = raw[: closing.start()]
        delimiters = sum(map(raw.count, (b"*", b"_", b"~", b"[", b"<")))
        text = raw.decode("ascii")
        if not _MARKED.search(text) or len(text) > _MAX_INLINE or delimiters > _MAX_DELIMITERS:
            return edits
        for low, high in run.gaps:
            raw[low - run.start : high - run.start] = b" " * (high - low)
        self._own_marks(run, raw, edits)
        _, inline = _parsers()
        self._marks(inline.parse(bytes(raw)).root_node, run.start, edits)
        return edits

    def _own_marks(self, run: _Run, raw: bytearray, edits: _Edits) -> None:
        """Code, expressions in braces, formulas and emoji codes: read here, and replaced by words
        for the grammar.

        The grammar only knows code of these, and splits "`` ` ``" in two.
        """
        text = raw.decode("ascii")
        for low, high, width in _code_spans(text):
            inner = run.start + low + width, run.start + high - width
            edits.marked.append(_Marked(MarkupKind.CODE, run.start + low, run.start + high, inner))
            edits.drop(run.start + low, inner[0])
            edits.opaque.append(inner)
            edits.drop(inner[1], run.start + high)
            _cover(raw, low, high)
        for low, high in _expressions(raw.decode("ascii")):
            self._braces(run.start + low, run.start + high, edits)
            _cover(raw, low, high)
        for low, high in _tags(raw.decode("ascii")):
            self._tag(run.start + low, run.start + high, edits)
            _cover(raw, low, high)
        for pattern in (_MATH, _SHORTCODE):
            for match in pattern.finditer(raw.decode("ascii")):
                edits.opaque.append((run.start + match.start(), run.start + match.end()))
                _cover(raw, *match.span())

    def _braces(self, start: int, end: int, edits: _Edits) -> None:
        inner = self.raw[start + 1 : end - 1]
        if inner.startswith("/*") and inner.endswith("*/"):
            self.comments.append(Comment(inner[2:-2].strip(), Span(start, end)))
            edits.drop(start, end)
        elif inner[:1] in ("#", ".", ":", "%") or inner[:2] in ("{<", "{%"):
            if anchor := _ANCHOR.search(inner):
                edits.marked.append(_Marked(MarkupKind.ANCHOR, start, end, target=anchor[1]))
            edits.drop(start, end)  # heading ids, attributes, template tags
        else:
            edits.opaque.append((start, end))

    def _marks(self, root: Node, offset: int, edits: _Edits) -> None:
        """Read an inline tree into edits."""
        stack = [root]
        while stack:
            node = stack.pop()
            start, end = node.start_byte + offset, node.end_byte + offset
            match node.type:
                case "emphasis_delimiter":
                    edits.drop(start, end)
                case "backslash_escape" if self.raw[start + 1].isascii():
                    edits.changes.append((start, end, self.raw[start + 1 : end]))
                case "entity_reference" | "numeric_character_reference":
                    decoded = html.unescape(self.raw[start:end])
                    edits.changes.append((start, end, decoded))
                case "hard_line_break":
                    edits.breaks += 1
                    edits.changes.append((start, end, "\n"))
                case "uri_autolink" | "email_autolink":
                    edits.marked.append(
                        _Marked(
                            MarkupKind.LINK,
                            start,
                            end,
                            (start + 1, end - 1),
                            self.raw[start + 1 : end - 1],
                        )
                    )
                    edits.drop(start, start + 1)
                    edits.opaque.append((start + 1, end - 1))
                    edits.drop(end - 1, end)
                case "image":
                    self._link_mark(MarkupKind.IMAGE, node, offset, edits)
                    edits.drop(start, end)
                case "inline_link":
                    self._link_mark(MarkupKind.LINK, node, offset, edits)
                    stack.extend(self._link(node, offset, edits))
                case kind if kind in _REFERENCES:
                    stack.extend(self._reference(node, offset, edits))
                case _:
                    stack.extend(node.children)

    def _link_mark(self, kind: MarkupKind, node: Node, offset: int, edits: _Edits) -> None:
        """Note a link or an image, by address or by label."""
        parts = {child.type: child for child in node.children}
        text = parts.get("link_text") or parts.get("image_description")
        inner = (text.start_byte + offset, text.end_byte + offset) if text else (0, 0)
        address = self._address(parts.get("link_destination"), offset)
        if not address:
            label = parts.get("link_label")
            low, high = inner
            if label:
                low, high = label.start_byte + offset + 1, label.end_byte + offset - 1
            address = self.addresses.get(self._normal_label(low, high), "")
        start, end = node.start_byte + offset, node.end_byte + offset
        edits.marked.append(_Marked(kind, start, end, inner, address))

    def _tag(self, start: int, end: int, edits: _Edits) -> None:
        tag = self.raw[start:end]
        edits.tags.append((start, end))
        if tag.startswith("<!--"):
            self.comments.append(Comment(tag[4:-3].strip(), Span(start, end)))
        if _LINE_BREAK_TAG.match(tag):
            edits.breaks += 1
            edits.changes.append((start, end, "\n"))
        else:
            edits.drop(start, end)

    def _link(self, node: Node, offset: int, edits: _Edits) -> list[Node]:
        """Drop everything of a link but its text, and return the nodes of the text."""
        texts = [child for child in node.children if child.type == "link_text"]
        at = node.start_byte
        for text in texts:
            edits.drop(at + offset, text.start_byte + offset)
            at = text.end_byte
        edits.drop(at + offset, node.end_byte + offset)
        return texts

    def _reference(self, node: Node, offset: int, edits: _Edits) -> list[Node]:
        """A link by label if the label is defined; otherwise its brackets are text."""
        texts = [child for child in node.children if child.type == "link_text"]
        labels = [child for child in node.children if child.type == "link_label"]
        if not texts:
            return list(node.children)
        start, end = texts[0].start_byte + offset, texts[0].end_byte + offset
        if self.raw[start : start + 1] in ("^", "!"):  # footnotes; "[!NOTE]"
            if self.raw[start] == "^":
                whole = node.start_byte + offset, node.end_byte + offset
                label = self.raw[start + 1 : end]
                edits.marked.append(_Marked(MarkupKind.FOOTNOTE, *whole, target=label))
            edits.drop(node.start_byte + offset, node.end_byte + offset)
            return []
        if labels:
            start, end = labels[0].start_byte + offset + 1, labels[0].end_byte + offset - 1
        if self._normal_label(start, end) in self.addresses:
            self._link_mark(MarkupKind.LINK, node, offset, edits)
            return self._link(node, offset, edits)
        return texts

    def _decode(self, run: _Run, edits: _Edits) -> Text:
        """The text of a run, each character with the range it was decoded from."""
        parts: list[Text] = []
        at = run.start
        for start, end, decoded in sorted(edits.changes):
            if start < at:
                continue  # inside a range already decoded
            parts.extend(self._verbatim(at, start))
            if decoded:
                parts.append(Text(decoded, [start] * len(decoded), [end] * len(decoded)))
            at = end
        parts.extend(self._verbatim(at, run.end))
        return Text.join(parts) if parts else Text("", (), ())

    def _verbatim(self, start: int, end: int) -> Iterator[Text]:
        """The content of a range as it is, without what is masked."""
        while start < end:
            stop = self.masked.find(1, start, end)
            stop = end if stop < 0 else stop
            if start < stop:
                yield Text.verbatim(self.raw[start:stop], start)
            start = self.masked.find(0, stop, end)
            start = end if start < 0 else start


def _walk(root: Node, types: frozenset[str]) -> Iterator[Node]:
    """Outermost nodes of the given types."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type in types:
            yield node
        else:
            stack.extend(node.children)


def _code_spans(text: str) -> list[tuple[int, int, int]]:
    """(start, end, width of the marks) of code spans: a run of backquotes to the next as long."""
    runs = [match.span() for match in _BACKQUOTES.finditer(text)]
    ahead: dict[int, list[int]] = {}
    for i, (low, high) in reversed(list(enumerate(runs))):
        ahead.setdefault(high - low, []).append(i)
    spans: list[tuple[int, int, int]] = []
    i = 0
    while i < len(runs):
        low, high = runs[i]
        closers = ahead[high - low]
        while closers and closers[-1] <= i:
            closers.pop()
        if closers:
            i = closers[-1]
            spans.append((low, runs[i][1], high - low))
        i += 1
    return spans


def _tags(text: str) -> Iterator[tuple[int, int]]:
    """Ranges of HTML tags, comments and declarations."""
    closer = Closer(text)
    at = text.find("<")
    while at >= 0:
        opening = _DECLARATION.match(text, at)
        if opening:
            match = closer.find(_DECLARATION_ENDS[(opening.lastindex or 3) - 1], opening.end())
        else:
            match = _TAG.match(text, at)
        if match:
            yield at, match.end()
        at = text.find("<", match.end() if match else at + 1)


def _cover(raw: bytearray, start: int, end: int) -> None:
    """Replace a range by one word for the grammar, with punctuation at its ends as it was."""
    raw[start:end] = b"," + b"x" * (end - start - 2) + b"," if end - start > 1 else b"x"


def _expressions(text: str) -> Iterator[tuple[int, int]]:
    """Outermost balanced braces, of at most the length that an expression may have."""
    open_at: list[int] = []
    pairs: dict[int, int] = {}
    for match in _BRACE.finditer(text):
        if match.group() == "{":
            open_at.append(match.start())
        elif open_at:
            start = open_at.pop()
            if match.end() - start <= _MAX_EXPRESSION:
                pairs[start] = match.end()
    at = 0
    for start in sorted(pairs):
        if start >= at:
            at = pairs[start]
            yield start, at


def _balanced(text: str, at: int, limit: int = 2_000) -> int | None:
    """End of the braces that open at `at`; None if they are not closed nearby."""
    depth = 0
    for match in _BRACE.finditer(text, at, at + limit):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.end()
    return None


def _tag_end(text: str, at: int, limit: int = 5_000) -> int | None:
    """End of the JSX tag that opens at `at`; braces and quotes inside it may hold ">"."""
    name = _JSX_NAME.match(text, at)
    i = name.end() if name else at + 1
    stop = min(len(text), at + limit)
    while i < stop:
        if text[i] == ">":
            return i + 1
        if text[i] == "{":
            end = _balanced(text, i)
        elif text[i] in "\"'":
            end = text.find(text[i], i + 1, stop) + 1
        elif text[i] == "<" or text.startswith("\n\n", i):
            return None
        else:
            end = i + 1
        if not end:
            return None
        i = end
    return None


def _are_verses(text: str) -> bool:
    return all(len(line.strip()) <= _VERSE_CHARS for line in text.split("\n"))
