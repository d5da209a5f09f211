"""A string of XLIFF, TMX or resources of apps while it is read: text with inline elements in it.

Its text of a string includes the tags. Their kind decides what the sentence shows: tags around
prose and halves of pairs leave no trace; placeholders for visible content are opaque.
"""

from __future__ import annotations

from typing import NamedTuple

from textlint_pt.formats.strings import String
from textlint_pt.text.document import Span, Text

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
        self._protected: int | None = None  # depth of an element with translate="no"
        self._code: tuple[int, str, Span, str] | None = None  # depth, role, tag, identifier
        # ranges of the text: tags without a trace, placeholders (opaque), line breaks
        self._dropped: list[tuple[int, int]] = []
        self._opaque: list[tuple[int, int]] = []
        self._broken: list[tuple[int, int]] = []
        self._tags: list[tuple[int, int, str, str]] = []
        self._sentence: tuple[int, str, int] | None = None  # of a mark: depth, number, start of tag
        self._sentences: dict[str, tuple[int, int, Span]] = {}

    def add(self, text: Text) -> None:
        if self._code is None:
            self._pieces.append(text)
            self._length += len(text)

    def start(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Read the start tag of an inline element."""
        kind = attributes.get("mtype", "") if name == "mrk" else ""
        is_mark = kind in ("seg", "comment") or kind.startswith("x-")
        self._open.append((None if is_mark else name, self._length))
        if self._code is not None:
            return
        if is_mark:
            if kind == "x-sdl-deleted":
                self._code = len(self._open), "deleted", tag, ""
            elif kind == "seg" and self._sentence is None:
                self._sentence = len(self._open), attributes.get("mid", ""), tag.start
            return
        identifier = next((attributes[key] for key in _IDENTIFIERS if attributes.get(key)), "")
        if self._html or name in _AROUND or not name:
            self._append(tag, self._dropped, (name, identifier))
            is_protected = (
                (self._html and name == "g")  # xliff:g: what stays as it is
                or attributes.get("translate") == "no"
                or attributes.get("mtype") == "protected"
            )
            if is_protected and self._protected is None:
                self._protected = len(self._open)
                self._open[-1] = (name, self._length)
            return
        role = "opaque"
        if name in _HALVES or _is_half(attributes):
            role = "dropped"
        elif attributes.get("id") in _LINE_BREAKS or (
            {attributes.get("ctype"), attributes.get("subType")} & _LINE_BREAKS
        ):
            role = "broken"
        self._code = len(self._open), role, tag, identifier

    def end(self, tag: Span) -> None:
        """Read the end tag of an inline element."""
        depth = len(self._open)
        name, opened_at = self._open.pop()
        if self._code is not None:
            code_depth, role, opening, identifier = self._code
            if depth == code_depth:
                self._code = None
                if role == "deleted":
                    return
                ranges = {"opaque": self._opaque, "dropped": self._dropped}.get(role, self._broken)
                self._append(Span(opening.start, tag.end), ranges, (name or "", identifier))
            return
        if self._sentence is not None and self._sentence[0] == depth:
            _, number, start = self._sentence
            self._sentences.setdefault(number, (opened_at, self._length, Span(start, tag.end)))
            self._sentence = None
        if self._protected == depth:
            self._protected = None
            if opened_at < self._length:
                kept_ranges = [r for r in self._opaque if r[0] < opened_at]
                self._opaque = [*kept_ranges, (opened_at, self._length)]
        if name is not None:
            self._append(tag, self._dropped, (f"/{name}", ""))

    def string(self) -> String:
        """Return the collected string."""
        text = Text.join(self._pieces) if self._pieces else Text("", (), ())
        return String(
            text,
            tuple(self._dropped),
            tuple(self._opaque),
            tuple(self._broken),
            self._wrapped,
            tuple(self._tags),
        )

    def sentences(self) -> dict[str, Marked]:
        """Return the sentences that are marked in the string (XLIFF 1.2), by their numbers."""
        whole = self.string() if self._sentences else String(Text("", (), ()))
        return {
            number: Marked(whole.part(low, high), span)
            for number, (low, high, span) in self._sentences.items()
        }

    def _append(
        self, span: Span, ranges: list[tuple[int, int]], name_and_id: tuple[str, str]
    ) -> None:
        """Append the source of a span, recorded in `ranges` and as a tag with its name."""
        if span.start < span.end:
            text = self._raw[span.start : span.end]
            self._pieces.append(Text.verbatim(text, span.start))
            ranges.append((self._length, self._length + len(text)))
            if not (
                self._html and name_and_id[0].lstrip("/") == "g"
            ):  # xliff:g, for translators alone
                self._tags.append((self._length, self._length + len(text), *name_and_id))
            self._length += len(text)


def _is_half(attributes: dict[str, str]) -> bool:
    """Return whether it is half of a pair that Angular writes as a placeholder: START_TAG_SPAN,
    CLOSE_LINK."""
    name = attributes.get("id", "")
    return name.startswith(("START_", "CLOSE_")) and name != "START_BLOCK"
