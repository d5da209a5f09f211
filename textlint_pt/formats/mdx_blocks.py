"""The Markdown inside MDX: JSX, expressions and modules are removed, the rest is read as Markdown,
and every place in it is mapped back to the source."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.formats import commonmark, tags
from textlint_pt.formats.markup import Closer, listed, relocated, words
from textlint_pt.text.document import Comment, Span, Text
from textlint_pt.text.regex import regex

_FRONT_MATTER = regex(r"\A---[ \t]*\r?\n[\s\S]*?^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_FENCE = regex(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
_ITEM = regex(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_MODULE = regex(
    r"import\s*(?:[\w$*{][^;'\"`]{0,2000}?\bfrom\s*)?['\"]"
    r"|export\s+(?:(?:const|let|var|function|default|class|async|type|interface|enum)\b|[*{])"
)
#: spaces before a fence beyond which Markdown reads code without one
_MAX_FENCE_INDENT = 3
_BLANK_LINE = regex(r"\r?\n[ \t]*(?=\r?\n|\Z)")
_PREFIX = regex(r"[ \t>]*")
_MARK = regex(r"[\\`{<\n]")
#: where a link leads, in angle brackets that are no tag
_DEFINITION = regex(r"[ \t>]*\[[^\[\]\n]+\]:[ \t]*<[^<>\n]*>")
_DESTINATION = regex(r"<[^<>\n]*>(?=[)\s])")
_BACKQUOTES = regex(r"`+")
_HEADING_ID = regex(r"\{[#.:%]")

_NAME = regex(r"<(/?)((?:[A-Za-z_$][\w$.:-]*)?)")
_ATTRIBUTE = regex(r"\s+|[A-Za-z_$:@][\w$.:@-]*|=|\"[^\"]*\"|'[^']*'|/(?=\s*>)|(?P<open>\{)")
_CODE = regex(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|(?<![:\w])//[^\n]*|(?P<comment>/\*)"
    r"|(?P<open>[`{(\[])|(?P<close>[})\]])|(?P<blank>\r?\n[ \t]*(?=\r?\n))"
)
_TEMPLATE = regex(r"\\[\s\S]|(?P<open>\$\{)|(?P<close>`)")
_PAIRS = {"}": "{", ")": "(", "]": "["}
_UNMARKED = regex(r"[^\w. ]")
_MARKER = regex(r"[^ \t>]")

#: whose content is no prose: those in a sentence, and blocks of their own
_INLINE_CODE = tags.OPAQUE | listed("mdx.inline-code")
_CODE_ELEMENTS = _INLINE_CODE | listed("mdx.code-elements")
_BREAKS = words("br hr wbr")
_BLOCK_ELEMENTS = listed("mdx.block-elements")
_MAX_PLACEHOLDER = 200
_MAXIMUM_STRING = 10_000


def parse(raw: str) -> Parsed:
    """Return what the format `mdx` reads."""
    return _Reader(raw).read()


class _Change(NamedTuple):
    """A range of the source and the Markdown that replaces it."""

    start: int
    end: int
    markdown: str


class _Line(NamedTuple):
    """A line without its break, and where its content begins (`first`) and ends (`last`)."""

    start: int
    end: int
    first: int
    last: int


class _Element:
    """An open element on lines of its own. `indent` is where its tag stands in the Markdown; `cut`
    is how much indentation is removed from its content."""

    def __init__(self, name: str, indent: int) -> None:
        self.name = name
        self.indent = indent
        self.cut: int | None = None


class _Reader:
    def __init__(self, raw: str) -> None:
        """Prepare to read a page."""
        self.raw = raw
        self.changes: list[_Change] = []
        self.comments: list[Comment] = []
        self.skipped: list[Span] = []
        self.tags: list[tuple[int, int]] = []
        #: elements with lines of their own that are open, and how many there are of each name
        self._open: list[_Element] = []
        self._open_counts: Counter[str] = Counter()
        #: names of all open elements, and whether each changes if its text is read; their counts
        self._languages: list[tuple[str, bool]] = []
        self._language_counts: Counter[str] = Counter()
        #: columns where items of lists begin, one in the other
        self._items: list[int] = []
        self._paragraph_end = -1
        #: how many backquotes in a row nothing closes in this paragraph
        self._unclosed_widths: set[int] = set()
        self._closer = Closer(raw)
        #: the end of the last tag, expression or code that spans lines
        self._last_multiline_end = 0
        #: one expression ran to the end of the file: the others may only run to a blank line
        self._is_broken = False
        self._last_line = _Line(0, 0, 0, 0)

    def read(self) -> Parsed:
        """Return the blocks of the page, at their places in the source."""
        front = _FRONT_MATTER.match(self.raw)
        position = front.end() if front else 0
        is_start = True
        while position < len(self.raw):
            position, is_start = self._line(position, is_start)
        return self._relocated()

    # Lines

    def _line(self, start: int, after_blank: bool) -> tuple[int, bool]:
        """Read from the start of a line; return where to continue, and whether a module may begin.

        A module (`import`, `export`) begins after a blank line or another module.
        """
        line_end = self._line_end(start)
        if not self.raw[start:line_end].strip():
            return line_end + 1, True
        if after_blank and _MODULE.match(self.raw, start):
            line_end = self._module_end(start)
            self._change(start, line_end)
            return line_end, True
        if fence := _FENCE.match(self.raw, start, line_end):
            return self._fence(start, fence), True
        if mark := _ITEM.match(self.raw, start, line_end):
            self._item(start, mark.end())
        self._dedent(start)
        definition = _DEFINITION.match(self.raw, start, line_end)
        return self._inline(definition.end() if definition else start), False

    def _line_end(self, at: int) -> int:
        end = self.raw.find("\n", at)
        return len(self.raw) if end < 0 else end

    def _line_at(self, offset: int) -> _Line:
        """Return the line of a character that is not a line break."""
        line = self._last_line
        if not line.start <= offset < line.end:
            start, end = self.raw.rfind("\n", 0, offset) + 1, self._line_end(offset)
            first = min(_PREFIX.match(self.raw, start).end(), end)  # type: ignore[union-attr]
            last = start + len(self.raw[start:end].rstrip())
            self._last_line = line = _Line(start, end, first, last)
        return line

    def _fence(self, line_start: int, opening: re.Match[str]) -> int:
        """Pass over code, up to the fence that closes it or the end of the quotation or item that
        it is in. Markdown allows fences three spaces, MDX any number."""
        mark, mark_start = opening[1], opening.start(1)
        depth = self.raw.count(">", line_start, mark_start)
        item_column = 0 if depth else self._item(line_start, mark_start)
        indentation = self.raw[self._dedent(line_start) : mark_start].expandtabs(4)
        excess = len(self.raw[line_start:mark_start].expandtabs(4)) - item_column
        if not depth and excess > _MAX_FENCE_INDENT:
            indentation = indentation[:-excess]
            self._change(line_start, mark_start, indentation)
        indentation = _MARKER.sub(" ", indentation)  # of the lines below: no mark of an item
        within_quotation = rf"^(?:[ \t]*>){{{depth}}}[ \t]*"
        line = re.compile(
            rf"{within_quotation}(?:(?P<blank>\r?$)|(?P<end>{mark[0]}{{{len(mark)},}})[ \t]*\r?$)?",
            re.MULTILINE,
        )
        line_start = self._line_end(mark_start) + 1
        while line_start < len(self.raw) and (found := line.match(self.raw, line_start)):
            if found["blank"] is None and self._indent(line_start) < item_column:
                break
            closing_start = found.start("end")
            is_closing = closing_start >= 0
            lead = self.raw[line_start:closing_start].expandtabs(4) if is_closing else ""
            if len(lead) > len(indentation):  # too deep to close the fence in Markdown
                self._change(line_start, closing_start, indentation)
            else:
                self._dedent(line_start)
            line_start = self._line_end(line_start) + 1
            if is_closing:
                break
        return line_start

    def _item(self, line_start: int, first: int) -> int:
        """Return the column where the content of the list item begins that a line is in.

        `first` is where the line's text begins, after the mark of an item if there is one.
        """
        indent = self._indent(line_start)
        while self._items and self._items[-1] > indent:
            self._items.pop()
        if first > self._line_at(line_start).first:
            self._items.append(len(self.raw[line_start:first].expandtabs(4)))
        return self._items[-1] if self._items else 0

    def _indent(self, at: int) -> int:
        """Return the width of the white space a line begins with."""
        spaces = self.raw[at : self._line_at(at).first]
        return len(spaces.partition(">")[0].expandtabs(4))

    def _dedent(self, line_start: int) -> int:
        """Remove the indentation that a line has because of the element it is in.

        Return where the rest of the line begins.
        """
        if not self._open or not self.raw[line_start : self._line_end(line_start)].strip():
            return line_start
        element, indent = self._open[-1], self._indent(line_start)
        if element.cut is None:
            element.cut = max(0, indent - element.indent)
        end = line_start
        while end < line_start + min(indent, element.cut) and self.raw[end] in " \t":
            if len(self.raw[line_start : end + 1].expandtabs(4)) > element.cut:
                break
            end += 1
        self._change(line_start, end)
        return end

    # Inside lines

    def _inline(self, position: int) -> int:
        """Read up to the next line that begins outside tags and expressions."""
        while mark := _MARK.search(self.raw, position):
            start = mark.start()
            char = mark.group()
            if char == "\n":
                return start + 1
            if start >= self._paragraph_end:
                blank = _BLANK_LINE.search(self.raw, start)
                self._paragraph_end = blank.start() if blank else len(self.raw)
                self._unclosed_widths.clear()
            if char == "\\":
                position = start + 2
            elif char == "`":
                position = self._code_span(start)
            elif char == "{":
                position = self._expression(start)
            else:
                position = self._tag(start)
            if "\n" in self.raw[start:position]:
                self._last_multiline_end = position
        return len(self.raw)

    def _code_span(self, start: int) -> int:
        """Return the end of inline code, or of its backquotes if it is unclosed."""
        runs = _BACKQUOTES.finditer(self.raw, start, self._paragraph_end)
        opening = next(runs)
        width = len(opening[0])
        if width not in self._unclosed_widths:
            for run in runs:
                if len(run[0]) == width:
                    return run.end()
            self._unclosed_widths.add(width)
        return opening.end()

    def _expression(self, start: int) -> int:
        """Remove an expression or comment, or keep its place in a sentence; return its end."""
        end = self._code_end(start)
        if end is None:
            return self._skip_paragraph(start)
        inner = self.raw[start + 1 : end - 1].strip()
        if inner.startswith("/*") and inner.find("*/") == len(inner) - len("*/"):
            self.comments.append(Comment(inner[2:-2].strip(), Span(start, end)))
            self._change(start, end)
        elif _HEADING_ID.match(self.raw, start):
            pass  # `{#id}` is known to Markdown
        elif start == self._line_at(start).first and end == self._line_at(end - 1).last:
            self._change(start, end)
        else:
            self._placeholder(start, end)
        return end

    def _placeholder(self, start: int, end: int) -> None:
        """Replace code by an expression of harmless characters in the Markdown."""
        inner = self.raw[start + 1 : end - 1]
        is_long = len(inner) > _MAX_PLACEHOLDER or "\n" in inner
        self._change(start, end, "{…}" if is_long else "{" + _UNMARKED.sub("x", inner) + "}")

    def _tag(self, start: int) -> int:
        """Read a tag, or skip an address in angle brackets; return where reading continues."""
        if self.raw.endswith("](", 0, start) and (link := _DESTINATION.match(self.raw, start)):
            return link.end()
        opening = _NAME.match(self.raw, start)
        if not opening:
            return start + 1
        slash, name = opening[1], opening[2]
        name_end = opening.end()
        is_fragment = self.raw.startswith(">", name_end)  # "<>"
        is_address = name.endswith(":") or self.raw.startswith(("://", "@"), name_end)
        if is_address or not (name or is_fragment):
            return start + 1
        end = self._tag_end(name_end)
        if end is None:
            return self._skip_paragraph(start)
        is_closing, is_empty = slash != "", self.raw[end - 2] == "/"
        if not is_closing and not is_empty and (close := self._code_element_end(name, end)):
            if name in _INLINE_CODE:
                self._placeholder(start, close)
                self.tags += [(start, end), (close - len(f"</{name}>"), close)]
            else:
                self._change(start, close, "\n\n")
            return close
        self.tags.append((start, end))
        kept = "" if is_empty else self._kept_tag(name, start, end, is_closing)
        self._element(name, start, end, is_closing, is_empty, kept)
        return end

    def _kept_tag(self, name: str, start: int, end: int, is_closing: bool) -> str:
        """Return the tag that the Markdown keeps in place of a tag, "" for most.

        A span is kept where text in another language begins or ends, and the tag of code that is
        not closed.
        """
        if name in _INLINE_CODE and not is_closing:
            return "<code>"
        if is_closing:
            changed_language = False
            while self._language_counts[name]:
                closed_name, changed_language = self._languages.pop()
                self._language_counts[closed_name] -= 1
                if closed_name == name:
                    break
            return "</span>" if changed_language else ""
        if name in _BREAKS:
            return ""
        attributes = tags.attributes(self.raw[start:end])
        is_foreign = tags.is_foreign(attributes, inherited=False)
        is_portuguese = not tags.is_foreign(attributes, inherited=True)
        self._languages.append((name, is_foreign or is_portuguese))
        self._language_counts[name] += 1
        if is_foreign:
            return '<span translate="no">'
        return '<span translate="yes">' if is_portuguese else ""

    def _code_element_end(self, name: str, start: int) -> int | None:
        """Return the end of an element of code; None for other elements and where it has no end."""
        if name not in _CODE_ELEMENTS:
            return None
        end_tag = self._closer.find(re.compile(f"</{re.escape(name)}>"), start)
        return end_tag.end() if end_tag else None

    def _element(
        self, name: str, start: int, end: int, is_closing: bool, is_empty: bool, kept: str
    ) -> None:
        """Replace a tag in the Markdown, and track which elements are open."""
        first_line, last_line = self._line_at(start), self._line_at(end - 1)
        is_first = start == first_line.first
        in_row = self.raw.startswith("|", first_line.first)
        begins_and_ends_lines = (
            self.raw[first_line.first] == "<" and self.raw[last_line.last - 1] == ">"
        )
        is_block = not in_row and (name in _BLOCK_ELEMENTS or begins_and_ends_lines)
        if is_closing:
            self._close(name)
        elif is_block and is_first and not is_empty:
            cut = (self._open[-1].cut or 0) if self._open else 0
            self._open.append(_Element(name, max(0, self._indent(first_line.start) - cut)))
            self._open_counts[name] += 1
        if is_block:
            margin = " " * self._open[-1].indent if self._open else ""
            breaks = f"\n\n{margin}{kept}\n\n" if kept else "\n\n"
            self._change(start, end, f"{breaks}{margin}" if is_first or is_closing else breaks)
        elif is_empty and name[:1].isupper() and not in_row:
            self._placeholder(start, end)  # it writes something: "o livro <Title />."
        else:
            self._change(start, end, kept or (" " if name in _BREAKS or in_row else ""))

    def _close(self, name: str) -> None:
        """Close the innermost open element of a name, if any, and those in it."""
        if not self._open_counts[name]:
            return
        while self._open:
            element = self._open.pop()
            self._open_counts[element.name] -= 1
            if element.name == name:
                return

    def _skip_paragraph(self, start: int) -> int:
        """Skip the paragraph of a tag or an expression that does not end; return its end."""
        paragraph_start = line = self.raw.rfind("\n", 0, start) + 1
        while line > self._last_multiline_end and self.raw[line : self._line_end(line)].strip():
            paragraph_start = line
            line = self.raw.rfind("\n", 0, line - 1) + 1
        paragraph_start = max(paragraph_start, self._last_multiline_end)
        while self.changes and self.changes[-1].start >= paragraph_start:
            self.changes.pop()
        while self.tags and self.tags[-1][0] >= paragraph_start:
            self.tags.pop()
        self._change(paragraph_start, self._paragraph_end)
        self.skipped.append(Span(paragraph_start, self._paragraph_end))
        return self._paragraph_end

    # Code

    def _tag_end(self, name_end: int) -> int | None:
        """Return the end of a tag, after its attributes; None if it does not end."""
        position = name_end
        while not self.raw.startswith(">", position):
            part = _ATTRIBUTE.match(self.raw, position, position + _MAXIMUM_STRING)
            if part is None:
                return None
            end = self._code_end(position) if part["open"] else part.end()
            if end is None:
                return None
            position = end
        return position + len(">")

    def _code_end(self, start: int) -> int | None:
        """Return the end of the braces that open at `start`; None where nothing closes them."""
        limit = self._paragraph_end if self._is_broken else len(self.raw)
        end = self._scan(start, limit, until_blank=False)
        if end is None:
            self._is_broken = True
        return end

    def _module_end(self, start: int) -> int:
        """Return the end of imports and exports: a blank line outside brackets and strings."""
        blank = _BLANK_LINE.search(self.raw, start)
        first_blank = blank.start() if blank else len(self.raw)
        if self._is_broken:
            return first_blank
        end = self._scan(start, len(self.raw), until_blank=True)
        if end is None:
            self._is_broken = True
            self.skipped.append(Span(start, first_blank))
            return first_blank
        return end

    def _scan(self, position: int, limit: int, until_blank: bool) -> int | None:
        """Return the end of code: where its first bracket closes, or a blank line outside any.

        None if brackets are still open at `limit`.
        """
        stack: list[str] = []
        while True:
            in_template = bool(stack) and stack[-1] == "`"
            token = (_TEMPLATE if in_template else _CODE).search(self.raw, position, limit)
            if token is None:
                return limit if until_blank and not stack else None
            position = token.end()
            match token.lastgroup:
                case "open":
                    stack.append(token["open"][-1])
                case "close" if in_template or stack[-1:] == [_PAIRS[token["close"]]]:
                    stack.pop()
                    if not stack and not until_blank:
                        return position
                case "comment":
                    position = self.raw.find("*/", position, limit) + len("*/")
                    if position < len("*/"):
                        return None
                case "blank" if until_blank and not stack:
                    return token.start()

    # Back to the source

    def _change(self, start: int, end: int, markdown: str = "") -> None:
        if start < end:
            self.changes.append(_Change(start, end, markdown))

    def _relocated(self) -> Parsed:
        """Read the Markdown and return what it has, at its places in the source."""
        markdown = _Markdown(self.raw, self.changes)
        parsed = relocated(
            commonmark.parse(markdown.text), markdown.source_span, markdown.text_in_source
        )
        comments = [*parsed.comments, *self.comments]
        return parsed._replace(
            comments=tuple(sorted(comments, key=lambda comment: comment.span.start)),
            skipped=tuple(sorted([*self.skipped, *parsed.skipped])),
            markup=(*parsed.markup, *tags.markup(self.raw, self.tags)),
        )


class _Piece(NamedTuple):
    """A range of the Markdown, and the range of the source that it stands for."""

    start: int
    end: int
    source_start: int
    source_end: int
    is_verbatim: bool


class _Markdown:
    """Markdown made from a source by changes, and the mapping back to the source."""

    def __init__(self, raw: str, changes: Sequence[_Change]) -> None:
        """Build the Markdown from the source and its changes."""
        self.raw, parts = raw, list[str]()
        self._pieces: list[_Piece] = []
        #: offsets in the source of code for which as many harmless characters stand
        self._placeholders = set[int]()
        copied_to = length = 0
        for start, end, markdown in [*sorted(changes), _Change(len(raw), len(raw), "")]:
            if start < copied_to:
                continue
            if markdown[:1] == "{" and len(markdown) == end - start:
                self._placeholders.update(range(start, end))
            for text, source_start, source_end, is_verbatim in (
                (raw[copied_to:start], copied_to, start, True),
                (markdown, start, end, False),
            ):
                piece = _Piece(length, length + len(text), source_start, source_end, is_verbatim)
                if text:
                    parts.append(text)
                    self._pieces.append(piece)
                    length = piece.end
            copied_to = end
        self._starts = [piece.start for piece in self._pieces]
        self.text = "".join(parts)

    def _piece_at(self, offset: int) -> _Piece:
        return self._pieces[bisect_right(self._starts, offset) - 1]

    def _source_range(self, offset: int) -> tuple[int, int]:
        """Return the source range of one character of the Markdown."""
        piece = self._piece_at(offset)
        is_as_long = piece.end - piece.start == piece.source_end - piece.source_start
        if is_as_long:
            source_offset = piece.source_start + offset - piece.start
            return source_offset, source_offset + 1
        return piece.source_start, piece.source_end

    def source_span(self, span: Span) -> Span:
        return Span(self._source_range(span.start)[0], self._source_range(span.end - 1)[1])

    def text_in_source(self, content: Text) -> Text:
        """Return a text of the Markdown with its offsets in the source."""
        if isinstance(content.starts, range) and content.starts:
            first, last = content.starts[0], content.starts[-1]
            piece = self._piece_at(first)
            if piece.is_verbatim and last + 1 < piece.end:
                return Text.verbatim(content.text, piece.source_start + first - piece.start)
        starts, ends = array("I"), array("I")
        characters: list[str] = []
        for char, start, end in zip(content.text, content.starts, content.ends, strict=True):
            source_start, source_end = self._source_range(start)
            if end - start > 1:
                source_end = max(source_end, self._source_range(end - 1)[1])
            if char == "\n" and end < len(self.text):
                following = self._source_range(end)[0]  # after what was indentation
                if self.raw[source_end:following].isspace():
                    source_end = following
            starts.append(source_start)
            ends.append(source_end)
            # the placeholder of code is replaced by the code
            stands_in = source_start in self._placeholders and self.text[start] == char
            characters.append(self.raw[source_start] if stands_in else char)
        return Text("".join(characters), starts, ends)
