"""Patterns in a sentence: which may be there at all, and where they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from textlint_pt.patterns.notation import Item, Notation
from textlint_pt.patterns.sentence import TokenSentence

T = TypeVar("T")
#: the first and last token that each word of a pattern took, by its number
Places = Mapping[int, tuple[int, int]]


class Match(NamedTuple):
    """The tokens `first` to `last` are wrong; a word that took no token is not in `places`."""

    first: int
    last: int
    places: Places


def find(sentence: TokenSentence, pattern: Notation) -> Iterable[Match]:
    """Where a pattern stands, from left to right."""
    if pattern.opening and sentence.form(0) not in pattern.opening:
        return ()
    starts = _starts(sentence, pattern)
    return _found(sentence, pattern, starts) if starts else ()


def _found(sentence: TokenSentence, pattern: Notation, starts: int) -> Iterator[Match]:
    search = _Search(sentence, pattern)
    while starts:
        at = (starts & -starts).bit_length() - 1
        starts &= starts - 1
        for test in pattern.first:
            if test(sentence, at):
                break
        else:
            if pattern.first:
                continue
        if search.begins(at):
            places = search.places
            taken = [places[item.number] for item in pattern.wrong if item.number in places]
            yield Match(at, taken[-1][1], places)


def _starts(sentence: TokenSentence, pattern: Notation) -> int:
    """Where it may begin, by the forms that it cannot do without; places are bits."""
    length = len(sentence)
    if pattern.farthest is not None:
        length = min(length, pattern.farthest + 1)
    starts = (1 << length) - 1
    known = sentence.standing
    for item, least, most in pattern.anchors:
        places = _places(sentence, item) if item.leading else known.get(item.keys)
        if places is None:
            places = known[item.keys] = _places(sentence, item)
        if not places:
            return 0
        places = places >> least if least > 0 else places << -least
        reach, left = 1, most - least
        while left > 0:  # each place, and all of `most - least` before it
            places |= places >> min(reach, left)
            reach, left = 2 * reach, left - reach
        starts &= places
        if not starts:
            return 0
    return starts


def _places(sentence: TokenSentence, item: Item) -> int:
    """Where one of the keys of an item stands; places are bits."""
    present, wanted = sentence.key_places, item.keys
    found = 0
    for key in wanted if len(wanted) < len(present) else wanted & present.keys():
        if key not in present:
            continue
        if key in item.leading:
            found |= sum(1 << at for at in sentence.at[key] if _row(sentence, item, at, 1))
        else:
            found |= present[key]
    return found


def _row(sentence: TokenSentence, item: Item, at: int, step: int) -> int:
    """How many forms in a row, of those that count as one, stand from a place on; 0: none."""
    for phrase in item.phrases.get(sentence.form(at), ()):
        last = len(phrase) - 1
        first = at if step > 0 else at - last
        if (
            sentence.form(first + last) == phrase[last]
            and sentence.spaced(first, first + last)
            and all(sentence.form(first + i) == form for i, form in enumerate(phrase))
        ):
            return len(phrase)
    return 0


class _Search:
    __slots__ = ("failed", "pattern", "places", "sentence", "start", "ties")

    def __init__(self, sentence: TokenSentence, pattern: Notation) -> None:
        self.sentence = sentence
        self.pattern = pattern
        self.ties = sentence.ties
        self.start = 0
        self.places: dict[int, tuple[int, int]] = {}
        #: where what follows a word of no fixed number does not stand, so that no way from there
        #: is gone twice
        self.failed: set[tuple[int, int, int]] = set()

    def begins(self, at: int) -> bool:
        """Whether the pattern stands where what is wrong begins at a place."""
        self.start, self.places = at, {}
        self.failed.clear()
        return self.wrong(0, at)

    def wrong(self, number: int, at: int) -> bool:
        """Whether what is wrong stands from `at` on, and the rest around it."""
        if number == len(self.pattern.wrong):
            before, after = self.pattern.before, self.pattern.after
            return self.beside(after, 0, at - 1, 1) and self.beside(before, 0, self.start, -1)
        item = self.pattern.wrong[number]
        if item.unless:
            return not self.beside(item.unless, 0, at - 1, 1) and self.wrong(number + 1, at)
        known = (id(self.pattern.wrong), number, at) if item.most > item.least else None
        if known in self.failed:
            return False
        count, first, end = 0, at, len(self.sentence)
        while True:
            if count >= item.least:
                self._take(item, first, at - 1, count)
                if self.wrong(number + 1, at):
                    return True
            if count == item.most or at >= end or (at > self.start and not self.ties[at]):
                break
            taken = self._taken(item, at, 1)
            if not taken:
                break
            at, count = at + taken, count + 1
        self.places.pop(item.number, None)
        if known and not self.pattern.repeats:
            self.failed.add(known)
        return False

    def beside(self, items: Sequence[Item], number: int, place: int, step: int) -> bool:
        """Whether the items from `number` on stand beside a place, one after the other."""
        if number == len(items):
            return True
        item = items[number]
        if item.unless:
            stands = self.beside(item.unless, 0, place, step)
            return not stands and self.beside(items, number + 1, place, step)
        known = (id(items), number, place) if item.most > item.least else None
        if known in self.failed:
            return False
        count, first = 0, place + step
        while True:
            if count >= item.least:
                self._take(item, min(first, place), max(first, place), count)
                if self.beside(items, number + 1, place, step):
                    return True
            following = place + step
            if count == item.most or not self._tied(max(place, following)):
                break
            taken = self._taken(item, following, step)
            if not taken:
                break
            place, count = place + step * taken, count + 1
        self.places.pop(item.number, None)
        if known and not self.pattern.repeats:
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
        if item.phrases and (row := _row(self.sentence, item, at, step)):
            return row
        return int(self._fits(item, at))

    def _fits(self, item: Item, at: int) -> bool:
        if item.same:
            place = self.places.get(item.same)
            return place is not None and self.sentence.form(place[0]) == self.sentence.form(at)
        for test in item.tests:  # noqa: SIM110  (half as fast with `any`)
            if test(self.sentence, at):
                return True
        return False

    def _tied(self, at: int) -> bool:
        return self.ties[at] if 0 < at < len(self.ties) else True


class Index(Generic[T]):
    """Which of many patterns may stand in a sentence, by its forms, lemmas and tags."""

    def __init__(self, patterns: Iterable[tuple[T, Sequence[frozenset[str]]]]) -> None:
        """With each pattern sets of keys, of each of which one stands in any sentence that the
        pattern is in; none: it may stand in any."""
        self._patterns: list[T] = []
        shared: list[dict[frozenset[str], int]] = []
        free: list[int] = []
        for number, (pattern, words) in enumerate(patterns):
            self._patterns.append(pattern)
            for at, keys in enumerate(words):
                if at == len(shared):
                    shared.append({})
                    free.append(0)
                shared[at][keys] = shared[at].get(keys, 0) | 1 << number
                free[at] |= 1 << number
        everything = (1 << len(self._patterns)) - 1
        #: for the first, second … set of keys: by key the patterns that it lets through, and those
        #: that have none; patterns are bits
        self._rounds: list[tuple[dict[str, int], int]] = []
        for sets, known in zip(shared, free, strict=True):
            by_key: dict[str, int] = {}
            for keys, bits in sets.items():
                for key in keys:
                    by_key[key] = by_key.get(key, 0) | bits
            self._rounds.append((by_key, everything & ~known))
        self._all = everything

    def woken(self, sentence: TokenSentence) -> list[T]:
        """The patterns that may stand there, in the order they were given."""
        present = sentence.key_places.keys()
        left = self._all
        for by_key, woken in self._rounds:
            for key in by_key.keys() & present:
                woken |= by_key[key]
            left &= woken
        written = f"{left:b}"[::-1]
        found = []
        at = written.find("1")
        while at >= 0:
            found.append(self._patterns[at])
            at = written.find("1", at + 1)
        return found
