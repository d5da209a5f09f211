"""Numbers written in words and in Roman numerals, in English and Portuguese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from textlint_pt import portuguese
from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_translation.quantity import (
    Number,
    Strength,
    Value,
    cardinals,
    scales,
    table,
    unit_after,
    unit_words,
)

#: languages whose words are known, and their "and"
AND = {"en": "and", "pt": "e"}
_LIKE_ONE = frozenset({"one", "um", "uma", "zero"})
#: "twenty-five" is two words, "meio-dia" one
_WORDS = regex(rf"{LETTERS.pattern}(?:-(?:dia|noite))?")
_ROMAN = regex(
    r"(?<![\w.-])(?=[MDCLXVI])(?:M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))\b"
)
_CENTURY = regex(r"(?:século|séculos|séc\.|century)\s(?:[IVXL]+\s(?:e|a|ao)\s(?:o\s)?)?\Z")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
#: another half of what was counted last: "three years and a half", "três anos e meio"
_AND_HALF = {
    "en": regex(r"[\s-]and[\s-]a[\s-]half\b", re.IGNORECASE),
    "pt": regex(r"\se\smei[oa]\b", re.IGNORECASE),
}
#: the same after the thing counted: "três estrelas e meia"
_THINGS_AND_HALF = {
    "en": regex(r"[\s-]\w+[\s-]and[\s-]a[\s-]half\b", re.IGNORECASE),
    "pt": regex(r"\s\w+\se\smei[oa]\b", re.IGNORECASE),
}
#: a part of a scale: "a quarter of a million", "meio milhão"
_PART_OF = {
    "en": regex(r"(half|quarter)(?:\sof)?[\s-]an?[\s-](\w+)", re.IGNORECASE),
    "pt": regex(r"(mei[oa])\s(\w+)", re.IGNORECASE),
}
#: fractions: "two thirds", "dois terços"
_FRACTION = {
    "en": regex(r"[\s-](halves|thirds?|quarters?|fifths?|tenths?)\b", re.IGNORECASE),
    "pt": regex(r"\s(terços?|quartos?|quintos?|décimos?)\b", re.IGNORECASE),
}
_DENOMINATORS = {"h": 2, "t": 3, "q": 4, "f": 5, "d": 10}
#: "tricampeão", "bidimensional": how often, or how many
_PREFIXED = regex(
    r"(bi|tri|tetra|penta|hexa|hepta|octa)"
    r"(?:campe(?:ão|ões|ãs?|onatos?)|dimensiona(?:l|is)|centenários?)?\Z",
    re.IGNORECASE,
)
_PREFIXES = {"bi": 2, "tri": 3, "tetra": 4, "penta": 5, "hexa": 6, "hepta": 7, "octa": 8}
_TENS = regex(r"(\w+im)[oa]s?", re.IGNORECASE)
_NO_GOALS = regex(r"\bsem (?=golos?\b|gols?\b)", re.IGNORECASE)


@cache
def _weak(language: str) -> Mapping[str, frozenset[Value]]:
    """Return values of words that can be the counterpart of a number but need none."""
    found: dict[str, set[Value]] = {}
    for value, words in table("weak")[language].items():
        for word in words.split():
            found.setdefault(word, set()).add(float(value))
    return {word: frozenset(values) for word, values in found.items()}


def and_half(text: str, at: int, language: str) -> bool:
    """Return whether another half follows."""
    return language in _AND_HALF and _AND_HALF[language].match(text, at) is not None


def things_and_half(text: str, at: int, language: str) -> bool:
    """Return whether another half follows, possibly after the word for what is counted."""
    return and_half(text, at, language) or (
        language in _THINGS_AND_HALF and _THINGS_AND_HALF[language].match(text, at) is not None
    )


def in_words(text: str, language: str) -> Iterator[Number]:
    """Yield numbers in words, and words that can be the counterpart of a number."""
    words = list(_WORDS.finditer(text))
    weak = _weak(language)
    at = 0
    while at < len(words):
        if not _may_begin(words[at][0], language):
            at += 1
            continue
        last, values = _numeral(words, at, language, text)
        if values is not None:
            counted = _counted(text, words, at, last, values, language)
            yield counted
            at = next((i for i, w in enumerate(words) if w.start() >= counted.unit_end), len(words))
            continue
        match = words[at]
        form = match[0] if match[0] in weak else match[0].lower()
        if number := _part_or_more(text, match, language):
            yield number
        elif language == "pt" and (ordinal := _ordinal(words, at)):
            at, number = ordinal
            yield number
        elif form in weak and form not in {"may", "march"}:
            unit, unit_end = unit_after(text, match.end())
            yield Number(*match.span(), weak[form], Strength.WEAK, unit, False, unit_end)
        elif language == "pt" and (prefixed := _PREFIXED.match(form)):
            value = float(_PREFIXES[prefixed[1]]) * (100 if "centen" in form else 1)
            yield Number(*match.span(), frozenset({value}), Strength.WORD)
        at += 1
    for match in _ROMAN.finditer(text):
        numeral = match[0]
        if len(numeral) > 1 or (numeral and _CENTURY.search(text, 0, match.start())):
            yield Number(*match.span(), frozenset({_roman(numeral)}), Strength.WEAK)
    if language == "pt":
        for match in _NO_GOALS.finditer(text):
            yield Number(*match.span(), frozenset({0.0}), Strength.WEAK)


@lru_cache(20_000)
def _may_begin(written: str, language: str) -> bool:
    """Return whether a word may begin a number: most of a text do not."""
    form = written.lower()
    weak = _weak(language)
    return (
        form in cardinals(language)
        or form in scales(language)
        or written in weak
        or form in weak
        or form in unit_words()
        or form.startswith(("half", "quarter", "mei"))
        or (language == "pt" and bool(_TENS.fullmatch(written) or _PREFIXED.match(form)))
    )


def _counted(
    text: str,
    words: Sequence[re.Match[str]],
    first: int,
    last: int,
    values: set[float],
    language: str,
) -> Number:
    """Return the number that some words spell, with its continuation."""
    start, end = words[first].start(), words[last].end()
    form = text[start:end].lower()
    alone = last == first and (form in _LIKE_ONE or form in scales(language))
    after = end
    if things_and_half(text, end, language):
        values = values | {value + 0.5 for value in values}
    elif fraction := _FRACTION[language].match(text, end):
        values = values | {value / _DENOMINATORS[fraction[1][0].lower()] for value in values}
        after = fraction.end()
    unit, unit_end = unit_after(text, after)
    strength = Strength.WEAK if alone else Strength.WORD
    return Number(start, end, frozenset(values), strength, unit, False, unit_end)


def _part_or_more(text: str, word: re.Match[str], language: str) -> Number | None:
    """Return a number that does not begin with a numeral: "half a million", "hora e meia"."""
    part = _PART_OF[language].match(text, word.start())
    size = scales(language).get(part[2].lower()) if part else None
    if part and size is not None:
        share = 0.25 if part[1][0] in "qQ" else 0.5
        values = frozenset(share * factor for factor in size)
        return Number(word.start(), part.end(), values, Strength.WEAK)
    unit = unit_words().get(word[0].lower(), "")
    if unit and len(word[0]) > 2 and and_half(text, word.end(), language):
        return Number(*word.span(), frozenset({1.5}), Strength.WEAK, unit, False, word.end())
    return None


def _ordinal(words: Sequence[re.Match[str]], at: int) -> tuple[int, Number] | None:
    """Return a Portuguese ordinal from the tenth on, of one word or two ("vigésima quinta"), and
    its last word. English ones of two words begin with a cardinal."""
    tens = _TENS.fullmatch(words[at][0])
    value = portuguese.ordinals().get(tens[1].lower()) if tens else None
    if value is None:
        return None
    last, values = at, {float(value)}
    if at + 1 < len(words) and words[at + 1].start() - words[at].end() == 1:
        ones = _weak("pt").get(words[at + 1][0].lower(), frozenset())
        if more := {value + one for one in ones if isinstance(one, float) and 1 <= one < 10}:
            last, values = at + 1, more
    start, end = words[at].start(), words[last].end()
    return last, Number(start, end, frozenset(values), Strength.WEAK)


def _numeral(
    words: Sequence[re.Match[str]], at: int, language: str, text: str
) -> tuple[int, set[float] | None]:
    """Return the longest number that the words from `at` spell, and its last word."""
    small, large = cardinals(language), scales(language)
    ordinals = table("ordinals")["en"] if language == "en" else {}
    total, current, factor = 0.0, 0.0, 1.0
    room = 1e18  # what may still be added is less than this
    counted = 1.0  # what one more half is half of
    half = 0.0
    i, last, found = at, at, False
    while i < len(words):
        word = words[i][0].lower()
        if i > at and text[words[i - 1].end() : words[i].start()] not in (" ", "-", "\u00a0"):
            break
        if found and and_half(text, words[i - 1].end(), language):
            half = counted / 2
            last = i + (2 if language == "en" else 1)
            i = last + 1
            continue
        if word == AND[language] and found:
            i += 1
            continue
        if word in small and small[word] < room:
            value = small[word]
            current, found = current + value, True
            room = 100.0 if value >= 100 else 10.0 if value >= 20 else 0.0
        elif language == "en" and not total and 11 <= current <= 20 <= small.get(word, 0):
            current = current * 100 + small[word]  # "nineteen eighty-four"
            room = 10.0
        elif found and ordinals.get(word, room) < room and current >= 20:
            current += ordinals[word]  # "twenty-fifth"
            last = i
            break
        elif word in large:
            size = large[word]
            if language == "en" and word == "hundred":
                current, room, found = max(1.0, current) * 100, 100.0, True
            elif _multiplies(total, current, size[0], language):
                total, current = (total + current) * size[0], 0.0
            elif total and size[0] >= 1e3 and size[0] > total:
                break
            else:
                total += max(1.0, current) * size[0]
                factor = size[1] / size[0] if len(size) > 1 else 1.0
                current, room, found = 0.0, 1000.0, True
            counted, half = size[0], half * size[0]
        else:
            break
        last = i
        i += 1
    if not found:
        return at, None
    value = total + current
    return last, {v * f for v in (value, value + half) for f in (1.0, factor)}


def _multiplies(total: float, current: float, size: float, language: str) -> bool:
    """Return whether a scale applies to thousands too: "dois mil e quinhentos milhões"."""
    return (
        language == "pt" and 1000 <= total < 1_000_000 == size and (not current or current >= 100)
    )


def _roman(numeral: str) -> float:
    """Return the value of a Roman numeral."""
    values = [_ROMAN_VALUES[char] for char in numeral]
    signed = (-a if a < b else a for a, b in pairwise([*values, 0]))
    return float(sum(signed))
