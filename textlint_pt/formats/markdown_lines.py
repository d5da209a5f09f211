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
from functools import cached_property, lru_cache
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
_MOST_METADATA = 50_000
#: a comment in YAML or TOML that silences a rule
_REMARK = regex(r"^#[ \t]*(textlint-pt-[^\n]*)$", re.M)
_KEYED = regex(r"[A-Za-z_][\w-]*:(?:[ \t]|$)|[ \t]+\S|- |#", re.M)

_LEAD = regex(r"(?:[ \t]*>)*[ \t]*")
_ITEM = regex(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(?=\S)|[ \t]*$)", re.M)
#: items that letters count: to Pandoc a list, to others a paragraph that its writer meant as one
_LETTERED = regex(r"(\(?)([a-z]|[ivx]{2,5})([.)])[ \t]+(?=\S)")
#: characters in which the second of them is looked for
_FARTHEST_ITEM = 2_000
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
_MOST_TERMS = 8
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
_PLAIN = regex(r"(?<![^\W_])[^\W_]{2,}[ \t]+[^\W_]{2,}")
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
    """Whether what stands in escaped brackets is a formula: they may be brackets that are shown."""
    return _ONLY_IN_FORMULAS.search(inner) is not None or _PLAIN.search(inner) is None


class _Fence(NamedTuple):
    """An open fence; `column` and `depth` are those of the list and of the quotation it is in."""

    mark: str
    is_code: bool
    column: int
    depth: int


