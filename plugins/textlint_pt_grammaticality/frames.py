"""Frames of words in which a word is wrong whatever else the sentence says (`data/frames.txt`).

What closed lists and the lexicon alone decide is `CERTAIN`: no parse is read and no model asked.
The file says how a frame is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple, Protocol, TypeGuard

from textlint_pt import portuguese
from textlint_pt.contract import Reading
from textlint_pt_grammaticality.reading import own_words, table

#: a repeatable place holds so many words at most
_MOST = 4
_PIECE = re.compile(r"!\(([^)]*)\)|(\S+)")
_SECTION = re.compile(r"\[([A-Z]+\d+)\]")
_WRONG = re.compile(r"\[([^\[>\]]+)>([^\[\]]+)\]")
_HOUR = re.compile(r"(?:[01]?\d|2[0-4])(?:h|hs|hrs|h[0-5]\d(?:min)?)")
_CELLS = {"m": "Masc", "f": "Fem", "s": "Sing", "p": "Plur"}
_NOUN = re.compile("N([mf]?)([sp]?)")
#: what takes the place of "o" in the right form of a participle
_ENDINGS = {"FS": "a", "FP": "as", "MP": "os"}


class Tokens(Protocol):
    """What a frame asks of a sentence (`phrases.ParsedSentence`)."""

    @property
    def at(self) -> Mapping[str, Sequence[int]]: ...
    def form(self, at: int) -> str: ...
    def is_word(self, at: int) -> bool: ...
    def is_capital(self, at: int) -> bool: ...
    def after_hyphen(self, at: int) -> bool: ...
    def spaced(self, first: int, last: int) -> bool: ...
    def readings(self, at: int) -> Sequence[Reading]: ...
    def can_be(self, at: int, *tags: str, **features: str) -> bool: ...
    def is_infinitive(self, at: int) -> bool: ...


#: whether a place of a sentence, which may be beyond its ends, is of a kind
Test = Callable[[Tokens, int], bool]


class Item(NamedTuple):
    """`tests`: one of them must hold; `least` and `most` places in a row; `unless`: the items that
    must not follow instead."""

    tests: tuple[Test, ...] = ()
    least: int = 1
    most: int = 1
    unless: tuple[Item, ...] = ()


class Frame(NamedTuple):
    """`before` is read from the wrong word outwards, as `after` is. `needs`: sets of forms, one of
    each of which stands in any line that the frame fits."""

    right: tuple[str, ...]
    before: tuple[Item, ...]
    after: tuple[Item, ...]
    message: str
    needs: tuple[frozenset[str], ...]


@cache
def frames(code: str) -> Mapping[str, Sequence[Frame]]:
    """The frames of a rule, by the word that is wrong in them."""
    found: dict[str, list[Frame]] = {}
    section = ""
    for line in table("frames.txt"):
        if named := _SECTION.fullmatch(line):
            section = named[1]
        elif section == code:
            for wrong, frame in _read(line):
                found.setdefault(wrong, []).append(frame)
    return found


def rights(sentence: Tokens, at: int, code: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """What should stand at a place of a sentence, and the name of the message, for each frame of a
    rule that fits there."""
    for frame in frames(code).get(sentence.form(at), ()):
        if any(map(sentence.at.keys().isdisjoint, frame.needs)):
            continue
        if _fits(sentence, frame.after, at, 1) and _fits(sentence, frame.before, at, -1):
            yield frame.right, frame.message


def _read(line: str) -> Iterator[tuple[str, Frame]]:
    written, _, message = (part.strip() for part in line.partition(" : "))
    place = _WRONG.search(written)
    if place is None:
        raise ValueError(f"frames.txt: no [wrong>right] in {line!r}")
    before = tuple(reversed(_items(written[: place.start()], -1)))
    after = tuple(_items(written[place.end() :], 1))
    wrong, rights_ = place[1].split("|"), place[2].split("|")
    if place[1].startswith("@"):
        wrong = sorted(own_words(place[1][1:]))
        rights_ = [word.removesuffix("o") + _ENDINGS[place[2]] for word in wrong]
    needs = tuple(filter(None, map(_forms, (*before, *after))))
    for at, word in enumerate(wrong):
        right = tuple(rights_[min(at, len(rights_) - 1)].split("/"))
        yield word, Frame(right, before, after, message or "message", needs)


def _forms(item: Item) -> frozenset[str]:
    """The forms one of which an item takes; none where it may take others, or nothing."""
    sets = [test.keywords["forms"] for test in item.tests if _is_list(test)]
    return frozenset().union(*sets) if item.least and len(sets) == len(item.tests) else frozenset()


def _is_list(test: Test) -> TypeGuard[partial[bool]]:
    return isinstance(test, partial) and test.func is _is_of


def _items(written: str, step: int) -> list[Item]:
    items = []
    for group, word in _PIECE.findall(written):
        if group:
            items.append(Item(unless=tuple(_items(group, step)[::step])))
            continue
        least, most = 1, 1
        if len(word) > 1 and word[-1] in "?*":
            least, most = 0, 1 if word[-1] == "?" else _MOST
            word = word[:-1]
        items.append(Item(tuple(_test(one) for one in word.split("|")), least, most))
    return items


def _fits(sentence: Tokens, items: tuple[Item, ...], at: int, step: int) -> bool:
    """Whether the items stand beside a place, one after the other."""
    if not items:
        return True
    item, rest = items[0], items[1:]
    if item.unless:
        return not _fits(sentence, item.unless, at, step) and _fits(sentence, rest, at, step)
    place, count = at, 0
    while True:
        if count >= item.least and _fits(sentence, rest, place, step):
            return True
        following = place + step
        if count == item.most or not _tied(sentence, place, following):
            return False
        if not any(test(sentence, following) for test in item.tests):
            return False
        place, count = following, count + 1


def _tied(sentence: Tokens, place: int, other: int) -> bool:
    """Whether between two neighbours, of which both are words, there is one space."""
    first, second = min(place, other), max(place, other)
    if not (sentence.is_word(first) and sentence.is_word(second)):
        return True
    return sentence.spaced(first, second) or sentence.after_hyphen(second)


# ------------------------------------------------------------------ kinds of words


def _test(name: str) -> Test:
    if "&" in name:
        return partial(_is_all, tests=tuple(_test(one) for one in name.split("&")))
    if name in _KINDS:
        return _KINDS[name]
    if match := _NOUN.fullmatch(name):
        return partial(only_noun, gender=_CELLS.get(match[1], ""), number=_CELLS.get(match[2], ""))
    if name.startswith("@"):
        return partial(_is_of, forms=own_words(name[1:]))
    if name.startswith("%"):
        return partial(_is_form_of, lemmas=own_words(name[1:]))
    return partial(_is_of, forms=frozenset({name.replace("+", " ")}))


def _is_all(sentence: Tokens, at: int, tests: tuple[Test, ...]) -> bool:
    return all(test(sentence, at) for test in tests)


def _is_of(sentence: Tokens, at: int, forms: frozenset[str]) -> bool:
    return sentence.form(at) in forms


def _is_form_of(sentence: Tokens, at: int, lemmas: frozenset[str]) -> bool:
    return any(reading.lemma in lemmas for reading in sentence.readings(at))


def only_noun(sentence: Tokens, at: int, gender: str, number: str) -> bool:
    """A noun of this gender and number, and nothing else but a form of a verb."""
    if sentence.is_capital(at) or sentence.after_hyphen(at):
        return False
    readings = sentence.readings(at)
    if not any(reading.upos == "NOUN" for reading in readings[:2]):
        return False
    return all(
        reading.upos in ("VERB", "AUX")
        or reading.source == "name"
        or (
            reading.upos in ("NOUN", "ADJ")
            and gender in ("", reading.feature("Gender"))
            and number in ("", reading.feature("Number"))
        )
        for reading in readings
    )


def _adjective(sentence: Tokens, at: int) -> bool:
    """An adjective or participle that is no form of a verb and no other word."""
    readings = sentence.readings(at)
    return any(_is_adjectival(reading) for reading in readings) and all(
        _is_adjectival(reading) or reading.upos == "NOUN" or reading.source == "name"
        for reading in readings
    )


def _masculine_adjective(sentence: Tokens, at: int) -> bool:
    """An adjective or participle that no feminine noun can follow."""
    readings = [reading for reading in sentence.readings(at) if _is_adjectival(reading)]
    return bool(readings) and all(reading.feature("Gender") == "Masc" for reading in readings)


def _plural_adjective(sentence: Tokens, at: int) -> bool:
    """A word that can be an adjective in the plural, whatever else it is."""
    return any(
        _is_adjectival(reading) and reading.feature("Number") != "Sing"
        for reading in sentence.readings(at)
    ) and sentence.form(at).endswith("s")


def _is_adjectival(reading: Reading) -> bool:
    return reading.upos == "ADJ" or reading.feature("VerbForm") == "Part"


def _gerund(sentence: Tokens, at: int) -> bool:
    readings = sentence.readings(at)
    return bool(readings) and all(r.feature("VerbForm") == "Ger" for r in readings)


def _number(sentence: Tokens, at: int) -> bool:
    return sentence.form(at)[:1].isdigit() or sentence.form(at) in portuguese.between(1, 100)


def _hour(sentence: Tokens, at: int) -> bool:
    """ "14h", "8h30"."""
    return _HOUR.fullmatch(sentence.form(at)) is not None


def _finite(sentence: Tokens, at: int, features: Mapping[str, str] = {}) -> bool:
    return sentence.can_be(at, "VERB", "AUX", VerbForm="Fin", **features)


#: what a capital word in a frame means
_KINDS: Mapping[str, Test] = {
    "^": lambda sentence, at: not sentence.is_word(at),
    "$": lambda sentence, at: not sentence.is_word(at),
    "W": lambda sentence, at: sentence.is_word(at),
    "A": _adjective,
    "Ap": _plural_adjective,
    "Am": _masculine_adjective,
    "NUM": _number,
    "HOUR": _hour,
    "INF": lambda sentence, at: sentence.is_infinitive(at),
    "GER": _gerund,
    "PART": lambda sentence, at: sentence.can_be(at, "VERB", VerbForm="Part"),
    "FIN": _finite,
    "V1": lambda sentence, at: _finite(sentence, at, {"Person": "1"}),
    "VS": lambda sentence, at: _finite(sentence, at, {"Number": "Sing"}),
    "VP": lambda sentence, at: _finite(sentence, at, {"Number": "Plur"}),
    "UP": lambda sentence, at: sentence.is_capital(at),
}
