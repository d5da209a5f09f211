"""A stretch of an English source that nothing in its translation answers, and the reverse.

A word is answered by itself, by a rendering (`translations.en`) or by a word that begins alike
(cognates, names). One word without an answer is free translation; a part of the sentence without
one, where the lengths say so too, is left out. No model is used.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
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

#: characters of Portuguese for one of English, and the variance of that (Gale and Church); a text
#: shorter than this varies like one of this length
RATIO, _VARIANCE, _SHORTEST = 1.09, 6.8, 25
#: content words that a sentence has for a part of it to be missed, words of that part, and parts
#: beside one another that are taken together
FEWEST, _WORDS, _TOGETHER = 4, 3, 6
#: content words of a part with an answer, for each without; how much likelier the length must be
#: without the part (natural logarithm), if it has one such word and if it has more
_ANSWERED, _LIKELIER = 0.34, (0.6, 0.3)
#: the same, words without an answer at least and how much likelier, for a part to be surely missed
_SURE = 3, 0.8
#: share of the content words of one text from which another says it, and all of it
SAID, ALL_SAID = 0.5, 0.75
#: where parts of a sentence begin: at marks; at words if it has more than one that says something
_MARK = regex(r"[,;:.)](?=\s|\Z)|\(|\s[—–-]\s")
_JOINT = regex(
    r"\b(?:and|but|or|so|while|because|which|that|as|if|when|for|without|with|through|by|to)\b"
)
#: words that look like a noun, and are none
_NO_NOUN = regex(
    r"(?i)\bin order (?=to\b|that\b|for\b)|\bso[ -]called\b|\bof course\b|\bback and forth\b"
)
_SHORT_FOR = regex(r"\(([A-Z]{2,})\)")
#: what stands around a part
_BESIDE = " \n,;:.()—–-"
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


def deviation(length: int, expected: float) -> float:
    """Return standard deviations by which a translation is longer than expected."""
    return (length - expected) / math.sqrt(_VARIANCE * max(expected, _SHORTEST))


def omitted(
    source: str, text: str, around: str, forms: Forms, lexicon: Translations, *, sure: bool = False
) -> Place | None:
    """Return the part of the source that nothing in the translation answers; None if there is none.

    `around`: the text beside the translation, where an answer may stand too. The lengths must say
    that the part is missing; words that the rest of the source has too tell nothing. What is `sure`
    has more words without an answer, and lengths that say so more plainly.
    """
    in_source = english(source)
    if len(in_source) < FEWEST:
        return None
    answered = _answered(in_source, [*portuguese(text), *portuguese(around)], forms, lexicon)
    marks = {0, len(source), *(match.start() for match in _MARK.finditer(source))}
    places = sorted({*marks, *(match.start() for match in _JOINT.finditer(source))})
    counts = Counter(word.form for word in in_source)
    whole = deviation(len(text), RATIO * len(source))
    fewest, surely = _SURE if sure else (1, 0.0)
    best: tuple[float, Place] | None = None
    for at, start in enumerate(places):
        for end in places[at + 1 : at + 1 + _TOGETHER]:
            inside = [
                (word.form, has)
                for word, has in zip(in_source, answered, strict=True)
                if start <= word.start < end
            ]
            here = Counter(form for form, _ in inside)
            lacking = sum(not has for _, has in inside)
            kept = sum(has and counts[form] == here[form] for form, has in inside)
            is_part = lacking > 1 or (lacking == 1 and {start, end} <= marks)
            if (
                not is_part
                or lacking < fewest
                or end - start == len(source)
                or kept > _ANSWERED * lacking
                or len(source[start:end].split()) < _WORDS
            ):
                continue
            if (short := _SHORT_FOR.match(source, end)) and short[1] in text:
                continue  # "change management database (CMDB)"
            without = deviation(len(text), RATIO * (len(source) - (end - start)))
            gain = (whole**2 - without**2) / 2
            if gain >= (surely if sure else _LIKELIER[lacking > 1]) and (
                best is None or gain > best[0]
            ):
                best = gain, (start, end)
    if best is None:
        return None
    start, end = best[1]
    part = source[start:end]
    return start + len(part) - len(part.lstrip(_BESIDE)), end - len(part) + len(
        part.rstrip(_BESIDE)
    )


def _answered(
    source: Sequence[Said], target: Sequence[Said], forms: Forms, lexicon: Translations
) -> list[bool]:
    """Return for each word of the source whether the translation contains or translates it."""
    lemmas = {lemma for word in target for lemma in lemmas_of(word.form, forms)}
    stems = {_stem(word.form) for word in target}
    return [
        word.form in lemmas
        or _stem(word.form) in stems
        or any(not renderings(base, lexicon).isdisjoint(lemmas) for base in bases(word.form))
        for word in source
    ]


def share_from(source: str, text: str, forms: Forms, lexicon: Translations) -> float:
    """Share of the content words of the translation that the source has; 1 without any."""
    found = said_by(source, portuguese(text), forms, lexicon)
    return sum(found) / len(found) if found else 1.0


def said_by(
    source: str, in_target: Sequence[Said], forms: Forms, lexicon: Translations
) -> list[bool]:
    """Return which content words of the translation the source has."""
    in_source = {match.group().lower() for match in ALPHANUMERIC.finditer(source)}
    translated = {
        word for one in in_source for base in bases(one) for word in renderings(base, lexicon)
    }
    translated |= in_source
    stems = {_stem(form) for form in in_source}
    return [
        _stem(word.form) in stems or not translated.isdisjoint(lemmas_of(word.form, forms))
        for word in in_target
    ]


def english(text: str) -> list[Said]:
    """Return the content words of an English text."""
    text = _NO_NOUN.sub(lambda match: " " * len(match[0]), text)
    found = (Said(*m.span(), m.group().lower()) for m in ALPHANUMERIC.finditer(text))
    return [w for w in found if len(w.form) > 3 and COMMON.isdisjoint((w.form, w.form[:-1]))]


def portuguese(text: str) -> list[Said]:
    """Return the content words of a Portuguese text."""
    found = (Said(*m.span(), m.group().lower()) for m in ALPHANUMERIC.finditer(text))
    return [word for word in found if len(word.form) > 1 and word.form not in function_words()]


@lru_cache(20_000)
def _stem(form: str) -> str:
    plain = unicodedata.normalize("NFD", form[: _STEM + 2])
    return "".join(char for char in plain if not unicodedata.combining(char))[:_STEM]
