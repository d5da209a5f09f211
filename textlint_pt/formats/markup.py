"""Shared by the readers of line-based markup: lines, edits of a run, pairs of delimiters."""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.portuguese import Lists
from textlint_pt.text.document import EMPTY, Block, Comment, Kind, Markup, MarkupKind, Span, Text
from textlint_pt.text.regex import regex

#: blocks nested deeper than this are skipped: no person nests so deep
MAXIMUM_DEPTH = 60
_LINE = regex(r"([^\r\n]*)(\r\n|[\r\n]|\Z)")
#: a dash that begins speech
SPEECH = regex(r"\s*(?:[—―–]|--)")
_VERSE_CHARS = 60


class Line(NamedTuple):
    """A line without the white space around it; `indent` is the column of its first character.

    Columns count from 0, with tab stops every eight. A blank line has no text.
    """

    text: str
    start: int
    indent: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    def after(self, width: int) -> Line:
        """Return the rest of the line after `width` characters, at its own column."""
        rest = self.text[width:]
        text = rest.lstrip()
        skipped = self.text[: width + len(rest) - len(text)]
        column = len((" " * self.indent + skipped).expandtabs(8))
        return Line(text, self.start + len(skipped), column)


_LISTS = Lists(Path(__file__).with_name("words.tsv"))


def words(listed: str) -> frozenset[str]:
    """Return the words of a list in one string."""
    return frozenset(listed.split())


def listed(name: str) -> frozenset[str]:
    """Return the words of a list in `words.tsv`."""
    return _LISTS.words(name)


def by_word(name: str) -> dict[str, str]:
    """Return the last part of the list's name by each word of the lists of a group.

    A word of `latex.arguments.{` in the group `latex.arguments` gives "{".
    """
    list_names = [list_name for list_name in _LISTS.names() if list_name.startswith(f"{name}.")]
    return {
        word: list_name.rpartition(".")[2]
        for list_name in list_names
        for word in _LISTS.ordered(list_name)
    }


def is_portuguese(code: str) -> bool:
    """Return whether the code of a language says so, with or without a country."""
    return re.split(r"[-_@.]", code.lower(), maxsplit=1)[0] in ("pt", "por")


def lines(raw: str) -> Iterator[Line]:
    """Yield all lines of a text."""
    for match in _LINE.finditer(raw):
        written = match.group(1)
        text = written.strip()
        before = written[: len(written) - len(written.lstrip())] if text else ""
        column = len(before) if "\t" not in before else len(before.expandtabs(8))
        yield Line(text, match.start() + len(before), column)


def joined(parts: Sequence[Line]) -> Text:
    """Join lines to one text; a break is a line feed that covers all between the two lines."""
    texts: list[Text] = []
    for number, part in enumerate(parts):
        if number:
            texts.append(Text("\n", [parts[number - 1].end], [part.start]))
        texts.append(Text.verbatim(part.text, part.start))
    return Text.join(texts)


class Context(NamedTuple):
    """The context of lines: the column they begin at, the kind of their prose, the depth."""

    base: int = 0
    kind: Kind = Kind.PARAGRAPH
    depth: int = 0

    def inside(self, base: int = 0, kind: Kind | None = None) -> Context:
        """The context of nested blocks; inside a table cell everything stays a table cell."""
        if kind is None or self.kind is Kind.TABLE_CELL:
            kind = self.kind
        return Context(base, kind, self.depth + 1)


class Blocks(ABC):
    """The blocks, comments and so on that a reader has collected, and its position."""

    def __init__(self, raw: str, inline: Callable[[Text], Inline]) -> None:
        """Start with nothing read; `inline` reads runs of inline markup."""
        self.raw = raw
        self.inline = inline
        self.blocks: list[Block] = []
        self.comments: list[Comment] = []
        self.skipped: list[Span] = []
        self.markup: list[Markup] = []
        self.section = 0
        self.interrupted = False

    def parsed(self) -> Parsed:
        return Parsed(
            tuple(self.blocks), tuple(self.comments), tuple(self.skipped), markup=tuple(self.markup)
        )

    def body(self, lines: Sequence[Line], context: Context) -> None:
        """Read the constructs of lines, or skip them if they are nested too deep."""
        if context.depth > MAXIMUM_DEPTH:
            self.skip(lines)
            return
        index = 0
        while index < len(lines):
            index = self.construct(lines, index, context) if lines[index].text else index + 1

    @abstractmethod
    def construct(self, lines: Sequence[Line], index: int, context: Context) -> int:
        """Read the construct that begins at a line; return the index of the line after it."""

    def add(self, kind: Kind, content: Text, *, interrupted: bool) -> bool:
        """Add a block of a run of inline markup; return whether it shows any text."""
        read = self.inline(content)
        self.markup.extend(read.markup)
        found = block(kind, read, self.section, interrupted)
        if found is not None:
            self.blocks.append(found)
        return found is not None

    def skip(self, parts: Sequence[Line]) -> None:
        """Skip lines that are not understood, but record the inline markup in them."""
        if filled := _without_outer_blanks(parts):
            self.skipped.append(Span(filled[0].start, filled[-1].end))
            self.markup.extend(self.inline(joined(filled)).markup)

    def pass_over(self, parts: Sequence[Line], language: str = "") -> None:
        """Record a block of code; the paragraph before it may continue after it."""
        if filled := _without_outer_blanks(parts):
            code = self.written(filled[0].start, filled[-1].end)
            self.markup.append(Markup(MarkupKind.CODE_BLOCK, code, code, name=language))
        self.interrupted = True

    def mark(self, kind: MarkupKind, line: Line, target: str, name: str = "") -> None:
        """Record a piece of markup that is a line."""
        written = self.written(line.start, line.end)
        self.markup.append(Markup(kind, written, target=target, name=name))

    def written(self, start: int, end: int) -> Text:
        return Text.verbatim(self.raw[start:end], start)


