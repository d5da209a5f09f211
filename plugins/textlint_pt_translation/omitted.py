"""A stretch of an English source that nothing in its translation answers, and the reverse.

A word is answered by itself, by a rendering (`translations.en`) or by a word that begins alike
(cognates, names). One word without an answer is free translation; several in a row, where the
lengths say so too, are a part left out. No model is used.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from textlint_pt.text.regex import regex
from textlint_pt.text.segmentation import function_words
from textlint_pt.text.words import ALPHANUMERIC
from textlint_pt_translation.turned import COMMON, Place, bases, lemmas_of, renderings

if TYPE_CHECKING:
    from textlint_pt.contract import Forms
    from textlint_pt.contract.translations import Translations

#: content words in a row without an answer that say little where something divides them; share of
#: the translation that must answer the source for fewer to be missed
LEAST, LITERAL = 3, 0.9
#: characters of Portuguese for one of English (as TRA006 has it)
RATIO = 1.09
#: a part is left out of a sentence of so many content words if so many lack an answer (fitted on
#: clauses cut out of pages of nine repositories: five clean sentences in a thousand have as many);
#: of a translation longer than this share of its source, so many more for as much again
FEWEST, MISSING, SHORT, LONGER = 4, 2.0, 0.8, 12.0
#: share of the content words of one text from which another says it, and all of it
SAID, ALL_SAID = 0.5, 0.75
#: how much of a part that was left out a translation is shorter by, at least
CUT = 0.75
_BREAK = regex(r"[,;:]\s")
_SHORT_FOR = regex(r"\s\(([A-Z]{2,})\)")
#: words that look like a noun, and are none
_NO_NOUN = regex(
    r"(?i)\bin order (?=to\b|that\b|for\b)|\bso[ -]called\b|\bof course\b|\bback and forth\b"
)
#: letters in which cognates agree
_STEM = 4


class Said(NamedTuple):
    """A content word and its place."""

    start: int
    end: int
    form: str


def share_answered(source: str, text: str, forms: Forms, lexicon: Translations) -> float:
    """Share of the content words of the source with an answer in the translation; 1 without any."""
    found = _answered(english(source), portuguese(text), forms, lexicon)
    return sum(found) / len(found) if found else 1.0


def omitted(
    source: str, text: str, around: str, forms: Forms, lexicon: Translations
) -> Place | None:
    """The part of the source without an answer in the translation; None if there is none.

    `around`: the text beside the translation, where an answer may stand too. Words in a row without
    an answer count, less those among them with one, and less the more there is of the translation.
    """
    theirs, ours = english(source), [*portuguese(text), *portuguese(around)]
    if len(theirs) < FEWEST:
        return None
    best = run = 0
    place, start = None, 0
    for number, found in enumerate(_answered(theirs, ours, forms, lexicon)):
        if run <= 0:
            run, start = 0, number
        run += -1 if found else 1
        if run > best:
            best, place = run, (theirs[start].start, theirs[number].end)
    if place and len(text) > RATIO * (len(source) - CUT * (place[1] - place[0])):
        return None  # it is there, in other words
    if place and best <= LEAST and _BREAK.search(source, *place):
        return None  # of two parts, and too little of either
    if place and best < LEAST and share_from(source, text, forms, lexicon) < LITERAL:
        return None  # a pair of words of a free translation
    if place and (short := _SHORT_FOR.match(source, place[1])) and short[1] in text:
        return None  # "change management database (CMDB)"
    return place if best - LONGER * max(0.0, len(text) / len(source) - SHORT) >= MISSING else None


def _answered(
    theirs: Sequence[Said], ours: Sequence[Said], forms: Forms, lexicon: Translations
) -> list[bool]:
    there = {lemma for word in ours for lemma in lemmas_of(word.form, forms)}
    stems = {_stem(word.form) for word in ours}
    return [
        word.form in there
        or _stem(word.form) in stems
        or any(not renderings(base, lexicon).isdisjoint(there) for base in bases(word.form))
        for word in theirs
    ]


def share_from(source: str, text: str, forms: Forms, lexicon: Translations) -> float:
    """Share of the content words of the translation that the source has; 1 without any."""
    found = said_by(source, portuguese(text), forms, lexicon)
    return sum(found) / len(found) if found else 1.0


def said_by(source: str, ours: Sequence[Said], forms: Forms, lexicon: Translations) -> list[bool]:
    """Which content words of the translation the source has."""
    theirs = {match.group().lower() for match in ALPHANUMERIC.finditer(source)}
    there = {word for one in theirs for base in bases(one) for word in renderings(base, lexicon)}
    there |= theirs
    stems = {_stem(form) for form in theirs}
    return [
        _stem(word.form) in stems or not there.isdisjoint(lemmas_of(word.form, forms))
        for word in ours
    ]


def english(text: str) -> list[Said]:
    """The content words of an English text."""
    text = _NO_NOUN.sub(lambda match: " " * len(match[0]), text)
    found = (Said(*m.span(), m.group().lower()) for m in ALPHANUMERIC.finditer(text))
    return [w for w in found if len(w.form) > 3 and COMMON.isdisjoint((w.form, w.form[:-1]))]


def portuguese(text: str) -> list[Said]:
    """The content words of a Portuguese text."""
    found = (Said(*m.span(), m.group().lower()) for m in ALPHANUMERIC.finditer(text))
    return [word for word in found if len(word.form) > 1 and word.form not in function_words()]


@lru_cache(20_000)
def _stem(form: str) -> str:
    plain = unicodedata.normalize("NFD", form[: _STEM + 2])
    return "".join(char for char in plain if not unicodedata.combining(char))[:_STEM]
