"""Blocks of reStructuredText as Sphinx projects write it.

docutils only keeps the line of a block, so blocks are read here, by its rules; the tests compare
the result with that of docutils. Nothing is included or run.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from textlint_pt.contract.format import Parsed
from textlint_pt.formats import directives, markup, rst_inline
from textlint_pt.formats.markup import Context, Line, listed
from textlint_pt.text.document import Comment, Kind, MarkupKind, Span
from textlint_pt.text.regex import regex

_BULLET = regex(r"[-+*•‣⁃](?:\s+|$)")
_ORDINAL = r"(?:\d{1,9}|[A-Za-z]|[ivxlcdm]+|[IVXLCDM]+|\#)"
_ENUMERATOR = regex(rf"(?:\({_ORDINAL}\)|{_ORDINAL}[.)])(?:\s+|$)")
_FIELD = regex(r":(?![:\s])((?:[^:\\]|\\.|:(?!(?:[\s`]|$)))*)(?<!\s):(?:\s+|$)")
_OPTION_ARGUMENT = r"(?:[A-Za-z][\w-]*|<[^<>]+>)"
_ONE_OPTION = (
    rf"(?:[-+][A-Za-z0-9](?: ?{_OPTION_ARGUMENT})?"
    rf"|(?:--|/)[A-Za-z0-9][\w-]*(?:[ =]{_OPTION_ARGUMENT})?)"
)
_OPTION = regex(rf"{_ONE_OPTION}(?:, {_ONE_OPTION})*(?:\s{{2,}}|$)")
_LINE_BLOCK = regex(r"\|(?:\s+|$)")
_GRID_BORDER = regex(r"\+-[-+]+-\+")
_GRID_RULE = regex(r"\+[-=+]+\+")
_GRID_PART = regex(r"\+[-=]+\+")
_SIMPLE_BORDER = regex(r"=+(?:\s+=+)+")
_SIMPLE_SPAN = regex(r"-+(?:\s+-+)*")
_COLUMN = regex(r"[=-]+")
_RULE = regex(r"([!-/:-@\[-`{-~])\1*")
_FOOTNOTE = regex(r"\[(?:\d+|#[\w.+:-]*|\*|\w[\w.+:-]*)\](?:\s+|$)")
_DIRECTIVE = regex(r"(\w(?:[\w.:+-]*\w)?)\s?::(?:\s+|$)")
_TARGET = regex(r"__:(?:\s+|$)|_(?![ _])(?:`([^`]+)`|((?:[^:\\]|\\.|:(?=\S))+)):(?:\s+|$)")
_SUBSTITUTION = regex(r"\|[^|]+\|\s+(?=\S)")
_LINK_OPTION = regex(r":target:\s+(?=\S)")
_CAPTION = regex(r":caption:\s+(?=\S)")
_OPTION_LINE = regex(r":[\w -]+:(?:\s|$)")
_ATTRIBUTION = regex(r"(?:---?(?!-)|—)\s*(?=\S)")
_CLASSIFIER = regex(r"(?<!\s)\s+:\s")
_LITERAL_NEXT = regex(r"(?<!\\)(?:\\\\)*::\Z")

_TYPE_FIELDS = listed("rst.type-fields")


def parse(raw: str) -> Parsed:
    """Return what the format `rst` reads."""
    return _Reader(raw).read()


class _Reader(markup.Blocks):
    def __init__(self, raw: str) -> None:
        super().__init__(raw, rst_inline.read)
        #: whether only titles and fields of the document were read so far
        self.in_prologue = True
        #: addresses that names stand for, and those for links without a name, in order
        self._addresses: dict[str, str] = {}
        self._anonymous: list[str] = []

    def read(self) -> Parsed:
        self.body(_without_blank_runs(self.raw), Context())
        self._resolve()
        return self.parsed()

    def _resolve(self) -> None:
        """Set the address of links by name."""
        nameless = iter(self._anonymous)
        self.markup.sort(key=lambda link: link.span)
        for index, link in enumerate(self.markup):
            if link.kind is MarkupKind.LINK and link.name:
                if link.name == rst_inline.ANONYMOUS:
                    address = next(nameless, "")
                else:
                    address = self._addresses.get(_normal_name(link.name), "")
                self.markup[index] = link._replace(target=address)

    # Prose and what is not prose

    def _add(self, parts: Sequence[Line], kind: Kind) -> None:
        """Add a block of prose; any but a heading ends the prologue."""
        if self.add(kind, markup.joined(parts), interrupted=self.interrupted):
            self.interrupted = False
            self.in_prologue = self.in_prologue and kind is Kind.HEADING

    # Blocks. Each reader of one gets lines and the index where it begins, and returns where it
    # ends.

    def construct(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read the construct that begins at a line; return the index of the line after it."""
        line = lines[index]
        text = line.text
        if line.indent > context.base:
            return self._quote(lines, index, context)
        if match := _BULLET.match(text):
            return self._item(lines, index, match.end(), context)
        if (match := _ENUMERATOR.match(text)) and _is_enumerated(lines, index, context.base):
            return self._item(lines, index, match.end(), context)
        if match := _FIELD.match(text):
            return self._field(lines, index, match, context)
        if match := _OPTION.match(text):  # "-o FILE  Onde gravar."
            below = lines[index + 1 : index + 2]
            if match.end() < len(text) or any(b.text and b.indent > context.base for b in below):
                return self._nested(lines, index, match.end(), context, Kind.LIST_ITEM)
        if text.startswith(">>>"):
            end = _next_blank(lines, index)
            self.pass_over(lines[index:end])
            return end
        if _LINE_BLOCK.match(text):
            return self._line_block(lines, index, context)
        if _GRID_BORDER.fullmatch(text):
            return self._grid_table(lines, index, context)
        if text.startswith("+--"):  # meant as a border of a table, but malformed
            self.skip(lines[index : _next_blank(lines, index)])
            return _next_blank(lines, index)
        if _SIMPLE_BORDER.fullmatch(text):
            return self._simple_table(lines, index, context)
        if text.startswith("..") and (len(text) == 2 or text[2].isspace()):
            return self._explicit(lines, index, context)
        if text == "__" or text.startswith("__ "):
            self._anonymous.append(text[2:].strip())
            return _end_of_indented(lines, index + 1, context.base)
        if _RULE.fullmatch(text) and (after := self._overlined(lines, index)):
            return after
        if _RULE.fullmatch(text) and len(text) >= 4:  # meant as that of a title, but malformed
            self.skip(lines[index : _next_blank(lines, index)])
            return _next_blank(lines, index)
        return self._text(lines, index, context)

    def _quote(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read a block quote with its attribution; return the index of the line after it."""
        end = _end_of_indented(lines, index, context.base)
        quoted = list(lines[index:end])
        while not quoted[-1].text:
            quoted.pop()
        base = _leftmost_column(quoted)
        inner = context.inside(base, Kind.QUOTE)
        last_blank = max((i for i, line in enumerate(quoted) if not line.text), default=-1)
        signature = quoted[last_blank + 1 :]  # the last paragraph, if it begins with dashes
        mark = _ATTRIBUTION.match(signature[0].text) if last_blank >= 0 else None
        if mark is None:
            self.body(quoted, inner)
            return end
        self.body(quoted[: last_blank + 1], inner)
        self._add([signature[0].after(mark.end()), *signature[1:]], inner.kind)
        return end

    def _item(self, lines: Sequence[Line], index: int, width: int, context: Context) -> int:
        """Read a list item: the text after its marker, `width` characters wide, and the lines that
        begin at the same column. Return the index of the line after it."""
        first = lines[index].after(width)
        if not first.text:
            return self._nested(lines, index, width, context, Kind.LIST_ITEM)
        end = _end_of_indented(lines, index + 1, first.indent - 1)
        body = [first, *lines[index + 1 : end]]
        self.body(body, context.inside(first.indent, Kind.LIST_ITEM))
        return end

    def _nested(
        self, lines: Sequence[Line], index: int, width: int, context: Context, kind: Kind | None
    ) -> int:
        """Read a line without its first `width` characters, with all indented lines after it.

        Return the index of the line after them.
        """
        end = _end_of_indented(lines, index + 1, context.base)
        self._body_of(lines[index].after(width), lines[index + 1 : end], context, kind)
        return end

    def _body_of(
        self, first: Line, rest: Sequence[Line], context: Context, kind: Kind | None
    ) -> None:
        """Read what a marker introduces: `first` on its line, `rest` below."""
        base = _leftmost_column(rest) if any(line.text for line in rest) else first.indent
        body = [first._replace(indent=base), *rest] if first.text else rest
        self.body(body, context.inside(base, kind))

    def _field(
        self, lines: Sequence[Line], index: int, match: re.Match[str], context: Context
    ) -> int:
        """Read a field, or skip one of the document; return the index of the line after it."""
        name = match[1].split()[:1]
        is_of_document = self.in_prologue and context.depth == 0
        is_type = bool(name) and name[0] in _TYPE_FIELDS  # ":rtype: int"
        if is_of_document or is_type:
            return _end_of_indented(lines, index + 1, context.base)
        return self._nested(lines, index, match.end(), context, Kind.LIST_ITEM)

    def _line_block(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read lines after bars as verse or text; return the index of the line after them."""
        end = _next_blank(lines, index)
        parts = []
        for line in lines[index:end]:
            mark = _LINE_BLOCK.match(line.text)
            parts.append(line.after(mark.end()) if mark else line)
        parts = [part for part in parts if part.text]
        if parts:
            verse = context.kind is Kind.PARAGRAPH and markup.are_verses([p.text for p in parts])
            self._add(parts, Kind.VERSE if verse else context.kind)
        return end

    def _overlined(self, lines: Sequence[Line], index: int) -> int | None:
        """Return the end of a title between two rules or of a transition; None for neither."""
        rule = lines[index].text
        title, underline = [*(line.text for line in lines[index + 1 : index + 3]), "", ""][:2]
        if title and _RULE.fullmatch(underline):
            if underline[0] == rule[0] and not _RULE.fullmatch(title):
                self._title(lines[index + 1])
                return index + 3
        elif len(rule) >= 4 and not title:
            return index + 1
        return None

    def _title(self, line: Line) -> None:
        self.section += 1
        self._add([line], Kind.HEADING)

    def _text(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read a title, a term with its definition, or a paragraph."""
        line = lines[index]
        if index + 1 < len(lines):
            below = lines[index + 1]
            if _RULE.fullmatch(below.text) and below.indent <= context.base:
                title_width = sum(map(_char_width, line.text))
                if len(below.text) >= min(4, title_width):
                    self._title(line)
                    return index + 2
            elif below.text and below.indent > context.base:
                return self._definition(lines, index, context)
        end = index + 1
        while end < len(lines) and lines[end].text and lines[end].indent <= context.base:
            end += 1
        parts = list(lines[index:end])
        if not _LITERAL_NEXT.search(parts[-1].text):
            self._add(parts, context.kind)
            return end
        parts[-1] = _without_literal_mark(parts[-1])
        self._add([part for part in parts if part.text], context.kind)
        last = _end_of_literal(lines, end, context.base)
        self.pass_over(lines[end:last])
        return last

    def _definition(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read a term and its definition; return the index of the line after it."""
        term = lines[index]
        if _LITERAL_NEXT.search(term.text):  # the blank line before code was forgotten
            self._add([_without_literal_mark(term)], context.kind)
            end = _end_of_indented(lines, index + 1, context.base)
            self.pass_over(lines[index + 1 : end])
            return end
        if classifier := _CLASSIFIER.search(term.text):
            term = term._replace(text=term.text[: classifier.start()])
        self._add([term], context.inside(0, Kind.LIST_ITEM).kind)
        end = _end_of_indented(lines, index + 1, context.base)
        body = lines[index + 1 : end]
        self.body(body, context.inside(_leftmost_column(body), Kind.LIST_ITEM))
        return end

    # Explicit markup

    def _explicit(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read an explicit markup block (".. "); return the index of the line after it."""
        first = lines[index].after(2)
        end = _end_of_indented(lines, index + 1, context.base)
        if not first.text and index + 1 < len(lines) and not lines[index + 1].text:
            return index + 1  # an empty comment does not include the lines after it
        if footnote := _FOOTNOTE.match(first.text):
            self._body_of(first.after(footnote.end()), lines[index + 1 : end], context, None)
        elif target := _TARGET.match(first.text):
            parts = [first.after(target.end()), *lines[index + 1 : end]]
            self._target(target, "".join(part.text for part in parts), lines[index])
        elif substitution := _SUBSTITUTION.match(first.text):
            self._substitution(first.after(substitution.end()), lines[index + 1 : end])
        elif first.text[:1] in ("_", "|"):
            pass  # a target or substitution that is malformed
        elif directive := _DIRECTIVE.match(first.text):
            rest = first.after(directive.end())
            name = directive[1].lower()
            self._directive(name, lines[index], rest, list(lines[index + 1 : end]), context)
        else:
            last = next((line for line in reversed(lines[index:end]) if line.text), first)
            span = Span(lines[index].start, last.end)
            self.comments.append(Comment(self.raw[first.start : span.end].strip(), span))
        return end

    def _target(self, match: re.Match[str], address: str, line: Line) -> None:
        """Record a name and its address; without address, an anchor."""
        name = (match[1] or match[2] or "").replace("\\", "")
        if match[0].startswith("__"):
            self._anonymous.append(address)
        elif address:
            self._addresses[_normal_name(name)] = address
        else:
            self.mark(MarkupKind.ANCHOR, line, name)

    def _substitution(self, rest: Line, body: Sequence[Line]) -> None:
        """Record the image or markup that a substitution stands for."""
        directive = _DIRECTIVE.match(rest.text)
        if directive is None:
            return
        argument = rest.after(directive.end())
        if directive[1] == "image":
            self._image(argument, body)
        elif directive[1] == "replace":
            parts = [part for part in (argument, *body) if part.text]
            self.markup.extend(self.inline(markup.joined(parts)).markup if parts else ())

    def _image(self, argument: Line, body: Sequence[Line]) -> None:
        """Read an image with its address and its target, if any."""
        if argument.text:
            self.mark(MarkupKind.IMAGE, argument, argument.text)
        for line in body[: _next_blank(body, 0)]:
            if option := _LINK_OPTION.match(line.text):
                target = line.after(option.end())
                if target.text and not target.text.endswith("_"):
                    self.mark(MarkupKind.LINK, target, target.text)

    def _directive(
        self, name: str, line: Line, rest: Line, body: list[Line], context: Context
    ) -> None:
        """Read the content of a directive, by its name."""
        local = name.rpartition(":")[2]
        is_object = ":" in name and name not in directives.SILENT
        if name in ("image", "figure"):
            self._image(rest, body)
        if name in directives.CODE:
            code_lines = (i for i, part in enumerate(body) if not _OPTION_LINE.match(part.text))
            language = rest.text if name in directives.WITH_LANGUAGE else ""
            code_start = next(code_lines, len(body))
            for option in body[:code_start]:
                if caption := _CAPTION.match(option.text):
                    self._add([option.after(caption.end())], Kind.HEADING)
            self.pass_over(body[code_start:], language)
            return
        if name in directives.SILENT or local.startswith("auto"):
            return
        head_end = _next_blank(body, 0)
        options = next((i for i in range(head_end) if _OPTION_LINE.match(body[i].text)), head_end)
        argument = [part for part in (rest, *body[:options]) if part.text]
        content = body[head_end:]
        self.in_prologue = False
        if local in directives.VERSIONS:
            # ".. versionadded:: 1.2 Um parâmetro": a version, or two, then prose
            version_count = 2 if local == "deprecated-removed" else 1
            versions = list(re.finditer(r"\S+\s*", rest.text))[:version_count]
            rest = rest.after(versions[-1].end()) if versions else rest
            self._body_of(rest, body[:options] + content, context, None)
        elif name in directives.BODIES:
            self._body_of(rest, body[:options] + content, context, None)
        elif name in directives.TITLED or name == "csv-table":
            if argument:
                self._add(argument, Kind.HEADING)
            if name == "csv-table":
                self.skip(content)
            else:
                kind = Kind.TABLE_CELL if name.endswith("table") else None
                self.body(content, context.inside(_leftmost_column(content), kind))
        elif local in directives.ARGUED or is_object:
            self.body(content, context.inside(_leftmost_column(content)))
        else:
            self.skip([line, *body])

    # Tables

    def _grid_table(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read a grid table, or skip one with merged rows; return the index after it."""
        end = _next_blank(lines, index)
        table = lines[index:end]
        rules = [i for i, line in enumerate(table) if _GRID_RULE.fullmatch(line.text)]
        edges = {
            context.base + i
            for rule in rules
            for i, char in enumerate(table[rule].text)
            if char == "+"
        }
        is_understood = len(rules) > 1 and rules[-1] == len(table) - 1
        rows: list[list[list[Line]]] = []
        for upper_rule, lower_rule in pairwise(rules):
            # the lines of a row, and the columns where all of them have the edge of a cell
            row = [_Columns(line) for line in table[upper_rule + 1 : lower_rule]]
            cuts = [
                edge for edge in sorted(edges) if all(line.at(edge) in ("|", "+") for line in row)
            ]
            spans_rows = any(_GRID_PART.search(columns.line.text) for columns in row)
            is_understood &= not spans_rows and len(cuts) > 1 and cuts[0] == context.base
            rows.append(
                [[line.cut(left + 1, right) for line in row] for left, right in pairwise(cuts)]
            )
        if is_understood:
            self._cells(rows, context)
        else:
            self.skip(table)
        return end

    def _simple_table(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read a simple table, or skip a malformed one; return the index after it."""
        end = _simple_table_end(lines, index)
        if end is None:
            end = _next_blank(lines, index)
            self.skip(lines[index:end])
            return end
        rows: list[list[list[Line]]] = []
        keeps_to_columns = True
        for columns, row in _simple_rows(lines[index], lines[index + 1 : end]):
            rows.append([[line.cut(*column) for line in row] for column in columns])
            for (_, left_end), (right_start, _) in pairwise(columns):
                keeps_to_columns &= not any(line.cut(left_end, right_start).text for line in row)
        if keeps_to_columns:
            self._cells(rows, context)
        else:
            self.skip(lines[index:end])
        return end

    def _cells(self, rows: Sequence[Sequence[list[Line]]], context: Context) -> None:
        for row in rows:
            for cell in row:
                self.body(cell, context.inside(_leftmost_column(cell), Kind.TABLE_CELL))


class _Columns:
    """A line cut at columns, where a wide character takes two and a combining accent none."""

    def __init__(self, line: Line) -> None:
        """Compute the column of each character."""
        self.line = line
        text = line.text
        self.columns: Sequence[int] = range(line.indent, line.indent + len(text))
        if "\t" in text or not text.isascii():
            columns, column = [], line.indent
            for char in text:
                columns.append(column)
                column = column // 8 * 8 + 8 if char == "\t" else column + _char_width(char)
            self.columns = columns

    def at(self, column: int) -> str:
        i = bisect_left(self.columns, column)
        return self.line.text[i : i + 1]

    def cut(self, start: int, end: int) -> Line:
        """Return the part of the line between two columns."""
        low, high = bisect_left(self.columns, start), bisect_left(self.columns, end)
        raw = self.line.text[low:high]
        text = raw.strip()
        low += len(raw) - len(raw.lstrip()) if text else 0
        indent = self.columns[low] if text else 0
        return Line(text, self.line.start + low, indent)


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def _without_blank_runs(raw: str) -> list[Line]:
    """Return lines with runs of blank lines reduced to one, so that none is read twice."""
    kept: list[Line] = []
    for line in markup.lines(raw):
        if line.text or (kept and kept[-1].text):
            kept.append(line)
    return kept


def _end_of_indented(lines: Sequence[Line], index: int, base: int) -> int:
    """Return the end of the lines from `index` that are blank or indented beyond a column."""
    while index < len(lines) and (not lines[index].text or lines[index].indent > base):
        index += 1
    return index


def _next_blank(lines: Sequence[Line], index: int) -> int:
    """Return the index of the next blank line, or that of the end."""
    while index < len(lines) and lines[index].text:
        index += 1
    return index


def _leftmost_column(lines: Sequence[Line]) -> int:
    """Return the column of the leftmost line."""
    return min((line.indent for line in lines if line.text), default=0)


def _is_enumerated(lines: Sequence[Line], index: int, base: int) -> bool:
    """Return whether the line below allows a list item: else "A. Silva" starts a paragraph."""
    if index + 1 >= len(lines):
        return True
    below = lines[index + 1]
    return not below.text or below.indent > base or _ENUMERATOR.match(below.text) is not None


def _end_of_literal(lines: Sequence[Line], index: int, base: int) -> int:
    """Return the end of the literal block after `::`: indented, or each line with the same mark
    at its start."""
    start = index
    while index < len(lines) and not lines[index].text:
        index += 1
    if index >= len(lines):
        return index
    if lines[index].indent > base:
        return _end_of_indented(lines, index, base)
    mark = lines[index].text[0]
    if index == start or not _RULE.fullmatch(mark):
        return start
    while index < len(lines) and lines[index].text.startswith(mark):
        index += 1
    return index


def _without_literal_mark(line: Line) -> Line:
    """Return what is shown of a line that ends with `::`: "Por exemplo::" → "Por exemplo:".

    A line shows none of the two after a space.
    """
    text = line.text[:-1]
    if text == ":" or text[-2].isspace():
        text = text[:-1].rstrip()
    return line._replace(text=text)


def _simple_rows(
    border: Line, lines: Sequence[Line]
) -> Iterator[tuple[list[tuple[int, int]], list[_Columns]]]:
    """Yield the columns [start, end) and the lines of each row of a simple table.

    A row ends at a border, before text in the first column, or at dashes: those below a row say
    which of its columns are joined.
    """
    columns = _columns_of(border)
    row: list[_Columns] = []
    for line in lines:
        is_underline = _SIMPLE_SPAN.fullmatch(line.text) and line.indent == border.indent
        is_text = not is_underline and not _SIMPLE_BORDER.fullmatch(line.text)
        if row and (not is_text or _Columns(line).cut(*columns[0]).text):
            yield _columns_of(line) if is_underline else columns, row
            row = []
        if is_text:
            row.append(_Columns(line))


def _columns_of(border: Line) -> list[tuple[int, int]]:
    """Return the columns below a border; the last of them does not end."""
    columns = [match.span() for match in _COLUMN.finditer(border.text)]
    ends = [*(border.indent + end for _, end in columns[:-1]), sys.maxsize]
    return [(border.indent + start, end) for (start, _), end in zip(columns, ends, strict=True)]


def _normal_name(name: str) -> str:
    """Return a name in which case and runs of white space make no difference."""
    return " ".join(name.split()).casefold()


def _simple_table_end(lines: Sequence[Line], index: int) -> int | None:
    """Return the end of a table: its second border of "=", or one before a blank line."""
    border_count = 0
    for line_index in range(index + 1, len(lines)):
        if _SIMPLE_BORDER.fullmatch(lines[line_index].text):
            if len(lines[line_index].text) != len(lines[index].text):
                return None
            border_count += 1
            if border_count == 2 or line_index + 1 == len(lines) or not lines[line_index + 1].text:
                return line_index + 1
    return None
