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
_MAX_HEADING_WORDS = 12
_MIN_SENTENCE_WORDS = 8
_KEY = regex(r"[A-Za-z][A-Za-z0-9-]*(?:[._:/][A-Za-z0-9-]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+")
_KEY_OR_WORD = regex(r"[A-Za-z0-9._:/-]+")
_MIN_ENTRIES = 3
#: colours and styles of texts in a game: "&cEsse &lnome"
_COLOUR_CODE = regex(r"[&§][0-9a-fk-or](?!\w*;)")
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
        #: whether the strings are reStructuredText
        self._restructured = any(map(is_restructured, texts))
        self._is_coloured = sum(map(_is_coloured, texts)) >= _MIN_ENTRIES
        self._sources_are_keys = _are_keys([e.source.text.text for e in entries if e.source])
        self._blocks: list[Block] = []
        self._sources: list[Block] = []
        self._markup: list[Markup] = []
        #: by its offset in the file the blocks of each source read so far
        self._blocks_of_sources: dict[int, range] = {}
        self._section = 0
        #: the file that the last entry was taken from: a new one begins a section
        self._place = ""
        has_places = any(entry.place for entry in entries)
        #: whether the entries, which name no file, are the paragraphs of a document
        self._is_document = (
            in_order
            and not has_places
            and _are_paragraphs([entry.target.text.text for entry in entries])
        )

    def read(self, comments: Sequence[Comment], notes: Sequence[Note]) -> Parsed:
        """Return the blocks and units of the entries."""
        units = tuple(map(self._unit, self._entries))
        states = Counter(unit.state.value for unit in units)
        left_out = {
            state.value: states[state.value]
            for state in State
            if state is not State.TRANSLATED and states[state.value]
        }
        if left_out:
            notes = [*notes, Note("left-out", left_out)]
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
        source = None if self._sources_are_keys else entry.source
        state = entry.state
        if state is State.TRANSLATED:
            source_text = source.text.text if source else None
            state = _state_of(source_text, entry.target.text.text)
        blocks = source_blocks = range(0)
        if state is State.TRANSLATED:
            blocks = self._add(entry, entry.target, self._blocks)
            if source is not None:  # which several plural forms may share
                start = source.text.span().start
                if start not in self._blocks_of_sources:
                    self._blocks_of_sources[start] = self._add(entry, source, self._sources)
                source_blocks = self._blocks_of_sources[start]
        elif state is State.IDENTICAL:
            self._markup += read(entry.target, self._restructured)[1]
        return TranslationUnit(
            entry.key,
            entry.span,
            source=source.text if source else None,
            target=entry.target.text,
            state=state,
            blocks=blocks,
            source_blocks=source_blocks,
            source_language=entry.source_language,
            target_language=entry.target_language,
            formats=entry.formats,
            longest=entry.longest,
        )

    def _add(self, entry: Entry, string: String, blocks: list[Block]) -> range:
        """Add the paragraphs of a string to `blocks`; return their range."""
        first_index = len(blocks)
        if self._is_coloured:
            colours = [match.span() for match in _COLOUR_CODE.finditer(string.text.text)]
            string = string._replace(dropped=tuple(sorted({*string.dropped, *colours})))
        paragraphs, markup = read(string, self._restructured)
        self._markup += markup
        for prose in paragraphs:
            kind = self._kind(entry, prose, len(paragraphs))
            is_translation = blocks is self._blocks
            if is_translation and (kind is Kind.HEADING or entry.place != self._place):
                self._section += 1
                self._place = entry.place
            blocks.append(Block(kind, prose.content, self._section, opaque=prose.opaque))
        return range(first_index, len(blocks))

    def _kind(self, entry: Entry, prose: Prose, paragraph_count: int) -> Kind:
        """Return the kind of a paragraph: heading or paragraph in a document.

        The strings of a program are list items, since none continues the one before it.
        """
        is_document = _DOCUMENT.search(entry.place) if entry.place else self._is_document
        if prose.is_item or not is_document:
            return Kind.LIST_ITEM
        text = prose.content.text
        is_short = len(text.split()) <= _MAX_HEADING_WORDS
        if paragraph_count == 1 and is_short and not _ENDED.search(text):
            return Kind.HEADING
        return Kind.PARAGRAPH


def _state_of(source: str | None, target: str) -> State:
    """Return the state of a string that the file says is translated."""
    if source is not None and (source in _CREDITS or _PICTURE.fullmatch(source)):
        return State.PROTECTED
    if not target or target.isspace():
        return State.UNTRANSLATED
    return State.IDENTICAL if source == target else State.TRANSLATED


def _is_coloured(text: str) -> bool:
    """Return whether a text has a colour by its number: "&7Clique"."""
    return any(match[0][1].isdigit() for match in _COLOUR_CODE.finditer(text))


def is_key(text: str) -> bool:
    """Return whether a text has the shape of the name of a string, such as "menu.file.open"."""
    return _KEY.fullmatch(text) is not None


def _are_keys(sources: Sequence[str]) -> bool:
    """Return whether the sources are only names of strings, such as "menu.file.open"."""
    filled = [source for source in sources if source.strip()]
    keys = sum(map(is_key, filled))
    keys_or_words = sum(_KEY_OR_WORD.fullmatch(source) is not None for source in filled)
    if len(filled) < _MIN_ENTRIES:
        return 0 < len(filled) == keys
    return keys >= 0.4 * len(filled) and keys_or_words >= 0.8 * len(filled)


def _are_paragraphs(targets: Sequence[str]) -> bool:
    """Return whether most words of the strings are in whole sentences."""
    word_counts = [len(text.split()) for text in targets]
    words_in_sentences = sum(
        count
        for count, text in zip(word_counts, targets, strict=True)
        if count >= _MIN_SENTENCE_WORDS and _ENDED.search(text)
    )
    words = sum(word_counts)
    return words > 0 and words_in_sentences >= 0.7 * words
