"""Numbers in a sentence and what they may mean, in English and Portuguese; how two sides agree.

A number written in figures has one or more readings ("1.500" is 1500 or 1.5; "5 pm" is 5 or 17). A
number that a translation may well say otherwise ("first", "half", "XXI", "COVID-19", a month) is
weak: it can answer another number, and asks for no answer itself.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

Value = float | str


class Strength(IntEnum):
    """How much a number asks for its counterpart."""

    WEAK = 0
    WORD = 1
    FIGURES = 2


class Number(NamedTuple):
    """A number at [start, end) with its readings; `unit` is a key of `units()`, "" where none."""

    start: int
    end: int
    values: frozenset[Value]
    strength: Strength
    unit: str = ""
    #: stands after a name: "Nord Stream 2"
    named: bool = False
    #: where the unit after the number ends; `end` if there is none
    unit_end: int = 0

    @property
    def asks_alone(self) -> bool:
        """Whether it is missed, or too much, where no other number stands in its place."""
        whole = self.unit == "%" and 100.0 in self.values  # "completely"
        return self.strength is Strength.FIGURES and not self.named and not whole


class Disagreement(NamedTuple):
    """Numbers of both sides that nothing on the other side answers; one of them may be None.

    `units` says that the numbers are the same and their units are not.
    """

    source: Number | None
    target: Number | None
    units: bool = False


# ------------------------------------------------------------------ units

_DATA = Path(__file__).with_name("data") / "numbers.toml"


@cache
def _table(name: str) -> dict[str, Any]:
    """A part of the tables of units and words."""
    with _DATA.open("rb") as stream:
        tables: dict[str, Any] = tomllib.load(stream)
    part: dict[str, Any] = tables[name]
    return part


@cache
def units() -> Mapping[str, tuple[str, float]]:
    """What a unit measures and its size, by the unit."""
    return {unit: (measure, size) for unit, (measure, size, _) in _table("units").items()}


@cache
def _unit_words() -> Mapping[str, str]:
    return {word: unit for unit, (_, _, words) in _table("units").items() for word in words.split()}


#: a unit may be squared, or written in two words
_UNIT_PHRASES = (
    (re.compile(r"\s?(?:por cento|por\s?cem|per\s?cent)\b", re.IGNORECASE), "%"),
    (re.compile(r"[\s-]?square (?:feet|foot)\b|\s?pés quadrados\b", re.IGNORECASE), "ft²"),
    (re.compile(r"[\s-]?square miles?\b|\s?milhas quadradas\b", re.IGNORECASE), "mi²"),
    (re.compile(r"[\s-]?square met(?:er|re)s?\b|\s?metros quadrados\b|\s?m²", re.IGNORECASE), "m²"),
    (
        re.compile(
            r"[\s-]?square kilomet(?:er|re)s?\b|\s?quil[óô]metros quadrados\b|\s?km²", re.IGNORECASE
        ),
        "km²",
    ),
    (
        re.compile(
            r"[\s-]?miles (?:per|an) hour\b|\s?milhas por hora\b|\s?milhas/h(?:ora)?\b",
            re.IGNORECASE,
        ),
        "mph",
    ),
    (
        re.compile(
            r"\s?kilomet(?:er|re)s (?:per|an) hour\b|\s?quil[óô]metros (?:por|à) hora\b|\s?km/h\b",
            re.IGNORECASE,
        ),
        "km/h",
    ),
    (re.compile(r"\s?(?:degrees|graus)? ?(?:Fahrenheit|[°º]\s?F\b)"), "°F"),
    (re.compile(r"\s?(?:degrees|graus)? ?(?:Celsius|[°º]\s?C\b)"), "°C"),
)
_UNIT_WORD = re.compile(r"[\s\u00a0-]?(?:(?:of )?an? )?(%|€|[^\W\d_]+(?![\w’']))")
_CURRENCY = re.compile(r"(R\$|US\$|A\$|[$€£¥])[\s\u00a0]?\Z")
#: units that are told apart where the number agrees: others are also said in other ways
_EXACT = frozenset({"length", "mass", "volume", "time", "size", "money", "temperature"})
#: how far off a conversion may be, as translators round
_ROUNDED = 0.12

# ------------------------------------------------------------------ words

_AND = {"en": "and", "pt": "e"}
_LIKE_ONE = frozenset({"one", "um", "uma", "zero"})


@cache
def _weak(language: str) -> Mapping[str, frozenset[Value]]:
    """Values of words that can answer a number and ask for no answer."""
    found: dict[str, set[Value]] = {}
    for value, words in _table("weak")[language].items():
        for word in words.split():
            found.setdefault(word, set()).add(float(value))
    return {word: frozenset(values) for word, values in found.items()}


# ------------------------------------------------------------------ reading

_FIGURES = re.compile(
    r"\d{1,3}(?:[ \u00a0\u202f’']\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*", re.ASCII
)
_FOREIGN_FIGURES = re.compile(r"(?![0-9])\d")
_CLOCK = re.compile(
    r"(\d{1,2})[.:](\d{2})(?=(?:\s?[-–—]\s?\d{1,2}(?:[.:]\d\d)?)?\s?[ap]\.?m\b)", re.IGNORECASE
)
_HALF_DAY = re.compile(r"[\s\u00a0]?([ap])\.?m\b", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b|\.?[ºª°]|\.[oa]s?\b|[oa]s?\b", re.IGNORECASE)
_EN_DECADE = re.compile(r"[’']?s\b")
_PT_DECADE = re.compile(r"(?:anos|décadas? de)[\s\u00a0](?:\d\d,? (?:e )?)?\Z", re.IGNORECASE)
_ATTACHED = re.compile(r"[^\W\d_]+")
#: the first of two years of which the second is cut short: "2019-20"
_YEARS = re.compile(r"(?<!\d)([12]\d{3})\s?[-–/]\s?\Z")
_AFTER_NAME = re.compile(r"\w\W+[A-ZÀ-Þ][\w’'-]*\s\Z")
_MARKER = re.compile(r"[.)]\s")
_NAME_BEFORE = re.compile(r"(?:[^\W\d_]|[^\W\d_]\.|[^\W\d]-|_)\Z")
_SCALE = {
    "en": re.compile(r"\+?[\s\u00a0-]?(hundred|thousands?|millions?|billions?|trillion|dozens?|mln"
                     r"|mn|bn|tn|[kmb])\b", re.IGNORECASE),
    "pt": re.compile(r"[\s\u00a0]?(mil[\s\u00a0]milhões|milhares|mil|milh(?:ão|ões)|bilh(?:ão|ões)"
                     r"|bili(?:ão|ões)|trilh(?:ão|ões)|trili(?:ão|ões)|centenas|mi|bi|tri|mn|bn|tn|[kmb])\b",
                     re.IGNORECASE),
}  # fmt: skip
_CONNECTED = re.compile(r"\s?(?:[-–—/~]|,|to|and|or|a|e|ou|at[ée])?\s?(?:[$€£]|US\$|R\$)?\s?\Z")
#: what follows the second number of a range and holds for both
_FOR_BOTH = re.compile(
    r"\W*(?:(?:mil|thousand|hundred|milhão|milhões|million|bilh|bili|billion|trilh|trili|trillion)"
    r"|(?:mi|bi|bn|m|k|[ap]\.?m)\b)",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[^\W\d_]+(?:-(?:dia|noite))?")
_ROMAN = re.compile(
    r"(?<![\w.-])(?:M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))\b"
)
_CENTURY = re.compile(r"(?:século|séculos|séc\.|century)\s(?:[IVXL]+\s(?:e|a|ao)\s(?:o\s)?)?\Z")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def numbers(text: str, language: str, opaque: Sequence[tuple[int, int]] = ()) -> list[Number]:
    """Numbers of a sentence in order; `language` is en or pt, any other has figures alone.

    What stands in an `opaque` range, as in code, is left out.
    """
    found = list(_in_figures(text, language))
    if language in _AND:
        taken = [(n.start, n.unit_end or n.end) for n in found]
        found.extend(n for n in _in_words(text, language) if not _within(taken, n.start, n.end))
    found.sort()
    found = _shared(found, text)
    return [n for n in found if not _within(opaque, n.start, n.end)]


def _within(ranges: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return any(low < end and start < high for low, high in ranges)


def _in_figures(text: str, language: str) -> Iterator[Number]:
    skip_until = 0
    for match in _FIGURES.finditer(text):
        start, end = match.span()
        if start < skip_until:
            continue
        clock = _CLOCK.match(text, start)
        if clock:
            skip_until = clock.end()
            yield Number(start, clock.end(1), _hours(float(clock[1])), Strength.FIGURES)
            minutes = float(clock[2])
            strength = Strength.FIGURES if minutes else Strength.WEAK
            yield Number(clock.start(2), clock.end(), frozenset({minutes}), strength)
            continue
        # ".08" has lost its zero
        without_zero = start and text[start - 1] == "." and not text[: start - 1][-1:].isalnum()
        values = set(readings(f"0.{match[0]}" if without_zero else match[0]))
        strength, unit = Strength.FIGURES, ""
        if _NAME_BEFORE.search(text, max(0, start - 3), start) and not text[:start].endswith("R$"):
            strength = Strength.WEAK
        after = end
        if _HALF_DAY.match(text, end):
            values |= {v for value in values for v in _hours(value)}
        elif language == "en" and (decade := _EN_DECADE.match(text, end)):
            values |= _decade(values)
            after = decade.end()
        elif (ordinal := _ORDINAL.match(text, end)) and not _ATTACHED.match(text, ordinal.end()):
            after = ordinal.end()
            unit = "°" if ordinal[0] in "º°" else ""
        elif scale := _scale(text, end, language):
            factors, after, is_short = scale
            scaled = {v * f for v in values if isinstance(v, float) for f in factors}
            values = {*values, *scaled} if is_short else {*scaled}
        elif (attached := _ATTACHED.match(text, end)) and attached[0].lower() not in _unit_words():
            strength = Strength.WEAK  # "3D", "4K", "2FA"
        if language == "pt" and _PT_DECADE.search(text, max(0, start - 20), start):
            values |= _decade(values)
        if years := _YEARS.search(text, max(0, start - 8), start):
            values |= (
                {float(years[1][: 4 - len(match[0])] + match[0])} if end - start < 3 else set()
            )
        if start == 0 and _MARKER.match(text, end):
            strength = Strength.WEAK  # of a list
        if text[:start].endswith(":") and values == {0.0}:
            strength = Strength.WEAK
        currency = _CURRENCY.search(text, max(0, start - 5), start)
        if currency:
            unit = "$" if currency[1] in ("US$", "A$") else currency[1]
        elif not unit:
            unit, after = _unit(text, after)
        named = not unit and _AFTER_NAME.search(text, max(0, start - 30), start) is not None
        yield Number(start, end, frozenset(values), strength, unit, named, max(after, end))
    for match in _FOREIGN_FIGURES.finditer(text):
        yield Number(*match.span(), frozenset({match[0]}), Strength.WEAK)


def readings(written: str) -> frozenset[Value]:
    """What figures may mean; those with the marks of a version mean themselves."""
    return frozenset(_readings(written))


def _readings(written: str) -> Iterator[Value]:
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
    """An hour of half a day in the day of 24 hours."""
    if not isinstance(value, float) or not 1 <= value <= 12.59:
        return frozenset({value})
    return frozenset({value, round(value + 12, 2), *((0.0,) if value == 12 else ())})


def _decade(values: set[Value]) -> set[Value]:
    """Other names of a decade or century: 1990 and 90, 1800 and 19 (the nineteenth)."""
    more: set[Value] = set()
    for value in values:
        if isinstance(value, float):
            if value < 100:
                more |= {1900 + value, 2000 + value}
            elif 1000 <= value < 2100:
                more |= {value % 100, value // 100 + 1}
    return values | more


def _scale(text: str, at: int, language: str) -> tuple[tuple[float, ...], int, bool] | None:
    """Factors of the scale word at `at`, its end, and whether it may be a unit just as well."""
    match = _SCALE[language].match(text, at) if language in _SCALE else None
    if match is None:
        return None
    word = match[1].lower()
    if " " in word.replace("\u00a0", " "):
        return (1e9,), match.end(), False  # "mil milhões"
    scales = _table("scales")[language]
    if word in scales:
        return tuple(scales[word]), match.end(), False
    if len(word) <= 2 and match.start(1) > at and word != "mi":
        return None  # "5 m" is a length
    return (_table("short-scales")[language][word],), match.end(), len(word) == 1


def _unit(text: str, at: int) -> tuple[str, int]:
    """The unit that follows a number, "" where none does, and where it ends."""
    for pattern, unit in _UNIT_PHRASES:
        if phrase := pattern.match(text, at):
            return unit, phrase.end()
    match = _UNIT_WORD.match(text, at)
    if match is None:
        return "", at
    found = _unit_words().get(match[1]) or _unit_words().get(match[1].lower(), "")
    return found, match.end() if found else at


def _in_words(text: str, language: str) -> Iterator[Number]:
    words = list(_WORDS.finditer(text))
    weak = _weak(language)
    at = 0
    while at < len(words):
        last, values = _numeral(words, at, language, text)
        if values is not None:
            start, end = words[at].start(), words[last].end()
            form = text[start:end].lower()
            strong = form not in _LIKE_ONE and not (
                last == at and form in _table("scales")[language]
            )
            strength = Strength.WORD if strong else Strength.WEAK
            unit, unit_end = _unit(text, end)
            yield Number(start, end, frozenset(values), strength, unit, False, unit_end)
            at = last + 1
            continue
        match = words[at]
        form = match[0] if match[0] in weak else match[0].lower()
        if form in weak and form not in {"may", "march"}:
            unit, unit_end = _unit(text, match.end())
            yield Number(*match.span(), weak[form], Strength.WEAK, unit, False, unit_end)
        at += 1
    for match in _ROMAN.finditer(text):
        numeral = match[0]
        if len(numeral) > 1 or (numeral and _CENTURY.search(text, 0, match.start())):
            yield Number(*match.span(), frozenset({_roman(numeral)}), Strength.WEAK)


def _numeral(
    words: Sequence[re.Match[str]], at: int, language: str, text: str
) -> tuple[int, set[float] | None]:
    """The longest number that the words from `at` spell, and its last word."""
    small, scales = _table("cardinals")[language], _table("scales")[language]
    total, current, factor = 0.0, 0.0, 1.0
    room = 1e18  # what may still be added is less than this
    last, found = at, False
    i = at
    while i < len(words):
        word = words[i][0].lower()
        if i > at:
            between = text[words[i - 1].end() : words[i].start()]
            if between not in (" ", "-", "\u00a0"):
                break
        if word == _AND[language] and found:
            i += 1
            continue
        if word in small and small[word] < room:
            value = small[word]
            current += value
            room = 100.0 if value >= 100 else 10.0 if value >= 20 else 0.0
            found = True
        elif word in scales:
            size = scales[word]
            if language == "en" and word == "hundred":
                current, room, found = max(1.0, current) * 100, 100.0, True
            elif total and size[0] >= 1e3 and size[0] > total:
                break
            else:
                total += max(1.0, current) * size[0]
                factor = size[1] / size[0] if len(size) > 1 else 1.0
                current, room, found = 0.0, 1000.0, True
        else:
            break
        last = i
        i += 1
    if not found:
        return at, None
    value = total + current
    return last, {value, value * factor}


def _roman(numeral: str) -> float:
    values = [_ROMAN_VALUES[char] for char in numeral]
    return float(
        sum(
            -value if later and later[0] > value else value
            for value, later in zip(
                values, (values[i + 1 :] for i in range(len(values))), strict=True
            )
        )
    )


def _size(value: Value) -> float:
    return value if isinstance(value, float) else 0.0


def _shared(found: Sequence[Number], text: str) -> list[Number]:
    """What the second number of a range says of both: "5 to 10 million", "2 and 4 pm"."""
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


# ------------------------------------------------------------------ comparing


def disagreements(source: Sequence[Number], target: Sequence[Number]) -> list[Disagreement]:
    """Numbers of a sentence and its translation that do not answer one another.

    Numbers that nothing answers stand against one another in order, first those in figures. One
    that has none to stand against counts only if it is in figures.
    """
    answered, used = _answers(source, target)
    lost = [n for i, n in enumerate(source) if i not in answered and n.strength]
    new = [n for i, n in enumerate(target) if i not in used and n.strength]
    new = [n for n in new if not any(answers(other, n) for other in source)]
    lost = [n for n in lost if not any(answers(n, other) for other in target)]
    for theirs in (*source, *target):  # also of one beside it: "80 °F (27 °C)"
        for ours in [n for n in new if _converted(theirs, n)]:
            new.remove(ours)
            lost = [n for n in lost if n is not theirs]
        lost = [n for n in lost if n is theirs or theirs in lost or not _converted(theirs, n)]
    result: list[Disagreement] = []
    lost.sort(key=lambda n: (-n.strength, n.start))
    new.sort(key=lambda n: (-n.strength, n.start))
    for theirs, ours in zip(lost, new, strict=False):
        result.append(Disagreement(theirs, ours))
    paired = len(result)
    result.extend(Disagreement(n, None) for n in lost[paired:] if n.asks_alone)
    result.extend(Disagreement(None, n) for n in new[paired:] if n.asks_alone)
    result.extend(
        Disagreement(source[i], target[j], units=True)
        for i, j in sorted(answered.items())
        if _other_unit(source[i], target[j])
    )
    return result


def answers(theirs: Number, ours: Number) -> bool:
    """Whether two numbers have a reading in common; that of a name has to be in figures."""
    if (theirs.named or ours.named) and Strength.WEAK in (theirs.strength, ours.strength):
        return False
    return not theirs.values.isdisjoint(ours.values)


def _answers(source: Sequence[Number], target: Sequence[Number]) -> tuple[dict[int, int], set[int]]:
    """Which number of the translation answers which of the source, each once; those used."""
    answered: dict[int, int] = {}
    used: set[int] = set()
    order = sorted(range(len(source)), key=lambda i: (-source[i].strength, len(source[i].values)))
    for i in order:
        fits = [j for j, n in enumerate(target) if j not in used and answers(source[i], n)]
        if fits:
            unit = source[i].unit
            best = min(fits, key=lambda j: (target[j].unit != unit, -target[j].strength, j))
            answered[i] = best
            used.add(best)
    return answered, used


def _converted(theirs: Number, ours: Number) -> bool:
    """Whether one is the other in another unit, rounded as people do."""
    if theirs.unit not in units() or ours.unit not in units():
        return False
    if theirs.unit == ours.unit != "°":
        return False
    (dimension, size), (other, other_size) = units()[theirs.unit], units()[ours.unit]
    if dimension != other or dimension == "money":
        return False
    for value in theirs.values:
        for mine in ours.values:
            if not isinstance(value, float) or not isinstance(mine, float):
                continue
            if dimension == "temperature":  # also differences of temperature
                near = any(
                    abs(expected - mine) <= 1.5
                    for expected in ((value - 32) / 1.8, value * 1.8 + 32, value / 1.8, value * 1.8)
                )
            else:
                expected = value * size / other_size
                near = abs(expected - mine) <= max(_ROUNDED * expected, min(0.75, expected / 2))
            if near:
                return True
    return False


def _other_unit(theirs: Number, ours: Number) -> bool:
    if theirs.unit == ours.unit or theirs.unit not in units() or ours.unit not in units():
        return False
    if "°" in (theirs.unit, ours.unit):
        return False  # which degrees is not said
    (dimension, size), (other, other_size) = units()[theirs.unit], units()[ours.unit]
    if dimension != other or dimension not in _EXACT:
        return False
    return size == other_size or abs(size - other_size) > _ROUNDED * size  # a yard is a metre
