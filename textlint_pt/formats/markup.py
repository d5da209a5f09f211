"""Shared by the readers of line-based markup: lines, edits of a run, pairs of delimiters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.text.document import Block, Comment, Kind, Span, Text
from textlint_pt.text.regex import regex

#: blocks nested deeper than this are skipped: no person nests so deep
MAXIMUM_DEPTH = 60
_LINE = regex(r"([^\r\n]*)(\r\n|[\r\n]|\Z)")
_DASH = regex(r"\s*(?:[—―–]|--)")
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
        """What follows the first `width` characters, at its own column."""
        rest = self.text[width:]
        text = rest.lstrip()
        skipped = self.text[: width + len(rest) - len(text)]
        column = len((" " * self.indent + skipped).expandtabs(8))
        return Line(text, self.start + len(skipped), column)


def words(listed: str) -> frozenset[str]:
    """The words of a list in one string."""
    return frozenset(listed.split())


def lines(raw: str) -> Iterator[Line]:
    """All lines of a text."""
    for match in _LINE.finditer(raw):
        written = match.group(1)
        text = written.strip()
        before = written[: len(written) - len(written.lstrip())] if text else ""
        column = len(before) if "\t" not in before else len(before.expandtabs(8))
        yield Line(text, match.start() + len(before), column)


def joined(parts: Sequence[Line]) -> Text:
    """Lines as one text; each break is a line feed that carries all between the two lines."""
    texts: list[Text] = []
    for number, part in enumerate(parts):
        if number:
            texts.append(Text("\n", [parts[number - 1].end], [part.start]))
        texts.append(Text.verbatim(part.text, part.start))
    return Text.join(texts)


class Blocks:
    """The blocks, comments and so on that a reader has collected, and its position."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.comments: list[Comment] = []
        self.skipped: list[Span] = []
        self.code: list[Span] = []
        self.section = 0
        self.interrupted = False

    def parsed(self) -> Parsed:
        code = tuple(sorted(self.code))
        return Parsed(tuple(self.blocks), tuple(self.comments), tuple(self.skipped), code=code)

    def skip(self, parts: Sequence[Line]) -> None:
        """Leave out markup that is not understood."""
        self.skipped.extend(_stretch(parts))

    def pass_over(self, parts: Sequence[Line]) -> None:
        """Leave out a block of code; the paragraph before it may go on after it."""
        self.code.extend(_stretch(parts))
        self.interrupted = True


def _stretch(parts: Sequence[Line]) -> list[Span]:
    """From the first to the last line that is not blank; nothing where all are."""
    filled = [part for part in parts if part.text]
    return [Span(filled[0].start, filled[-1].end)] if filled else []


class _Shadow(dict[int, str]):
    """ASCII for a character: it keeps what inline markup needs to know about neighbours."""

    _STAND_INS = {"Ps": "(", "Pe": ")", "Pi": '"', "Pf": '"', "Pd": "-", "Po": "/"}

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if "\0" < char < "\x80":
            stand_in = "\n" if char == "\n" else " " if char.isspace() else char
        elif char.isspace():
            stand_in = " "
        else:
            stand_in = self._STAND_INS.get(unicodedata.category(char), "x")
        self[code] = stand_in
        return stand_in


_SHADOW = _Shadow()


def shadow(text: str) -> str:
    """`text` with one ASCII character for each: letters become "x", punctuation keeps its kind."""
    return text if text.isascii() and "\0" not in text else text.translate(_SHADOW)


class Edits:
    """The differences between a run of markup and its text, noted by offsets in the run."""

    def __init__(self) -> None:
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

    def applied(self, content: Text) -> tuple[Text, tuple[Span, ...]]:
        """The text of the run and the source spans that are opaque in it."""
        if not self._changes and not self._opaque:
            return content, ()
        parts: list[Text] = []
        at = 0
        for start, end, decoded in sorted(self._changes):
            if start < at:
                if end <= at:
                    continue  # inside a range already changed
                start, decoded = at, ""
            if at < start:
                parts.append(content[at:start])
            if decoded:
                span, n = content.span(start, end), len(decoded)
                parts.append(Text(decoded, [span.start] * n, [span.end] * n))
            at = end
        if at < len(content):
            parts.append(content[at:])
        spans = [content.span(low, high) for low, high in sorted(self._opaque)]
        return Text.join(parts) if parts else Text("", (), ()), _merged(spans)


def _merged(spans: Sequence[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for span in spans:
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def dropped_mark(text: str, start: int, end: int) -> tuple[int, int]:
    """The range of a mark that leaves no trace, with the space before it if that would be
    superfluous: "texto [1]_." is "texto."."""
    if end >= len(text) or not (text[end].isalnum() or text[end].isspace() or text[end] in "([—–"):
        while start and text[start - 1].isspace():
            start -= 1
    return start, end


class Closer:
    """Finds the end of open delimiters, in linear time over a run: a kind of delimiter that was not
    found once is not searched again."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._vain: dict[re.Pattern[str], int] = {}

    def find(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        if start >= self._vain.get(pattern, len(self.text) + 1):
            return None
        match = pattern.search(self.text, start)
        if match is None:
            self._vain[pattern] = start
        return match


def block(
    kind: Kind,
    content: Text,
    section: int,
    interrupted: bool,
    inline: Callable[[Text], tuple[Text, tuple[Span, ...]]],
) -> Block | None:
    """A block from a run of markup; None if no text is left.

    A paragraph that begins with a dash is speech; one that begins in lower case after code or a
    formula continues the paragraph before it.
    """
    text, opaque = inline(content)
    first = text.text.lstrip()[:1]
    if not first:
        return None
    if kind is Kind.PARAGRAPH and _DASH.match(text.text):
        kind = Kind.DIALOGUE
    continues = interrupted and kind is Kind.PARAGRAPH and first.islower()
    return Block(kind, text, section, continues, opaque)


def are_verses(texts: Sequence[str]) -> bool:
    """Whether lines broken by the author are verse: three or more, all of them short."""
    return len(texts) >= 3 and all(len(text) <= _VERSE_CHARS for text in texts)
