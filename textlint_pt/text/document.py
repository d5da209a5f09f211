"""A document: prose in reading order, every character of it tied to the place it was written.

All offsets count code points of the decoded source (a byte order mark is not part of it, CRLF is
two). `Text` is the one carrier: analysis text (NFC, single spaces, markup removed) with the source
span of each of its characters.
"""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate, chain, groupby, islice, pairwise
from operator import attrgetter, ne
from typing import Any, NamedTuple, TypeVar

import msgspec

from textlint_pt.text.once import Once
from textlint_pt.text.regex import regex
from textlint_pt.text.span import Span as Span  # noqa: PLC0414 - imported from here

Made = TypeVar("Made")
Value = TypeVar("Value")


class Kind(StrEnum):
    """What a block is; rules choose by it what they judge."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list-item"
    QUOTE = "quote"
    TABLE_CELL = "table-cell"
    DIALOGUE = "dialogue"
    VERSE = "verse"


class Text(msgspec.Struct, frozen=True):
    """Characters with the source range each was decoded from.

    `starts[i]`, `ends[i]` bound the source of `text[i]`; both are non-decreasing and as long as
    `text`. Text that stands in the source as it is carries `range` objects, which cost nothing;
    any other carries arrays.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    @classmethod
    def verbatim(cls, text: str, start: int) -> Text:
        """Return text that stands in the source character by character from `start`."""
        n = len(text)
        return cls(text, range(start, start + n), range(start + 1, start + n + 1))

    @classmethod
    def join(cls, parts: Sequence[Text]) -> Text:
        """Return the texts as one, with the source offsets of each."""
        if len(parts) < 2:
            return parts[0] if parts else EMPTY
        starts, ends = array("I"), array("I")
        for part in parts:
            starts.extend(part.starts)
            ends.extend(part.ends)
        return cls("".join(part.text for part in parts), starts, ends)

    def __len__(self) -> int:
        return len(self.text)

    def __getitem__(self, index: slice) -> Text:
        return Text(self.text[index], self.starts[index], self.ends[index])

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Return the source span of `text[start:end]`, empty for an empty one."""
        if end is None:
            end = len(self.text)
        if start >= end:
            if not self.text:
                return Span(0, 0)
            offset = self.starts[start] if start < len(self.text) else self.ends[-1]
            return Span(offset, offset)
        return Span(self.starts[start], self.ends[end - 1])

    def range_in(self, span: Span) -> tuple[int, int]:
        """Return the range of the characters that are written inside a span of the source."""
        low = bisect_left(self.starts, span.start)
        return low, max(low, bisect_right(self.ends, span.end))

    def within(self, span: Span) -> Text:
        """Return the characters that are written inside a span of the source."""
        return self[slice(*self.range_in(span))]

    def normalised(self) -> Text:
        """Return the text in NFC with single spaces, each character with its source span."""
        text = self.text
        if len(text) <= _PARAGRAPH and _is_plain(text):
            return self
        unusual = _SPACES if unicodedata.is_normalized("NFC", text) else _SPACES_OR_MARKS
        first, last = len(text) - len(text.lstrip()), len(text.rstrip())
        if first >= last:
            return EMPTY
        if not unusual.search(text, first, last):
            return self if last - first == len(text) else self[first:last]
        out: list[str] = []
        starts, ends = array("I"), array("I")
        done = first  # up to where the text is in `out`

        def copy_until(end: int) -> None:
            out.append(text[done:end])
            starts.extend(self.starts[done:end])
            ends.extend(self.ends[done:end])

        for match in unusual.finditer(text, first, last):
            copy_until(match.start())
            done = match.end()
            if text[match.start()].isspace():  # a run of white space becomes one space
                out.append(" ")
                starts.append(self.starts[match.start()])
                ends.append(self.ends[done - 1])
                continue
            for start, end in _clusters(text, match.start(), done):
                composed = unicodedata.normalize("NFC", text[start:end])
                out.append(composed)
                starts.extend([self.starts[start]] * len(composed))
                ends.extend([self.ends[end - 1]] * len(composed))
        copy_until(last)
        return Text("".join(out), starts, ends)


EMPTY = Text("", (), ())

# What normalising changes: all white space but single plain spaces; and, in text that is not NFC,
# the runs that may hold combining characters, with the character before (nothing below U+0300
# combines or decomposes under NFC).
_SPACES = regex(r"\s{2,}|[^\S ]")
_SPACES_OR_MARKS = regex(r"\s{2,}|[^\S ]|\S?[^\x00-\u02ff\s]+")


#: characters of a text that is remembered
_PARAGRAPH = 10_000


@lru_cache(8_192)  # from one version of a text to the next most blocks stay
def _is_plain(text: str) -> bool:
    is_trimmed = text != "" and not (text[0].isspace() or text[-1].isspace())
    return is_trimmed and unicodedata.is_normalized("NFC", text) and not _SPACES.search(text)


def _clusters(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of a base character with all that may compose with it under NFC."""
    i = start
    while i < end:
        j = i + 1
        while j < end and _continues(text[j]):
            j += 1
        yield i, j
        i = j