class _Reader:
    def __init__(self, text: str) -> None:
        """Prepare to read lines; a line's first character chooses its reader."""
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
        self._next_letters: list[str] = []  # by which the next item may be counted
        self._before: list[int] = []  # the paragraph before the blank line
        self._styles: set[int] = set()  # brackets that close what is styled
        self._readers: dict[str, Callable[[int, int], int | None]] = {
            "`": self._fence, "~": self._tilde, ":": self._colon, "/": self._slashes,
            "!": self._admonition, "?": self._admonition, "=": self._admonition,
            "%": self._comment, "(": self._target, "+": self._break, "-": self._dashes,
            ";": self._dashes, "*": self._abbreviation, "[": self._bracket,
            "\\": self._backslash, "$": self._dollars, "{": self._braces, "<": self._html,
            ".": self._styled, "]": self._styled, "@": self._included,
        }  # fmt: skip

    def read(self) -> Lines:
        """Return the constructs that take whole lines."""
        start = self._metadata()
        if start and (slide := _SLIDE.match(self.text, start)):
            start = self._blank(start, slide.end() - 1)
        while start < len(self.text):
            start = self._line(start, self._end(start))
        return self._found

    # What readers share

    def _end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _change(self, start: int, end: int, seen: str = " ") -> None:
        if start < end:
            self._found.changes.append(Change(start, end, seen))

    def _blank(self, start: int, end: int) -> int:
        """Take lines away; where the next begins."""
        end = self._end(end)
        self._rule(start, end)
        self._in_definition = False
        return end + 1

    def _rule(self, start: int, end: int) -> None:
        """Mark lines as an empty heading, which ends lists as blank lines would not."""
        if start < end:
            self._found.titles.add(start)
            first = min(self._end(start), end)
            self._change(start, first, "#".ljust(first - start))
            self._change(first, end)

    def _take(self, start: int, end: int) -> int:
        """Take away lines but for what follows in the last; where the next begins."""
        last = self.text.rfind("\n", start, end) + 1
        self._rule(start, last)
        self._change(last, end, "x")
        return self._end(end) + 1

    def _display(self, start: int, end: int) -> int:
        """Take away what is shown between two parts of a sentence."""
        self._found.displays.append(end)
        return self._blank(start, end)

    def _code(self, start: int, end: int) -> int:
        self._found.code.append((start, end))
        self._in_definition = False
        return end + 1

    def _title(self, first: int, title: tuple[int, int], end: int, mark: str = "# ") -> None:
        """Let a stretch of a line be a heading; without it the line is blank."""
        start, stop = title
        if not self.text[start:stop].strip():
            start = stop = end
        if start == stop and mark == "# ":
            self._rule(first, end)
            return
        self._found.titles.add(first + len(mark) - 2)
        self._change(first, start, mark + " " * (start - first - len(mark)))
        self._change(stop, end)

    def _metadata(self) -> int:
        """Return where metadata at the top ends."""
        for pattern in (_YAML, _TOML, _JSON):
            if front := pattern.match(self.text):
                is_shown = pattern is not _YAML or self._is_yaml(front)
                self._shown_metadata(0, front.end(), is_shown=is_shown)
                return front.end() + 1
        start = at = len(self.text) - len(self.text.lstrip())
        key = _KEY.match(self.text, at)
        if key is None or key[1].strip().lower() not in _KEYS:
            return 0
        lines = 0
        while self.text[at : (end := self._end(at))].strip():
            if self.text.startswith("---", at) and lines:
                end = self._end(at)
                self._shown_metadata(start, end)
                return end + 1
            is_more = lines and self.text[at] in " \t"
            if not is_more and not _KEY.match(self.text, at, end):
                return 0
            lines += 1
            at = end + 1
        if lines < 2 and key[1].lower() not in ("title", "slug"):
            return 0
        self._shown_metadata(start, at - 1)
        return at

    @staticmethod
    def _is_yaml(front: re.Match[str]) -> bool:
        """Return whether metadata is YAML, with titles that other programs read."""
        if not _SHOWN.search(front[0]):
            return True
        inside = front[0].strip().partition("\n")[2].rpartition("\n")[0]
        try:
            return len(inside) <= _MOST_METADATA and is_mapping(inside)
        except Malformed:
            return False

    def _shown_metadata(self, start: int, end: int, *, is_shown: bool = True) -> None:
        """Take metadata away but for its titles, and its descriptions, which become items."""
        for match in _REMARK.finditer(self.text, start, end):
            self._found.comments.append((Span(*match.span()), Span(*match.span(1))))
        for match in _SHOWN.finditer(self.text, start, end) if is_shown else ():
            self._change(start, match.start())
            value = match.span(match.lastindex or 0)
            is_line = "\n" not in self.text[slice(*value)].strip()
            if is_line and (match["title"] or match["name"] or match["head"]):
                self._title(match.start(), value, match.end())
            else:
                key = value[0] - match.start()
                self._change(match.start(), value[0], "- " + "x" * (key - 3) + " ")
                self._change(value[1], match.end())
            start = match.end()
        self._change(start, end)

    # Lines

    def _line(self, start: int, end: int) -> int:
        """Read a line and what begins in it; return where the next line begins."""
        lead = _LEAD.match(self.text, start, end)
        first = lead.end() if lead else start
        if first == end:
            return self._blank_line(first, end)
        depth = self.text.count(">", start, first)
        inner = self.text[start:first].rpartition(">")[2]
        indent = len(inner.expandtabs(4)) - (1 if depth and inner[:1] == " " else 0)
        if depth != self._depth:
            self._depth = depth
            self._columns.clear()
        while self._columns and indent < self._columns[-1]:
            self._columns.pop()
        column = self._columns[-1] if self._columns else 0
        while self._fences and (depth < self._fences[-1].depth or column < self._fences[-1].column):
            self._fences.pop()  # the item or the quotation ends
        if self._fences and self._fences[-1].is_code:
            if self._closes(first, end, self._fences[-1].mark):
                mark = self._fences.pop().mark
                if mark[0] == ":":
                    self._change(first, end, "~~~" + " " * (end - first - 3))
                self._after_blank = True
            return self._code(start, end)
        if self._options and (continue_at := self._option(first, end, indent - column)):
            return continue_at
        self._options = _Options.NONE
        if self._after_blank and indent >= column + 4:
            return self._code(start, end)
        was_blank, self._after_blank = self._after_blank, False
        item = _ITEM.match(self.text, first, end)
        if item and _CONTENTS_BELOW.match(self.text, end):
            return self._blank(first, end + 1)
        while item:
            self._paragraph = []
            self._in_definition = False
            width = min(item.end() - item.start(), 5) if item.end() < end else 2
            indent += width
            self._columns.append(indent)
            first = item.end()
            item = _ITEM.match(self.text, first, end) if first < end else None
        if first == end:
            return end + 1
        if lettered := self._lettered(first, end):
            self._item(first, lettered.end())
            return end + 1
        if (reader := self._readers.get(self.text[first])) and (
            continue_at := self._read_with(reader, first, end, was_blank)
        ):
            self._paragraph = []
            return continue_at
        if self.text[first] in "#|<":
            self._paragraph = []
            self._in_definition = False
        elif not self._in_definition:
            self._paragraph.append(first)
        return end + 1

    def _blank_line(self, first: int, end: int) -> int:
        """Read a blank line; return where the next line begins."""
        if self._fences and self._fences[-1].is_code:
            return self._code(first, end)
        if self._paragraph:
            self._before = self._paragraph
        elif not self._after_blank:
            self._before = []
        self._paragraph = []
        # "b)" is a letter that counts after a blank line, too; "b." may begin a sentence
        self._next_letters = [mark for mark in self._next_letters if mark[-1] == ")"]
        self._in_definition = False
        self._after_blank = True
        self._options = _Options.NONE
        return end + 1

    def _lettered(self, first: int, end: int) -> re.Match[str] | None:
        """Read an item counted by a letter: the next, or a first one with the next below it."""
        mark = _LETTERED.match(self.text, first, end)
        if mark is None or self._in_definition:
            return None
        label = mark[2]
        following = [mark[1] + next_label + mark[3] for next_label in _after_label(label)]
        if mark[0].rstrip() not in self._next_letters:
            blank = self._closer.find(_BLANK_LINE, end) if mark[3] == "." else None
            stop = min(blank.start() if blank else len(self.text), end + _FARTHEST_ITEM)
            lines = (line.lstrip(" \t>") for line in self.text[end:stop].split("\n"))
            if label not in "ai" or not any(line.startswith(tuple(following)) for line in lines):
                return None
        self._next_letters = following
        return mark

    def _item(self, first: int, stop: int) -> None:
        """Write an item's mark as `+`, so that all kinds of lists read alike; it ends at `stop`."""
        column = self._column(first) + min(stop - first, 5)
        self._change(first, first + 1, "+")
        if stop - first > 5:  # or else it would be code
            self._change(first + 2, stop - 1, "x")
            column = self._column(first) + 2
        else:
            self._change(first + 1, stop)
        self._paragraph = []
        self._columns.append(column)

    def _read_with(
        self, reader: Callable[[int, int], int | None], first: int, end: int, was_blank: bool
    ) -> int | None:
        if reader == self._dashes and not was_blank and self.text[first] == "-":
            return self._snippet(first, end) or self._columns_of_text(first, end)
        return reader(first, end)

    def _option(self, first: int, end: int, indent: int) -> int | None:
        """Read an option of a directive, or all of them between two lines of dashes."""
        if self._options is _Options.INDENTED:
            return self._blank(first, end) if indent >= 4 else None
        is_more = self._options is _Options.MORE and indent > 0
        if is_more or _OPTION.match(self.text, first, end):
            self._options = _Options.MORE
            return self._blank(first, end)
        if self._options is _Options.FIRST and self.text[first:end].rstrip() == "---":
            close = self._closer.find(_DASHES, end)
            if close:
                self._options = _Options.NONE
                return self._blank(first, close.end())
        return None

    # Fences and directives

    def _closes(self, first: int, end: int, mark: str) -> bool:
        close = _CLOSING.match(self.text, first, end)
        return close is not None and close[1].startswith(mark)

    def _open(self, mark: str, is_code: bool) -> None:
        column = self._columns[-1] if self._columns else 0
        self._in_definition = False
        self._fences.append(_Fence(mark, is_code, column, self._depth))

    def _close(self, first: int, end: int) -> int | None:
        """Close the innermost directive that a line of marks alone closes."""
        close = _CLOSING.match(self.text, first, end)
        if close is None:
            return None
        for number in range(len(self._fences) - 1, -1, -1):
            mark = self._fences[number].mark
            if mark[0] == close[1][0] and (mark[0] == ":" or close[1].startswith(mark)):
                del self._fences[number:]
                self._after_blank = True
                return self._blank(first, end)
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
        return self._code(first, end)

    def _tilde(self, first: int, end: int) -> int | None:
        return self._fence(first, end) or self._definition(first, end)

    def _colon(self, first: int, end: int) -> int | None:
        """Read a colon fence, directive or definition; return where reading continues."""
        if not self.text.startswith("::", first):
            return self._definition(first, end)
        if after := self._close(first, end):
            return after
        colons = _COLONS.match(self.text, first, end)
        if colons is None:
            return self._blank(first, end) if _LEAF.match(self.text, first, end) else None
        mark, at = colons[1], colons.start(2)
        stop = first + len(self.text[first:end].rstrip(" \t:"))
        if at >= stop:
            return self._blank(first, end)
        braced = _BRACED.match(self.text, at, end)
        if braced is None and self.text[at] == "{":  # a directive that lacks its other brace
            return self._code_container(first, mark, end)
        if braced is None:
            return self._container(first, mark, at, stop, end)
        name = braced[1].strip()
        has_attributes = name[:1] in ".#-" or "=" in name
        language = _LANGUAGE.search(name) if has_attributes else None
        if not is_portuguese(language[1]) if language else not has_attributes and _is_code(name):
            return self._code_container(first, mark, end)
        self._open(mark, is_code=False)
        if has_attributes:
            title = _TITLE.search(self.text, at, braced.end())
            self._title(first, title.span(title.lastindex or 1) if title else (end, end), end)
            return end + 1
        return self._directive(first, name, braced.end(), end)

    def _container(self, first: int, mark: str, at: int, stop: int, end: int) -> int | None:
        """Read `:::name`, `:::name title`, `:::name[title]`."""
        named = _NAMED.match(self.text, at, stop)
        if named is None:
            return None
        if self.text[stop:end].strip() == mark:  # `:::image source="…":::`
            return self._blank(first, end)
        if named[1].lower() in _BARE_CODE:
            return self._code_container(first, mark, end)
        self._open(mark, is_code=False)
        bracketed = _BRACKETED.match(self.text, named.end(1), stop)
        title = bracketed.span(1) if bracketed else (named.end(), stop)
        if not bracketed and (attributes := _ATTRIBUTES.search(self.text, title[0], stop)):
            title = (title[0], attributes.start())
        self._title(first, title, end)
        return end + 1

    def _code_container(self, first: int, mark: str, end: int) -> int:
        """Let the grammar see the colons around code as another fence."""
        self._open(mark, is_code=True)
        self._change(first, first + len(mark), "~" * len(mark))
        return self._code(first, end)

    def _directive(self, first: int, name: str, at: int, end: int) -> int:
        """Read the first line of a directive with prose: its argument is prose, a title, or
        neither."""
        local = name.rpartition(":")[2]
        self._options = _Options.FIRST
        self._after_blank = True
        if local in directives.VERSIONS:
            versions = 2 if local == "deprecated-removed" else 1
            for token in re.finditer(r"\S+[ \t]*", self.text[at:end]):
                at += len(token[0])
                versions -= 1
                if not versions:
                    break
        if local in directives.VERSIONS or local in directives.BODIES:
            self._title_or_text(first, at, end)
        elif local in _TITLED or name.startswith(("prf:", "proof:")):
            self._title(first, (at, end), end)
        else:
            self._rule(first, end)
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
        self._title(first, slashes.span(3) if has_title else (end, end), end)
        self._options = _Options.INDENTED
        return end + 1

    def _admonition(self, first: int, end: int) -> int | None:
        """Read `!!! note "Title"` with its text indented by four: less than six are no code."""
        if not _ADMONITION.match(self.text, first, end):
            return None
        start = self.text.find('"', first, end)
        stop = self.text.rfind('"', start + 1, end) if start >= 0 else -1
        title = (start + 1, stop) if stop >= 0 else (end, end)
        self._found.asides.add(first)
        self._title(first, title, end, mark="+  # ")
        self._columns.append(self._column(first) + 3)
        self._after_blank = True
        return end + 1

    def _column(self, first: int) -> int:
        start = self.text.rfind("\n", 0, first) + 1
        inner = self.text[start:first].rpartition(">")[2]
        return len(inner.expandtabs(4)) - (1 if self._depth and inner[:1] == " " else 0)

    def _bracket(self, first: int, end: int) -> int | None:
        """Read a footnote, a table of contents, the first line of an alert."""
        if note := _FOOTNOTE.match(self.text, first, end):
            width = note.end() - first
            self._found.asides.add(first)
            self._change(first, note.end(), "+ " + "x" * (len(note[0].rstrip()) - 2)
                         + " " * (width - len(note[0].rstrip())))  # fmt: skip
            self._columns.append(self._column(first) + 2)
            return end + 1
        if _CONTENTS.match(self.text, first, end):
            return self._blank(first, end)
        alert = _ALERT.match(self.text, first, end) if self._depth else None
        if alert is None or self._paragraph:
            return None
        self._title_or_text(first, alert.end(), end)
        return end + 1

    def _title_or_text(self, first: int, at: int, end: int) -> None:
        """Read the title or the text after the name of an admonition."""
        following = _LEAD.match(self.text, end + 1)
        below = self.text[following.end() :][:1] if following else ""
        is_text = self.text[at:end].rstrip().endswith((".", ",", ";", ":")) or below.islower()
        if is_text and self.text[at:end].strip():
            self._after_blank = False
            self._change(first, at, "x")
        else:
            self._title(first, (at, end), end)

    # Definitions

    def _definition(self, first: int, end: int) -> int | None:
        """Read a definition and note its terms; None if the line is none."""
        mark = _DEFINITION.match(self.text, first, end)
        if mark is None:
            return None
        terms = self._paragraph or (self._before if len(self._before) == 1 else [])
        if len(terms) > _MOST_TERMS or (terms and self.text.count("`", terms[0], first) % 2):
            return None  # a paragraph, or code that goes on
        if not terms and self.text[first] == "~" and not self._found.terms:
            return None
        self._found.terms.extend(terms)
        self._before = []
        self._in_definition = True
        self._item(first, mark.end())
        return end + 1

    # Formulas, templates, comments

    def _backslash(self, first: int, end: int) -> int | None:
        """Read a formula or command on its own line; None if the line is none."""
        environment = _ENVIRONMENT.match(self.text, first, end)
        if environment:
            stop = self._closer.find(_end_of(environment[1]), first)
            return self._display(first, stop.end()) if stop else None
        if _COMMANDS.match(self.text, first, end):
            return self._blank(first, end)
        bracket = _BRACKET.match(self.text, first, end)
        if bracket is None:
            return None
        return self._formula(first, bracket.end(), _closing_bracket(bracket[1]))

    def _formula(self, first: int, inner: int, closing: re.Pattern[str]) -> int | None:
        """Read a formula on its own lines if only its label follows, else return None."""
        blank = self._closer.find(_BLANK_LINE, inner)
        stop = self._closer.find(closing, inner)
        if stop is None or (blank and blank.start() < stop.start()):
            return None
        if not is_formula(self.text[inner : stop.start()]):
            return None
        if _AFTER_FORMULA.match(self.text, stop.end(), self._end(stop.end())):
            return self._display(first, stop.end())
        if "\n" not in self.text[first : stop.end()]:
            return None
        return self._take(first, stop.end())

    def _dollars(self, first: int, end: int) -> int | None:
        return (
            self._formula(first, first + 2, _DOLLARS) if self.text.startswith("$$", first) else None
        )

    def _braces(self, first: int, end: int) -> int | None:
        """Read tags of Liquid, Hugo and kramdown."""
        if kramdown := _KRAMDOWN.match(self.text, first, end):
            stop = self._closer.find(_END_OF_KRAMDOWN, kramdown.end())
            is_option = kramdown[1] == "options" or kramdown[0].endswith("/}")
            return self._blank(first, end if is_option or not stop else stop.end())
        tag = _SHORTCODE.match(self.text, first, end)
        if tag and (tag[1].lower() in _CODE_TAGS or "code" in tag[1].lower()):
            stop = self._closer.find(_end_of_tag(tag[1]), tag.end())
            if stop:
                if tag[1] == "comment":
                    inner = Span(self.text.find("}", first) + 1, stop.start())
                    self._found.comments.append((Span(first, stop.end()), inner))
                return self._display(first, stop.end())
        if _TAGS.match(self.text, first, end):
            return self._blank(first, end)
        opening = next((mark for mark in _TAG_ENDS if self.text.startswith(mark, first)), None)
        # over several lines, the last of which would be a quotation
        stop = self._closer.find(_TAG_ENDS[opening], end) if opening else None
        blank = self._closer.find(_BLANK_LINE, end)
        if stop is None or (blank and blank.start() < stop.start()):
            return None
        if opening and _TAG_ENDS[opening].search(self.text, first, end):
            return None
        return self._take(first, stop.end())

    def _comment(self, first: int, end: int) -> int | None:
        """Read a comment of MyST, or the head of a page of Pandoc."""
        if self._columns or (self._paragraph and _AFTER_DIGIT.match(self.text, first)):
            return None  # "50\n% of them"
        if _NOT_SHOWN.match(self.text, first, end) and (stop := self._closer.find(_NOT_SHOWN, end)):
            end = stop.end()
        self._found.comments.append((Span(first, end), Span(first + 1, end)))
        return self._blank(first, end)

    def _included(self, first: int, end: int) -> int | None:
        """Return a file whose text is shown here."""
        return self._blank(first, end) if _INCLUDED.match(self.text, first, end) else None

    def _target(self, first: int, end: int) -> int | None:
        """Read a label on its own line, or before a text; None if the line has none."""
        if label := _LABEL.match(self.text, first, end):
            self._found.labels.append((Span(first, label.end(1) + 2), Span(*label.span(1))))
            return self._blank(first, end)
        if label := _TEXT_LABEL.match(self.text, first, end):
            self._change(first, label.end(), "x")
            return end + 1
        return None

    def _break(self, first: int, end: int) -> int | None:
        if _GRID.match(self.text, first, end):
            return self._skip(first, self._closer.find(_BLANK_LINE, first))
        if self._paragraph or not _BREAK.match(self.text, first, end):
            return None
        return self._blank(first, end)

    def _skip(self, start: int, until: re.Match[str] | None) -> int:
        """Leave out what is not understood, up to a match."""
        end = until.start() if until else len(self.text)
        self._found.skipped.append(Span(start, end))
        return self._blank(start, end)

    def _columns_of_text(self, first: int, end: int) -> int | None:
        """Skip a table aligned by spaces, with its head above; None if there is none."""
        if not _COLUMNS.match(self.text, first, end):
            return None
        start = self._paragraph[0] if self._paragraph else first
        is_framed = start == first or not self.text[start : self._end(start)].strip("- \t")
        end_mark = self._closer.find(_END_OF_COLUMNS, end) if is_framed else None
        return self._skip(
            start, self._closer.find(_BLANK_LINE, end_mark.start() if end_mark else first)
        )

    def _dashes(self, first: int, end: int) -> int | None:
        """Read included snippets, and metadata further down."""
        if after := self._snippet(first, end) or self._columns_of_text(first, end):
            return after
        if slide := _SLIDE.match(self.text, first):
            return self._blank(first, slide.end() - 1)
        if self.text[first:end].rstrip() != "---":
            return None
        at = end + 1
        while _KEYED.match(self.text, at, self._end(at)):
            at = self._end(at) + 1
        if at == end + 1 or self.text[at : self._end(at)].rstrip() != "---":
            return None
        return self._blank(first, at)

    def _snippet(self, first: int, end: int) -> int | None:
        snippet = _SNIPPET.match(self.text, first, end)
        if snippet is None:
            return None
        stop = None if snippet[1] else self._closer.find(_NEXT_SNIPPET, end)
        return self._blank(first, stop.end() if stop else end)

    def _abbreviation(self, first: int, end: int) -> int | None:
        return self._blank(first, end) if _ABBREVIATION.match(self.text, first, end) else None

    def _styled(self, first: int, end: int) -> int | None:
        """Drop `.pull-left[` around blocks and its closing bracket; None if the line has
        neither."""
        at = first + (first in self._styles)
        opening = _STYLED.match(self.text, at, end)
        close = self._closing.get(opening.end() - 1) if opening else None
        if opening and close:
            blank = self._closer.find(_BLANK_LINE, at)
            is_alone = not self.text[opening.end() : end].strip()
            if is_alone or (blank and blank.start() < close):
                self._styles.add(close)
                self._change(close, close + 1)
                at = opening.end()
        if at == first:
            return None
        if not self.text[at:end].strip():
            return self._blank(first, end)
        self._change(first, at, "x")
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
        if self.text.startswith("<<<", first):
            return self._included(first, end)
        if self.text.startswith("<!--", first):
            stop = self._closer.find(_END_OF_COMMENT, first + 4)
        elif raw := _RAW_HTML.match(self.text, first, end):
            stop = self._closer.find(_end_of_element(raw[1].lower()), raw.end())
            if stop and raw[1].lower() in ("svg", "math"):
                alone = not self.text[stop.end() : self._end(stop.end())].strip()
                return self._display(first, stop.end()) if alone or raw[1] == "svg" else None
        else:
            return None
        if stop is None or stop.end() <= end:
            return None
        return self._code(first, self._end(stop.end()))


