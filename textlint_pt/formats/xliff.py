"""XLIFF 1.x and 2.x with the place of every character."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.formats.catalogue import Entry, is_key, parsed
from textlint_pt.formats.markup import is_portuguese
from textlint_pt.formats.segments import Marked, Segment
from textlint_pt.formats.strings import String
from textlint_pt.formats.xmlscan import Scanner
from textlint_pt.text.document import EMPTY, Span, State

#: states of XLIFF 1 (`target`) and 2 (`segment`) under which a target is not yet a translation
_UNREADY = frozenset(("new", "needs-translation", "initial"))
_UNITS = frozenset(("trans-unit", "unit"))
#: parts of a unit with sources and targets that are not its own
_NOT_READ = frozenset(("alt-trans", "bin-unit", "matches", "note", "notes", "skl"))

_NOTHING = String(EMPTY)


def _have_moved_elements(source: Mapping[str, Marked], target: Mapping[str, Marked]) -> bool:
    """Return whether both sides have the same elements, but some in other segments: they do not
    correspond one by one, and only the whole can be compared."""
    in_source, in_target = _tags_by_segment(source), _tags_by_segment(target)
    all_in_source = sum(in_source.values(), Counter())
    all_in_target = sum(in_target.values(), Counter())
    return in_source != in_target and all_in_source == all_in_target


def _tags_by_segment(segments: Mapping[str, Marked]) -> dict[str, Counter[tuple[str, str]]]:
    """Return how often each tag, by name and identifier, is in each segment that has any."""
    return {
        number: Counter((name, identifier) for _, _, name, identifier in marked.string.tags)
        for number, marked in segments.items()
        if marked.string.tags
    }


def parse(raw: str) -> Parsed:
    """Return what the format `xliff` reads."""
    reader = _Reader(raw)
    reader.scan()
    return parsed(reader.entries, reader.comments)


class _Open(NamedTuple):
    """An open element, with the values of `xml:space` and `translate` that hold in it."""

    name: str
    space: str = ""
    translate: bool = True


class _Reader(Scanner):
    root: ClassVar[str] = "xliff"
    namespace: ClassVar[str] = "urn:oasis:names:tc:xliff:document:"

    def __init__(self, raw: str) -> None:
        """Prepare to read a file."""
        super().__init__(raw)
        self.entries: list[Entry] = []
        self._open = [_Open("")]
        self._unread_depth = 0  # depth of the element that is not read; 0 if none
        #: of source and target
        self._root_languages = self._languages = ("", "")
        self._file = self._original = self._unit = self._segment_name = ""
        self._segment_number = 0
        self._longest = 0
        self._item_start = 0
        self._state = ""
        self._strings: dict[str, Segment] = {}

    def opened(self, name: str, attributes: dict[str, str], tag: Span) -> None:
        """Begin a file, a unit or one of its parts; pass over what has sources of its own."""
        _, space, translate = self._open[-1]
        if attributes.get("translate") in ("yes", "no"):
            translate = attributes["translate"] == "yes"
        parent = self._open[-1].name
        self._open.append(_Open(name, attributes.get("xml:space", space), translate))
        if self._unread_depth:
            return
        if not name or name in _NOT_READ:
            self._unread_depth = len(self._open)
        elif name in ("xliff", "file"):
            self._begin_file(name, attributes)
        elif name in _UNITS:
            self._unit = attributes.get("resname") or attributes.get("id") or ""
            self._segment_name, self._segment_number = "", 0
            self._longest = _max_length(attributes)
            if name == "trans-unit":
                self._begin_item(tag.start, "")
        elif name == "segment":
            self._segment_number += 1
            self._segment_name = attributes.get("id") or str(self._segment_number)
            self._begin_item(tag.start, attributes.get("state", ""))
        elif name in ("source", "seg-source", "target") and parent in ("trans-unit", "segment"):
            if name == "target":
                self._state = attributes.get("state", self._state)
            self.record(wrapped=self._open[-1].space != "preserve")

    def closed(self, name: str, segment: Segment | None, tag: Span) -> None:
        """End a string, or the unit or segment that it is of."""
        depth = len(self._open)
        element = self._open.pop()
        if segment is not None:
            self._strings[name] = segment
        elif self._unread_depth:
            if depth == self._unread_depth:
                self._unread_depth = 0
        elif name in ("trans-unit", "segment"):
            self._finish(tag.end, element.translate)

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
        self._strings = {}

    def _finish(self, end: int, translate: bool) -> None:
        """Add the entries of a unit, sentence by sentence if those marked in it correspond."""
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
        divided = self._strings.get("seg-source")
        sources = divided.sentences() if divided else {}
        targets = target.sentences() if target else {}
        if not (sources and targets) or _have_moved_elements(sources, targets):
            span = Span(self._item_start, end)
            whole = target.string() if target else _NOTHING
            self._add(self._segment_name, span, source.string(), whole, state)
            return
        for number, marked in sources.items():
            translation = targets.get(number) or Marked(_NOTHING, marked.span)
            self._add(number, translation.span, marked.string, translation.string, state)

    def _add(self, segment: str, span: Span, source: String, target: String, state: State) -> None:
        """Add an entry, without a source that is only the name of the string."""
        name = source.text.text
        # Symfony: where the English is in another file, the string's name stands in its place
        is_named = name == self._unit and is_key(name)
        if is_named and target.text.text == name and state is State.TRANSLATED:
            state = State.UNTRANSLATED
        source_language, target_language = self._languages
        self.entries.append(
            Entry(
                "\x04".join(filter(None, (self._file, self._unit, segment))),
                span,
                source=None if is_named else source,
                target=target,
                place=self._original,
                state=state,
                source_language=source_language,
                target_language=target_language,
                longest=self._longest,
            )
        )


def _max_length(attributes: dict[str, str]) -> int:
    """Return how many characters the translation of a unit may have; 0 without a limit."""
    width = attributes.get("maxwidth", "")
    is_counted = attributes.get("size-unit", "pixel") == "char" and width.isdecimal()
    return int(width[:6]) if is_counted else 0