def _continues(char: str) -> bool:
    """Return whether `char` may compose with the character before it under NFC."""
    return (
        unicodedata.combining(char) != 0
        or "\u1160" <= char <= "\u11ff"
        or (ord(char) > 0x300 and unicodedata.category(char) in ("Mn", "Mc"))
    )


class Block(NamedTuple):
    """One run of prose between two structural breaks, as a format found it.

    `section` numbers the stretch between headings (0 before the first); `content` is raw decoded
    text, not yet normalised. `continues` says the block is the same paragraph going on after an
    interruption such as a displayed formula or code. `opaque` are source spans, ordered and
    disjoint, of characters that stand in the text but are no prose: inline code, formulas.
    """

    kind: Kind
    content: Text
    section: int = 0
    continues: bool = False
    opaque: tuple[Span, ...] = ()


class Comment(NamedTuple):
    """A comment of the source that is no prose: suppressions are read from these."""

    text: str
    span: Span


class MarkupKind(StrEnum):
    """What a piece of markup is."""

    #: code in a sentence
    CODE = "code"
    #: a block of code: fenced, indented, literal
    CODE_BLOCK = "code-block"
    #: an address that stands in the text by itself is one too
    LINK = "link"
    #: also videos and sounds
    IMAGE = "image"
    #: :func:`open`, kbd:[F1]; with an empty name the default role of reStructuredText
    ROLE = "role"
    #: |version|
    SUBSTITUTION = "substitution"
    #: the mark in the text: [1]_, [^1]
    FOOTNOTE = "footnote"
    #: a name that links lead to
    ANCHOR = "anchor"
    #: a program puts something else in its place: %s, {name}
    PLACEHOLDER = "placeholder"
    #: a tag, or what stands for one, in a string of a program
    TAG = "tag"
    #: what italics set apart: a term, a title, a word of another language
    EMPHASIS = "emphasis"
    #: what bold type sets apart
    STRONG = "strong"


class Markup(NamedTuple):
    """A piece of markup as its format saw it.

    `written` is all of it, with its marks; escapes of the file around it (a PO string, XML) are
    decoded. `content` is what stands between the marks as it is shown: code, the text of a link,
    the description of an image; empty where nothing does. `target` is what it leads to or names:
    an address (that of its definition, where a link has a label), the target of a role, the name of
    an anchor, the argument of an ICU message, the identifier of a tag. `name` is the name of a role
    or a tag (with a slash before that of a closing one), the language of a block of code.
    """

    kind: MarkupKind
    written: Text
    content: Text = EMPTY
    target: str = ""
    name: str = ""

    @property
    def span(self) -> Span:
        return self.written.span()


Ranges = tuple[tuple[int, int], ...]


