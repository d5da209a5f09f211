"""Blocks of AsciiDoc as Asciidoctor finds them. Nothing is included, no condition is evaluated."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from textlint_pt.contract.format import Parsed
from textlint_pt.formats import asciidoc_inline, markup
from textlint_pt.formats.markup import Context, Line, listed
from textlint_pt.text.document import Comment, Kind, MarkupKind, Span
from textlint_pt.text.regex import regex

#: after three backticks any words name the language
_VERBATIM = regex(r"-{4,}|\.{4,}|\+{4,}|/{4,}|`{3}(?!`).*|(?:`{4,}|~{3,})[^`\s]*")
_CONTAINER = regex(r"--|={4,}|\*{4,}|_{4,}")
_TABLE = regex(r"[|,:!]={3,}")
_ATTRIBUTES = regex(r"\[(?:|[\w.#%{,\"'].*|\[(?:|[A-Za-z_:][\w:.-]*(?:,.*)?)\])\]")
#: "source,ruby]" above a listing: half an attribute line
_TORN_ATTRIBUTES = regex(r"\[?[\w,%.#=\"-]+\]?")
#: what was meant to open a table: its fence is too short, or has the first row on its line
_SHORT_FENCE = regex(r"\|={1,2}$|={2,}(?=\|)")
_LONGEST_SHORT_FENCED = 200
_TITLE = regex(r"\.\.?[^\s.]")
_SECTION = regex(r"(={1,6}|#{1,6})\s+(?=\S)")
_UNDERLINE = regex(r"([=\-~^+])\1+")
_ENTRY = regex(r":!?\w[\w-]*!?:(?:\s|$)")
_PREPROCESSOR = regex(r"\\?(?:ifn?def|ifeval|endif|include)::(?=.*\]$)\S*\[.*\]$")
_MACRO = regex(r"[A-Za-z][\w-]*::(?=.*\]$)(?:|\S|\S.*\S)\[.*\]$")
_LANGUAGE = regex(r"\[source(?:%[\w-]+)?,\s*([\w+#.-]+)")
#: [[id]], [#id], [id=name]
_ANCHOR = regex(r"\A\[\[([^\[\],]+)|\A\[[\w-]*#([^\[\],.%]+)|\bid=\"?([\w.:-]+)")
_IMAGE = regex(r"(?:image|video|audio)::([^\s\[\]]+)\[")
_RULE = regex(r"'{3,}|<{3,}|([-*_])( ?)\1\2\1")
_MARKER = regex(
    r"(?:-|\*{1,9}|•|\.{1,9}|\d{1,9}\.|[A-Za-z]\.|[ivxlcdmIVXLCDM]{1,9}\)|<(?:\d{1,4}|\.)>)\s+(?=\S)"
)
_CHECKBOX = regex(r"\[[ xX*]\]\s+")
_TERM = regex(r"(?<=[^\s:;])\s*(?::{2,4}|;;)(?:\s+|$)")
_ADMONITION = regex(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+")
_STYLE = regex(r"\[([\w-]*)")
_CELL = regex(
    r"(?:(?<=\s)|^)(?:(?P<columns>\d{1,4})?(?:\.\d{1,4})?(?P<times>[*+]))?"
    r"(?:[<^>](?:\.[<^>])?|\.[<^>])?(?P<style>[a-z])?$"
)
_COLUMNS = regex(r"\bcols\s*=\s*(?:\"([^\"]*)\"|([^\s,\]]+))")
_COLUMN = regex(r"(?:(\d{1,4})\*)?.*?([a-z])?")
_SEPARATOR = regex(r"\bseparator\s*=\s*\"?([^\s\"\],\w])")
_OTHER_TABLE = regex(r"\bformat\s*=\s*\"?(?:csv|dsv|tsv)")

_CODE = listed("asciidoc.code")
#: lines of the header that name authors and revision
_MAX_AUTHOR_LINES = 2
#: tables with more columns than this are not cut into cells
_MAXIMUM_COLUMNS = 1_000


def parse(raw: str) -> Parsed:
    """Return what the format `asciidoc` reads."""
    return _Reader(raw).read()


class _Reader(markup.Blocks):
    def __init__(self, raw: str) -> None:
        super().__init__(raw, asciidoc_inline.read)
        #: the attribute lines above the next block, one after the other: "[source,python]"
        self.attributes = ""
        #: whether a line "+" attaches the next block to a list item
        self.is_attached = False

    def read(self) -> Parsed:
        lines = list(markup.lines(self.raw))
        self.body(lines[self._header(lines) :], Context())
        return self.parsed()

    def _header(self, lines: Sequence[Line]) -> int:
        """Return the end of the header: author, revision and attributes below the title."""
        line_index = 0
        while line_index < len(lines) and self._is_unseen(lines[line_index]):
            line_index += 1
        if line_index == len(lines) or not re.match(r"[=#]\s+\S", lines[line_index].text):
            return line_index
        self._section(lines[line_index])
        end, author_lines = line_index + 1, 0
        while end < len(lines) and lines[end].text and not lines[end].text.startswith("["):
            if not self._is_unseen(lines[end]):
                author_lines += 1
                if author_lines > _MAX_AUTHOR_LINES:
                    break
            end = self._attribute_entry_end(lines, end)
        return end

    @staticmethod
    def _attribute_entry_end(lines: Sequence[Line], line_index: int) -> int:
        """Return the end of a line, or of those that an attribute's value goes on over."""
        if _ENTRY.match(lines[line_index].text):
            while lines[line_index].text.endswith(" \\") and line_index + 1 < len(lines):
                line_index += 1
        return line_index + 1

    def _is_unseen(self, line: Line) -> bool:
        """Return whether a line shows nothing where a block may begin; a comment is recorded."""
        return (
            not line.text
            or self._note_comment(line)
            or _ENTRY.match(line.text) is not None
            or _PREPROCESSOR.match(line.text) is not None
        )

    def _note_comment(self, line: Line) -> bool:
        """Record a line that is a comment ("// text"); return whether it was one."""
        if not line.text.startswith("//") or line.text.startswith("///"):
            return False
        self.comments.append(Comment(line.text[2:].strip(), Span(line.start, line.end)))
        return True

    def _add(self, parts: Sequence[Line], kind: Kind) -> None:
        """Add a block, and one for each footnote in it."""
        content = markup.joined(parts)
        if self.add(kind, content, interrupted=self.interrupted):
            self.interrupted = False
        for footnote in asciidoc_inline.footnotes(content):
            self.add(kind, footnote, interrupted=False)

    # Blocks. Each reader of one gets lines and the index where it begins, and returns where it
    # ends.

    def construct(self, lines: Sequence[Line], index: int, context: Context) -> int:
        end = self._prelude(lines, index, context)
        if end is None:
            end = self._block(lines, index, context)
            self.attributes = ""
        return end

    def _prelude(self, lines: Sequence[Line], line_index: int, context: Context) -> int | None:
        """Return the end of lines that precede a block or separate blocks; None at a block."""
        line = lines[line_index]
        if line.indent:
            return None
        if self._is_unseen(line):
            return self._attribute_entry_end(lines, line_index)
        if line.text == "+":
            self.is_attached = True
        elif _ATTRIBUTES.fullmatch(line.text):
            for anchor in filter(None, map("".join, _ANCHOR.findall(line.text))):
                self.mark(MarkupKind.ANCHOR, line, anchor)
            self.attributes += line.text
        elif _TITLE.match(line.text):
            self._add([line.after(1)], Kind.HEADING)
        elif _MACRO.match(line.text) or _RULE.fullmatch(line.text):
            if image := _IMAGE.match(line.text):
                self.mark(MarkupKind.IMAGE, line, image[1])
            self.is_attached = False
        elif _SECTION.match(line.text):
            self._section(line)
        elif self._is_underlined_title(lines, line_index, context):
            self._heading(line)
            return line_index + 2
        else:
            return None
        return line_index + 1

    def _section(self, line: Line) -> None:
        match = _SECTION.match(line.text)
        if match:
            title = line.after(match.end())
            self._heading(title._replace(text=title.text.removesuffix(f" {match[1]}").rstrip()))

    def _heading(self, line: Line) -> None:
        self.section += 1
        self.is_attached = False
        self._add([line], Kind.HEADING)

    def _is_underlined_title(
        self, lines: Sequence[Line], line_index: int, context: Context
    ) -> bool:
        """Return whether a line is a title underlined by the next one."""
        if context.depth or self.is_attached or line_index + 1 >= len(lines):
            return False
        title, below = unicodedata.normalize("NFC", lines[line_index].text), lines[line_index + 1]
        is_underline = _UNDERLINE.fullmatch(below.text) is not None and not below.indent
        is_as_long = abs(len(below.text) - len(title)) <= 1
        begins_with_word = title[0].isalnum() or title[0] == "_"
        return is_underline and is_as_long and begins_with_word

    def _block(self, lines: Sequence[Line], line_index: int, context: Context) -> int:
        """Read the block that begins at a line; return the index of the line after it."""
        line = lines[line_index]
        kind = context.kind
        if self.is_attached and kind is Kind.PARAGRAPH:
            kind = Kind.LIST_ITEM
        is_attached, self.is_attached = self.is_attached, False
        style = self._style()
        if not line.indent:
            if _VERBATIM.fullmatch(line.text):
                return self._verbatim(lines, line_index)
            if _TABLE.fullmatch(line.text):
                return self._table(lines, line_index, context)
            if _CONTAINER.fullmatch(line.text):
                return self._container(lines, line_index, context._replace(kind=kind), style)
        if marker := _MARKER.match(line.text):
            return self._item(lines, line_index, marker.end(), context)
        if term := _TERM.search(line.text):
            written = line._replace(text=line.text[: term.start()])
            self._add([written], context.inside(kind=Kind.LIST_ITEM).kind)
            return self._item(lines, line_index, term.end(), context)
        return self._undelimited(lines, line_index, kind, style, in_list=is_attached)

    def _undelimited(
        self, lines: Sequence[Line], line_index: int, kind: Kind, style: str, *, in_list: bool
    ) -> int:
        """Read a paragraph, or what its style or indent makes of it: code, verse, a quotation."""
        line = lines[line_index]
        end = self._paragraph_end(lines, line_index, in_list=in_list)
        parts = [part for part in lines[line_index:end] if not self._is_aside(part)]
        precedes_text = end < len(lines) and lines[end].text
        if len(parts) == 1 and precedes_text and _is_torn_attribute_line(line.text):
            self.skip(parts)
            return end
        if not line.indent and (fence := _SHORT_FENCE.match(line.text)):
            fenced_lines = lines[line_index : line_index + _LONGEST_SHORT_FENCED]
            closing_index = self._closing_index(fenced_lines, 1, fence[0])
            if closing_index < len(fenced_lines):
                end = line_index + closing_index + 1
            self.skip(lines[line_index:end])
            return end
        if style == "comment":
            self.interrupted = True
            return end
        if style in _CODE or line.indent:
            self.pass_over(lines[line_index:end], self._language())
            return end
        if admonition := _ADMONITION.match(line.text):
            parts[0] = line.after(admonition.end())
        if style == "verse":
            kind = Kind.VERSE if kind is Kind.PARAGRAPH else kind
        elif style == "quote" and kind is Kind.PARAGRAPH:
            kind = Kind.QUOTE
        if parts:
            self._add(parts, kind)
        return end

    def _style(self) -> str:
        """Return the first word of the attribute lines that names a style."""
        styles = [match for match in _STYLE.findall(self.attributes) if match]
        return styles[-1] if styles else ""

    def _language(self) -> str:
        """Return the language that the attribute lines give to a listing."""
        match = _LANGUAGE.search(self.attributes)
        return match[1] if match else ""

    def _is_aside(self, line: Line) -> bool:
        return self._note_comment(line) or _PREPROCESSOR.match(line.text) is not None

    def _paragraph_end(self, lines: Sequence[Line], line_index: int, *, in_list: bool) -> int:
        """Return the index of the line after a paragraph."""
        end = line_index + 1
        while end < len(lines) and lines[end].text:
            if _begins_block(lines[end]) or (in_list and _begins_item(lines[end])):
                break
            end += 1
        return end

    def _item(self, lines: Sequence[Line], line_index: int, width: int, context: Context) -> int:
        """Read a list item or definition; return the index of the line after it."""
        first = lines[line_index].after(width)
        if box := _CHECKBOX.match(first.text):
            first = first.after(box.end())
        end = line_index + 1
        is_term_alone = not first.text
        if is_term_alone:  # its definition may follow after a blank line
            while end < len(lines) and not lines[end].text:
                end += 1
        start = end
        while end < len(lines) and lines[end].text:
            if _begins_block(lines[end]) or _begins_item(lines[end]):
                break
            if is_term_alone and end == start and self._ends_list(lines[end]):
                break
            end += 1
        parts = [first, *(part for part in lines[start:end] if not self._is_aside(part))]
        parts = [part for part in parts if part.text]
        if parts:
            self._add(parts, context.inside(kind=Kind.LIST_ITEM).kind)
        return end

    def _ends_list(self, line: Line) -> bool:
        return bool(_SECTION.match(line.text) or _TITLE.match(line.text) or _MACRO.match(line.text))

    # Delimited blocks

    def _closing_index(self, lines: Sequence[Line], line_index: int, delimiter: str) -> int:
        """Return the index of the closing delimiter; that after the last line if there is none."""
        for i in range(line_index, len(lines)):
            if lines[i].text == delimiter and not lines[i].indent:
                return i
        return len(lines)

    def _verbatim(self, lines: Sequence[Line], line_index: int) -> int:
        """Read a block of code, a comment or a fence; return the index of the line after it."""
        opening = lines[line_index].text
        fence = re.match(r"`+|~+", opening)
        end = self._closing_index(lines, line_index + 1, fence.group() if fence else opening)
        if end == len(lines):
            self.skip(lines[line_index:end])
        elif opening.startswith("/"):
            inside = Span(lines[line_index].end, lines[end].start)
            text = self.raw[inside.start : inside.end].strip()
            self.comments.append(Comment(text, Span(lines[line_index].start, lines[end].end)))
        else:
            self.pass_over(lines[line_index + 1 : end], self._language())
        return end + 1

    def _container(
        self, lines: Sequence[Line], line_index: int, context: Context, style: str
    ) -> int:
        """Read a delimited block with its content; return the index of the line after it."""
        opening = lines[line_index].text
        end = self._closing_index(lines, line_index + 1, opening)
        content = lines[line_index + 1 : end]
        if style == "comment":
            self.interrupted = True
        elif style in _CODE:
            self.pass_over(content, self._language())
        elif style == "verse":
            for stanza in _paragraphs(content):
                self._add(stanza, context.inside(kind=Kind.VERSE).kind)
        else:
            self.attributes = ""
            is_quote = opening.startswith("_") or style == "quote"
            self.body(content, context.inside(kind=Kind.QUOTE if is_quote else None))
            self.is_attached = False
        return end + 1

    # Tables

    def _table(self, lines: Sequence[Line], line_index: int, context: Context) -> int:
        """Read a table; return the index of the line after it."""
        opening = lines[line_index].text
        end = self._closing_index(lines, line_index + 1, opening)
        content = [
            line
            for line in lines[line_index + 1 : end]
            if line.indent or not self._note_comment(line)
        ]
        attributes, self.attributes = self.attributes, ""
        if end == len(lines) or opening[0] in ",:" or _OTHER_TABLE.search(attributes):
            self.skip(content)
            return end + 1
        separator_attribute = _SEPARATOR.search(attributes)
        separator = separator_attribute[1] if separator_attribute else opening[0]
        styles = _column_styles(attributes)
        for style, cell in _cells(content, separator, styles):
            if style == "a":
                self.body(cell, context.inside(kind=Kind.TABLE_CELL))
                self.is_attached, self.attributes = False, ""
            elif style not in ("l", "m"):
                for paragraph in _paragraphs(cell):
                    self._add(paragraph, Kind.TABLE_CELL)
        return end + 1


