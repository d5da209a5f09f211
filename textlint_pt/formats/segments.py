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
        """Start a string; `wrapped`: line breaks are no text, `html`: elements are formatting."""
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
        #: ranges of the text by role: tags without a trace, placeholders (opaque), line breaks
        self._ranges = {role: list[tuple[int, int]]() for role in ("dropped", "opaque", "broken")}
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
            self._append(tag, "dropped", name, identifier)
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
            if depth == self._hidden.depth:  # its text, not read, is one piece unless deleted
                hidden, self._hidden = self._hidden, None
                if hidden.role != "deleted":
                    whole = Span(hidden.tag.start, tag.end)
                    self._append(whole, hidden.role, name or "", hidden.identifier)
            return
        if self._sentence is not None and self._sentence.depth == depth:
            span = Span(self._sentence.start, tag.end)
            self._sentences.setdefault(self._sentence.number, (opened_at, self._length, span))
            self._sentence = None
        if self._protected_depth == depth:
            self._protected_depth = None
            if opened_at < self._length:
                # its content is opaque as a whole, in place of the ranges in it
                before = [part for part in self._ranges["opaque"] if part[0] < opened_at]
                self._ranges["opaque"] = [*before, (opened_at, self._length)]
        if name is not None:
            self._append(tag, "dropped", f"/{name}", "")

    def string(self) -> String:
        """Return the collected string."""
        dropped, opaque, broken = map(tuple, self._ranges.values())
        return String(
            Text.join(self._pieces), dropped, opaque, broken, self._wrapped, tuple(self._tags)
        )

    def sentences(self) -> dict[str, Marked]:
        """Return the sentences that are marked in the string (XLIFF 1.2), by their numbers."""
        whole = self.string() if self._sentences else String(EMPTY)
        return {
            number: Marked(whole.part(start, end), span)
            for number, (start, end, span) in self._sentences.items()
        }

    def _append(self, span: Span, role: str, name: str, identifier: str) -> None:
        """Append the source of a span, recorded by its role and as a tag with its name."""
        if span.start < span.end:
            text = self._raw[span.start : span.end]
            self._pieces.append(Text.verbatim(text, span.start))
            start, end = self._length, self._length + len(text)
            self._ranges[role].append((start, end))
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