class Sentence(msgspec.Struct, frozen=True):
    """One sentence: what rules and analyses see.

    `index` counts from 0 in the document, `block` is the index of its block. Two sentences with
    the same `block` stand in one paragraph.

    `opaque` are ranges of `text`, ordered and disjoint, that are no prose though they have a place
    in the sentence: inline code, formulas, addresses. "Chame `open()` antes." has the text
    "Chame open() antes." with (6, 12) opaque, so that the sentence stays whole for a model; no
    finding may lie inside one (`is_opaque`).
    """

    index: int
    content: Text
    kind: Kind
    block: int
    section: int
    opaque: Ranges = ()

    @property
    def text(self) -> str:
        return self.content.text

    @property
    def span(self) -> Span:
        return self.content.span()

    def replace(self, **changes: Any) -> Sentence:
        return msgspec.structs.replace(self, **changes)

    def is_opaque(self, start: int, end: int) -> bool:
        """Return whether `text[start:end]` touches a range that is no prose."""
        at = bisect_right(self.opaque, start, key=lambda low_high: low_high[1])
        return at < len(self.opaque) and self.opaque[at][0] < end


class TranslationUnit(NamedTuple):
    """A string and its translation, as a file that holds both pairs them: PO, XLIFF, TMX.

    `source` and `target` are the two strings decoded, the markup and placeholders in them as they
    were written; `source` is None where a key stands in its place ("menu.file.open"). `key` names
    the unit in other versions of the file. `blocks` are indices of the document's blocks that hold
    the translation, `source_blocks` of those of `companions["source"]`; both are empty where
    `state` says that the translation is not read. `span` is the whole entry in the source.
    `formats` are the languages of format strings, by gettext's names (`c-format`), that the file
    says both strings are written in. `longest`: characters that the translation may have, 0 where
    the file does not say.
    """

    key: str
    span: Span
    source: Text | None
    target: Text
    state: State
    blocks: range
    source_blocks: range
    source_language: str = ""
    target_language: str = ""
    formats: tuple[str, ...] = ()
    longest: int = 0


class State(StrEnum):
    """Whether the translation of a unit is read, and if not why."""

    TRANSLATED = "translated"
    #: the translation is the source, letter by letter: names, code, or left in the other language
    IDENTICAL = "identical"
    UNTRANSLATED = "untranslated"
    #: guessed by a machine, no person has looked at it; programs that show translations skip it
    FUZZY = "fuzzy"
    OBSOLETE = "obsolete"
    #: the file says that it is not to be translated
    PROTECTED = "protected"
    #: the file says that it is a translation into another language than Portuguese
    FOREIGN = "foreign"


class Note(NamedTuple):
    """Something a format has to say of a file: a name in the catalogue of messages, its fields."""

    code: str
    fields: Mapping[str, Any] = {}


class Cell(NamedTuple):
    """A part of a file with lines of its own, as a cell of a notebook: its number, from 1, and its
    text."""

    number: int
    content: Text


class Defect(NamedTuple):
    """What the programs that a file is for refuse in it: which fault, where, and its particulars"""

    code: str
    span: Span
    fields: Mapping[str, Any] = {}


class Elsewhere(NamedTuple):
    """A translation of the same source in another file, and where it stands."""

    source: str
    target: str
    path: str
    line: int


class Stretch(Once):
    """Blocks that follow one another, by what their sentences say and not by where they stand: one
    object in all versions of a text in which they say the same, so that what is made of it once
    (`once`) is made again only where a text changed.

    `texts` of the sentences, their `kinds` and ranges that are `opaque`, and which of them `opens`
    a block.
    """

    def __init__(
        self,
        texts: tuple[str, ...],
        kinds: tuple[Kind, ...],
        opaque: tuple[Ranges, ...],
        opens: tuple[bool, ...],
    ) -> None:
        self.texts, self.kinds, self.opaque, self.opens = texts, kinds, opaque, opens
        self._true_values: dict[Callable[[str], Any], Sequence[tuple[int, Any]]] = {}

    def __len__(self) -> int:
        return len(self.texts)

    def telling(self, evaluate: Callable[[str], Value]) -> Sequence[tuple[int, Value]]:
        """Return the true values of a function of a sentence's text, by number of the sentence."""
        if evaluate not in self._true_values:
            values = enumerate(self.each(evaluate))
            self._true_values[evaluate] = [(at, value) for at, value in values if value]
        return self._true_values[evaluate]

    def each(self, evaluate: Callable[[str], Value]) -> Sequence[Value]:
        """Return the value of a function for the text of each sentence."""
        return [_value_of(evaluate, text) for text in self.texts]


