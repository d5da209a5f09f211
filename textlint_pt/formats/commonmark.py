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
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt.contract.format import Malformed, Parsed
from textlint_pt.formats import directives, hypertext, markdown_lines, tags
from textlint_pt.formats.markdown_lines import is_formula
from textlint_pt.formats.markup import (
    SPEECH,
    Closer,
    Edits,
    StandIns,
    are_verses,
    block,
    braced,
    closing_end,
    code_spans,
)
from textlint_pt.text.document import EMPTY, Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

# Modules of MDX on lines of their own.
_MODULES = regex(
    r"""
      ^import\s(?:[\w*{](?:[^;'"\n]|\n(?!import\s)){0,2000}?\sfrom\s*)?
        ['"][^'"\n]+['"];?[ \t]*$
    | ^export\s+(?:const|let|var|function|default|class|async|type|interface|[{*])
        (?:[^\n]|\n(?![ \t]*$))*
    """,
    re.VERBOSE | re.MULTILINE,
)
_JSX_LINE = regex(r"^[ \t>]*(?=</?(?:[A-Z]|>))", re.MULTILINE)
#: after a tag that is part of a paragraph
_TEXT_FOLLOWS = regex(r"[ \t]*[^\s<]")
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

_MAY_HAVE_MARKUP = regex(r"[\\`*_~\[<&{$:@^]|  \n|==|\+\+")
_MDX_COMMENT = regex(r"^[ ]{0,3}(?=\{/\*)", re.MULTILINE)
_BACKQUOTES = regex(r"`+")
_BRACE = regex(r"(?<!\\)[{}]")
_CELL = regex(r"(?<=\|)(?:[^|\\\n]|\\.)+(?=\|)")
_NESTED_BRACKETS = regex(
    r"(?<=\[)[^\[\]\n]{0,300}(\[)[^\[\]\n]{0,300}(\])(?![(\[])[^\[\]\n]{0,300}(?=\]\()"
)
_INLINE_NOTE = regex(r"\^\[((?:[^\[\]]|\[[^\[\]]*\]){0,3000})\]")
_MASK = re.compile(rb"\x01+")
_CLOSING_HASHES = re.compile(rb"(?:^|[ \t]+)#+[ \t]*\Z")
_ANCHOR = regex(r"#([^\s{}]+)")
_ESCAPED = regex(r"\\([!-/:-@\[-`{-~])")
#: of a heading, as MDX wants it
_ESCAPED_ID = regex(r"\\\{#([^\s{}]+)\}[ \t]*\Z")
#: formulas; the brackets of the first two may be brackets that are shown
_FORMULA = regex(
    r"""
      (?P<mark>\\{1,2})(?:\((?P<round>(?:(?!\\[()]).){1,1000}?)(?P=mark)\)
                      |\[(?P<square>(?:(?!\\[\[\]]).){1,1000}?)(?P=mark)\])
    | (?<![\\$])\$\$(?!\$)(?:(?!\$\$).){1,1000}?\$\$
    | (?<![\w$\\])\$(?=[^\s$])(?:[^$\n]*|(?=[^$]*[\\^_=])[^$\n]*\n[^$\n]*)(?<=[^\s\\$])\$(?![\w$])
    | (?<![\w$\\])\$(?=[^$\n]*(?:\\[A-Za-z]|[_^=]))[^$\n]{1,300}(?<!\\)\$(?![\w$])
    | (?<![\\$])\$(?=[^$\s]*[\\^_])[^$\s]{2,80}(?<!\\)\$(?!\$)
    | (?<!\\)\\begin\{(?P<name>[A-Za-z]+\*?)\}(?:.{0,1000}?)\\end\{(?P=name)\}
    | (?<![\\\w])\\[A-Za-z]+\*?(?:\[[^\]\n]{0,100}\])?(?:\{[^{}\n]{0,300}\})+
    """,
    re.VERBOSE | re.DOTALL,
)
#: what keeps its place in a sentence and is no prose: emoji, keys, citations and references
_OPAQUE = regex(
    r"""
      (?<![\w:]):[a-z][a-z0-9_+-]*:(?![\w:])
    | \+\+(?:"[^"\n]*"|[a-z0-9][^\s+]*)(?:\+(?:"[^"\n]*"|[^\s+"]+))*\+\+
    | (?<=\w)\^[^\s^]{1,20}\^
    | \[!DNL\s[^\[\]]{1,300}\]
    | \\@ref\([^()\n]*\)
    | !?\[\[[^\[\]\n|]*\]\]
    | \[(?:[^\[\]]{0,300}?[\s;])?-?@[\w{][^\[\]]{0,300}\](?![(\[:])
    | (?<![\w/.@`])-?@[A-Za-z](?:[\w:.\#$%&+?~/-]*\w)?
    """,
    re.VERBOSE,
)
#: an address with spaces, which Python-Markdown (MkDocs) and kramdown (Jekyll) take for one
_ADDRESS_WITH_SPACES = regex(
    r"""(?<=\]\()[^\s()<>"']{1,300}[ \t][^()<>"'\n]{0,300}(?=\)|[ \t]"[^"\n]{0,300}"\))"""
)
#: what leaves no trace but for the text in it: labels of equations, inclusions, wiki links, marks
_DROPPED_AROUND_TEXT = regex(
    r"""
      \(\\\#[\w:-]+\)
    | \[!UICONTROL\s+(?P<label>[^\[\]]{1,300})\]
    | \[!(?:include|video|badge|code[\w-]{0,20}|notebook)\b[^\[\]\n]{0,300}
        (?:\[[^\[\]\n]{0,300}\]\([^()\[\]\n]{0,500}\)[^\[\]\n]{0,300})?\]
    | !\[\[[^\[\]\n]*\]\]
    | \[\[[^\[\]\n|]*\|(?P<alias>[^\[\]\n]+)\]\]
    | (?<![\w)\].])(?:\.[a-z][\w-]{0,60}){1,8}
        \[(?P<styled>(?:[^\[\]]|\[[^\[\]]*\]){1,300})\](?![(\[])
    | (?<![=\w])==(?P<marked>[^\s=](?:[^=]{0,300}[^\s=])?)==(?![=\w])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ROLE = regex(r"\{([A-Za-z][\w:.+-]*)\}\Z")
_ROLE_TARGET = regex(r"(?<!\s)\s*<([^<>]*)>\Z")
_ATTRIBUTES = regex(r"[a-z][\w-]*=(?:\"[^\"]*\"|'[^']*'|[^\s\"']+)(?:\s+[\w.#-]+(?:=\S*)?)*")
_SPAN = regex(r"\{((?=[.#:]|[a-z][\w-]*=)[^{}\n]*)\}")
_CRITIC = regex(r"\{(\+\+|--|~~|==|>>)([\s\S]*?)(\+\+|--|~~|==|<<)\}\Z")
#: an option of a cell that Quarto or knitr runs, whose value is shown: a line of YAML, which lines
#: that are indented further go on, or a string of R after the name of the language
_CAPTION_LINE = regex(
    r"^[ \t>]*(?:#|//|%%|--)\|[ ](?:fig|tbl|lst)-(?:cap|alt)[ \t]*:[ \t]*"
    r"(?P<sign>[|>][-+]?[ \t]*\r?$)?(?P<value>[^\n]*(?:\n[ \t>]*(?:#|//|%%|--)\|[ ]{2,}[^\n]*)*)",
    re.MULTILINE,
)
#: of code in a directive of MyST, whose options stand in its first lines
_CAPTION_OF_CODE = regex(
    r"\s*\n(?:[ \t>]*+(?:---|(?!:?caption:):?[\w-]+:[^\n]*)[ \t\r]*\n)*+"
    r"[ \t>]*:?caption:[ ]+(?P<value>[^\n]*[^\s])"
)
_CAPTION_PREFIX = regex(r"\n[ \t>]*(?:#|//|%%|--)\|[ ]+")
_CAPTION_OPTION = regex(
    r"\bfig[.](?:cap|alt)[ ]?=[ ]?(?P<quote>[\"'])(?P<value>[^\"'\n]*)(?P=quote)"
)
#: lines of speech below one another, as in novels that are wrapped by hand; one asks or exclaims
_SPEECH = regex(r"\n[ \t]*[—―–] ?\w[^\n]*")

# A run of text beyond these limits is kept as it is: the inline grammar needs quadratic time.
_MAX_INLINE, _MAX_DELIMITERS = 200_000, 1_000
_MAX_EXPRESSION, _MAX_BRACES, _MAX_TAG = 500, 2_000, 5_000

#: marks of quotations beyond the hundredth of a line, which the grammar would read as text
_TOO_DEEP = regex(r"^(?:[ \t]{0,3}>){100}[ \t]*(>[ \t>]*)", re.MULTILINE)

#: more blank lines than anybody needs: the grammar keeps something of each
_BLANK_LINES = regex(r"(?<=\n)(?:[ \t]*\n){8,}")

#: what is Markdown to some readers even in a block of HTML
_MARKDOWN = regex(r"\]\(|\*\*|`|^[ \t]*(?:#{1,6}|[-*+>|]|\d+\.)[ \t]", re.MULTILINE)
_WITH_MARKDOWN = regex(r"<\w[^<>]*\smarkdown\b", re.IGNORECASE)

_COMMENT = regex(r"<!--.*?(?:-->|\Z)", re.DOTALL)
#: an image, and a link, which may have one for its text, between tags
_DESTINATION = r"\(([^()\s]{1,500})(?:[ ]+[\"'][^\n]{0,200}?[\"'])?\)"
_IMAGE_BETWEEN_TAGS = regex(rf"!\[([^\[\]\n]{{0,300}})\]{_DESTINATION}")
_LINK_BETWEEN_TAGS = regex(
    rf"(?<!!)\[((?:!\[[^\]\n]{{0,300}}\]\([^)\n]{{0,500}}\)|[^\[\]\n]){{0,300}})\]{_DESTINATION}"
)

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
    """Return what the format `markdown` reads."""
    return _Reader(raw).read()


@cache
def _parsers() -> tuple[Parser, Parser]:
    """Return the block and the inline parser."""
    import tree_sitter_markdown
    from tree_sitter import Language, Parser

    return (
        Parser(Language(tree_sitter_markdown.language())),
        Parser(Language(tree_sitter_markdown.inline_language())),
    )


def _stand_in(char: str) -> str:
    """Return a character of the same class for the grammars."""
    if char == "\r":
        return " "
    if "\0" < char < "\x80":
        return char
    # punctuation that is not markup, or a letter
    return "," if unicodedata.category(char)[0] in "PS" else "x"


_ASCII = StandIns(_stand_in)


def _one_blank_line(lines: re.Match[str]) -> str:
    return " " * (len(lines.group()) - 1) + "\n"


class _Run(NamedTuple):
    """One run of inline content: `gaps` are line prefixes inside it, such as "> "."""

    kind: Kind
    start: int
    end: int
    gaps: tuple[tuple[int, int], ...]
    section: int
    interrupted: bool


class _Tags(NamedTuple):
    """A block of HTML; its tags may exclude the text after it, as `translate="no"` does."""

    start: int
    end: int
    section: int


class _Edits(Edits):
    """The differences between a run and its text, by places in the file: also its tags, the notes
    that are written in it, and how many lines its author broke."""

    def __init__(self, base: int) -> None:
        super().__init__(base)
        self.tags: list[tuple[int, int]] = []
        self.notes: list[tuple[int, int]] = []
        self.breaks = 0


class _Reader:
    def __init__(self, raw: str) -> None:
        """Prepare the shadow of a text that the grammars read."""
        self.raw = raw
        self.comments: list[Comment] = []
        #: 1 for each character that is not Markdown
        self.masked = bytearray(len(raw))
        # CR LF ends a line as LF does; a lone CR does too
        shadow = re.sub(r"\r(?!\n)", "\n", raw) if "\r" in raw else raw
        shadow = _BLANK_LINES.sub(_one_blank_line, shadow)
        # the grammar wants the last line ended
        self.shadow = bytearray(shadow.translate(_ASCII).encode("ascii") + b"\n")
        #: addresses of link definitions ("[label]: address") by normalised label
        self.addresses: dict[str, str] = {}
        self.markup: list[Markup] = []
        #: true while an open tag excludes the text after it
        self._unread = tags.Unread(raw)
        self._lines: markdown_lines.Lines

    def read(self) -> Parsed:
        """Return the blocks of a page in reading order."""
        for nested in _TOO_DEEP.finditer(self.raw):
            self._mask(*nested.span(1), "x")
        self._read_lines()
        blocks, _ = _parsers()
        found: list[Block] = []
        # links by label need labels that may come later
        runs = list(self._runs(blocks.parse(bytes(self.shadow)).root_node))
        shown = self._blocks_of_tags([run for run in runs if isinstance(run, _Tags)])
        for run in runs:
            if isinstance(run, _Tags):
                self._read_tags(run.start, run.end)
                self._read_links(run.start, run.end)
                found.extend(
                    block_shown._replace(section=run.section) for block_shown in shown[run.start]
                )
            else:
                found.extend(self._blocks(run))
        self.comments.sort(key=lambda comment: comment.span.start)
        skipped = tuple(self._lines.skipped)
        return Parsed(tuple(found), tuple(self.comments), skipped, markup=tuple(self.markup))

    # What is not Markdown

    def _mask(self, start: int, end: int, fill: str) -> None:
        """Remove a range from the text; in the shadow it becomes `fill`, line breaks stay."""
        self.masked[start:end] = b"\1" * (end - start)
        kept = re.sub(rb"[^\n]", fill.encode(), self.shadow[start:end])
        self.shadow[start:end] = kept

    def _read_lines(self) -> None:
        """Mask the constructs that take whole lines outside code."""
        self._lines = lines = markdown_lines.read(self.shadow.decode("ascii")[: len(self.raw)])
        for start, end, stand_in in lines.changes:
            if len(stand_in) == 1:  # else it is as long as the range
                self._mask(start, end, stand_in)
            else:
                self.masked[start:end] = b"\1" * (end - start)
                self.shadow[start:end] = stand_in.encode()
        for whole, inner in lines.comments:
            self.comments.append(Comment(self.raw[inner.start : inner.end].strip(), whole))
        for whole, inner in lines.labels:
            written = self._written(*whole)
            self.markup.append(
                Markup(MarkupKind.ANCHOR, written, target=self.raw[inner.start : inner.end])
            )
        code = bytearray(len(self.raw) + 1)
        for start, end in lines.code:
            code[start:end] = b"\1" * (end - start)
        for start, end, fill in list(self._jsx(self.shadow.decode("ascii"), code)):
            self._mask(start, end, fill)

    def _jsx(self, text: str, code: bytearray) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and stand-in of modules, components and comments of MDX.

        `text` is the shadow, `code` is 1 where it is code.
        """
        for match in _MODULES.finditer(text):
            if not code[match.start()]:
                yield match.start(), match.end(), " "
        for match in _JSX_LINE.finditer(text):
            start = match.end()
            if code[start]:
                continue
            end = _tag_end(text, start)
            if end and not _TEXT_FOLLOWS.match(text, end):
                self.markup.extend(tags.markup(self.raw, [(start, end)]))
                yield start, end, " "
        position = 0
        while opening := _MDX_COMMENT.search(text, position):
            position = opening.end() + 1
            if not code[opening.end()]:
                span = self._comment(opening.end(), len(text), "{/*", "*/}")
                if span is None:
                    return
                yield span.start, span.end, " "
                position = span.end

    def _comment(self, start: int, end: int, opening: str, closing: str) -> Span | None:
        """Record the first comment of a range; return its span, None if there is none."""
        start = self.raw.find(opening, start, end)
        content_start = start + len(opening)
        content_end = self.raw.find(closing, content_start, end) if start >= 0 else -1
        if content_end < 0:
            return None
        span = Span(start, content_end + len(closing))
        self.comments.append(Comment(self.raw[content_start:content_end].strip(), span))
        return span

    # Blocks

    def _runs(self, root: Node) -> Iterator[_Run | _Tags]:
        """Yield runs of inline content and blocks of tags in reading order.

        Link labels are recorded on the way. Code, a table or a displayed formula interrupts a run.
        """
        section = 0
        interrupted = False
        displays = deque(self._lines.displays)
        stack: list[tuple[Node, Kind]] = [(root, Kind.PARAGRAPH)]
        while stack:
            node, kind = stack.pop()
            if not self._is_aside(node):
                kind = _CONTAINERS.get(node.type, kind)
            if node.type in _MASKED:
                interrupted = node.type != "thematic_break"
                yield from self._masked_runs(node, section)
            elif node.type in ("inline", "pipe_table_cell"):
                if node.type == "pipe_table_cell":
                    kind = Kind.TABLE_CELL
                while displays and displays[0] <= node.start_byte:
                    displays.popleft()
                    interrupted = True
                yield from self._inline_runs(node, kind, section, interrupted)
                interrupted = False
            else:
                if kind is Kind.HEADING and node.type.endswith("heading"):
                    section += node.start_byte not in self._lines.titles
                stack.extend((child, kind) for child in reversed(node.children))

    def _masked_runs(self, node: Node, section: int) -> Iterator[_Run | _Tags]:
        """Read a block that is not prose; yield what is shown of it: HTML, captions of code."""
        if node.type == "html_block":
            position = node.start_byte
            while comment := self._comment(position, node.end_byte, "<!--", "-->"):
                position = comment.end
            for child in node.children:
                if child.type == "block_continuation":
                    self._mask(child.start_byte, child.end_byte, " ")
            yield _Tags(node.start_byte, min(node.end_byte, len(self.raw)), section)
        elif node.type in _CODE:
            self._code(node)
            yield from self._captions(node, section)
        elif node.type == "link_reference_definition":
            parts = {child.type: child for child in node.children}
            if label := parts.get("link_label"):
                name = self._normal_label(label.start_byte + 1, label.end_byte - 1)
                self.addresses.setdefault(name, self._address(parts.get("link_destination"), 0))

    def _inline_runs(
        self, node: Node, kind: Kind, section: int, interrupted: bool
    ) -> Iterator[_Run]:
        """Yield the run of a node of inline content, divided if it holds terms or a table."""
        gaps = tuple(
            (child.start_byte, child.end_byte)
            for child in node.children
            if child.type == "block_continuation" and child.start_byte < child.end_byte
        )
        end = min(node.end_byte, len(self.raw))
        run = _Run(kind, node.start_byte, end, gaps, section, interrupted)
        begins_with_bar = self.shadow[run.start] == ord("|")
        if begins_with_bar and kind is not Kind.TABLE_CELL:
            yield from self._cells(run)
        else:
            yield from self._terms(run)

    def _cells(self, run: _Run) -> Iterator[_Run]:
        """Yield the cells of a table without a line below its head, as kramdown reads it."""
        text = self.shadow[run.start : run.end].decode("ascii")
        rows = [row for row in text.splitlines() if row.strip(" >")]
        if not all(row.lstrip(" >").startswith("|") and row.rstrip()[-1] == "|" for row in rows):
            yield run
            return
        for start, end, _ in _code_spans(text):  # a "|" in code divides no cells
            text = text[:start] + "x" * (end - start) + text[end:]
        for cell in _CELL.finditer(text):
            start, end = run.start + cell.start(), run.start + cell.end()
            yield run._replace(kind=Kind.TABLE_CELL, start=start, end=end, gaps=())

    def _is_aside(self, node: Node) -> bool:
        """Return whether an item of a list is in fact an admonition or a footnote."""
        if node.type != "list_item" or not self._lines.asides:
            return False
        start = node.start_byte
        while self.shadow[start : start + 1] == b" ":
            start += 1
        return start in self._lines.asides

    def _terms(self, run: _Run) -> Iterator[_Run]:
        """Yield the text before the terms of definitions in a run, and a run for each term."""
        terms = self._lines.terms
        first_term, after_last_term = bisect_left(terms, run.start), bisect_left(terms, run.end)
        starts = [*terms[first_term:after_last_term], run.end]
        has_terms = after_last_term > first_term
        end_before = self.shadow.rfind(b"\n", run.start, starts[0]) if has_terms else run.end
        if end_before > run.start:  # nothing but its indentation may stand before a term
            yield run._replace(end=end_before)
        for start, following in pairwise(starts):
            end = run.end if following == run.end else self.shadow.rfind(b"\n", start, following)
            gaps = tuple(gap for gap in run.gaps if start <= gap[0] < end)
            yield run._replace(kind=Kind.LIST_ITEM, start=start, end=end, gaps=gaps)

    def _code(self, node: Node) -> None:
        """Record a block of code with its language."""
        parts = {child.type: child for child in node.children}
        inner = parts.get("code_fence_content")
        written = self._written(node.start_byte, node.end_byte)
        written = written[: len(written.text.rstrip())]
        if node.type == "indented_code_block":
            inner = node
        content = self._unprefixed(inner).within(written.span()) if inner else EMPTY
        info = parts.get("info_string")
        name = _language(self.raw[info.start_byte : info.end_byte]) if info else ""
        self.markup.append(Markup(MarkupKind.CODE_BLOCK, written, content, name=name))

    def _captions(self, node: Node, section: int) -> Iterator[_Run]:
        """Yield the captions among the options of code that is run: "#| fig-cap: Uma figura"."""
        info = next((child for child in node.children if child.type == "info_string"), None)
        if info is None or self.shadow[info.start_byte : info.start_byte + 1] != b"{":
            return
        ranges: list[tuple[int, int]] = []
        for option in _CAPTION_OPTION.finditer(self.raw, info.start_byte, info.end_byte):
            ranges.append(option.span("value"))
        if self.raw.startswith("{code", info.start_byte):
            caption = _CAPTION_OF_CODE.match(self.raw, info.end_byte, node.end_byte)
            ranges.extend([caption.span("value")] if caption else ())
        for line in _CAPTION_LINE.finditer(self.raw, info.end_byte, node.end_byte):
            start, end = line.span("value")
            written = self.raw[start:end].rstrip()
            end = start + len(written)
            is_block_scalar = line["sign"] is not None  # of YAML, after "|" or ">"
            is_quoted = written[:1] in ("'", '"') and written[-1:] == written[:1]
            if not is_block_scalar and is_quoted:
                start, end = start + 1, end - 1
            elif not is_block_scalar and written.startswith(("!", "[", "&", "*")):
                continue  # an expression, a list, a reference
            ranges.append((start, end))
        for start, end in ranges:
            gaps = []
            for prefix in _CAPTION_PREFIX.finditer(self.raw, start, end):
                line_break = prefix.start()  # stays in the text, unless the caption begins with it
                gap_start = line_break if line_break == start else line_break + 1
                gaps.append((gap_start, prefix.end()))
            if self.raw[start:end].strip():
                yield _Run(Kind.PARAGRAPH, start, end, tuple(gaps), section, interrupted=True)

    def _unprefixed(self, node: Node) -> Text:
        """Return the text of a block without line prefixes such as "> "."""
        parts: list[Text] = []
        start = node.start_byte
        for child in node.children:
            if child.type == "block_continuation":
                parts.append(self._written(start, child.start_byte))
                start = child.end_byte
        return Text.join([*parts, self._written(start, node.end_byte)])

    def _written(self, start: int, end: int) -> Text:
        return Text.verbatim(self.raw[start:end], start)

    def _read_links(self, start: int, end: int) -> None:
        """Record the links and images of Markdown between tags, which some sites show as such."""
        text = self.shadow[start:end].decode("ascii")
        text = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
        for kind, pattern in (
            (MarkupKind.IMAGE, _IMAGE_BETWEEN_TAGS),
            (MarkupKind.LINK, _LINK_BETWEEN_TAGS),
        ):
            for mark in pattern.finditer(text):
                written, content, target = (
                    self._written(start + mark.start(group), start + mark.end(group))
                    for group in range(3)
                )
                self.markup.append(Markup(kind, written, content, target=target.text))

    def _read_tags(self, start: int, end: int) -> None:
        """Record the markup of the tags of a range, and whether they exclude text after them."""
        text = self.shadow[start:end].decode("ascii")
        ranges = [(start + tag_start, start + tag_end) for tag_start, tag_end in _tags(text)]
        self.markup.extend(tags.markup(self.raw, ranges))
        for tag_start, tag_end in ranges:
            self._unread.read(tag_start, tag_end)
        self._unread.end_block()

    def _blocks_of_tags(self, tag_blocks: Sequence[_Tags]) -> dict[int, list[Block]]:
        """Return the blocks that HTML shows, by where each block of HTML begins.

        The blocks are read as one page, since an element may end in a later one, with a rule
        between them; those that contain Markdown or continue in another block are skipped.
        """
        page, page_end = [""], 0  # as long as the source: offsets are the same in both
        for tag_block in tag_blocks:
            written = self.raw[tag_block.start : tag_block.end]
            for masked in _MASK.finditer(self.masked, tag_block.start, tag_block.end):
                start, end = masked.start() - tag_block.start, masked.end() - tag_block.start
                written = written[:start] + " " * (end - start) + written[end:]
            if not _WITH_MARKDOWN.search(written):
                gap = tag_block.start - page_end
                rule = "<hr>" if gap >= len("<hr>") else ""
                page += rule.ljust(gap), written
                page_end = tag_block.end
        shown: dict[int, list[Block]] = {tag_block.start: [] for tag_block in tag_blocks}
        starts = [*shown]
        try:
            found = hypertext.parse("".join(page)).blocks if tag_blocks else ()
        except Malformed:
            return shown
        for html_block in found:
            text = html_block.content.text
            span = html_block.content.span(len(text) - len(text.lstrip()), len(text.rstrip()))
            index = bisect_right(starts, span.start) - 1
            continues_in_another = span.end > tag_blocks[index].end
            inside = _MASK.finditer(self.masked, span.start, span.end)
            has_dialect = any(self.raw[slice(*masked.span())].strip(" >\t") for masked in inside)
            if not (continues_in_another or has_dialect or _MARKDOWN.search(text)):
                shown[starts[index]].append(html_block)
        return shown

    def _address(self, node: Node | None, offset: int) -> str:
        """Return an address without angle brackets and escapes."""
        if node is None:
            return ""
        written = self.raw[node.start_byte + offset : node.end_byte + offset]
        if written.startswith("<") and written.endswith(">"):
            written = written[1:-1]
        return html.unescape(_ESCAPED.sub(r"\1", written))

    def _normal_label(self, start: int, end: int) -> str:
        return " ".join(self.raw[start:end].split()).casefold()

    # Inline content

    def _blocks(self, run: _Run) -> Iterator[Block]:
        """Yield the block of a run, and those of the notes that are written in it."""
        is_unread = bool(self._unread)
        edits = self._edits(run)  # reads the tags in the run also where its text is excluded
        if is_unread:
            return
        if block := self._block(run, edits):
            yield block
        for start, end in edits.notes:
            gaps = tuple(gap for gap in run.gaps if start <= gap[0] < end)
            note = run._replace(kind=Kind.PARAGRAPH, start=start, end=end, gaps=gaps)
            yield from self._blocks(note._replace(interrupted=False))

    def _block(self, run: _Run, edits: _Edits) -> Block | None:
        """Return the block of a run, None if it shows no text."""
        read = edits.applied(self._written(run.start, run.end))
        self.markup.extend(read.markup)
        self.markup.extend(tags.markup(self.raw, edits.tags, read.text))
        kind, text = run.kind, read.text.text
        if kind is Kind.PARAGRAPH and not SPEECH.match(text):
            if _is_spoken(self.raw[run.start : run.end]):
                kind = Kind.DIALOGUE
            elif edits.breaks >= 2 and are_verses([line.strip() for line in text.split("\n")]):
                kind = Kind.VERSE
        return block(kind, read, run.section, run.interrupted)

    def _edits(self, run: _Run) -> _Edits:
        """Return the edits that turn a run into the text that it shows."""
        edits = _Edits(run.start)
        for start, end in run.gaps:
            edits.put(start, end, " ")
        for masked in _MASK.finditer(self.masked, run.start, run.end):
            edits.drop(*masked.span())
        raw = self.shadow[run.start : run.end]
        if run.kind is Kind.HEADING and (closing := _CLOSING_HASHES.search(raw)):
            edits.drop(run.start + closing.start(), run.end)
            raw = raw[: closing.start()]
        delimiters = sum(map(raw.count, (b"*", b"_", b"~", b"[", b"<")))
        text = raw.decode("ascii")
        if (
            not _MAY_HAVE_MARKUP.search(text)
            or len(text) > _MAX_INLINE
            or delimiters > _MAX_DELIMITERS
        ):
            return edits
        for low, high in run.gaps:
            raw[low - run.start : high - run.start] = b" " * (high - low)
        self._own_marks(run, raw, edits)
        _, inline = _parsers()
        self._marks(inline.parse(bytes(raw)).root_node, run.start, edits)
        return edits

    def _own_marks(self, run: _Run, raw: bytearray, edits: _Edits) -> None:
        """Record markup that the inline grammar does not know: code, formulas, tags, citations.

        What is read is covered in `raw`, so that neither the grammar nor a later pattern reads it.
        """
        text = raw.decode("ascii")
        if run.kind is Kind.HEADING and (escaped := _ESCAPED_ID.search(text)):
            start, end = run.start + escaped.start(), run.start + escaped.end()
            edits.mark(MarkupKind.ANCHOR, (start, end), target=escaped[1])
            edits.drop(start, end)
            _cover(raw, *escaped.span())
        for code_start, code_end, width in _code_spans(text):
            start, end = run.start + code_start, run.start + code_end
            if role := _ROLE.search(text, max(0, code_start - 50), code_start):
                self._role(role[1], run.start + role.start(), (start + width, end - width), edits)
                _cover(raw, role.start(), code_end)
                continue
            inner = start + width, end - width
            edits.mark(MarkupKind.CODE, (start, end), inner)
            edits.wrap(start, *inner, end)
            edits.hide(*inner)
            _cover(raw, code_start, code_end)
        if (unclosed := raw.find(b"```")) >= 0:  # a listing whose fence is no line of its own
            edits.hide(run.start + unclosed, run.end)
            _cover(raw, unclosed, len(raw))
        for match in _FORMULA.finditer(raw.decode("ascii")):
            if is_formula(match["round"] or match["square"] or ""):
                edits.hide(run.start + match.start(), run.start + match.end())
                _cover(raw, *match.span())
        for match in _INLINE_NOTE.finditer(raw.decode("ascii")):
            edits.notes.append((run.start + match.start(1), run.start + match.end(1)))
            edits.drop(run.start + match.start(), run.start + match.end())
            raw[match.start() : match.end()] = b"x" * len(match[0])
        for brace_start, brace_end in braced(raw.decode("ascii"), _BRACE, _MAX_EXPRESSION):
            self._braces(run.start + brace_start, run.start + brace_end, edits)
            _cover(raw, brace_start, brace_end)
        self._inline_tags(run, raw, edits)
        for match in _DROPPED_AROUND_TEXT.finditer(raw.decode("ascii")):
            start, end = match.span()
            kept = match.span(match.lastgroup) if match.lastgroup else (end, end)
            for low, high in ((start, kept[0]), (kept[1], end)):
                edits.drop(run.start + low, run.start + high)
                _cover(raw, low, high)
        for match in _NESTED_BRACKETS.finditer(raw.decode("ascii")):
            raw[match.start(1)] = raw[match.start(2)] = ord("x")
        for match in _ADDRESS_WITH_SPACES.finditer(raw.decode("ascii")):
            _cover(raw, *match.span())
        for match in _OPAQUE.finditer(raw.decode("ascii")):
            edits.hide(run.start + match.start(), run.start + match.end())
            _cover(raw, *match.span())

    def _inline_tags(self, run: _Run, raw: bytearray, edits: _Edits) -> None:
        """Record the tags in a run; text that they exclude becomes opaque."""
        previous_end = run.start
        for tag_start, tag_end in _tags(raw.decode("ascii")):
            start, end = run.start + tag_start, run.start + tag_end
            was_unread = bool(self._unread)
            self._unread.read(start, end)
            if was_unread and previous_end < start:
                edits.hide(previous_end, start)
            previous_end = end
            self._tag(start, end, edits)
            _cover(raw, tag_start, tag_end)
        if self._unread and previous_end < run.end:
            edits.hide(previous_end, run.end)
        self._unread.end_run()

    def _role(self, name: str, start: int, inner: tuple[int, int], edits: _Edits) -> None:
        """Read a role of MyST: its text is prose, a key, or "text <key>": "{ref}`texto <key>`"."""
        text_start, text_end = inner
        quotes_width = text_start - start - len("{") - len(name) - len("}")
        end = text_end + quotes_width
        written = self.raw[text_start:text_end]
        is_prose = name in directives.PROSE_ROLES
        target = _ROLE_TARGET.search(written)
        if target and target.start():
            text_end = text_start + target.start()
            name_in_domain = name.rpartition(":")[2]  # "py:func" → "func"
            is_link = bool({name, name_in_domain} & directives.LINK_ROLES)
            is_prose = is_prose or is_link
        key = target[1] if target else written
        edits.mark(MarkupKind.ROLE, (start, end), (text_start, text_end), key, name)
        edits.wrap(start, text_start, text_end, end)
        if not is_prose:
            edits.hide(text_start, text_end)

    def _braces(self, start: int, end: int, edits: _Edits) -> None:
        """Drop attributes and comments in braces; other braces are opaque."""
        inner = self.raw[start + 1 : end - 1]
        if inner.startswith("/*") and inner.endswith("*/"):
            self.comments.append(Comment(inner[2:-2].strip(), Span(start, end)))
            edits.drop(start, end)
        elif critic := _CRITIC.match(self.raw, start, end):
            self._critic(critic, edits)
        elif inner[:1] in ("#", ".", ":", "%") or inner[:2] in ("{<", "{%", "{/"):
            if anchor := _ANCHOR.search(inner):
                edits.mark(MarkupKind.ANCHOR, (start, end), target=anchor[1])
            edits.drop(start, end)  # heading ids, attributes, template tags
        elif _ATTRIBUTES.fullmatch(inner):
            edits.drop(start, end)
        else:
            edits.hide(start, end)

    def _critic(self, mark: re.Match[str], edits: _Edits) -> None:
        """Drop all but the new text of a change in CriticMarkup: "{~~velho~>novo~~}" → "novo"."""
        new_start, new_end = mark.span(2)
        sign, content = mark[1], mark[2]
        if sign in ("--", ">>"):  # deleted text, a comment
            new_start = new_end = mark.end()
        elif sign == "~~":
            arrow = content.find("~>")
            new_start = new_start + arrow + len("~>") if arrow >= 0 else new_end
        edits.wrap(mark.start(), new_start, new_end, mark.end())

    def _marks(self, root: Node, offset: int, edits: _Edits) -> None:
        """Read an inline tree into edits."""
        stack = [root]
        while stack:
            node = stack.pop()
            start, end = node.start_byte + offset, node.end_byte + offset
            match node.type:
                case "emphasis_delimiter":
                    edits.drop(start, end)
                case "emphasis":
                    edits.mark(MarkupKind.EMPHASIS, (start, end), (start + 1, end - 1))
                    stack.extend(node.children)
                case "strong_emphasis":
                    edits.mark(MarkupKind.STRONG, (start, end), (start + 2, end - 2))
                    stack.extend(node.children)
                case "backslash_escape" if self.raw[start + 1].isascii():
                    edits.put(start, end, self.raw[start + 1 : end])
                case "entity_reference" | "numeric_character_reference":
                    edits.put(start, end, html.unescape(self.raw[start:end]))
                case "hard_line_break":
                    edits.breaks += 1
                    edits.put(start, end, "\n")
                case "uri_autolink" | "email_autolink":
                    address = self.raw[start + 1 : end - 1]
                    edits.mark(MarkupKind.LINK, (start, end), (start + 1, end - 1), address)
                    edits.wrap(start, start + 1, end - 1, end)
                    edits.hide(start + 1, end - 1)
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
        """Record a link or an image, with its address or with that of its label."""
        parts = {child.type: child for child in node.children}
        text = parts.get("link_text") or parts.get("image_description")
        inner = (text.start_byte + offset, text.end_byte + offset) if text else (0, 0)
        address = self._address(parts.get("link_destination"), offset)
        if not address:
            label = parts.get("link_label")
            label_start, label_end = inner
            if label:
                label_start, label_end = label.start_byte + offset + 1, label.end_byte + offset - 1
            address = self.addresses.get(self._normal_label(label_start, label_end), "")
        edits.mark(kind, (node.start_byte + offset, node.end_byte + offset), inner, address)

    def _tag(self, start: int, end: int, edits: _Edits) -> None:
        """Drop an inline tag; a line break or component keeps its place."""
        tag = self.raw[start:end]
        edits.tags.append((start, end))
        if tag.startswith("<!--"):
            self.comments.append(Comment(tag[4:-3].strip(), Span(start, end)))
        if _LINE_BREAK_TAG.match(tag):
            edits.breaks += 1
            edits.put(start, end, "\n")
        elif tag[1].isupper() and tag.endswith("/>"):
            edits.hide(start, end)  # a component writes something: "o livro <Title />."
        else:
            edits.drop(start, end)

    def _link(self, node: Node, offset: int, edits: _Edits) -> list[Node]:
        """Drop everything of a link but its text, and return the nodes of the text."""
        texts = [child for child in node.children if child.type == "link_text"]
        dropped_from = node.start_byte
        for text in texts:
            edits.drop(dropped_from + offset, text.start_byte + offset)
            dropped_from = text.end_byte
        edits.drop(dropped_from + offset, node.end_byte + offset)
        return texts

    def _reference(self, node: Node, offset: int, edits: _Edits) -> list[Node]:
        """Read a link by label if the label is defined; otherwise its brackets are text.

        Return the nodes in it that remain to be read.
        """
        texts = [child for child in node.children if child.type == "link_text"]
        labels = [child for child in node.children if child.type == "link_label"]
        if not texts:
            return list(node.children)
        start, end = texts[0].start_byte + offset, texts[0].end_byte + offset
        if self.raw[start : start + 1] in ("^", "!"):  # footnotes; "[!NOTE]"
            if self.raw[start] == "^":
                whole = node.start_byte + offset, node.end_byte + offset
                label = self.raw[start + 1 : end]
                edits.mark(MarkupKind.FOOTNOTE, whole, target=label)
            edits.drop(node.start_byte + offset, node.end_byte + offset)
            return []
        if labels:
            start, end = labels[0].start_byte + offset + 1, labels[0].end_byte + offset - 1
        span = _SPAN.match(self.raw, node.end_byte + offset)
        if span and not labels:  # "[text]{.class}"
            attributes = tags.attributes(f" {span[1]}")
            if tags.is_foreign(attributes, inherited=False):
                edits.hide(start, end)
            return self._link(node, offset, edits)
        if self._normal_label(start, end) in self.addresses:
            self._link_mark(MarkupKind.LINK, node, offset, edits)
            return self._link(node, offset, edits)
        return texts


def _language(info: str) -> str:
    """Return the language of code by the info string of its fence.

    Such as `python title="x"`, `{.python #id}`, `{code-block} python`, `{r, echo=FALSE}`.
    """
    name = next(iter(info.split()), "")
    if not name.startswith("{"):
        return name
    inner, _, after = info[1:].partition("}")
    if inner.strip() in directives.WITH_LANGUAGE or inner.strip() == "code-cell":
        return next(iter(after.split()), "")
    return next(iter(inner.lstrip(".").replace(",", " ").split()), "")


def _code_spans(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and width of marks of code spans."""
    runs = [match.span() for match in _BACKQUOTES.finditer(text)]
    return code_spans(runs, lambda low, _: text[low - 1 : low] != "\\")


def _tags(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of HTML tags, comments and declarations."""
    closer = Closer(text)
    start = text.find("<")
    while start >= 0:
        opening = _DECLARATION.match(text, start)
        if opening:
            match = closer.find(_DECLARATION_ENDS[(opening.lastindex or 3) - 1], opening.end())
        else:
            match = _TAG.match(text, start)
        if match:
            yield start, match.end()
        start = text.find("<", match.end() if match else start + 1)


def _cover(raw: bytearray, start: int, end: int) -> None:
    """Replace a range by ",xxx,": no markup for the grammar, which reads punctuation beside it."""
    length = end - start
    if length == 1:
        raw[start:end] = b"x"
    elif length > 1:
        raw[start:end] = b"," + b"x" * (length - 2) + b","


def _tag_end(text: str, start: int) -> int | None:
    """Return the end of the JSX tag at `start`, or None; its braces and quotes may contain ">"."""
    position, limit = start + 1, min(len(text), start + _MAX_TAG)
    while position < limit:
        if text[position] == ">":
            return position + 1
        if text[position] == "{":
            end = closing_end(text, _BRACE, position, position + _MAX_BRACES)
        elif text[position] in "\"'":
            end = text.find(text[position], position + 1, limit) + 1
        elif text[position] == "<" or text.startswith("\n\n", position):
            return None
        else:
            end = position + 1
        if not end:
            return None
        position = end
    return None


def _is_spoken(raw: str) -> bool:
    """Return whether a paragraph has several lines of speech after its first line."""
    lines = _SPEECH.findall(raw)
    return len(lines) >= 2 and any(line.rstrip().endswith(("?", "!")) for line in lines)
