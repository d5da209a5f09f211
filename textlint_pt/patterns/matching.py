"""Patterns in a sentence: which may be there at all, and where they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Generic, NamedTuple, TypeVar

from textlint_pt.contract import Forms
from textlint_pt.patterns.notation import Item, Notation
from textlint_pt.patterns.sentence import TokenSentence

T = TypeVar("T")
#: the first and last token that each word of a pattern took, by its number
Places = Mapping[int, tuple[int, int]]
#: forms of which it is kept what they may be
_REMEMBERED = 4_096


class Match(NamedTuple):
    """The tokens `first` to `last` are wrong; a word that took no token is not in `places`."""

    first: int
    last: int
    places: Places


def find(sentence: TokenSentence, pattern: Notation) -> Iterator[Match]:
    """Where a pattern stands, from left to right."""
    if pattern.opening and sentence.form(0) not in pattern.opening:
        return
    for at in _starts(sentence, pattern):
        if pattern.farthest is not None and at > pattern.farthest:
            return
        places: dict[int, tuple[int, int]] = {}
        if _Search(sentence, pattern, at, places, set()).wrong(0, at):
            taken = [places[item.number] for item in pattern.wrong if item.number in places]
            yield Match(at, taken[-1][1], places)


def stands(sentence: TokenSentence, items: Sequence[Item], at: int, step: int) -> bool:
    """Whether a row of words stands after a place, or before it where `step` is -1."""
    nothing = Notation((), (), (), (), "", 0, False)
    return _Search(sentence, nothing, at, {}, set()).beside(items, 0, at, step)


def _starts(sentence: TokenSentence, pattern: Notation) -> Iterable[int]:
    """Where it may begin, by the forms that it cannot do without."""
    fewest = len(sentence)
    starts: Iterable[int] = range(fewest)
    for item, least, most in pattern.anchors:
        places = _places(sentence, item)
        if len(places) * (most - least + 1) < fewest:
            fewest = len(places) * (most - least + 1)
            starts = {at - away for at in places for away in range(least, most + 1)}
    return sorted(at for at in starts if 0 <= at < len(sentence))


def _places(sentence: TokenSentence, item: Item) -> Sequence[int]:
    """Where an item of forms or lemmas may stand."""
    if item.forms is None:
        return [
            at
            for form, places in sentence.at.items()
            if not item.keys.isdisjoint(keys_of(sentence.forms, form))
            for at in places
        ]
    return [
        at
        for form in item.forms & sentence.at.keys()
        for at in sentence.at[form]
        if form not in item.leading or _row(sentence, item, at, 1)
    ]


def _row(sentence: TokenSentence, item: Item, at: int, step: int) -> int:
    """How many forms in a row, of those that count as one, stand from a place on; 0: none."""
    for phrase in item.phrases.get(sentence.form(at), ()) if item.phrases else ():
        last = len(phrase) - 1
        first = at if step > 0 else at - last
        if sentence.spaced(first, first + last) and all(
            sentence.form(first + i) == form for i, form in enumerate(phrase)
        ):
            return len(phrase)
    return 0


class _Search(NamedTuple):
    sentence: TokenSentence
    pattern: Notation
    start: int
    places: dict[int, tuple[int, int]]
    #: where the rest of some words does not stand, so that no way there is gone twice
    failed: set[tuple[int, int, int]]

    def wrong(self, number: int, at: int) -> bool:
        """Whether what is wrong stands from `at` on, and the rest around it."""
        if number == len(self.pattern.wrong):
            return self.beside(self.pattern.after, 0, at - 1, 1) and self.beside(
                self.pattern.before, 0, self.start, -1
            )
        item = self.pattern.wrong[number]
        if item.unless:
            return not self.beside(item.unless, 0, at - 1, 1) and self.wrong(number + 1, at)
        known = (id(self.pattern.wrong), number, at)
        if known in self.failed:
            return False
        count, first = 0, at
        while True:
            if count >= item.least:
                self._take(item, first, at - 1, count)
                if self.wrong(number + 1, at):
                    return True
            if count == item.most or at >= len(self.sentence):
                break
            if at > self.start and not _tied(self.sentence, at - 1, at):
                break
            taken = self._taken(item, at, 1)
            if not taken:
                break
            at, count = at + taken, count + 1
        self.places.pop(item.number, None)
        if not self.pattern.repeats:
            self.failed.add(known)
        return False

    def beside(self, items: Sequence[Item], number: int, place: int, step: int) -> bool:
        """Whether the items from `number` on stand beside a place, one after the other."""
        if number == len(items):
            return True
        item = items[number]
        if item.unless:
            return not self.beside(item.unless, 0, place, step) and self.beside(
                items, number + 1, place, step
            )
        known = (id(items), number, place)
        if known in self.failed:
            return False
        count, first = 0, place + step
        while True:
            if count >= item.least:
                self._take(item, min(first, place), max(first, place), count)
                if self.beside(items, number + 1, place, step):
                    return True
            following = place + step
            if count == item.most or not _tied(self.sentence, place, following):
                break
            taken = self._taken(item, following, step)
            if not taken:
                break
            place, count = place + step * taken, count + 1
        self.places.pop(item.number, None)
        if not self.pattern.repeats:
            self.failed.add(known)
        return False

    def _take(self, item: Item, first: int, last: int, count: int) -> None:
        if not item.number:
            return
        if count:
            self.places[item.number] = (first, last)
        else:
            self.places.pop(item.number, None)

    def _taken(self, item: Item, at: int, step: int) -> int:
        """How many tokens from a place on are one word of a pattern, 0 if it is not there."""
        if row := _row(self.sentence, item, at, step):
            return row
        return int(self._fits(item, at))

    def _fits(self, item: Item, at: int) -> bool:
        if item.same:
            place = self.places.get(item.same)
            return place is not None and self.sentence.form(place[0]) == self.sentence.form(at)
        return any(test(self.sentence, at) for test in item.tests)


def _tied(sentence: TokenSentence, place: int, other: int) -> bool:
    """Whether between two neighbours, of which both are words, there is one space, or a hyphen."""
    first, second = min(place, other), max(place, other)
    if not (sentence.is_word(first) and sentence.is_word(second)):
        return True
    return sentence.spaced(first, second) or sentence.after_hyphen(second)


class Index(Generic[T]):
    """Which of many patterns may stand in a sentence, by its forms and lemmas."""

    def __init__(self, patterns: Iterable[tuple[T, Collection[str]]]) -> None:
        """With each pattern its keys, one of which stands in any sentence that it is in; none: it
        may stand in any."""
        self._always: list[tuple[int, T]] = []
        self._by_key: dict[str, list[tuple[int, T]]] = {}
        for number, (pattern, keys) in enumerate(patterns):
            if not keys:
                self._always.append((number, pattern))
            for key in keys:
                self._by_key.setdefault(key, []).append((number, pattern))

    def woken(self, sentence: TokenSentence) -> list[T]:
        """The patterns that may stand there, in the order they were given."""
        found = dict(self._always)
        for form in sentence.at:
            for key in keys_of(sentence.forms, form):
                if key in self._by_key:
                    found.update(self._by_key[key])
        return [found[number] for number in sorted(found)]


@lru_cache(_REMEMBERED)
def keys_of(forms: Forms, form: str) -> Sequence[str]:
    """A form and its lemmas, as keys."""
    if not form[:1].isalpha():
        return (form,)
    return (form, *{f"<{reading.lemma}>" for reading in forms.readings(form)})


def may_stand(sentence: TokenSentence, pattern: Notation) -> bool:
    """Whether the forms that a pattern cannot do without are all in a sentence."""
    present = sentence.at.keys()
    return not any(
        item.forms and item.least and "" not in item.forms and present.isdisjoint(item.forms)
        for item in pattern.items
    )