#: one block in so many begins a stretch: told by what it says, so that the other stretches stay as
#: they are where one grows
_BLOCKS = 8
_stretch = lru_cache(1_024)(Stretch)


@lru_cache(4_096)  # most sentences of a stretch that changed are as they were
def _value_of(evaluate: Callable[[str], Value], text: str) -> Value:
    return evaluate(text)


@dataclass(frozen=True)
class Document(Once):
    """A text with its sentences and its companions (`reference`, `source`).

    `raw` is the decoded text of the file, which spans count in.
    `skipped` are stretches of it that the format did not understand and left out.
    `units` pair strings with their translations where the file holds both; the strings are then
    the companion `source`, in the same file. `notes` are what the format has to say of the file.
    `markup` is what the format saw besides prose, by where it begins in the file; with units also
    that of their sources. `defects` are what programs refuse in the file, by where it stands.
    `cells` are parts that have lines of their own where the file is shown. `elsewhere`: what other
    files have for sources of its units, where that is something else and somebody asked.
    """

    path: str
    raw: str
    format: str
    blocks: tuple[Block, ...]
    sentences: tuple[Sentence, ...]
    comments: tuple[Comment, ...] = ()
    companions: Mapping[str, Document] = field(default_factory=dict)
    skipped: tuple[Span, ...] = ()
    units: tuple[TranslationUnit, ...] = ()
    notes: tuple[Note, ...] = ()
    markup: tuple[Markup, ...] = ()
    defects: tuple[Defect, ...] = ()
    cells: tuple[Cell, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()

    @cached_property
    def code(self) -> tuple[Span, ...]:
        return tuple(m.span for m in self.markup if m.kind is MarkupKind.CODE_BLOCK)

    def markup_in(self, span: Span) -> Sequence[Markup]:
        """Return the pieces of markup that a span touches, in the order of the file."""
        low = bisect_right(self._markup_reach, span.start)
        high = bisect_left(self.markup, span.end, key=lambda markup: markup.span.start)
        return [markup for markup in self.markup[low:high] if markup.span.overlaps(span)]

    def marked(self, kinds: Set[MarkupKind]) -> Iterator[tuple[Sentence, Markup]]:
        """Yield the markup of these kinds with each sentence that it touches."""
        for markup in self.markup:
            if markup.kind in kinds:
                span = markup.span
                low = bisect_right(self._sentence_reach, span.start)
                high = bisect_left(self._sentence_starts, (span.end, -1))
                for _, index in self._sentence_starts[low:high]:
                    if self.sentences[index].span.overlaps(span):
                        yield self.sentences[index], markup

    @cached_property
    def _markup_reach(self) -> list[int]:
        """Return for each piece of markup the furthest end of it and all before it."""
        return list(accumulate((markup.span.end for markup in self.markup), max))

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, raw = [0], self.raw
        at = -1
        while (at := raw.find("\n", at + 1)) >= 0:
            starts.append(at + 1)
        return starts

    def line(self, offset: int) -> int:
        return bisect_right(self._line_starts, offset)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column of a source offset, both from 1; a tab is one column."""
        line = self.line(offset)
        return line, offset - self._line_starts[line - 1] + 1

    def position_in_cell(self, offset: int) -> tuple[int, int, int] | None:
        """Return cell, line and column of a source offset, from 1; None outside cells."""
        index = bisect_right(self.cells, offset, key=lambda cell: cell.content.starts[0])
        if not index or offset > self.cells[index - 1].content.ends[-1]:
            return None
        number, content = self.cells[index - 1]
        before = content.text[: bisect_right(content.ends, offset)]
        return number, before.count("\n") + 1, len(before) - before.rfind("\n")

    @cached_property
    def _ends(self) -> list[int]:
        return [one.content.ends[-1] for one in self.sentences]

    @cached_property
    def sentence_ends(self) -> list[int]:
        """Return for each sentence the furthest end of it and all before it, in the source."""
        return list(accumulate(self._ends, max))

    @cached_property
    def _sentence_starts(self) -> list[tuple[int, int]]:
        return sorted([(one.content.starts[0], one.index) for one in self.sentences])

    @cached_property
    def _sentence_reach(self) -> list[int]:
        """How far the sentences up to each of `_sentence_starts` reach."""
        return list(accumulate([self._ends[index] for _, index in self._sentence_starts], max))

    def sentence_at(self, span: Span) -> Sentence | None:
        """Return the first, innermost sentence that a span touches; footnotes lie in sentences."""
        starts = self._sentence_starts
        at = bisect_right(starts, (span.start, len(self.sentences)))
        # before `at` stands what may hold the span, the innermost last: a sentence with several
        # footnotes begins before all of them
        for before in range(at - 1, -1, -1):
            if self._sentence_reach[before] <= span.start:
                break
            if self.sentences[starts[before][1]].span.overlaps(span):
                return self.sentences[starts[before][1]]
        after = self.sentences[starts[at][1]] if at < len(starts) else None
        return after if after and after.span.overlaps(span) else None

    def sentences_in(self, blocks: range) -> Sequence[Sentence]:
        """Return the sentences of some blocks that follow one another, such as those of a unit."""
        first = bisect_left(self._sentence_blocks, blocks.start)
        return self.sentences[first : bisect_left(self._sentence_blocks, blocks.stop, first)]

    @cached_property
    def _sentence_blocks(self) -> list[int]:
        return [sentence.block for sentence in self.sentences]

    def line_span(self, line: int) -> Span:
        """Return source span of a 1-based line without its line break."""
        start = self._line_starts[line - 1]
        end = self._line_starts[line] if line < len(self._line_starts) else len(self.raw)
        return Span(start, start + len(self.raw[start:end].rstrip("\r\n")))

    @cached_property
    def texts(self) -> Sequence[str]:
        return [sentence.content.text for sentence in self.sentences]

    @cached_property
    def paragraphs(self) -> Sequence[Sequence[Sentence]]:
        return [list(group) for _, group in groupby(self.sentences, key=attrgetter("block"))]

    @cached_property
    def paragraph_texts(self) -> Sequence[str]:
        texts = iter(self.texts)
        return [" ".join(islice(texts, len(sentences))) for sentences in self.paragraphs]

    @cached_property
    def stretches(self) -> Sequence[Stretch]:
        """Return the sentences in groups that are cached as a unit."""
        blocks = [sentence.block for sentence in self.sentences]
        opens = [True, *map(ne, blocks, blocks[1:])]
        kinds = [sentence.kind for sentence in self.sentences]
        opaque = [sentence.opaque for sentence in self.sentences]
        # cut by what a sentence says, not by its number: a change moves no cut elsewhere
        cuts = [
            index
            for index, text in enumerate(self.texts)
            if index and opens[index] and hash(text) % _BLOCKS == 0
        ]
        columns = self.texts, kinds, opaque, opens
        bounds = pairwise((0, *cuts, len(blocks)))
        return [
            _stretch(*(tuple(column[low:high]) for column in columns))
            for low, high in bounds
            if low < high
        ]

    def by_sentence(self, make: Callable[[Stretch], Sequence[Made]]) -> list[Made]:
        """Return what is made of the stretches, a value a sentence."""
        return [*chain.from_iterable(stretch.once(make) for stretch in self.stretches)]

    def telling(self, evaluate: Callable[[str], Value]) -> Iterator[tuple[Sentence, Value]]:
        """Yield the sentences for whose text a function returns a true value, with that value."""
        first = 0
        for stretch in self.stretches:
            for at, value in stretch.telling(evaluate):
                yield self.sentences[first + at], value
            first += len(stretch)

    @cached_property
    def words(self) -> int:
        return sum(self.word_counts)

    @cached_property
    def word_counts(self) -> Sequence[int]:
        return self.by_sentence(_word_counts)


def _word_counts(stretch: Stretch) -> Sequence[int]:
    from textlint_pt.text.segmentation import count_words

    return stretch.each(count_words)