def _without_outer_blanks(parts: Sequence[Line]) -> Sequence[Line]:
    """Return the lines from the first to the last that is not blank; none where all are blank."""
    filled = [index for index, part in enumerate(parts) if part.text]
    return parts[filled[0] : filled[-1] + 1] if filled else []


class Inline(NamedTuple):
    """What a run of markup shows, the source spans that are opaque in it, and its markup."""

    text: Text
    opaque: tuple[Span, ...] = ()
    markup: tuple[Markup, ...] = ()


class StandIns(dict[int, str]):
    """What stands for each character in a text of ASCII that is as long: a table for `translate`,
    filled as characters are met."""

    def __init__(self, stand_in: Callable[[str], str]) -> None:
        super().__init__()
        self._stand_in = stand_in

    def __missing__(self, code: int) -> str:
        self[code] = stand_in = self._stand_in(chr(code))
        return stand_in


_BY_CATEGORY = {"Ps": "(", "Pe": ")", "Pi": '"', "Pf": '"', "Pd": "-", "Po": "/"}


def _stand_in(char: str) -> str:
    """Return ASCII that keeps what inline markup needs to know about neighbours."""
    if char.isspace():
        return "\n" if char == "\n" else " "
    if "\0" < char < "\x80":
        return char
    return _BY_CATEGORY.get(unicodedata.category(char), "x")


_SHADOW = StandIns(_stand_in)


def shadow(text: str) -> str:
    """Return a text with an ASCII character for each: "São «x»" → "Sxo "x"".

    Letters become "x", punctuation keeps its kind; so offsets in both are the same.
    """
    return text if text.isascii() and "\0" not in text else text.translate(_SHADOW)


class Edits:
    """What a run of markup has besides its text, and its differences from that, by offsets that
    count from `base` at the start of the run."""

    def __init__(self, base: int = 0) -> None:
        self._base = base
        self._marked: list[_Marked] = []
        self._changes: list[tuple[int, int, str]] = []
        self._opaque: list[tuple[int, int]] = []

    def drop(self, start: int, end: int) -> None:
        if start < end:
            self._changes.append((start, end, ""))

    def put(self, start: int, end: int, decoded: str) -> None:
        """Replace the whole range by `decoded`."""
        self._changes.append((start, end, decoded))

    def hide(self, start: int, end: int) -> None:
        """Keep a range in the text, but allow no finding in it."""
        if start < end:
            self._opaque.append((start, end))

    def wrap(self, start: int, inner: int, inner_end: int, end: int) -> None:
        """Drop everything around an inner range."""
        self.drop(start, inner)
        self.drop(inner_end, end)

    def mark(
        self,
        kind: MarkupKind,
        whole: tuple[int, int],
        inner: tuple[int, int] = (0, 0),
        target: str = "",
        name: str = "",
    ) -> None:
        """Record a piece of markup and the range of its content, if it has any."""
        self._marked.append(_Marked(kind, whole, inner, target, name))

    def applied(self, content: Text) -> Inline:
        """Return the run with all recorded edits applied, its opaque ranges and its markup."""
        if not self._changes and not self._opaque and not self._marked:
            return Inline(content)
        parts: list[Text] = []
        copied_to, base = 0, self._base
        for start, end, decoded in sorted(self._changes):
            start, end = min(start - base, len(content)), min(end - base, len(content))
            if start < copied_to:
                if end <= copied_to:
                    continue  # inside a range already changed
                start, decoded = copied_to, ""
            if copied_to < start:
                parts.append(content[copied_to:start])
            if decoded:
                span, n = content.span(start, end), len(decoded)
                parts.append(Text(decoded, [span.start] * n, [span.end] * n))
            copied_to = end
        if copied_to < len(content):
            parts.append(content[copied_to:])
        spans = merged(content.span(low - base, high - base) for low, high in self._opaque)
        shown = Text.join(parts)
        markup = (marked.found(content, shown, base) for marked in self._marked)
        return Inline(shown, tuple(spans), tuple(markup))


