"""A string of XLIFF, TMX or resources of apps while it is read: text with inline elements in it.

Its text of a string includes the tags. Their kind decides what the sentence shows: tags around
prose and halves of pairs leave no trace; placeholders for visible content are opaque.
"""

from __future__ import annotations

from typing import NamedTuple

from textlint_pt.formats.strings import String
from textlint_pt.text.document import EMPTY, Span, Text

#: elements around prose; XLIFF 1 g, mrk, XLIFF 2 pc, mrk, TMX hi
_AROUND = frozenset(("g", "pc", "mrk", "hi"))
#: one half of a pair, with its native code: formatting
_HALVES = frozenset(("bpt", "ept", "bx", "ex", "sc", "ec", "sm", "em", "it", "cp"))
_IDENTIFIERS = ("id", "rid", "name")
_LINE_BREAKS = frozenset(("LINE_BREAK", "lb", "xlf:lb", "x-html-br"))


class Marked(NamedTuple):
    """A sentence that a `mrk` of type `seg` holds, and where the element stands."""

    string: String
    span: Span


class _Hidden(NamedTuple):
    """An open element whose text is not read: native code, or deleted text.

    `role` is "opaque", "dropped", "broken" (a line break) or "deleted".
    """

    depth: int
    role: str
    tag: Span
    identifier: str


class _OpenSentence(NamedTuple):
    """An open mark of a sentence: its depth, its number, and where its tag begins."""

    depth: int
    number: str
    start: int


class Segment:
    """Collects the pieces of one string."""

    def __init__(self, raw: str, wrapped: bool, *, html: bool = False) -> None:
        """Prepare to collect a string; `wrapped`: line breaks are no text, `html`: every element is
        formatting."""
        self._raw = raw
        self._wrapped = wrapped
        self._html = html
        self._pieces: list[Text] = []
        self._length = 0
        # open elements: their names (None of a mark around a segment), and the length of the text
        # before each
        self._open: list[tuple[str | None, int]] = []
        self._protected_depth: int | None = None  # of an element with translate="no"
        self._hidden: _Hidden | None = None
        # ranges of the text: tags without a trace, placeholders (opaque), line breaks
        self._dropped: list[tuple[int, int]] = []
        self._opaque: list[tuple[int, int]] = []
        self._broken: list[tuple[int, int]] = []
        self._tags: list[tuple[int, int, str, str]] = []
        self._sentence: _OpenSentence | None = None
        #: by number the range of the text of each sentence, and where its element is
        self._sentences: dict[str, tuple[int, int, Span]] = {}

    def add(self, text: Text) -> None:
        if self._hidden is None:
            self._pieces.append(text)
            self._length += len(text)

    def start(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Read the start tag of an inline element."""
        kind = attributes.get("mtype", "") if name == "mrk" else ""
        is_mark = kind in ("seg", "comment") or kind.startswith("x-")
        self._open.append((None if is_mark else name, self._length))
        if self._hidden is not None:
            return
        if is_mark:
            if kind == "x-sdl-deleted":
                self._hidden = _Hidden(len(self._open), "deleted", tag, "")
            elif kind == "seg" and self._sentence is None:
                number = attributes.get("mid", "")
                self._sentence = _OpenSentence(len(self._open), number, tag.start)
            return
        identifier = next((attributes[key] for key in _IDENTIFIERS if attributes.get(key)), "")
        if self._html or name in _AROUND or not name:
            self._append(tag, self._dropped, (name, identifier))
            is_xliff_g = self._html and name == "g"  # in Android's strings: not to be translated
            is_protected = (
                is_xliff_g
                or attributes.get("translate") == "no"
                or attributes.get("mtype") == "protected"
            )
            if is_protected and self._protected_depth is None:
                self._protected_depth = len(self._open)
                self._open[-1] = (name, self._length)
            return
        kinds = {attributes.get("id"), attributes.get("ctype"), attributes.get("subType")}
        role = "opaque"
        if name in _HALVES or _is_angular_half(attributes):
            role = "dropped"
        elif kinds & _LINE_BREAKS:
            role = "broken"
        self._hidden = _Hidden(len(self._open), role, tag, identifier)

    def end(self, tag: Span) -> None:
        """Read the end tag of an inline element."""
        depth = len(self._open)
        name, opened_at = self._open.pop()
        if self._hidden is not None:
            if depth == self._hidden.depth:
                self._end_hidden(self._hidden, name or "", tag)
            return
        if self._sentence is not None and self._sentence.depth == depth:
            span = Span(self._sentence.start, tag.end)
            self._sentences.setdefault(self._sentence.number, (opened_at, self._length, span))
            self._sentence = None
        if self._protected_depth == depth:
            self._protected_depth = None
            if opened_at < self._length:
                # its content is opaque as a whole, in place of the ranges in it
                before = [(start, end) for start, end in self._opaque if start < opened_at]
                self._opaque = [*before, (opened_at, self._length)]
        if name is not None:
            self._append(tag, self._dropped, (f"/{name}", ""))

    def _end_hidden(self, hidden: _Hidden, name: str, tag: Span) -> None:
        """End an element whose text is not read; it is appended as one piece unless deleted."""
        self._hidden = None
        if hidden.role == "deleted":
            return
        ranges_by_role = {
            "opaque": self._opaque,
            "dropped": self._dropped,
            "broken": self._broken,
        }
        span = Span(hidden.tag.start, tag.end)
        self._append(span, ranges_by_role[hidden.role], (name, hidden.identifier))

    def string(self) -> String:
        """Return the collected string."""
        text = Text.join(self._pieces)
        return String(
            text,
            dropped=tuple(self._dropped),
            opaque=tuple(self._opaque),
            broken=tuple(self._broken),
            wrapped=self._wrapped,
            tags=tuple(self._tags),
        )

    def sentences(self) -> dict[str, Marked]:
        """Return the sentences that are marked in the string (XLIFF 1.2), by their numbers."""
        whole = self.string() if self._sentences else String(EMPTY)
        return {
            number: Marked(whole.part(start, end), span)
            for number, (start, end, span) in self._sentences.items()
        }

    def _append(
        self, span: Span, ranges: list[tuple[int, int]], name_and_id: tuple[str, str]
    ) -> None:
        """Append the source of a span, recorded in `ranges` and as a tag with its name."""
        if span.start < span.end:
            text = self._raw[span.start : span.end]
            self._pieces.append(Text.verbatim(text, span.start))
            start, end = self._length, self._length + len(text)
            ranges.append((start, end))
            name, identifier = name_and_id
            is_for_translators = self._html and name.lstrip("/") == "g"  # xliff:g
            if not is_for_translators:
                self._tags.append((start, end, name, identifier))
            self._length = end


def _is_angular_half(attributes: dict[str, str]) -> bool:
    """Return whether an element is half of a pair as Angular names it: START_TAG_SPAN, CLOSE_LINK.

    START_BLOCK begins a block of a template, and is shown.
    """
    name = attributes.get("id", "")
    return name.startswith(("START_", "CLOSE_")) and name != "START_BLOCK"
