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
from textlint_pt.formats.markup import listed, relocated, words
from textlint_pt.text.document import Comment, Span, Text
from textlint_pt.text.regex import regex

_FRONT_MATTER = regex(r"\A---[ \t]*\r?\n[\s\S]*?^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
_FENCE = regex(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
_ITEM = regex(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_MODULE = regex(
    r"import\s*(?:[\w$*{][^;'\"`]{0,2000}?\bfrom\s*)?['\"]"
    r"|export\s+(?:(?:const|let|var|function|default|class|async|type|interface|enum)\b|[*{])"
)
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
_MAXIMUM_SHOWN = 200
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
    """A line without its break, and where its content begins and ends."""

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
        self._open: list[_Element] = []
        self._names: Counter[str] = Counter()
        #: open elements, and whether each says that its text is not to be read, or is to
        self._languages: list[tuple[str, bool]] = []
        self._counts: Counter[str] = Counter()
        #: columns where items of lists begin, one in the other
        self._items: list[int] = []
        self._paragraph_end = -1
        self._vain_backquotes: set[int] = set()
        self._never_closed: set[str] = set()
        #: the end of the last tag, expression or code that spans lines
        self._floor = 0
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

    def _line(self, at: int, after_blank: bool) -> tuple[int, bool]:
        """Read from the start of a line; return where the next begins, and whether it may be a
        module."""
        end = self._line_end(at)
        if not self.raw[at:end].strip():
            return end + 1, True
        if after_blank and _MODULE.match(self.raw, at):
            end = self._module_end(at)
            self._change(at, end)
            return end, True
        if fence := _FENCE.match(self.raw, at, end):
            return self._fence(at, fence), True
        if marks := _ITEM.match(self.raw, at, end):
            self._item(at, marks.end())
        self._dedent(at)
        definition = _DEFINITION.match(self.raw, at, end)
        return self._inline(definition.end() if definition else at), False

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

    def _fence(self, at: int, opening: re.Match[str]) -> int:
        """Pass over code, up to the fence that closes it or the end of the quotation or item that
        it is in. Markdown allows fences three spaces, MDX any number."""
        mark, begins = opening[1], opening.start(1)
        depth = self.raw.count(">", at, begins)
        item = 0 if depth else self._item(at, begins)
        shown = self.raw[self._dedent(at) : begins].expandtabs(4)
        if not depth and (excess := len(self.raw[at:begins].expandtabs(4)) - item) > 3:
            shown = shown[:-excess]
            self._change(at, begins, shown)
        shown = _MARKER.sub(" ", shown)
        within = rf"^(?:[ \t]*>){{{depth}}}[ \t]*"
        line = re.compile(
            rf"{within}(?:(?P<blank>\r?$)|(?P<end>{mark[0]}{{{len(mark)},}})[ \t]*\r?$)?",
            re.MULTILINE,
        )
        at = self._line_end(begins) + 1
        while at < len(self.raw) and (found := line.match(self.raw, at)):
            if found["blank"] is None and self._indent(at) < item:
                break
            if found["end"] and len(self.raw[at : found.start("end")].expandtabs(4)) > len(shown):
                self._change(at, found.start("end"), shown)
            else:
                self._dedent(at)
            at = self._line_end(at) + 1
            if found["end"]:
                break
        return at

    def _item(self, at: int, first: int) -> int:
        """Return the column where the list item of a line has its content; `first`: after its
        mark."""
        indent = self._indent(at)
        while self._items and self._items[-1] > indent:
            self._items.pop()
        if first > self._line_at(at).first:
            self._items.append(len(self.raw[at:first].expandtabs(4)))
        return self._items[-1] if self._items else 0

    def _indent(self, at: int) -> int:
        """Return the width of the white space a line begins with."""
        spaces = self.raw[at : self._line_at(at).first]
        return len(spaces.partition(">")[0].expandtabs(4))

    def _dedent(self, at: int) -> int:
        """Take away the indentation that a line has only for standing inside an element; return
        where the rest begins."""
        if not self._open or not self.raw[at : self._line_end(at)].strip():
            return at
        element, indent = self._open[-1], self._indent(at)
        if element.cut is None:
            element.cut = max(0, indent - element.indent)
        end = at
        while end < at + min(indent, element.cut) and self.raw[end] in " \t":
            if len(self.raw[at : end + 1].expandtabs(4)) > element.cut:
                break
            end += 1
        self._change(at, end)
        return end

    # Inside lines

    def _inline(self, at: int) -> int:
        """Read up to the next line that begins outside tags and expressions."""
        while mark := _MARK.search(self.raw, at):
            start = mark.start()
            char = mark.group()
            if char == "\n":
                return start + 1
            if start >= self._paragraph_end:
                blank = _BLANK_LINE.search(self.raw, start)
                self._paragraph_end = blank.start() if blank else len(self.raw)
                self._vain_backquotes.clear()
            if char == "\\":
                at = start + 2
            elif char == "`":
                at = self._code_span(start)
            elif char == "{":
                at = self._expression(start)
            else:
                at = self._tag(start)
            if "\n" in self.raw[start:at]:
                self._floor = at
        return len(self.raw)

    def _code_span(self, start: int) -> int:
        """Return the end of inline code, or of its backquotes if it is unclosed."""
        end = start
        while self.raw.startswith("`", end):
            end += 1
        if end - start not in self._vain_backquotes:
            for run in _BACKQUOTES.finditer(self.raw, end, self._paragraph_end):
                if len(run.group()) == end - start:
                    return run.end()
            self._vain_backquotes.add(end - start)
        return end

    def _expression(self, start: int) -> int:
        """Remove an expression or comment, or keep its place in a sentence; return its end."""
        end = self._code_end(start)
        if end is None:
            return self._give_up(start)
        inner = self.raw[start + 1 : end - 1].strip()
        if inner.startswith("/*") and inner.endswith("*/") and inner.find("*/") == len(inner) - 2:
            self.comments.append(Comment(inner[2:-2].strip(), Span(start, end)))
            self._change(start, end)
        elif _HEADING_ID.match(self.raw, start):
            pass  # `{#id}` is known to Markdown
        elif self._stands_alone(start, end):
            self._change(start, end)
        else:
            self._placeholder(start, end)
        return end

    def _placeholder(self, start: int, end: int) -> None:
        """Replace code by an expression of harmless characters in the Markdown."""
        inner = self.raw[start + 1 : end - 1]
        if len(inner) > _MAXIMUM_SHOWN or "\n" in inner:
            self._change(start, end, "{…}")
        else:
            self._change(start, end, "{" + _UNMARKED.sub("x", inner) + "}")

    def _tag(self, start: int) -> int:
        """Read a tag, or skip an address in angle brackets; return where reading continues."""
        if self.raw.endswith("](", 0, start) and (link := _DESTINATION.match(self.raw, start)):
            return link.end()
        name = _NAME.match(self.raw, start)
        if not name or not (name[2] or self.raw.startswith(">", name.end())):
            return start + 1
        if self.raw.startswith("://", name.end()) or name[2].endswith(":"):
            return start + 1  # an address in angle brackets
        if "@" in self.raw[name.end() : name.end() + 1]:
            return start + 1
        end = self._tag_end(name.end())
        if end is None:
            return self._give_up(start)
        is_closing, is_empty = name[1] != "", self.raw[end - 2] == "/"
        if not is_closing and not is_empty and (close := self._code_element_end(name[2], end)):
            if name[2] in _INLINE_CODE:
                self._placeholder(start, close)
                self.tags += [(start, end), (close - len(f"</{name[2]}>"), close)]
            else:
                self._change(start, close, "\n\n")
            return close
        self.tags.append((start, end))
        kept = "" if is_empty else self._kept(name[2], start, end, is_closing)
        self._element(name[2], start, end, is_closing, is_empty, kept)
        return end

    def _kept(self, name: str, start: int, end: int, is_closing: bool) -> str:
        """Return a tag for the Markdown where text in another language begins or ends, or code
        that no tag ends."""
        if name in _INLINE_CODE and not is_closing:
            return "<code>"
        if is_closing:
            changed = False
            while self._counts[name] and (last := self._languages.pop()):
                self._counts[last[0]] -= 1
                changed = last[1]
                if last[0] == name:
                    break
            return "</span>" if changed else ""
        if name in _BREAKS:
            return ""
        attributes = tags.attributes(self.raw[start:end])
        is_foreign = tags.is_foreign(attributes, inherited=False)
        changes = is_foreign or not tags.is_foreign(attributes, inherited=True)
        self._languages.append((name, changes))
        self._counts[name] += 1
        return f'<span translate="{"no" if is_foreign else "yes"}">' if changes else ""

    def _code_element_end(self, name: str, at: int) -> int | None:
        """Return the end of an element whose content is not prose; None for others or without an
        end."""
        if name not in _CODE_ELEMENTS or name in self._never_closed:
            return None
        close = self.raw.find(f"</{name}>", at)
        if close < 0:
            self._never_closed.add(name)
            return None
        return close + len(name) + 3

    def _element(
        self, name: str, start: int, end: int, is_closing: bool, is_empty: bool, kept: str
    ) -> None:
        """Replace a tag in the Markdown, and track which elements are open."""
        line, last = self._line_at(start), self._line_at(end - 1)
        is_first = start == line.first
        in_row = self.raw.startswith("|", line.first)
        stands_alone = self.raw[line.first] == "<" and self.raw[last.last - 1] == ">"
        is_block = not in_row and (name in _BLOCK_ELEMENTS or stands_alone)
        if is_closing:
            if self._names[name]:
                while self._open:
                    element = self._open.pop()
                    self._names[element.name] -= 1
                    if element.name == name:
                        break
        elif is_block and is_first and not is_empty:
            cut = (self._open[-1].cut or 0) if self._open else 0
            self._open.append(_Element(name, max(0, self._indent(line.start) - cut)))
            self._names[name] += 1
        if is_block:
            margin = " " * self._open[-1].indent if self._open else ""
            before = f"\n\n{margin}{kept}\n\n" if kept else "\n\n"
            self._change(start, end, f"{before}{margin}" if is_first or is_closing else before)
        elif is_empty and name[:1].isupper() and not in_row:
            self._placeholder(start, end)  # it writes something: "o livro <Title />."
        else:
            self._change(start, end, kept or (" " if name in _BREAKS or in_row else ""))

    def _give_up(self, start: int) -> int:
        """Skip the paragraph of a tag or an expression that does not end."""
        begin = line = self.raw.rfind("\n", 0, start) + 1
        while line > self._floor and self.raw[line : self._line_end(line)].strip():
            begin = line
            line = self.raw.rfind("\n", 0, line - 1) + 1
        begin = max(begin, self._floor)
        while self.changes and self.changes[-1].start >= begin:
            self.changes.pop()
        while self.tags and self.tags[-1][0] >= begin:
            self.tags.pop()
        self._change(begin, self._paragraph_end)
        self.skipped.append(Span(begin, self._paragraph_end))
        return self._paragraph_end

    def _stands_alone(self, start: int, end: int) -> bool:
        return start == self._line_at(start).first and end == self._line_at(end - 1).last

    # Code

    def _tag_end(self, at: int) -> int | None:
        """Return the end of the tag whose name ends at `at`."""
        while True:
            if self.raw.startswith(">", at):
                return at + 1
            part = _ATTRIBUTE.match(self.raw, at, at + _MAXIMUM_STRING)
            if not part:
                return None
            if part["open"]:
                end = self._code_end(at)
                if end is None:
                    return None
                at = end
            else:
                at = part.end()

    def _code_end(self, at: int) -> int | None:
        """Return the end of the braces that open at `at`; None where nothing closes them."""
        limit = self._paragraph_end if self._is_broken else len(self.raw)
        end = self._scan(at, limit, until_blank=False)
        if end is None:
            self._is_broken = True
        return end

    def _module_end(self, at: int) -> int:
        """Return the end of imports and exports: a blank line outside brackets, strings and
        templates."""
        blank = _BLANK_LINE.search(self.raw, at)
        first = blank.start() if blank else len(self.raw)
        if self._is_broken:
            return first
        end = self._scan(at, len(self.raw), until_blank=True)
        if end is None:
            self._is_broken = True
            self.skipped.append(Span(at, first))
            return first
        return end

    def _scan(self, at: int, limit: int, until_blank: bool) -> int | None:
        """Read code up to where its first bracket closes, or up to a blank line outside any."""
        stack: list[str] = []
        while True:
            in_template = bool(stack) and stack[-1] == "`"
            token = (_TEMPLATE if in_template else _CODE).search(self.raw, at, limit)
            if token is None:
                return limit if until_blank and not stack else None
            at = token.end()
            if token["open"]:
                stack.append(token["open"][-1])
            elif token["close"]:
                if in_template or (stack and stack[-1] == _PAIRS[token["close"]]):
                    stack.pop()
                    if not stack and not until_blank:
                        return at
            elif not in_template and token["comment"]:
                at = self.raw.find("*/", at, limit) + 2
                if at < 2:
                    return None
            elif not in_template and token["blank"] and until_blank and not stack:
                return token.start()

    # Back to the source

    def _change(self, start: int, end: int, markdown: str = "") -> None:
        if start < end:
            self.changes.append(_Change(start, end, markdown))

    def _relocated(self) -> Parsed:
        """Read the Markdown and return what it has, at its places in the source."""
        markdown = _Markdown(self.raw, self.changes)
        parsed = relocated(commonmark.parse(markdown.text), markdown.home, markdown.text_at_home)
        comments = [*parsed.comments, *self.comments]
        return parsed._replace(
            comments=tuple(sorted(comments, key=lambda comment: comment.span.start)),
            skipped=tuple(sorted([*self.skipped, *parsed.skipped])),
            markup=(*parsed.markup, *tags.markup(self.raw, self.tags)),
        )


class _Markdown:
    """Markdown made from a source by changes, and the mapping back to the source."""

    def __init__(self, raw: str, changes: Sequence[_Change]) -> None:
        """Build the Markdown from the source and its changes."""
        self.raw, parts = raw, list[str]()
        # ranges that are in both: where they begin in the Markdown, and in the source
        self._starts, self._homes, self._ends = array("I"), array("I"), array("I")
        self._stood_in, self._kept = set[int](), set[int]()
        position = length = 0

        def add(text: str, start: int, end: int) -> None:
            nonlocal length
            parts.append(text)
            self._starts.append(length)
            self._homes.append(start)
            self._ends.append(end)
            length += len(text)

        for change in sorted(changes):
            if change.start < position:
                continue
            if position < change.start:
                self._kept.add(len(self._starts))
                add(raw[position : change.start], position, change.start)
            if change.markdown[:1] == "{" and len(change.markdown) == change.end - change.start:
                self._stood_in.update(range(change.start, change.end))
            if change.markdown:
                add(change.markdown, change.start, change.end)
            position = change.end
        self._kept.add(len(self._starts))
        add(raw[position:], position, len(raw))
        self.text = "".join(parts)

    def _home(self, offset: int) -> tuple[int, int]:
        """Return the source range of one character of the Markdown."""
        piece = bisect_right(self._starts, offset) - 1
        start, home, end = self._starts[piece], self._homes[piece], self._ends[piece]
        following = self._starts[piece + 1] if piece + 1 < len(self._starts) else len(self.text)
        if following - start == end - home:
            at = home + offset - start
            return at, at + 1
        return home, end

    def home(self, span: Span) -> Span:
        return Span(self._home(span.start)[0], self._home(span.end - 1)[1])

    def text_at_home(self, content: Text) -> Text:
        """Return a text of the Markdown with its offsets in the source."""
        if isinstance(content.starts, range) and content.starts:
            first, last = content.starts[0], content.starts[-1]
            piece = bisect_right(self._starts, first) - 1
            size = self._ends[piece] - self._homes[piece]
            if last + 1 < self._starts[piece] + size and piece in self._kept:
                home = self._homes[piece] + first - self._starts[piece]
                return Text.verbatim(content.text, home)
        starts, ends = array("I"), array("I")
        characters: list[str] = []
        for char, start, end in zip(content.text, content.starts, content.ends, strict=True):
            home, home_end = self._home(start)
            if end - start > 1:
                home_end = max(home_end, self._home(end - 1)[1])
            if char == "\n" and end < len(self.text):
                following = self._home(end)[0]  # after what was indentation
                if self.raw[home_end:following].isspace():
                    home_end = following
            starts.append(home)
            ends.append(home_end)
            # the placeholder of code is replaced by the code
            stands_in = home in self._stood_in and self.text[start] == char
            characters.append(self.raw[home] if stands_in else char)
        return Text("".join(characters), starts, ends)