class _Marked(NamedTuple):
    kind: MarkupKind
    whole: tuple[int, int]
    inner: tuple[int, int]
    target: str
    name: str

    def found(self, content: Text, shown: Text, base: int) -> Markup:
        """Return the markup of a range of the run; `shown`: the text after all edits."""
        start, end = (max(0, offset - base) for offset in self.inner)
        written = content[self.whole[0] - base : self.whole[1] - base]
        inner = shown.within(content.span(start, end)) if start < end else EMPTY
        # what is not shown, as the description of an image, is as it is written
        inner = inner if inner.text else content[start:end]
        return Markup(self.kind, written, inner, self.target, self.name)


def merged(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order, overlapping ones merged."""
    found: list[Span] = []
    for span in sorted(spans):
        if found and span.start < found[-1].end:
            found[-1] = Span(found[-1].start, max(found[-1].end, span.end))
        else:
            found.append(span)
    return found


def removed_reference_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range to delete for a reference that is not shown (`[1]_`), with the spaces
    before it where punctuation follows: "texto [1]_." is "texto."."""
    following = text[end : end + 1]
    begins_words = following.isalnum() or following.isspace() or (following and following in "([—–")
    if not begins_words:
        while start and text[start - 1].isspace():
            start -= 1
    return start, end


class Closer:
    """Finds what ends open marks, in linear time over a text: what was searched and lies ahead, or
    is not there, is not searched again."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: dict[re.Pattern[str], tuple[int, re.Match[str] | None]] = {}

    def find(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """Return the first match that begins at `start` or after it."""
        searched_from, match = self._found.get(pattern, (start + 1, None))
        is_searched = searched_from <= start and (match is None or match.start() >= start)
        if not is_searched:
            match = pattern.search(self.text, start)
            self._found[pattern] = start, match
        return match


def braced(text: str, brace: re.Pattern[str], longest: int) -> Iterator[tuple[int, int]]:
    """Yield the outermost pairs of braces among those of at most `longest` characters."""
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for match in brace.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            if match.end() - start <= longest:
                pairs.append((start, match.end()))
    previous_end = 0
    for start, end in sorted(pairs):
        if start >= previous_end:
            previous_end = end
            yield start, end


def closing_end(text: str, brace: re.Pattern[str], start: int, limit: int) -> int | None:
    """Return the end of the braces that open at `start`; None if not closed before `limit`."""
    depth = 0
    for match in brace.finditer(text, start, limit):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.end()
    return None


def code_spans(
    runs: Sequence[tuple[int, int]],
    may_open: Callable[[int, int], bool],
    may_close: Callable[[int, int], bool] = lambda start, end: True,
) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and the width of the marks of each code span.

    A run of backquotes opens one, up to the next run of the same width.
    """
    closers_by_width: dict[int, list[int]] = {}
    for run_index, (start, end) in reversed(list(enumerate(runs))):
        if may_close(start, end):
            closers_by_width.setdefault(end - start, []).append(run_index)
    run_index = 0
    while run_index < len(runs):
        start, end = runs[run_index]
        closers = closers_by_width.get(end - start, [])
        while closers and closers[-1] <= run_index:
            closers.pop()
        if closers and may_open(start, end):
            run_index = closers[-1]
            yield start, runs[run_index][1], end - start
        run_index += 1


def relocated(parsed: Parsed, span: Callable[[Span], Span], text: Callable[[Text], Text]) -> Parsed:
    """Return what was read in a text made of a file, with its places in the file."""
    return parsed._replace(
        blocks=tuple(
            block._replace(content=text(block.content), opaque=tuple(map(span, block.opaque)))
            for block in parsed.blocks
        ),
        comments=tuple(item._replace(span=span(item.span)) for item in parsed.comments),
        skipped=tuple(map(span, parsed.skipped)),
        markup=tuple(
            item._replace(written=text(item.written), content=text(item.content))
            for item in parsed.markup
        ),
    )


def block(kind: Kind, read: Inline, section: int, interrupted: bool) -> Block | None:
    """Return the block of a run of markup; None if it shows no text.

    A paragraph that begins with a dash is speech; one that begins in lower case after code or a
    formula continues the paragraph before it.
    """
    text = read.text
    first = text.text.lstrip()[:1]
    if not first:
        return None
    if kind is Kind.PARAGRAPH and SPEECH.match(text.text):
        kind = Kind.DIALOGUE
    continues = interrupted and kind is Kind.PARAGRAPH and first.islower()
    return Block(kind, text, section, continues, read.opaque)


def are_verses(texts: Sequence[str]) -> bool:
    """Return whether lines broken by the author are verse: three or more, all of them short."""
    return len(texts) >= 3 and all(len(text) <= _VERSE_CHARS for text in texts)