def _after_label(label: str) -> list[str]:
    """Return labels that may count the item after the one of `label`."""
    letters = [chr(ord(label) + 1)] if len(label) == 1 else []
    at = _ROMANS.index(label) + 1 if label in _ROMANS else len(_ROMANS)
    return [*letters, *_ROMANS[at : at + 1]]


def _is_code(name: str) -> bool:
    return name in _CODE or name.rpartition(":")[2].startswith("auto")


def _is_prose(name: str) -> bool:
    domain, colon, _ = name.partition(":")
    return name in _PROSE or (colon != "" and domain in _PROSE_DOMAINS and not _is_code(name))


@lru_cache(256)
def _end_of(environment: str) -> re.Pattern[str]:
    return re.compile(rf"\\end\{{{re.escape(environment)}\}}")


@lru_cache(256)
def _end_of_tag(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"\{{%-?[ \t]*end{re.escape(name)}[ \t]*-?%\}}|\{{\{{[<%][ \t]*/[ \t]*{re.escape(name)}\b"
        r"[^}\n]*\}\}"
    )


@lru_cache(256)
def _end_of_element(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}[ \t]*>", re.I)


@lru_cache(256)
def _closing_bracket(backslashes: str) -> re.Pattern[str]:
    return re.compile(rf"{re.escape(backslashes)}\]")
