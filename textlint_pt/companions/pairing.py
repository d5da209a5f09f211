"""Which strings of two files of strings and their translations belong together.

Units correspond by their key; a memory, or a file that names its units otherwise, answers for a
unit whose source is the same. What is not sure has no partner: a key or source with several
translations, a translation that waits for a person.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from textlint_pt.text.document import Block, Document, Sentence, State, TranslationUnit
from textlint_pt.text.regex import regex

Parts = Sequence[tuple[range, range]]


def own_parts(document: Document) -> Parts | None:
    """Return pairs of target and source blocks of a bilingual file, else None."""
    source = document.companions.get("source")
    if not document.units or source is None or source.units or source.path != document.path:
        return None
    return [(u.blocks, u.source_blocks) for u in document.units if u.blocks and u.source_blocks]


def parts(document: Document, companion: Document) -> Parts | None:
    """Return the pairs of blocks with equal keys in a file and its companion of units."""
    if not document.units or not companion.units:
        return None
    answers = {unit.key: unit.blocks for unit in companion.units}
    return [(u.blocks, answers[u.key]) for u in document.units if u.blocks and u.key in answers]


def joined(document: Document, source: Document) -> Document:
    """Return a document of units with their sources; units equal to them are not read."""
    answers = {unit.key: unit for unit in source.units}
    units: list[TranslationUnit] = []
    unread: set[int] = set()
    for unit in document.units:
        answer = answers.get(unit.key)
        if answer is not None and unit.state is State.TRANSLATED:
            unit = unit._replace(source=answer.target, source_blocks=answer.blocks)
            if answer.target.text == unit.target.text:
                unread.update(unit.blocks)
                unit = unit._replace(state=State.IDENTICAL)
        units.append(unit)
    sentences = document.sentences
    if unread:
        read_sentences = [sentence for sentence in sentences if sentence.block not in unread]
        sentences = tuple(sentence.replace(index=at) for at, sentence in enumerate(read_sentences))
    return replace(document, units=tuple(units), sentences=sentences)


class Matched(NamedTuple):
    """A companion cut down to the units that answer for those of a document.

    `counts` has all units of the document that are read: `answered` have a partner, `new` no unit
    of their key or source, `unread` one whose translation is not read (fuzzy, empty, in another
    language), `ambiguous` several that differ.
    """

    document: Document
    counts: Counter[str]


class Answers:
    """The units of a file, found by key and by source."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._units = document.units

    @cached_property
    def _by_key(self) -> dict[str, list[TranslationUnit]]:
        return _index(self._units, lambda unit: unit.key)

    @cached_property
    def _by_source(self) -> dict[str, list[TranslationUnit]]:
        return _index(self._units, lambda unit: unit.source.text if unit.source else "")

    @cached_property
    def _by_normalised(self) -> dict[str, list[TranslationUnit]]:
        return _index(self._units, lambda unit: normalised(unit.source.text) if unit.source else "")

    def matched(self, document: Document, *, by_source: bool = False) -> Matched:
        """Return the units of a companion in the order of `document`, matched by key, or by
        source."""
        read_units = [unit for unit in document.units if unit.blocks]
        may_use_keys = not by_source and document.format == self.document.format
        uses_keys = may_use_keys and any(unit.key in self._by_key for unit in read_units)
        counts: Counter[str] = Counter()
        found: dict[str, TranslationUnit] = {}
        for unit in read_units:
            candidates = (
                self._candidates_by_key(unit) if uses_keys else self._candidates_by_source(unit)
            )
            answer = _trusted(candidates, {normalised(unit.target.text)})
            if isinstance(answer, str):
                counts[answer] += 1
            else:
                counts["answered"] += 1
                found.setdefault(unit.key, answer)
        return Matched(_reduced(self.document, found), counts)

    @cached_property
    def _by_prose(self) -> dict[str, list[TranslationUnit]]:
        source = self.document.companions.get("source")
        return _index(
            self._units if source else (),
            lambda unit: _prose(source.sentences_in(unit.source_blocks)) if source else "",
        )

    def for_page(self, page: Document, source: Document) -> Matched:
        """Return a page made of the units that translate the paragraphs, or the sentences, of
        `source`."""
        known_texts = {normalised(sentence.text) for sentence in page.sentences}
        known_texts |= {
            _prose(page.sentences_in(_block_range(block_index)))
            for block_index in range(len(page.blocks))
        }
        counts: Counter[str] = Counter()
        found: dict[str, TranslationUnit] = {}
        for block_index in range(len(source.blocks)):
            sentences = source.sentences_in(_block_range(block_index))
            has_whole_paragraph = bool(sentences) and _prose(sentences) in self._by_prose
            pieces_of_block: list[Sequence[Sentence]] = [(sentence,) for sentence in sentences]
            if has_whole_paragraph:
                pieces_of_block = [sentences]
            for pieces in pieces_of_block:
                answer = _trusted(self._by_prose.get(_prose(pieces), ()), known_texts)
                if isinstance(answer, str):
                    counts[answer] += 1
                else:
                    counts["answered"] += 1
                    found[str(len(found))] = answer
        return Matched(replace(_reduced(self.document, found), units=()), counts)

    def _candidates_by_key(self, unit: TranslationUnit) -> Sequence[TranslationUnit]:
        """Return units with the same key; of a form of a plural ("name\\0many") that the file has
        not, those of "other", a category that all languages have."""
        name, separator, _ = unit.key.partition("\0")
        other = self._by_key.get(f"{name}\0other", []) if separator else []
        return self._by_key.get(unit.key, other)

    def _candidates_by_source(self, unit: TranslationUnit) -> Sequence[TranslationUnit]:
        """Return units with the same source, those with the same key if there are any."""
        if unit.source is None:
            return ()
        found = self._by_source.get(unit.source.text) or self._by_normalised.get(
            normalised(unit.source.text), []
        )
        return [other for other in found if other.key == unit.key] or found


