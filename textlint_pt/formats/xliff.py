"""XLIFF 1.x and 2.x with the place of every character."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.formats.catalogue import Entry, is_key, parsed
from textlint_pt.formats.markup import is_portuguese
from textlint_pt.formats.segments import Segment, is_segment
from textlint_pt.formats.strings import String
from textlint_pt.formats.xmlscan import Scanner
from textlint_pt.text.document import Span, State, Text

#: states of XLIFF 1 (`target`) and 2 (`segment`) under which a target is not yet a translation
_UNREADY = frozenset(("new", "needs-translation", "initial"))
_UNITS = frozenset(("trans-unit", "unit"))
#: parts of a unit with sources and targets that are not its own
_ASIDE = frozenset(("alt-trans", "bin-unit", "matches", "note", "notes", "skl"))

_NOTHING = String(Text("", (), ()))


class _Marked(NamedTuple):
    """A sentence that a `mrk` of type `seg` holds, and where the element stands."""

    string: String
    span: Span


def _was_moved(source: Mapping[str, _Marked], target: Mapping[str, _Marked]) -> bool:
    """Return whether both sides have the same elements, but some in other segments: they do not
    correspond one by one, and only the whole can be compared."""
    sides = [
        {
            number: Counter(tag[2:] for tag in marked.string.tags)
            for number, marked in side.items()
            if marked.string.tags
        }
        for side in (source, target)
    ]
    return sides[0] != sides[1] and sum(sides[0].values(), Counter()) == sum(
        sides[1].values(), Counter()
    )


def parse(raw: str) -> Parsed:
    """Return what the format `xliff` reads."""
    reader = _Reader(raw)
    reader.scan()
    return parsed(reader.entries, reader.comments)


class _Reader(Scanner):
    root: ClassVar[str] = "xliff"
    namespace: ClassVar[str] = "urn:oasis:names:tc:xliff:document:"

    def __init__(self, raw: str) -> None:
        """Prepare to read a file."""
        super().__init__(raw)
        self.entries: list[Entry] = []
        self._open: list[str] = []
        self._settings: list[tuple[str, bool]] = []  # xml:space and translate, by element
        self._aside = 0  # depth of the element that is not read; 0 if none
        self._root_languages = self._languages = ("", "")
        self._file = self._original = self._unit = self._segment = ""
        self._segment_number = 0
        self._longest = 0
        self._item_start = 0
        self._state = ""
        self._strings: dict[str, String] = {}
        self._recording: Segment | None = None
        self._recorded_depth = 0
        self._marked: dict[str, dict[str, _Marked]] = {}  # segments of XLIFF 1.2, by their numbers
        self._segment_reader: tuple[str, int, int, Segment] | None = None

    def start(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Read a start tag."""
        self._open.append(name)
        space, translate = self._settings[-1] if self._settings else ("", True)
        space = attributes.get("xml:space", space)
        if attributes.get("translate") in ("yes", "no"):
            translate = attributes["translate"] == "yes"
        self._settings.append((space, translate))
        if self._recording is not None:
            self._start_inside(name, attributes, tag)
        elif self._aside:
            return
        elif not name or name in _ASIDE:
            self._aside = len(self._open)
        elif name in ("xliff", "file"):
            self._begin_file(name, attributes)
        elif name in _UNITS:
            self._unit = attributes.get("resname") or attributes.get("id") or ""
            self._segment, self._segment_number = "", 0
            self._longest = _longest(attributes)
            if name == "trans-unit":
                self._begin_item(tag.start, "")
        elif name == "segment":
            self._segment_number += 1
            self._segment = attributes.get("id") or str(self._segment_number)
            self._begin_item(tag.start, attributes.get("state", ""))
        elif name in ("source", "seg-source", "target") and self._parent() in (
            "trans-unit",
            "segment",
        ):
            if name == "target":
                self._state = attributes.get("state", self._state)
            self._recording = Segment(self.raw, tag.end, wrapped=space != "preserve")
            self._recorded_depth = len(self._open)
            self._marked[name] = {}

    def _start_inside(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Read a start tag inside a recorded string."""
        assert self._recording is not None
        if self._segment_reader is not None:
            self._segment_reader[3].start(name, attributes, tag)
        elif is_segment(name, attributes):
            segment = Segment(self.raw, tag.end, wrapped=self._settings[-1][0] != "preserve")
            self._segment_reader = attributes.get("mid", ""), len(self._open), tag.start, segment
        self._recording.start(name, attributes, tag)

    def _begin_file(self, name: str, attributes: dict[str, str]) -> None:
        """Read the languages: those of `file` in XLIFF 1, of the root in XLIFF 2."""
        if name == "xliff":
            root = attributes.get("srcLang", ""), attributes.get("trgLang", "")
            self._root_languages = self._languages = root
            return
        self._languages = (
            attributes.get("source-language", self._root_languages[0]),
            attributes.get("target-language", self._root_languages[1]),
        )
        self._original = attributes.get("original", "")
        self._file = self._original or attributes.get("id", "")

    def _begin_item(self, start: int, state: str) -> None:
        self._item_start, self._state = start, state
        self._strings, self._marked = {}, {}

    def _parent(self) -> str:
        return self._open[-2] if len(self._open) > 1 else ""

    def text(self, text: Text) -> None:
        if self._recording is not None:
            self._recording.add(text)
            if self._segment_reader is not None:
                self._segment_reader[3].add(text)

    def end(self, name: str, tag: Span) -> None:
        """Read an end tag."""
        depth = len(self._open)
        self._open.pop()
        _, translate = self._settings.pop()
        if self._recording is not None:
            if depth > self._recorded_depth:
                self._end_inside(depth, tag)
                return
            self._strings[name] = self._recording.string()
            self._recording = None
        elif self._aside:
            if depth == self._aside:
                self._aside = 0
        elif name in ("trans-unit", "segment"):
            self._finish(tag.end, translate)

    def _end_inside(self, depth: int, tag: Span) -> None:
        """Read an end tag inside a recorded string."""
        assert self._recording is not None
        self._recording.end(tag)
        if self._segment_reader is None:
            return
        number, segment_depth, start, segment = self._segment_reader
        if depth > segment_depth:
            segment.end(tag)
            return
        element_name = self._open[self._recorded_depth - 1]
        self._marked[element_name].setdefault(
            number, _Marked(segment.string(), Span(start, tag.end))
        )
        self._segment_reader = None

    def _finish(self, end: int, translate: bool) -> None:
        """Add the entries of a unit, segment by segment if they correspond."""
        source, target = self._strings.get("source"), self._strings.get("target")
        if source is None:
            return
        state = State.TRANSLATED
        if not translate:
            state = State.PROTECTED
        elif target is None or self._state in _UNREADY:
            state = State.UNTRANSLATED
        elif self._languages[1] and not is_portuguese(self._languages[1]):
            state = State.FOREIGN
        source_segments, target_segments = (
            self._marked.get("seg-source", {}),
            self._marked.get("target", {}),
        )
        if not (source_segments and target_segments) or _was_moved(
            source_segments, target_segments
        ):
            span = Span(self._item_start, end)
            self._add(self._segment, span, source, target or _NOTHING, state)
            return
        for number, marked in source_segments.items():
            found = target_segments.get(number) or _Marked(_NOTHING, marked.span)
            self._add(number, found.span, marked.string, found.string, state)

    def _add(self, segment: str, span: Span, source: String, target: String, state: State) -> None:
        """Add an entry, without a source that is only the name of the string."""
        name = source.text.text
        # Symfony: where the English is in another file, the string's name stands in its place
        is_named = name == self._unit and is_key(name)
        if is_named and target.text.text == name and state is State.TRANSLATED:
            state = State.UNTRANSLATED
        self.entries.append(
            Entry(
                "\x04".join(filter(None, (self._file, self._unit, segment))),
                span,
                None if is_named else source,
                target,
                self._original,
                state,
                *self._languages,
                longest=self._longest,
            )
        )


def _longest(attributes: dict[str, str]) -> int:
    """Return characters that the translation of a unit may have; 0 where it does not say."""
    width = attributes.get("maxwidth", "")
    is_counted = attributes.get("size-unit", "pixel") == "char" and width.isdecimal()
    return int(width[:6]) if is_counted else 0
