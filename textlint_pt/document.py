"""A document: prose in reading order, every character of it tied to the place it was written.

All offsets count code points of the decoded source (a byte order mark is not part of it, CRLF is
two). `Text` is the one carrier: analysis text (NFC, single spaces, markup removed) with the source
span of each of its characters.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property


class Kind(StrEnum):
    """What a block is; rules choose by it what they judge."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list-item"
    QUOTE = "quote"
    TABLE_CELL = "table-cell"
    DIALOGUE = "dialogue"
    VERSE = "verse"


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open range [start, end) of code points in a document's source."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Text:
    """Characters with the source range each was decoded from.

    `starts[i]`, `ends[i]` bound the source of `text[i]`; both are non-decreasing and as long as
    `text`. Text that stands in the source as it is carries `range` objects, which cost nothing.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def verbatim(cls, text: str, start: int) -> Text:
        """Text that stands in the source character by character from `start`."""
        n = len(text)
        return cls(text, range(start, start + n), range(start + 1, start + n + 1))

    @classmethod
    def join(cls, parts: Sequence[Text]) -> Text:
        if len(parts) == 1:
            return parts[0]
        starts: list[int] = []
        ends: list[int] = []
        for part in parts:
            starts.extend(part.starts)
            ends.extend(part.ends)
        return cls("".join(part.text for part in parts), starts, ends)

    def __len__(self) -> int:
        return len(self.text)

    def __getitem__(self, index: slice) -> Text:
        return Text(self.text[index], self.starts[index], self.ends[index])

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Source span of `text[start:end]` (the empty range at `start` for an empty one)."""
        end = len(self.text) if end is None else end
        if start >= end:
            if not self.text:
                return Span(0, 0)
            at = self.starts[start] if start < len(self.text) else self.ends[-1]
            return Span(at, at)
        return Span(self.starts[start], self.ends[end - 1])

    def normalised(self) -> Text:
        """NFC with runs of white space as one space and none at the ends, spans kept.

        A composed character carries the span of all it was composed of; the space for a wrapped
        line carries the whole break, indentation and quote marks included where the format put
        them into its span.
        """
        text = self.text
        if " ".join(text.split()) == text.translate(_SPACE_LIKE) and unicodedata.is_normalized(
            "NFC", text
        ):
            plain = text.translate(_SPACE_LIKE)
            return self if plain == text else Text(plain, self.starts, self.ends)
        out: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        i, n = 0, len(text)
        while i < n:
            j = i + 1
            if text[i].isspace():
                while j < n and text[j].isspace():
                    j += 1
                if out and j < n:
                    out.append(" ")
                    starts.append(self.starts[i])
                    ends.append(self.ends[j - 1])
            else:
                # a base and everything that may compose with it (marks, Hangul jamo, CRLF never)
                while j < n and not text[j].isspace() and _continues(text[j]):
                    j += 1
                composed = unicodedata.normalize("NFC", text[i:j])
                out.append(composed)
                starts.extend([self.starts[i]] * len(composed))
                ends.extend([self.ends[j - 1]] * len(composed))
            i = j
        return Text("".join(out), starts, ends)


_SPACE_LIKE = {
    ord(c): " "
    for c in "\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001"
    "\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
}


def _continues(char: str) -> bool:
    """Whether `char` may compose with what stands before it under NFC."""
    return (
        unicodedata.combining(char) != 0
        or "\u1160" <= char <= "\u11ff"
        or (ord(char) > 0x300 and unicodedata.category(char) in ("Mn", "Mc"))
    )


@dataclass(frozen=True, slots=True)
class Block:
    """One run of prose between two structural breaks, as a format found it.

    `section` numbers the stretch between headings (0 before the first); `content` is raw decoded
    text, not yet normalised. `continues` says the block is the same paragraph going on after an
    interruption such as a displayed formula.
    """

    kind: Kind
    content: Text
    section: int = 0
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of the source that is no prose: suppressions are read from these."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: what rules and analyses see.

    `index` counts from 0 in the document, `block` is the index of its block. Two sentences with
    the same `block` stand in one paragraph.
    """

    index: int
    content: Text
    kind: Kind
    block: int
    section: int

    @property
    def text(self) -> str:
        return self.content.text

    @property
    def span(self) -> Span:
        return self.content.span()


@dataclass(frozen=True)
class Document:
    """A text with its sentences and its companions (`reference`, `source`)."""

    path: str
    source: str
    format: str
    blocks: tuple[Block, ...]
    sentences: tuple[Sentence, ...]
    comments: tuple[Comment, ...] = ()
    companions: Mapping[str, Document] = field(default_factory=dict)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, source = [0], self.source
        at = -1
        while (at := source.find("\n", at + 1)) >= 0:
            starts.append(at + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a source offset, both from 1; a tab is one column."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_span(self, line: int) -> Span:
        """Source span of a 1-based line without its line break."""
        start = self._line_starts[line - 1]
        end = self._line_starts[line] if line < len(self._line_starts) else len(self.source)
        return Span(start, start + len(self.source[start:end].rstrip("\r\n")))

    @cached_property
    def words(self) -> int:
        from textlint_pt.segmentation import count_words

        return sum(count_words(sentence.text) for sentence in self.sentences)
