"""Patterns in a sentence: which may be there at all, and where they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from textlint_pt.patterns.notation import Item, Notation
from textlint_pt.patterns.sentence import TokenSentence
from textlint_pt.text.segmentation import function_words

T = TypeVar("T")
#: the first and last token that each word of a pattern took, by its number
Places = Mapping[int, tuple[int, int]]
#: how many rarer forms a function word counts for
_WEIGHT = 40


class Match(NamedTuple):
    """The tokens `first` to `last` are wrong; a word that took no token is not in `places`."""

    first: int
    last: int
    places: Places


def find(sentence: TokenSentence, pattern: Notation) -> Iterator[Match]:
    """Where a pattern stands, from left to right."""
    if pattern.opening and sentence.form(0) not in pattern.opening:
        return
    opening = pattern.wrong[0]
    starts: Iterable[int] = range(len(sentence))
    if opening.forms is not None and opening.least:
        starts = sorted(
            at for form in opening.forms & sentence.at.keys() for at in sentence.at[form]
        )
    for at in starts:
        if pattern.farthest is not None and at > pattern.farthest:
            return
        places: dict[int, tuple[int, int]] = {}
        if _Search(sentence, pattern, at, places).wrong(0, at):
            taken = [places[item.number] for item in pattern.wrong if item.number in places]
            yield Match(at, taken[-1][1], places)


class _Search(NamedTuple):
    sentence: TokenSentence
    pattern: Notation
    start: int
    places: dict[int, tuple[int, int]]

    def wrong(self, number: int, at: int) -> bool:
        """Whether what is wrong stands from `at` on, and the rest around it."""
        if number == len(self.pattern.wrong):
            return self.beside(self.pattern.after, 0, at - 1, 1) and self.beside(
                self.pattern.before, 0, self.start, -1
            )
        item = self.pattern.wrong[number]
        if item.unless:
            return not self.beside(item.unless, 0, at - 1, 1) and self.wrong(number + 1, at)
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
        for phrase in item.phrases.get(self.sentence.form(at), ()) if item.phrases else ():
            last = len(phrase) - 1
            first = at if step > 0 else at - last
            if self.sentence.spaced(first, first + last) and all(
                self.sentence.form(first + i) == form for i, form in enumerate(phrase)
            ):
                return len(phrase)
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
    """Which of many patterns may be in a sentence, by the forms that stand in it: each is kept
    under the rarest forms without which it cannot be there."""

    def __init__(self, patterns: Iterable[tuple[T, Notation]]) -> None:
        self._always: list[tuple[int, T]] = []
        self._by_form: dict[str, list[tuple[int, T, Sequence[frozenset[str]]]]] = {}
        for number, (key, pattern) in enumerate(patterns):
            needs = sorted(needed(pattern), key=_frequency)
            if not needs:
                self._always.append((number, key))
                continue
            entry = (number, key, needs[1:])
            for form in needs[0]:
                self._by_form.setdefault(form, []).append(entry)

    def woken(self, forms: Collection[str]) -> list[T]:
        """The keys of the patterns that may be there, in the order they were given."""
        found = dict(self._always)
        present = forms if isinstance(forms, (set, frozenset)) else {*forms}
        for form in present & self._by_form.keys():
            for number, key, needs in self._by_form[form]:
                if number not in found and not any(map(present.isdisjoint, needs)):
                    found[number] = key
        return [found[number] for number in sorted(found)]


def needed(pattern: Notation) -> list[frozenset[str]]:
    """Sets of forms, one of each of which stands in any sentence that the pattern is in."""
    return [
        item.forms for item in pattern.items if item.forms and item.least and "" not in item.forms
    ]


def _frequency(forms: frozenset[str]) -> int:
    return len(forms) + _WEIGHT * len(forms & function_words())