def _index(
    units: Iterable[TranslationUnit], name: Callable[[TranslationUnit], str]
) -> dict[str, list[TranslationUnit]]:
    """Return units by name, without obsolete ones."""
    index: dict[str, list[TranslationUnit]] = {}
    for unit in units:
        if unit.state is not State.OBSOLETE and (key := name(unit)):
            index.setdefault(key, []).append(unit)
    return index


def _trusted(
    candidates: Sequence[TranslationUnit], expected: Collection[str]
) -> TranslationUnit | str:
    """Return the candidate to trust, or the name of the reason for none."""
    if not candidates:
        return "new"
    translated = [other for other in candidates if other.blocks]
    if not translated:
        return "unread"
    for other in translated:
        if normalised(other.target.text) in expected:
            return other
    translations = {normalised(other.target.text) for other in translated}
    return translated[0] if len(translations) == 1 else "ambiguous"


def _block_range(at: int) -> range:
    return range(at, at + 1)


def _prose(sentences: Sequence[Sentence]) -> str:
    return normalised(" ".join(sentence.text for sentence in sentences))


_QUOTES = str.maketrans({**dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‘’‚", "'"), "…": "..."})
_SPACE = regex(r"\s+")


def normalised(text: str) -> str:
    """Return the text with single spaces and plain quotes."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text).translate(_QUOTES)).strip()


def _reduced(document: Document, answers: dict[str, TranslationUnit]) -> Document:
    """Return the document with only these units, under these keys."""
    blocks: list[Block] = []
    sentences: list[Sentence] = []
    units: list[TranslationUnit] = []
    for key, unit in answers.items():
        first = len(blocks)
        blocks.extend(document.blocks[unit.blocks.start : unit.blocks.stop])
        for sentence in document.sentences_in(unit.blocks):
            block = sentence.block - unit.blocks.start + first
            sentences.append(sentence.replace(index=len(sentences), block=block))
        units.append(
            unit._replace(key=key, blocks=range(first, len(blocks)), source_blocks=range(0))
        )
    # each markup once: one unit may answer for several, as for forms of a plural
    kept = {
        id(markup): markup for unit in units for markup in document.markup_in(unit.target.span())
    }
    return replace(
        document,
        markup=tuple(sorted(kept.values(), key=lambda markup: markup.span)),
        blocks=tuple(blocks),
        sentences=tuple(sentences),
        units=tuple(units),
        companions={},
        comments=(),
        notes=(),
    )
