"""What stands on lines of its own in Markdown and is no CommonMark: metadata, directives,
admonitions, definition lists, formulas, template tags, snippets.

`read` goes once over the lines and says what of them is no prose and what the grammar is to see in
its place, so that the blocks inside are blocks to it: the title of a directive becomes a heading, a
definition and the text of an admonition become items.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from textlint_pt.contract.format import Malformed
from textlint_pt.formats import directives
from textlint_pt.formats.keyed_strings import is_mapping
from textlint_pt.formats.markup import Closer, is_portuguese, listed, words
from textlint_pt.text.document import Span
from textlint_pt.text.regex import regex

_YAML = regex(r"\A\s*---(?:json|ya?ml|toml)?[ \t]*\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*$", re.M)
_TOML = regex(r"\A\s*\+\+\+[ \t]*\n(?:.*\n)*?\+\+\+[ \t]*$", re.M)
_JSON = regex(r"\A\s*\{[ \t]*\n[ \t]*\"[^\n]*\n(?:.*\n)*?\}[ \t]*$", re.M)
#: first keys of metadata without fences (Pelican, MultiMarkdown, Hexo)
_KEYS = listed("markdown.keys")
_KEY = regex(r"([A-Za-z][\w .-]{0,40}):(?:[ \t]|$)", re.M)
#: metadata that readers see: on one line or in a block, since what else goes on may be joined in
#: several ways
_SHOWN_KEY = r"(?:(?P<title>(?:sub)?title)|description|summary|excerpt|abstract)"
_SHOWN = regex(
    rf"""
    ^{_SHOWN_KEY}[ \t]*[:=][ \t]+
    (?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([^\s"'\[\]{{}}&*!|>%@`\#][^\n]*?))[ \t]*
    (?:[ \t]\#[^\n]*)?$(?!\n[ \t]+\S)
    | ^{_SHOWN_KEY.replace("title>", "head>")}:[ \t]+[|>][-+\d]{{0,2}}[ \t]*\n
      (?P<indent>[ \t]+)(\S[^\n]*(?:\n(?:(?P=indent)[^\n]*|[ \t]*$))*)
    | ^[ \t]*"{_SHOWN_KEY.replace("title>", "name>")}"[ \t]*:[ \t]*
      "((?:[^"\\\n]|\\["\\/])*)",?[ \t]*$
    """,
    re.MULTILINE | re.IGNORECASE | re.VERBOSE,
)
#: characters of metadata beyond which no title is looked for
_MAX_METADATA = 50_000
#: a comment in YAML or TOML that silences a rule
_SUPPRESSION = regex(r"^#[ \t]*(textlint-pt-[^\n]*)$", re.M)
_METADATA_LINE = regex(r"[A-Za-z_][\w-]*:(?:[ \t]|$)|[ \t]+\S|- |#", re.M)

_LEAD = regex(r"(?:[ \t]*>)*[ \t]*")
_ITEM = regex(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(?=\S)|[ \t]*$)", re.M)
#: items that letters count: to Pandoc a list, to others a paragraph that its writer meant as one
_LETTERED = regex(r"(\(?)([a-z]|[ivx]{2,5})([.)])[ \t]+(?=\S)")
#: characters of an item's mark with the blanks after it
_MAX_MARK_WIDTH = 5
#: characters in which the second of them is looked for
_MAX_DISTANCE_OF_ITEM = 2_000
_ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii")
_CLOSING = regex(r"(`{3,}|~{3,}|:{3,}|/{3,})[ \t]*$", re.M)
_FENCE = regex(r"(`{3,}|~{3,})[ \t]*([^\n]*)")
_COLONS = regex(r"(:{3,})[ \t]*([^\n]*)")
_SLASHES = regex(r"(/{3,})[ \t]*([A-Za-z][\w-]*)[ \t]*(?:\|[ \t]*([^\n]*))?$", re.M)
_BRACED = regex(r"\{([^{}\n]*)\}[ \t]*")
_NAMED = regex(r"([A-Za-z][\w-]*)(?:[ \t]*(\{[^{}\n]*\}))?[ \t]*")
_LEAF = regex(r"::[A-Za-z][\w-]*(?:\[[^\[\]\n]*\])?(?:\{[^{}\n]*\})?[ \t]*$", re.M)
_BRACKETED = regex(r"[ \t]*\[([^\n]*)\](?:\{[^{}\n]*\})?[ \t]*$", re.M)
_TITLE = regex(r"\btitle=(?:\"([^\"\n]*)\"|'([^'\n]*)')")
_LANGUAGE = regex(r"\b(?:xml:)?lang=[\"']?([\w-]+)")
_ATTRIBUTES = regex(r"(?<![ \t])[ \t]*\{[^{}\n]*\}$")
_ADMONITION = regex(r"(?:!!!|\?\?\?\+?)(?=..)[ ]?[\w\"][^\n]*|===[!+]*[ ]+\"[^\n]*")
_ALERT = regex(r"\[!([\w-]+)(?:\|[^\]\n]*)?\][+-]?[ \t]*")
_OPTION = regex(r":[\w-]+:(?:[ \t]|$)", re.M)
_DEFINITION = regex(r"[:~][ \t]+(?=\S)")
#: lines before a definition beyond which they are no terms
_MAX_TERMS = 8
_FOOTNOTE = regex(r"\[\^[^\]\s]+\]:[ \t]*")
_SNIPPET = regex(r";*-+8<-+(?:[ \t]+(\S[^\n]*))?[ \t]*$", re.M)
_CONTENTS = regex(r"(?:\[TOC\]|\[\[_?TOC_?\]\])[ \t]*$", re.I | re.M)
_CONTENTS_BELOW = regex(r"\n[ \t]*\{:[ \t]*toc\b[^\n]*")
_ABBREVIATION = regex(r"\*\[[^\]\n]+\]:")
_LABEL = regex(r"\(([^()\s]+)\)=[ \t]*$", re.M)
_TEXT_LABEL = regex(r"\(ref:[\w-]+\)[ \t]+")
#: before "%" in the next line
_AFTER_DIGIT = regex(r"(?<=\d\n)|(?<=\d[ \r]\n)")
#: files that are shown (VuePress, VitePress), and what Obsidian does not show
_INCLUDED = regex(r"(?:@\[[^\]\n]*\]\([^)\n]*\)|<<<[ \t]*[@.~/]\S[^\n]*)[ \t]*$", re.M)
_NOT_SHOWN = regex(r"^[ \t]*%%[ \t]*$", re.M)
_BREAK = regex(r"\+{3,}(?:[ \t]*\{[^\n]*\}|[ \t]+[^\n]*)?[ \t]*$", re.M)
_ENVIRONMENT = regex(r"\\begin\{([A-Za-z]+\*?)\}")
_COMMANDS = regex(r"(?:\\[A-Za-z]+\*?(?:\[[^\]\n]*\]|\{[^{}\n]*\})*[ \t]*)+$", re.M)
_BRACKET = regex(r"(\\{1,2})\[")
_AFTER_FORMULA = regex(r"[ \t]*+(?:\([^()$\n]*\)|\{[^{}\n]*\})?[.,;]?[ \t]*+$", re.M)
_BLANK_LINE = regex(r"\n[ \t>]*\n")
#: tables of Pandoc, whose columns are known by their places alone
_COLUMNS = regex(r"-{2,}(?:[ ]+-{2,})+[ \t]*$", re.M)
_END_OF_COLUMNS = regex(r"^[ \t]*+-{2,}+[ -]*+$", re.M)
_GRID = regex(r"\+(?:[-=:]{3,}\+)+[ \t]*$", re.M)
_DOLLARS = regex(r"\$\$")
_TAGS = regex(r"(?:(?:\{%(?:(?!%\}).)*%\}|\{\{[<%](?:(?!\}\}).)*\}\}|\{![^\n{}]*\})[ \t]*)+$", re.M)
_TAG_ENDS = {"{%": regex(r"%\}"), "{{<": regex(r">\}\}"), "{{%": regex(r"%\}\}")}
_SHORTCODE = regex(r"(?:\{%-?[ \t]*|\{\{[<%][ \t]*)([A-Za-z][\w-]*)")
_KRAMDOWN = regex(r"\{::(comment|nomarkdown|options)\b[^}\n]*\}")
_RAW_HTML = regex(r"<(pre|script|style|textarea|svg|math)\b", re.I)
_DASHES = regex(r"^[ \t>]*---[ \t]*$", re.M)
#: of slides (remark, xaringan): `.pull-left[`, and what stands below the line that parts two
_STYLED = regex(r"(?:\.[A-Za-z][\w-]*)+\[")
_SLIDE = regex(
    r"(?:---)?[ \t]*\n(?:(?:class|name|layout|template|count|exclude|background-[a-z]+):[^\n]*\n?)+"
)
_BRACKETS = regex(r"\\.|[\[\]]", re.DOTALL)
_NEXT_SNIPPET = regex(r"^[ \t]*-+8<-+[ \t]*$", re.M)
_END_OF_KRAMDOWN = regex(r"\{:/[^{}\n]{0,100}\}")
_END_OF_COMMENT = regex("-->")
_TWO_WORDS = regex(r"(?<![^\W_])[^\W_]{2,}[ \t]+[^\W_]{2,}")
_ONLY_IN_FORMULAS = regex(r"[\\^_=<>]")

#: what bare names of directives say that there is code inside
_BARE_CODE = listed("markdown.bare-code")
_CODE = (directives.CODE | directives.SILENT | listed("markdown.code")) - {"class"}
#: of MyST, where directives are fences: others than these are code
_PROSE = listed("markdown.prose")
_TITLED = directives.TITLED | words("exercise exercise-start margin")
_PROSE_DOMAINS = ("prf", "proof", "py", "js", "c", "cpp", "rst")
#: blocks of pymdownx whose argument is no title
_UNTITLED_BLOCKS = listed("markdown.untitled-blocks")
#: template tags around code
_CODE_TAGS = listed("markdown.code-tags")


class _Options(IntEnum):
    """Whether the next line may be an option of a directive, and how that is written."""

    NONE = 0
    FIRST = 1
    MORE = 2
    INDENTED = 3


class Change(NamedTuple):
    """A range that is no prose, and what the grammar sees of it: as long, or one character."""

    start: int
    end: int
    seen: str


class Lines(NamedTuple):
    """What was read, by places in the text, in order.

    `titles` are headings that begin no section, `asides` items that are none to a reader, `terms`
    where lines that are terms begin, `displays` where something shown that is no prose ends.
    """

    changes: list[Change]
    code: list[tuple[int, int]]
    titles: set[int]
    asides: set[int]
    terms: list[int]
    displays: list[int]
    #: where they stand, and what stands in them
    comments: list[tuple[Span, Span]]
    labels: list[tuple[Span, Span]]
    skipped: list[Span]


def read(text: str) -> Lines:
    """Return the lines of a text in ASCII, in which every line ends with a line feed."""
    return _Reader(text).read()


def is_formula(inner: str) -> bool:
    """Return whether a text in escaped brackets is a formula, and not a text in brackets."""
    return _ONLY_IN_FORMULAS.search(inner) is not None or _TWO_WORDS.search(inner) is None


class _Fence(NamedTuple):
    """An open fence; `column` and `depth` are those of the list and of the quotation it is in."""

    mark: str
    is_code: bool
    column: int
    depth: int


class _Reader:
    """Reads line by line; the readers of constructs are chosen by the first character of a line.

    Each gets the offsets of that character and of the end of the line, and returns where the next
    line to be read begins, None if the construct is not there.
    """

    def __init__(self, text: str) -> None:
        """Prepare to read a text."""
        self.text = text
        self._found = Lines([], [], set(), set(), [], [], [], [], [])
        self._closer = Closer(text)
        self._fences: list[_Fence] = []
        self._columns: list[int] = []  # where the content of open items begins
        self._depth = 0  # of quotations
        self._after_blank = True
        self._options = _Options.NONE
        self._in_definition = False
        self._paragraph: list[int] = []  # where its lines begin
        self._next_letters: list[str] = []  # marks that the next item may have: "b)", "ii)"
        self._paragraph_before_blank: list[int] = []  # the paragraph before the blank line
        self._styled_ends: set[int] = set()  # brackets that close what is styled
        self._readers: dict[str, Callable[[int, int], int | None]] = {
            "~": lambda first, end: self._fence(first, end) or self._definition(first, end),
            "`": self._fence, ":": self._colon, "/": self._slashes,
            "!": self._admonition, "?": self._admonition, "=": self._admonition,
            "%": self._comment, "(": self._target, "+": self._break, "-": self._dashes,
            ";": self._dashes, "*": self._removing(_ABBREVIATION.match), "[": self._bracket,
            "\\": self._backslash, "$": self._dollars, "{": self._braces, "<": self._html,
            ".": self._styled, "]": self._styled, "@": self._removing(_INCLUDED.match),
        }  # fmt: skip

    def read(self) -> Lines:
        """Return the constructs that take whole lines."""
        start = self._metadata()
        if start and (slide := _SLIDE.match(self.text, start)):
            start = self._remove_lines(start, slide.end() - 1)
        while start < len(self.text):
            start = self._line(start, self._line_end(start))
        return self._found

    # What readers share

    def _line_end(self, position: int) -> int:
        """Return the offset of the line feed after a position."""
        end = self.text.find("\n", position)
        return len(self.text) if end < 0 else end

    def _replace(self, start: int, end: int, stand_in: str = " ") -> None:
        """Show the grammar `stand_in` for a range: one sign for each of its, or a text as long."""
        if start < end:
            self._found.changes.append(Change(start, end, stand_in))

    def _remove_lines(self, start: int, end: int) -> int:
        """Remove lines; return where the next begins."""
        end = self._line_end(end)
        self._as_empty_heading(start, end)
        self._in_definition = False
        return end + 1

    def _removing(
        self, match: Callable[[str, int, int], re.Match[str] | None]
    ) -> Callable[[int, int], int | None]:
        """Return a reader that removes a line if it matches."""
        return lambda first, end: (
            self._remove_lines(first, end) if match(self.text, first, end) else None
        )

    def _as_empty_heading(self, start: int, end: int) -> None:
        """Mark lines as an empty heading, which ends lists as blank lines would not."""
        if start < end:
            self._found.titles.add(start)
            first = min(self._line_end(start), end)
            self._replace(start, first, "#".ljust(first - start))
            self._replace(first, end)

    def _mask_to_end_of_last_line(self, start: int, end: int) -> int:
        """Remove a range of lines, but not the text after it in the last; return the next line."""
        last_line = self.text.rfind("\n", start, end) + 1
        self._as_empty_heading(start, last_line)
        self._replace(last_line, end, "x")
        return self._line_end(end) + 1

    def _remove_display(self, start: int, end: int) -> int:
        """Remove what is displayed between two parts of a sentence; return the next line."""
        self._found.displays.append(end)
        return self._remove_lines(start, end)

    def _keep_as_code(self, start: int, end: int) -> int:
        """Record lines as code, in which nothing is replaced; return where the next begins."""
        self._found.code.append((start, end))
        self._in_definition = False
        return end + 1

    def _write_title(self, first: int, title: tuple[int, int], end: int, mark: str = "# ") -> None:
        """Make the range `title` of a line a heading; without text the line is an empty one.

        `mark` is what the line begins with instead, such as "# ".
        """
        title_start, title_end = title
        if not self.text[title_start:title_end].strip():
            title_start = title_end = end
        if title_start == title_end and mark == "# ":
            self._as_empty_heading(first, end)
            return
        self._found.titles.add(first + len(mark) - len("# "))
        self._replace(first, title_start, mark + " " * (title_start - first - len(mark)))
        self._replace(title_end, end)

    def _metadata(self) -> int:
        """Read the metadata at the top; return where it ends, 0 if there is none.

        It is YAML, TOML or JSON between marks, or lines as of MultiMarkdown ("title: Uma página").
        """
        for pattern in (_YAML, _TOML, _JSON):
            if front := pattern.match(self.text):
                is_shown = pattern is not _YAML or self._is_yaml(front)
                self._read_metadata(0, front.end(), is_shown=is_shown)
                return front.end() + 1
        start = position = len(self.text) - len(self.text.lstrip())
        key = _KEY.match(self.text, position)
        if key is None or key[1].strip().lower() not in _KEYS:
            return 0
        line_count = 0
        while self.text[position : (end := self._line_end(position))].strip():
            if self.text.startswith("---", position) and line_count:
                end = self._line_end(position)
                self._read_metadata(start, end)
                return end + 1
            continues_value = line_count and self.text[position] in " \t"
            if not continues_value and not _KEY.match(self.text, position, end):
                return 0
            line_count += 1
            position = end + 1
        if line_count < 2 and key[1].lower() not in ("title", "slug"):
            return 0
        self._read_metadata(start, position - 1)
        return position

    @staticmethod
    def _is_yaml(metadata: re.Match[str]) -> bool:
        """Return whether metadata is YAML, so that its titles can be read."""
        if not _SHOWN.search(metadata[0]):
            return True  # without a title it makes no difference
        inside = metadata[0].strip().partition("\n")[2].rpartition("\n")[0]
        try:
            return len(inside) <= _MAX_METADATA and is_mapping(inside)
        except Malformed:
            return False

    def _read_metadata(self, start: int, end: int, *, is_shown: bool = True) -> None:
        """Remove metadata but for its titles and descriptions, which become headings and items."""
        for match in _SUPPRESSION.finditer(self.text, start, end):
            self._found.comments.append((Span(*match.span()), Span(*match.span(1))))
        for match in _SHOWN.finditer(self.text, start, end) if is_shown else ():
            self._replace(start, match.start())
            value = match.span(match.lastindex or 0)
            is_line = "\n" not in self.text[slice(*value)].strip()
            if is_line and (match["title"] or match["name"] or match["head"]):
                self._write_title(match.start(), value, match.end())
            else:
                key_width = value[0] - match.start()
                self._replace(match.start(), value[0], "- " + "x" * (key_width - 3) + " ")
                self._replace(value[1], match.end())
            start = match.end()
        self._replace(start, end)

    # Lines

    def _line(self, start: int, end: int) -> int:
        """Read a line and what begins in it; return where the next line begins."""
        lead = _LEAD.match(self.text, start, end)
        first = lead.end() if lead else start
        if first == end:
            return self._blank_line(first, end)
        depth = self.text.count(">", start, first)
        indent = _indent(self.text[start:first], is_quoted=depth > 0)
        column = self._enter(depth, indent)
        if self._fences and self._fences[-1].is_code:
            return self._line_of_code(start, first, end)
        if self._options and (continue_at := self._option(first, end, indent - column)):
            return continue_at
        self._options = _Options.NONE
        if self._after_blank and indent >= column + 4:
            return self._keep_as_code(start, end)
        was_blank, self._after_blank = self._after_blank, False
        item = _ITEM.match(self.text, first, end)
        if item and _CONTENTS_BELOW.match(self.text, end):
            return self._remove_lines(first, end + 1)
        while item:  # an item may begin with an item: "- 1. texto"
            self._paragraph = []
            self._in_definition = False
            width = min(item.end() - item.start(), _MAX_MARK_WIDTH) if item.end() < end else 2
            indent += width
            self._columns.append(indent)
            first = item.end()
            item = _ITEM.match(self.text, first, end) if first < end else None
        if first == end:
            return end + 1
        if lettered := self._lettered(first, end):
            self._write_item_mark(first, lettered.end())
            return end + 1
        reader = self._readers.get(self.text[first])
        if self.text[first] == "-" and not was_blank:
            reader = self._snippet_or_table  # below a line of text dashes are no metadata
        if reader and (continue_at := reader(first, end)):
            self._paragraph = []
            return continue_at
        if self.text[first] in "#|<":
            self._paragraph = []
            self._in_definition = False
        elif not self._in_definition:
            self._paragraph.append(first)
        return end + 1

    def _enter(self, depth: int, indent: int) -> int:
        """Close the items and fences that a line ends; return the column of its item's content.

        `depth` is how many quotations the line is in, `indent` the column of its first character.
        """
        if depth != self._depth:
            self._depth = depth
            self._columns.clear()
        while self._columns and indent < self._columns[-1]:
            self._columns.pop()
        column = self._columns[-1] if self._columns else 0
        while self._fences and (depth < self._fences[-1].depth or column < self._fences[-1].column):
            self._fences.pop()
        return column

    def _line_of_code(self, start: int, first: int, end: int) -> int:
        """Read a line in a fence of code, which it may close; return where the next begins."""
        mark = self._fences[-1].mark
        close = _CLOSING.match(self.text, first, end)
        if close and close[1].startswith(mark):
            self._fences.pop()
            if mark[0] == ":":  # colons are no fence to the grammar
                self._replace(first, end, "~~~" + " " * (end - first - 3))
            self._after_blank = True
        return self._keep_as_code(start, end)

    def _blank_line(self, first: int, end: int) -> int:
        """Read a blank line; return where the next line begins."""
        if self._fences and self._fences[-1].is_code:
            return self._keep_as_code(first, end)
        if self._paragraph:
            self._paragraph_before_blank = self._paragraph
        elif not self._after_blank:
            self._paragraph_before_blank = []
        self._paragraph = []
        # "b)" is a letter that counts after a blank line, too; "b." may begin a sentence
        self._next_letters = [mark for mark in self._next_letters if mark[-1] == ")"]
        self._in_definition = False
        self._after_blank = True
        self._options = _Options.NONE
        return end + 1

    def _lettered(self, first: int, end: int) -> re.Match[str] | None:
        """Return the mark of an item counted by a letter ("b)"): the next of a list, or a first one
        ("a)", "i)") whose next is in one of the lines below."""
        mark = _LETTERED.match(self.text, first, end)
        if mark is None or self._in_definition:
            return None
        label = mark[2]
        following = [mark[1] + next_label + mark[3] for next_label in _after_label(label)]
        if mark[0].rstrip() not in self._next_letters:
            blank = self._closer.find(_BLANK_LINE, end) if mark[3] == "." else None
            search_end = min(
                blank.start() if blank else len(self.text), end + _MAX_DISTANCE_OF_ITEM
            )
            lines_below = (line.lstrip(" \t>") for line in self.text[end:search_end].split("\n"))
            if label not in "ai" or not any(
                line.startswith(tuple(following)) for line in lines_below
            ):
                return None
        self._next_letters = following
        return mark

    def _write_item_mark(self, first: int, mark_end: int) -> None:
        """Write an item's mark as `+`, so that all kinds of lists read alike."""
        width = mark_end - first
        self._replace(first, first + 1, "+")
        if width > _MAX_MARK_WIDTH:  # after as many blanks the text would be code
            self._replace(first + 2, mark_end - 1, "x")
            content_column = self._column_of(first) + 2
        else:
            self._replace(first + 1, mark_end)
            content_column = self._column_of(first) + width
        self._paragraph = []
        self._columns.append(content_column)

    def _option(self, first: int, end: int, indent: int) -> int | None:
        """Read an option of a directive, or all of them between two lines of dashes."""
        if self._options is _Options.INDENTED:
            return self._remove_lines(first, end) if indent >= 4 else None
        is_more = self._options is _Options.MORE and indent > 0
        if is_more or _OPTION.match(self.text, first, end):
            self._options = _Options.MORE
            return self._remove_lines(first, end)
        if self._options is _Options.FIRST and self.text[first:end].rstrip() == "---":
            close = self._closer.find(_DASHES, end)
            if close:
                self._options = _Options.NONE
                return self._remove_lines(first, close.end())
        return None

    # Fences and directives

    def _open(self, mark: str, is_code: bool) -> None:
        column = self._columns[-1] if self._columns else 0
        self._in_definition = False
        self._fences.append(_Fence(mark, is_code, column, self._depth))

    def _close(self, first: int, end: int) -> int | None:
        """Close the innermost directive that a line of marks alone closes, and those in it."""
        close = _CLOSING.match(self.text, first, end)
        if close is None:
            return None
        for index in range(len(self._fences) - 1, -1, -1):
            mark = self._fences[index].mark
            if mark[0] == close[1][0] and (mark[0] == ":" or close[1].startswith(mark)):
                del self._fences[index:]
                self._after_blank = True
                return self._remove_lines(first, end)
        return None

    def _fence(self, first: int, end: int) -> int | None:
        """Read code, or a directive of MyST."""
        if after := self._close(first, end):
            return after
        fence = _FENCE.match(self.text, first, end)
        if fence is None or (fence[1][0] == "`" and "`" in fence[2]):
            return None
        braced = _BRACED.match(self.text, fence.start(2), end)
        if braced and _is_prose(braced[1].strip()):
            self._open(fence[1], is_code=False)
            return self._directive(first, braced[1].strip(), braced.end(), end)
        self._open(fence[1], is_code=True)
        return self._keep_as_code(first, end)

    def _colon(self, first: int, end: int) -> int | None:
        """Read a colon fence, directive or definition; return where reading continues."""
        if not self.text.startswith("::", first):
            return self._definition(first, end)
        if after := self._close(first, end):
            return after
        colons = _COLONS.match(self.text, first, end)
        if colons is None:
            return self._remove_lines(first, end) if _LEAF.match(self.text, first, end) else None
        mark, name_start = colons[1], colons.start(2)
        name_end = first + len(self.text[first:end].rstrip(" \t:"))
        if name_start >= name_end:
            return self._remove_lines(first, end)
        braced = _BRACED.match(self.text, name_start, end)
        if braced is None and self.text[name_start] == "{":  # a brace that is not closed
            return self._code_container(first, mark, end)
        if braced is None:
            return self._container(first, mark, name_start, name_end, end)
        name = braced[1].strip()
        has_attributes = name[:1] in ".#-" or "=" in name
        language = _LANGUAGE.search(name) if has_attributes else None
        is_foreign = language is not None and not is_portuguese(language[1])
        is_code = not has_attributes and _is_code(name)
        if is_foreign or is_code:
            return self._code_container(first, mark, end)
        self._open(mark, is_code=False)
        if not has_attributes:
            return self._directive(first, name, braced.end(), end)
        title = _TITLE.search(self.text, name_start, braced.end())
        self._write_title(first, title.span(title.lastindex or 1) if title else (end, end), end)
        return end + 1

    def _container(
        self, first: int, mark: str, name_start: int, name_end: int, end: int
    ) -> int | None:
        """Read `:::name`, `:::name title`, `:::name[title]`."""
        named = _NAMED.match(self.text, name_start, name_end)
        if named is None:
            return None
        if self.text[name_end:end].strip() == mark:  # `:::image source="…":::`
            return self._remove_lines(first, end)
        if named[1].lower() in _BARE_CODE:
            return self._code_container(first, mark, end)
        self._open(mark, is_code=False)
        bracketed = _BRACKETED.match(self.text, named.end(1), name_end)
        title = bracketed.span(1) if bracketed else (named.end(), name_end)
        if not bracketed and (attributes := _ATTRIBUTES.search(self.text, title[0], name_end)):
            title = (title[0], attributes.start())
        self._write_title(first, title, end)
        return end + 1

    def _code_container(self, first: int, mark: str, end: int) -> int:
        """Open a fence of code; its colons, no fence to the grammar, become tildes."""
        self._open(mark, is_code=True)
        self._replace(first, first + len(mark), "~" * len(mark))
        return self._keep_as_code(first, end)

    def _directive(self, first: int, name: str, argument_start: int, end: int) -> int:
        """Read the first line of a directive with prose: its argument is prose, a title, or none.

        Version numbers before it are dropped: "{versionadded} 1.2 Um parâmetro."
        """
        local = name.rpartition(":")[2]  # without its domain: "prf:theorem"
        self._options = _Options.FIRST
        self._after_blank = True
        if local in directives.VERSIONS:
            version_count = 2 if local == "deprecated-removed" else 1
            versions = re.findall(r"\S+[ \t]*", self.text[argument_start:end])[:version_count]
            argument_start += sum(map(len, versions))
        if local in directives.VERSIONS or local in directives.BODIES:
            self._title_or_text(first, argument_start, end)
        elif local in _TITLED or name.startswith(("prf:", "proof:")):
            self._write_title(first, (argument_start, end), end)
        else:
            self._as_empty_heading(first, end)
        return end + 1

    def _slashes(self, first: int, end: int) -> int | None:
        """Read `/// note | Title`, with options indented below it."""
        if after := self._close(first, end):
            return after
        slashes = _SLASHES.match(self.text, first, end)
        if slashes is None:
            return None
        self._open(slashes[1], is_code=False)
        has_title = slashes[3] and slashes[2] not in _UNTITLED_BLOCKS
        self._write_title(first, slashes.span(3) if has_title else (end, end), end)
        self._options = _Options.INDENTED
        return end + 1

    def _admonition(self, first: int, end: int) -> int | None:
        """Read `!!! note "Title"` with its text indented by four: less than six are no code."""
        if not _ADMONITION.match(self.text, first, end):
            return None
        start = self.text.find('"', first, end)
        quote_end = self.text.rfind('"', start + 1, end) if start >= 0 else -1
        title = (start + 1, quote_end) if quote_end >= 0 else (end, end)
        self._found.asides.add(first)
        self._write_title(first, title, end, mark="+  # ")
        self._columns.append(self._column_of(first) + 3)
        self._after_blank = True
        return end + 1

    def _column_of(self, first: int) -> int:
        """Return the column of a line's first character."""
        start = self.text.rfind("\n", 0, first) + 1
        return _indent(self.text[start:first], is_quoted=self._depth > 0)

    def _bracket(self, first: int, end: int) -> int | None:
        """Read a footnote, a table of contents, the first line of an alert."""
        if note := _FOOTNOTE.match(self.text, first, end):
            label = note[0].rstrip()
            stand_in = "+ " + "x" * (len(label) - len("+ "))
            self._found.asides.add(first)
            self._replace(first, note.end(), stand_in.ljust(len(note[0])))
            self._columns.append(self._column_of(first) + 2)
            return end + 1
        if _CONTENTS.match(self.text, first, end):
            return self._remove_lines(first, end)
        alert = _ALERT.match(self.text, first, end) if self._depth else None
        if alert is None or self._paragraph:
            return None
        self._title_or_text(first, alert.end(), end)
        return end + 1

    def _title_or_text(self, first: int, rest_start: int, end: int) -> None:
        """Read the rest of a line after the name of an admonition.

        It is text if it ends so, or if the line below begins in lower case; else a title.
        """
        lead_below = _LEAD.match(self.text, end + 1)
        first_char_below = self.text[lead_below.end() :][:1] if lead_below else ""
        rest = self.text[rest_start:end].strip()
        is_text = rest.endswith((".", ",", ";", ":")) or first_char_below.islower()
        if rest and is_text:
            self._after_blank = False
            self._replace(first, rest_start, "x")
        else:
            self._write_title(first, (rest_start, end), end)

    # Definitions

    def _definition(self, first: int, end: int) -> int | None:
        """Read a definition, ": texto", whose terms are the lines of the paragraph before it."""
        mark = _DEFINITION.match(self.text, first, end)
        if mark is None:
            return None
        terms = self._paragraph
        if not terms and len(self._paragraph_before_blank) == 1:
            terms = self._paragraph_before_blank
        if len(terms) > _MAX_TERMS:
            return None  # a paragraph
        if terms and self.text.count("`", terms[0], first) % 2:
            return None  # code that goes on
        is_first = not self._found.terms
        if not terms and is_first and self.text[first] == "~":
            return None  # only ":" begins a list of definitions without a term
        self._found.terms.extend(terms)
        self._paragraph_before_blank = []
        self._in_definition = True
        self._write_item_mark(first, mark.end())
        return end + 1

    # Formulas, templates, comments

    def _backslash(self, first: int, end: int) -> int | None:
        """Read a formula or command on its own line; None if the line is none."""
        environment = _ENVIRONMENT.match(self.text, first, end)
        if environment:
            end_of_environment = re.compile(rf"\\end\{{{re.escape(environment[1])}\}}")
            ending = self._closer.find(end_of_environment, first)
            return self._remove_display(first, ending.end()) if ending else None
        if _COMMANDS.match(self.text, first, end):
            return self._remove_lines(first, end)
        bracket = _BRACKET.match(self.text, first, end)
        if bracket is None:
            return None
        closing = re.compile(rf"{re.escape(bracket[1])}\]")  # after as many backslashes
        return self._formula(first, bracket.end(), closing)

    def _formula(self, first: int, content_start: int, closing: re.Pattern[str]) -> int | None:
        """Read a formula on its own lines; its label or a text may follow in the last."""
        blank = self._closer.find(_BLANK_LINE, content_start)
        end = self._closer.find(closing, content_start)
        if end is None or (blank and blank.start() < end.start()):
            return None
        if not is_formula(self.text[content_start : end.start()]):
            return None
        if _AFTER_FORMULA.match(self.text, end.end(), self._line_end(end.end())):
            return self._remove_display(first, end.end())
        if "\n" not in self.text[first : end.end()]:
            return None
        return self._mask_to_end_of_last_line(first, end.end())

    def _dollars(self, first: int, end: int) -> int | None:
        """Read a formula between double dollars."""
        if not self.text.startswith("$$", first):
            return None
        return self._formula(first, first + len("$$"), _DOLLARS)

    def _braces(self, first: int, end: int) -> int | None:
        """Read tags of Liquid, Hugo and kramdown."""
        if kramdown := _KRAMDOWN.match(self.text, first, end):
            ending = self._closer.find(_END_OF_KRAMDOWN, kramdown.end())
            is_option = kramdown[1] == "options" or kramdown[0].endswith("/}")
            return self._remove_lines(first, end if is_option or not ending else ending.end())
        tag = _SHORTCODE.match(self.text, first, end)
        if tag and (tag[1].lower() in _CODE_TAGS or "code" in tag[1].lower()):
            ending = self._closer.find(_end_of_tag(tag[1]), tag.end())
            if ending:
                if tag[1] == "comment":
                    inner = Span(self.text.find("}", first) + 1, ending.start())
                    self._found.comments.append((Span(first, ending.end()), inner))
                return self._remove_display(first, ending.end())
        if _TAGS.match(self.text, first, end):
            return self._remove_lines(first, end)
        opening = next((mark for mark in _TAG_ENDS if self.text.startswith(mark, first)), None)
        # over several lines, the last of which would be a quotation
        ending = self._closer.find(_TAG_ENDS[opening], end) if opening else None
        blank = self._closer.find(_BLANK_LINE, end)
        if ending is None or (blank and blank.start() < ending.start()):
            return None
        if opening and _TAG_ENDS[opening].search(self.text, first, end):
            return None
        return self._mask_to_end_of_last_line(first, ending.end())

    def _comment(self, first: int, end: int) -> int | None:
        """Read a comment of MyST, or the head of a page of Pandoc."""
        is_percentage = self._paragraph and _AFTER_DIGIT.match(self.text, first)  # "50\n% deles"
        if self._columns or is_percentage:
            return None
        if _NOT_SHOWN.match(self.text, first, end) and (
            ending := self._closer.find(_NOT_SHOWN, end)
        ):
            end = ending.end()
        self._found.comments.append((Span(first, end), Span(first + 1, end)))
        return self._remove_lines(first, end)

    def _target(self, first: int, end: int) -> int | None:
        """Read a label on its own line, "(nome)=", or before a text, "(ref:nome) Texto"."""
        if label := _LABEL.match(self.text, first, end):
            whole = Span(first, label.end(1) + len(")="))
            self._found.labels.append((whole, Span(*label.span(1))))
            return self._remove_lines(first, end)
        if label := _TEXT_LABEL.match(self.text, first, end):
            self._replace(first, label.end(), "x")
            return end + 1
        return None

    def _break(self, first: int, end: int) -> int | None:
        if _GRID.match(self.text, first, end):
            return self._skip_until(first, self._closer.find(_BLANK_LINE, first))
        if self._paragraph or not _BREAK.match(self.text, first, end):
            return None
        return self._remove_lines(first, end)

    def _skip_until(self, start: int, until: re.Match[str] | None) -> int:
        """Skip what is not understood, up to a match or the end; return where the next begins."""
        end = until.start() if until else len(self.text)
        self._found.skipped.append(Span(start, end))
        return self._remove_lines(start, end)

    def _columns_of_text(self, first: int, end: int) -> int | None:
        """Skip a table whose columns are parted by spaces, below a rule such as "---- ----".

        Its head is the paragraph above; it ends at a blank line, or after a last rule if it is
        framed by rules.
        """
        if not _COLUMNS.match(self.text, first, end):
            return None
        start = self._paragraph[0] if self._paragraph else first
        has_rule_above = not self.text[start : self._line_end(start)].strip("- \t")
        is_framed = start == first or has_rule_above
        last_rule = self._closer.find(_END_OF_COLUMNS, end) if is_framed else None
        blank = self._closer.find(_BLANK_LINE, last_rule.start() if last_rule else first)
        return self._skip_until(start, blank)

    def _snippet_or_table(self, first: int, end: int) -> int | None:
        return self._snippet(first, end) or self._columns_of_text(first, end)

    def _dashes(self, first: int, end: int) -> int | None:
        """Read included snippets, and metadata further down."""
        if after := self._snippet_or_table(first, end):
            return after
        if slide := _SLIDE.match(self.text, first):
            return self._remove_lines(first, slide.end() - 1)
        if self.text[first:end].rstrip() != "---":
            return None
        position = end + 1
        while _METADATA_LINE.match(self.text, position, self._line_end(position)):
            position = self._line_end(position) + 1
        if position == end + 1 or self.text[position : self._line_end(position)].rstrip() != "---":
            return None
        return self._remove_lines(first, position)

    def _snippet(self, first: int, end: int) -> int | None:
        """Read the inclusion of a file, or of several up to the next such line: `--8<--`."""
        snippet = _SNIPPET.match(self.text, first, end)
        if snippet is None:
            return None
        ending = None if snippet[1] else self._closer.find(_NEXT_SNIPPET, end)
        return self._remove_lines(first, ending.end() if ending else end)

    def _styled(self, first: int, end: int) -> int | None:
        """Drop `.pull-left[` around blocks, or its closing bracket; None without either."""
        position = first + (first in self._styled_ends)
        opening = _STYLED.match(self.text, position, end)
        close = self._closing.get(opening.end() - 1) if opening else None
        if opening and close:
            blank = self._closer.find(_BLANK_LINE, position)
            is_alone = not self.text[opening.end() : end].strip()
            if is_alone or (blank and blank.start() < close):
                self._styled_ends.add(close)
                self._replace(close, close + 1)
                position = opening.end()
        if position == first:
            return None
        if not self.text[position:end].strip():
            return self._remove_lines(first, end)
        self._replace(first, position, "x")
        return end + 1

    @cached_property
    def _closing(self) -> dict[int, int]:
        """Return where each bracket is closed, by where it opens."""
        found: dict[int, int] = {}
        opened: list[int] = []
        for mark in _BRACKETS.finditer(self.text):
            if mark[0] == "[":
                opened.append(mark.start())
            elif mark[0] == "]" and opened:
                found[opened.pop()] = mark.start()
        return found

    def _html(self, first: int, end: int) -> int | None:
        """Read comments and elements in which blank lines and fences mean nothing."""
        if _INCLUDED.match(self.text, first, end):
            return self._remove_lines(first, end)
        if self.text.startswith("<!--", first):
            ending = self._closer.find(_END_OF_COMMENT, first + 4)
        elif raw := _RAW_HTML.match(self.text, first, end):
            name = raw[1].lower()
            ending = self._closer.find(re.compile(rf"</{name}[ \t]*>", re.I), raw.end())
            if ending and name in ("svg", "math"):
                is_alone = not self.text[ending.end() : self._line_end(ending.end())].strip()
                is_display = is_alone or raw[1] == "svg"
                return self._remove_display(first, ending.end()) if is_display else None
        else:
            return None
        if ending is None or ending.end() <= end:
            return None
        return self._keep_as_code(first, self._line_end(ending.end()))


def _indent(lead: str, *, is_quoted: bool) -> int:
    """Return the column where a line's text begins, without the marks of quotations before it."""
    blanks = lead.rpartition(">")[2]
    belongs_to_mark = is_quoted and blanks[:1] == " "
    return len(blanks.expandtabs(4)) - belongs_to_mark


def _after_label(label: str) -> list[str]:
    """Return the labels that may follow one: "i" → ["j", "ii"]."""
    letters = [chr(ord(label) + 1)] if len(label) == 1 else []
    roman_index = _ROMANS.index(label) + 1 if label in _ROMANS else len(_ROMANS)
    return [*letters, *_ROMANS[roman_index : roman_index + 1]]


def _is_code(name: str) -> bool:
    return name in _CODE or name.rpartition(":")[2].startswith("auto")


def _is_prose(name: str) -> bool:
    domain, colon, _ = name.partition(":")
    return name in _PROSE or (colon != "" and domain in _PROSE_DOMAINS and not _is_code(name))


def _end_of_tag(name: str) -> re.Pattern[str]:
    """Return a pattern of "{% endNAME %}" and "{{</NAME>}}"."""
    return re.compile(
        rf"\{{%-?[ \t]*end{re.escape(name)}[ \t]*-?%\}}|\{{\{{[<%][ \t]*/[ \t]*{re.escape(name)}\b"
        r"[^}\n]*\}\}"
    )