def _is_torn_attribute_line(text: str) -> bool:
    """Return whether a line is an attribute line that lacks a bracket: "source,ruby]"."""
    has_bracket = text[0] == "[" or text[-1] == "]"
    return has_bracket and _TORN_ATTRIBUTES.fullmatch(text) is not None


def _begins_block(line: Line) -> bool:
    """Return whether a line ends the paragraph before it without a blank line."""
    if line.indent:
        return False
    openings = (_ATTRIBUTES, _VERBATIM, _CONTAINER, _TABLE)
    return any(opening.fullmatch(line.text) for opening in openings)


def _begins_item(line: Line) -> bool:
    """Return whether a line in a list ends the item, or what is attached to it, before it."""
    return (
        line.text == "+"
        or _MARKER.match(line.text) is not None
        or _TERM.search(line.text) is not None
    )


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield runs of lines separated by blank lines."""
    current: list[Line] = []
    for line in lines:
        if line.text:
            current.append(line)
        elif current:
            yield current
            current = []
    if current:
        yield current


def _column_styles(attributes: str) -> list[str]:
    """Return the style that `cols` gives to each column: `cols="2*,a"` → ["", "", "a"]."""
    columns = _COLUMNS.search(attributes)
    if not columns:
        return []
    styles: list[str] = []
    for column in re.split(r"[,;]", columns[1] or columns[2]):
        match = _COLUMN.fullmatch(column.strip())
        repeated = int(match[1] or 1) if match else 1
        styles += [(match and match[2]) or ""] * min(repeated, _MAXIMUM_COLUMNS)
    return styles[:_MAXIMUM_COLUMNS]


def _cells(
    lines: Sequence[Line], separator: str, styles: Sequence[str]
) -> Iterator[tuple[str, list[Line]]]:
    """Yield style and lines of each cell; before its separator may stand a specifier ("2+a|")."""
    separators = re.compile(rf"(?<!\\){re.escape(separator)}")
    style, cell, column = "", list[Line](), 0
    is_open = False
    for line in lines:
        cell_start = 0
        for match in separators.finditer(line.text):
            before = line.text[cell_start : match.start()]
            specified = _CELL.search(before)
            if specified:
                before = before[: specified.start()]
            cell.append(_part(line, cell_start, before))
            if is_open:
                yield style, cell
            is_open, cell = True, []  # what is before the first separator is no cell
            style = styles[column % len(styles)] if styles else ""
            if specified:
                style = specified["style"] or style
                column += min(int(specified["columns"] or 1), _MAXIMUM_COLUMNS) - 1
            column += 1
            cell_start = match.end()
        cell.append(_part(line, cell_start, line.text[cell_start:]))
    if is_open:
        yield style, cell


def _part(line: Line, offset: int, cell_text: str) -> Line:
    """Return what a cell has of a line, which begins at `offset` in the line."""
    text = cell_text.strip()
    indented = offset == 0 and cell_text[:1] == text[:1]
    return Line(
        text,
        line.start + offset + (len(cell_text) - len(cell_text.lstrip()) if text else 0),
        line.indent if indented else 0,
    )
