"""Numbers in a sentence, in English and Portuguese, and what they may mean.

A number written in digits has one or more readings ("1.500" is 1500 or 1.5; "5 pm" is 5 or 17). A
number that a translation may well express differently ("first", "half", "XXI", "COVID-19", a month)
is weak: it can be the counterpart of another number, but needs none itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from textlint_pt.text.regex import regex
from textlint_pt.text.words import LETTERS
from textlint_pt_translation.numerals import AND, and_half, in_words, things_and_half
from textlint_pt_translation.quantity import (
    Number,
    Strength,
    Value,
    scales,
    table,
    unit_after,
    unit_words,
)

_CURRENCY = regex(r"(R\$|US\$|A\$|[$€£¥])[\s\u00a0]?\Z")
_FIGURES = regex(r"\d{1,3}(?:[ \u00a0\u202f’']\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*", re.ASCII)
_DOI = regex(r"\b10\.\d{4,9}/[^\s()]{1,200}")
_FOREIGN_FIGURES = regex(r"(?![0-9])\d")
_CLOCK = regex(
    r"(\d{1,2})[.:](\d{2})(?=(?:\s?[-–—]\s?\d{1,2}(?:[.:]\d\d)?)?\s?[ap]\.?m\b)", re.IGNORECASE
)
#: a date with points: 16.1.2018
_DATE = regex(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.((?:19|20)\d\d)(?!\.?\d)")
#: "3-phase", «trifásico»
_COMPOUND = regex(r"(?<![\w.,-])[1-4](?=-[a-z])")
_HALF_DAY = regex(r"[\s\u00a0]?([ap])\.?m\b", re.IGNORECASE)
_ORDINAL = regex(r"(?:st|nd|rd|th)\b|\.?[ºª°]|\.[oa]s?\b|[oa]s?\b", re.IGNORECASE)
#: heights: 5'10", 6ft 2in, 6 pés e 2 polegadas; 6-foot-4
_FEET_AND_INCHES = (
    regex(
        r"(\d)(?:[’'′]|[\s-]?(?:foot|feet|ft)[\s,-]+|\spés\se\s)(\d{1,2})"
        r"(?:[’'′\"”″]{1,2}|[\s-]?in(?:ch(?:es)?)?\b|\spolegadas?\b)"
    ),
    regex(r"(\d)-f(?:oo|ee)t-(\d{1,2})(?![\w-])"),
)
#: hours and minutes without a separator
_MILITARY = regex(r"([01]\d|2[0-3])([0-5]\d)\s?(?:h(?:ours?|oras|rs)?|GMT|UTC|[CBEPM][SDE]?T)\b")
_PT_HOUR = regex(r"\s?h(?:oras?)?(?:\d\d)?\b|:\d\d\b")
_FRACTION = regex(r"([1-3])/([2-5])(?![\d/])")
_DIGIT_BEFORE = regex(r"\d[\s-]\Z")
_AND_FRACTION = regex(r"\s?([½¼¾⅓⅔]|(?<=[\s-])[1-3]/[2-5](?![\d/]))")
_EN_DECADE = regex(r"[’']?s\b")
_PART_OF_DECADE = regex(r"\b(mid|late)[\s-]\Z", re.IGNORECASE)
_YEARS_ON = {"mid": 5, "late": 10}
_PT_DECADE = regex(r"(?:anos|décadas? de)[\s\u00a0](?:\d\d,? (?:e )?)?\Z", re.IGNORECASE)
#: the first of two years, the second of which is abbreviated: "2019-20"
_YEARS = regex(r"(?<!\d)([12]\d{3})\s?[-–/]\s?\Z")
_AFTER_NAME = regex(r"\w\W+[A-ZÀ-Þ][\w’'-]{0,60}\s\Z")
_MARKER = regex(r"[.)](?:\s|(?=[^\W\d_]))")
_NAME_BEFORE = regex(r"(?:[^\W\d_]|[^\W\d_]\.|[^\W\d]-|_)\Z")
_SCALE = {
    language: regex(rf"{before}({words})\b", re.IGNORECASE)
    for language, before, words in (
        (
            "en",
            r"\+?[\s\u00a0-]?",
            "hundred|thousands?|millions?|billions?|trillion|dozens?|mln|mn|bn|tn|[kmb]",
        ),
        (
            "pt",
            r"(?:[\s\u00a0]|(?!(?-i:Mi)\b))",  # "128Mi": bytes
            r"mil[\s\u00a0]milhões|milhares|mil|(?:mi|bi|tri)(?:lh(?:ão|ões|ao|oes)|llion)"
            r"|(?:bi|tri)li(?:ão|ões)|centenas|mi|bi|tri|mn|bn|tn|[kmb]",
        ),
    )
}
_CONNECTED = regex(r"\s?(?:[-–—/~]|,|to|and|or|a|e|ou|at[ée])?\s?(?:[$€£]|US\$|R\$)?\s?\Z")
#: what follows the second number of a range and applies to both
_FOR_BOTH = regex(
    r"\W*(?:(?:mil|thousand|hundred|milhão|milhões|million|bilh|bili|billion|trilh|trili|trillion)"
    r"|(?:mi|bi|bn|m|k|[ap]\.?m)\b)",
    re.IGNORECASE,
)


def numbers(text: str, language: str, opaque: Sequence[tuple[int, int]] = ()) -> list[Number]:
    """Return numbers of a sentence in order; `language` is en or pt, others only have digits.

    Numbers in an `opaque` range, as in code, are left out.
    """
    found = list(_in_figures(text, language))
    if language in AND:
        taken = [(n.start, n.unit_end or n.end) for n in found]
        found.extend(n for n in in_words(text, language) if not _within(taken, n.start, n.end))
    found.sort()
    opaque = [*opaque, *(match.span() for match in _DOI.finditer(text))]
    found = _shared(found, text)
    return [n for n in found if not _within(opaque, n.start, n.end)]


def _within(ranges: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return any(low < end and start < high for low, high in ranges)


def _in_figures(text: str, language: str) -> Iterator[Number]:
    """Yield the numbers written in figures: times, dates, heights, fractions and others."""
    skip_until = 0
    for match in _FIGURES.finditer(text):
        start = match.start()
        if start < skip_until:
            continue
        if clock := _CLOCK.match(text, start):
            skip_until = clock.end()
            yield Number(start, clock.end(1), _hours(float(clock[1])), Strength.FIGURES)
            minutes = float(clock[2])
            strength = Strength.FIGURES if minutes else Strength.WEAK
            yield Number(clock.start(2), clock.end(), frozenset({minutes}), strength)
        elif date := _DATE.match(text, start):
            skip_until = date.end()
            for part in (1, 2, 3):
                values: frozenset[Value] = frozenset({float(date[part])})
                yield Number(*date.span(part), values, Strength.FIGURES)
        elif number := _height(text, start) or _fraction(text, start):
            skip_until = number.unit_end
            yield number
        else:
            yield _figures(text, match, language)
    for match in _FOREIGN_FIGURES.finditer(text):
        yield Number(*match.span(), frozenset({match[0]}), Strength.WEAK)


def _figures(text: str, match: re.Match[str], language: str) -> Number:
    """Return the context that shows what digits may mean."""
    start, end = match.span()
    before = text[max(0, start - 30) : start]
    values = set(readings(match[0]))
    if before.endswith(".") and not before[-2:-1].isalnum():
        values |= readings(f"0.{match[0]}")  # ".08" has lost its zero
    unit, after, is_of_name = "", end, False
    factors: tuple[float, ...] = (1.0,)
    if _HALF_DAY.match(text, end):
        values |= {v for value in values for v in _hours(value)}
    elif language == "en" and (decade := _EN_DECADE.match(text, end)):
        values |= _decade(values)
        if part := _PART_OF_DECADE.search(before):
            values |= {v + _YEARS_ON[part[1].lower()] for v in values if isinstance(v, float)}
        after = decade.end()
    elif (ordinal := _ORDINAL.match(text, end)) and not LETTERS.match(text, ordinal.end()):
        after = ordinal.end()
        unit = "°" if ordinal[0] in "º°" else ""
    elif scale := _scale(text, end, language):
        factors, after, is_short = scale
        scaled = {v * f for v in values if isinstance(v, float) for f in factors}
        values = {*values, *scaled} if is_short else {*scaled}
    elif (attached := LETTERS.match(text, end)) and attached[0].lower() not in unit_words():
        is_of_name = True  # "3D", "4K", "2FA"
    if language == "pt":
        if _PT_DECADE.search(before):
            values |= _decade(values, is_short=False)
        if _PT_HOUR.match(text, end):
            values |= {v - 12 for v in values if isinstance(v, float) and 13 <= v <= 23}
    if (years := _YEARS.search(before)) and end - start < 3:
        values.add(float(years[1][: 4 - len(match[0])] + match[0]))
    is_weak = is_of_name or _is_name_or_mark(text, start, end, before, language)
    is_weak |= before.endswith(":") and values == {0.0}
    if currency := _CURRENCY.search(before):
        unit = "$" if currency[1] in ("US$", "A$") else currency[1]
    elif not unit:
        unit, after = unit_after(text, after)
    if more := _more(text, end, after, language):
        values |= {v + more * f for v in values if isinstance(v, float) for f in factors}
    return Number(
        start,
        end,
        frozenset(values),
        Strength.WEAK if is_weak else Strength.FIGURES,
        unit,
        not unit and _AFTER_NAME.search(before) is not None,
        max(after, end),
        _parts(text, match),
    )


def _is_name_or_mark(text: str, start: int, end: int, before: str, language: str) -> bool:
    """Whether figures belong to a name or a compound, or mark a place in a list."""
    return (
        _NAME_BEFORE.search(before) is not None
        or (language == "en" and _COMPOUND.match(text, start) is not None)
        or (start == 0 and _MARKER.match(text, end) is not None)
        or before.endswith("@")
        or (before.endswith("(") and text[start + 1 : start + 3] == ") ")  # in a sentence
        or "24/7" in text[max(0, start - 3) : end + 2]  # always
    )


def _height(text: str, at: int) -> Number | None:
    """Return the length in feet and inches that is written here."""
    match = next(filter(None, (pattern.match(text, at) for pattern in _FEET_AND_INCHES)), None)
    if match is None:
        return None
    feet, inches = float(match[1]), float(match[2])
    values: frozenset[Value] = frozenset({feet + inches / 12})
    parts = (feet, inches)
    return Number(*match.span(), values, Strength.FIGURES, "ft", False, match.end(), parts)


def _fraction(text: str, at: int) -> Number | None:
    """Return a fraction as "2/3", which may be a date as well; weak after the number it adds to."""
    match = _FRACTION.match(text, at)
    if match is None or text[:at].endswith(("/", ".", ",")) or match[1] >= match[2]:
        return None
    above, below = float(match[1]), float(match[2])
    strength = Strength.WEAK if _DIGIT_BEFORE.search(text, 0, at) else Strength.FIGURES
    values: frozenset[Value] = frozenset({above / below})
    return Number(*match.span(), values, strength, "", False, match.end(), (above, below))


def _more(text: str, end: int, after: int, language: str) -> float:
    """Return the fraction that follows figures or their unit: "2½", "2 1/2", "2 horas e meia"."""
    fraction = _AND_FRACTION.match(text, end)
    if fraction is None:
        is_half = things_and_half(text, end, language) or and_half(text, after, language)
        return 0.5 if is_half else 0.0
    above, _, below = fraction[1].partition("/")
    return float(above) / float(below) if below else unicodedata.numeric(above)


def _parts(text: str, match: re.Match[str]) -> tuple[float, ...]:
    """Return the numbers that digits may be instead of one: "1,2 or 3", "1930 GMT"."""
    if hour := _MILITARY.match(text, match.start()):
        minutes = float(hour[2])
        return (float(hour[1]), minutes) if minutes else (float(hour[1]),)
    listed = match[0].split(",")
    is_list = len(listed) > 1 and all(part.isdigit() for part in listed)
    return tuple(map(float, listed)) if is_list else ()


def readings(written: str) -> frozenset[Value]:
    """Return what digits may mean; those with the marks of a version only mean themselves."""
    return frozenset(_readings(written))


def _readings(written: str) -> Iterator[Value]:
    """Yield the values of a number, with its point or comma as decimal sign or separator."""
    plain = re.sub(r"[ \u00a0\u202f’']", "", written)
    marks = [char for char in plain if char in ".,"]
    if not marks:
        yield float(plain)
        return
    groups = re.split(r"[.,]", plain)
    in_thousands = 1 <= len(groups[0]) <= 3 and not groups[0].startswith("0")
    if len(set(marks)) == 1:
        if in_thousands and all(len(group) == 3 for group in groups[1:]):
            yield float("".join(groups))
        if len(marks) == 1:
            yield float(".".join(groups))
        else:
            yield plain.replace(",", ".")
    elif marks[-1] not in marks[:-1] and all(len(group) == 3 for group in groups[1:-1]):
        yield float("".join(groups[:-1]) + "." + groups[-1])
    else:
        yield plain


def _hours(value: Value) -> frozenset[Value]:
    """Return an hour of the 12-hour clock on the 24-hour clock."""
    if not isinstance(value, float) or not 1 <= value <= 12.59:
        return frozenset({value})
    return frozenset({value, round(value + 12, 2), *((0.0,) if value == 12 else ())})


def _decade(values: set[Value], *, is_short: bool = True) -> set[Value]:
    """Other names of a decade or century: 90 and 1990, 1800 and 19 (the nineteenth).

    `is_short`: 1990 may be 90. Only one language is enough: otherwise 1990 would be 1490.
    """
    more: set[Value] = set()
    for value in values:
        if isinstance(value, float):
            if value < 100:
                more |= {1900 + value, 2000 + value}
            elif value < 2100 and value % 100 == 0:
                more.add(value // 100 + 1)
            elif 1000 <= value < 2100 and is_short:
                more.add(value % 100)
    return values | more


def _scale(text: str, at: int, language: str) -> tuple[tuple[float, ...], int, bool] | None:
    """Return factors of the scale word at `at`, its end, and whether it may be a unit just as
    well."""
    match = _SCALE[language].match(text, at) if language in _SCALE else None
    if match is None:
        return None
    word = match[1].lower()
    if " " in word.replace("\u00a0", " "):
        return (1e9,), match.end(), False  # "mil milhões"
    if (factors := scales(language).get(word)) is not None:
        return tuple(factors), match.end(), False
    if len(word) == 1 and match.start(1) > at:
        return None  # "5 m" is a length
    return (table("short-scales")[language][word],), match.end(), len(word) == 1


def _size(value: Value) -> float:
    return value if isinstance(value, float) else 0.0


def _shared(found: Sequence[Number], text: str) -> list[Number]:
    """Return what the second number of a range gives the first: "5 to 10 million", "2 and 4 pm"."""
    result = list(found)
    for i in range(len(result) - 2, -1, -1):
        left, right = result[i], result[i + 1]
        if left.end > right.start or not _CONNECTED.fullmatch(text, left.end, right.start):
            continue
        if not left.unit and right.unit:
            left = result[i] = left._replace(unit=right.unit)
        in_words = right.strength is Strength.WORD and max(map(_size, right.values)) >= 1000
        if not in_words and not _FOR_BOTH.match(text, right.end):
            continue
        more: set[Value] = set(left.values)
        for value in left.values:
            if isinstance(value, float):
                more |= _hours(value)
                more |= {value * f for f in (1e2, 1e3, 1e6, 1e9, 1e12)}
        result[i] = left._replace(values=frozenset(more))
    return result
