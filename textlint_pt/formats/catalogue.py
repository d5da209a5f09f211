"""What the formats of strings and their translations (PO, XLIFF, TMX) have in common.

A reader turns a file into entries; here they become blocks, units and the companion `source`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from textlint_pt.contract.format import Parsed
from textlint_pt.formats.strings import Prose, String, is_restructured, read
from textlint_pt.text.document import (
    Block,
    Comment,
    Defect,
    Kind,
    Markup,
    Note,
    Span,
    State,
    TranslationUnit,
)
from textlint_pt.text.regex import regex

#: files whose strings are the paragraphs of a document, one after the other
_DOCUMENT = regex(
    r"\.(?:rst|txt|md|mdx|qmd|markdown|html?|xhtml|adoc|asc|asciidoc|xml|dbk|docbook|dita|tex|texi"
    r"|texinfo|ipynb|docx?|odt|rtf|pod|man|[1-8])(?:\.in)?\Z"
    r"|:docstring of ",
    re.IGNORECASE,
)
_ENDED = regex(r"[.!?…:;][\"'”’»)\]]*\s*\Z")
_HEADING_WORDS = 12
_KEY = regex(r"[A-Za-z][A-Za-z0-9-]*(?:[._:/][A-Za-z0-9-]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+")
_KEY_OR_WORD = regex(r"[A-Za-z0-9._:/-]+")
_LEAST_ENTRIES = 3
#: colours and styles of texts in a game: "&cEsse &lnome"
_COLOUR = regex(r"[&§][0-9a-fk-or](?!\w*;)")
#: strings in whose place translators write who they are: GNOME, KDE
_CREDITS = frozenset(
    (
        *("translator-credits", "translator_credits", "translators_credits"),
        *("NAME OF TRANSLATORS", "EMAIL OF TRANSLATORS", "Your names", "Your emails"),
    )
)
#: what itstool writes of a picture, so that its translation can be told to be old
_PICTURE = regex(r"external ref='[^']*' md5='[^']*'")


class Entry(NamedTuple):
    """A string and its translation as the file has them; see `TranslationUnit`.

    `state` is the state that the file gives. `place` is the file the string was taken from, if
    known.
    """

    key: str
    span: Span
    source: String | None
    target: String
    place: str = ""
    state: State = State.TRANSLATED
    source_language: str = ""
    target_language: str = ""
    formats: tuple[str, ...] = ()
    longest: int = 0


def parsed(
    entries: Sequence[Entry],
    comments: Sequence[Comment] = (),
    notes: Sequence[Note] = (),
    defects: Sequence[Defect] = (),
    *,
    in_order: bool = True,
) -> Parsed:
    """Return the blocks of the translations that are read, blocks of their sources, and the units
    of both.

    `in_order` is false if the entries of a document may be in any order.
    """
    found = _Reader(entries, in_order).read(comments, notes)
    return found._replace(defects=tuple(sorted(defects, key=lambda defect: defect.span)))


class _Reader:
    def __init__(self, entries: Sequence[Entry], in_order: bool) -> None:
        """Find out what the strings of a file have in common: markup, colours, keys."""
        self._entries = entries
        texts = [string.text.text for e in entries for string in (e.source, e.target) if string]
        self._restructured = any(map(is_restructured, texts))
        self._is_coloured = sum(map(_is_coloured, texts)) >= _LEAST_ENTRIES
        self._keys = _are_keys([e.source.text.text for e in entries if e.source])
        self._blocks: list[Block] = []
        self._sources: list[Block] = []
        self._markup: list[Markup] = []
        self._read_sources: dict[int, range] = {}
        self._section = 0
        self._place = ""
        self._is_document = (
            in_order
            and not any(entry.place for entry in entries)
            and _are_paragraphs([entry.target.text.text for entry in entries])
        )

    def read(self, comments: Sequence[Comment], notes: Sequence[Note]) -> Parsed:
        """Return the blocks and units of the entries."""
        units = tuple(map(self._unit, self._entries))
        states = Counter(unit.state.value for unit in units)
        counts = {s.value: states[s.value] for s in State if s is not State.TRANSLATED}
        counts = {name: number for name, number in counts.items() if number}
        if counts:
            notes = [*notes, Note("left-out", counts)]
        return Parsed(
            tuple(self._blocks),
            tuple(comments),
            sources=tuple(self._sources),
            units=units,
            notes=tuple(notes),
            markup=tuple(self._markup),
        )

    def _unit(self, entry: Entry) -> TranslationUnit:
        """Return the translation unit of an entry; add its blocks if it is translated."""
        source = None if self._keys else entry.source
        state = entry.state
        source_text = source.text.text if source else ""
        if state is State.TRANSLATED and (
            source_text in _CREDITS or _PICTURE.fullmatch(source_text)
        ):
            state = State.PROTECTED
        elif state is State.TRANSLATED:
            target = entry.target.text.text
            if not target or target.isspace():
                state = State.UNTRANSLATED
            elif source is not None and source.text.text == target:
                state = State.IDENTICAL
        blocks = source_blocks = range(0)
        if state is State.TRANSLATED:
            blocks = self._add(entry, entry.target, self._blocks)
            if source is not None:
                source_blocks = self._source(entry, source)
        elif state is State.IDENTICAL:
            self._markup += read(entry.target, self._restructured)[1]
        return TranslationUnit(
            entry.key,
            entry.span,
            source.text if source else None,
            entry.target.text,
            state,
            blocks,
            source_blocks,
            entry.source_language,
            entry.target_language,
            entry.formats,
            entry.longest,
        )

    def _source(self, entry: Entry, source: String) -> range:
        """The source's blocks; several translations, such as plural forms, may share them."""
        at = source.text.span().start
        if at not in self._read_sources:
            self._read_sources[at] = self._add(entry, source, self._sources)
        return self._read_sources[at]

    def _add(self, entry: Entry, string: String, blocks: list[Block]) -> range:
        """Add the paragraphs of a string to `blocks`; return their range."""
        first = len(blocks)
        if self._is_coloured:
            marks = [match.span() for match in _COLOUR.finditer(string.text.text)]
            string = string._replace(dropped=tuple(sorted({*string.dropped, *marks})))
        found, markup = read(string, self._restructured)
        self._markup += markup
        for prose in found:
            kind = self._kind(entry, prose, len(found))
            if blocks is self._blocks and (kind is Kind.HEADING or entry.place != self._place):
                self._section += 1
                self._place = entry.place
            blocks.append(Block(kind, prose.content, self._section, False, prose.opaque))
        return range(first, len(blocks))

    def _kind(self, entry: Entry, prose: Prose, paragraphs_there: int) -> Kind:
        """Return paragraphs and headings of a document; the strings of a program are list items,
        since none continues the one before it."""
        is_document = _DOCUMENT.search(entry.place) if entry.place else self._is_document
        if prose.is_item or not is_document:
            return Kind.LIST_ITEM
        text = prose.content.text
        if (
            paragraphs_there == 1
            and not _ENDED.search(text)
            and len(text.split()) <= _HEADING_WORDS
        ):
            return Kind.HEADING
        return Kind.PARAGRAPH


def _is_coloured(text: str) -> bool:
    """Return whether a text has a colour by its number: "&7Clique"."""
    return any(match[0][1].isdigit() for match in _COLOUR.finditer(text))


def is_key(text: str) -> bool:
    """Return whether a text has the shape of the name of a string, such as "menu.file.open"."""
    return _KEY.fullmatch(text) is not None


def _are_keys(sources: Sequence[str]) -> bool:
    """Return whether the source is only the name of a string, such as "menu.file.open"."""
    filled = [source for source in sources if source.strip()]
    keys = sum(map(is_key, filled))
    words = sum(_KEY_OR_WORD.fullmatch(source) is not None for source in filled)
    n = len(filled)
    if n < _LEAST_ENTRIES:
        return 0 < n == keys
    return keys >= 0.4 * n and words >= 0.8 * n


def _are_paragraphs(targets: Sequence[str]) -> bool:
    """Return whether most of the strings are whole sentences."""
    lengths = [(len(text.split()), _ENDED.search(text) is not None) for text in targets]
    words = sum(length for length, _ in lengths)
    return words > 0 and sum(n for n, ended in lengths if ended and n >= 8) >= 0.7 * words
