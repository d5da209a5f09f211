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


def find(sentence: TokenSentence, pattern: Notation) -> Iterator[Match]:
    """Yield the matches of a pattern from left to right."""
    if pattern.opening and sentence.form(0) not in pattern.opening:
        return
    starts = _starts(sentence, pattern)
    search = None
    while starts:
        start = (starts & -starts).bit_length() - 1  # the lowest bit, which then goes
        starts &= starts - 1
        for test in pattern.first:
            if test(sentence, start):
                break
        else:
            if pattern.first:
                continue
        search = search or _Search(sentence, pattern)
        if search.matches_at(start):
            places = search.places
            wrong_places = [places[item.number] for item in pattern.wrong if item.number in places]
            yield Match(start, wrong_places[-1][1], places)


def _starts(sentence: TokenSentence, pattern: Notation) -> int:
    """Return where a pattern may begin, as a bit set of token positions.

    Each anchor is an item that must occur `least` to `most` tokens after the start.
    """
    length = sentence.length
    if pattern.farthest is not None:
        length = min(length, pattern.farthest + 1)
    starts = (1 << length) - 1
    cached = sentence.standing
    for item, least, most in pattern.anchors:
        places = _positions_of(sentence, item) if item.leading else cached.get(item.keys)
        if places is None:
            places = cached[item.keys] = _positions_of(sentence, item)
        if not places:
            return 0
        places = places >> least if least > 0 else places << -least
        # add to each place all of `most - least` before it, doubling the reach at each step
        reach, remaining = 1, most - least
        while remaining > 0:
            places |= places >> min(reach, remaining)
            reach, remaining = 2 * reach, remaining - reach
        starts &= places
        if not starts:
            return 0
    return starts


def _positions_of(sentence: TokenSentence, item: Item) -> int:
    """Return the tokens that have a key of an item, as a bit set; of a phrase's first word, only
    where the whole phrase stands."""
    present, keys = sentence.key_positions, item.keys
    found = 0
    for key in keys if len(keys) < len(present) else keys & present.keys():
        if key not in present:
            continue
        if key in item.leading:
            found |= sum(
                1 << index for index in sentence.at[key] if _phrase_length(sentence, item, index, 1)
            )
        else:
            found |= present[key]
    return found


def _phrase_length(sentence: TokenSentence, item: Item, position: int, step: int) -> int:
    """Return the number of tokens of the item's phrase at a position, 0 for none.

    `position` is that of the phrase's first word (`step` 1) or of its last (`step` -1).
    """
    for phrase in item.phrases.get(sentence.form(position), ()):
        last = len(phrase) - 1
        first = position if step > 0 else position - last
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
        #: states (items, number, place) from which the rest did not match, to try each only once
        self.failed: set[tuple[int, int, int]] = set()

    def matches_at(self, at: int) -> bool:
        """Return whether the pattern stands where what is wrong begins at a place."""
        self.start, self.places = at, {}
        self.failed.clear()
        return self._matches(self.pattern.wrong, 0, at - 1, 1)

    def _matches(self, items: Sequence[Item], number: int, place: int, step: int) -> bool:
        """Match items from `number` on next to a position, in direction `step` (1 or -1).

        Backtracking: each item takes as few tokens as it may, and one more when the rest fails.
        After the wrong words comes the context: what follows them, then what stands before them.
        """
        pattern, ties = self.pattern, self.ties
        is_wrong = items is pattern.wrong
        if number == len(items):
            return not is_wrong or (
                self._matches(pattern.after, 0, place, 1)
                and self._matches(pattern.before, 0, self.start, -1)
            )
        item = items[number]
        if item.unless:
            is_excluded = self._matches(item.unless, 0, place, step)
            return not is_excluded and self._matches(items, number + 1, place, step)
        state = (id(items), number, place) if item.most > item.least else None
        if state in self.failed:
            return False
        count, first = 0, place + step  # how often the item has matched; its first token
        while True:
            if count >= item.least:
                if item.number and count:
                    self.places[item.number] = (min(first, place), max(first, place))
                elif item.number:
                    self.places.pop(item.number, None)
                if self._matches(items, number + 1, place, step):
                    return True
            following = place + step
            if count == item.most or (is_wrong and following == len(ties)):
                break
            # no pattern runs over a gap in the text, except before its first wrong word
            later = max(place, following)
            is_start = is_wrong and following == self.start
            if not is_start and 0 < later < len(ties) and not ties[later]:
                break
            taken = self._tokens_taken(item, following, step)
            if not taken:
                break
            place, count = place + step * taken, count + 1
        self.places.pop(item.number, None)
        if state and not pattern.repeats:
            self.failed.add(state)
        return False

    def _tokens_taken(self, item: Item, at: int, step: int) -> int:
        """Return how many tokens one item takes at a position; 0 if it does not match."""
        if item.same:
            place = self.places.get(item.same)
            is_same = place and self.sentence.form(place[0]) == self.sentence.form(at)
            return 1 if is_same else 0
        if item.phrases and (length := _phrase_length(self.sentence, item, at, step)):
            return length
        for test in item.tests:
            if test(self.sentence, at):
                return 1
        return 0


class Index(Generic[T]):
    """Which of many patterns may stand in a sentence, by its forms, lemmas and tags."""

    def __init__(self, patterns: Iterable[tuple[T, Sequence[frozenset[str]]]]) -> None:
        """Index patterns by sets of words: a sentence needs one word of each set."""
        self._patterns: list[T] = []
        # for the first, second … set of each pattern: the patterns with that set, as bits
        patterns_by_set: list[dict[frozenset[str], int]] = []
        for number, (pattern, key_sets) in enumerate(patterns):
            self._patterns.append(pattern)
            for round_index, keys in enumerate(key_sets):
                if round_index == len(patterns_by_set):
                    patterns_by_set.append({})
                by_set = patterns_by_set[round_index]
                by_set[keys] = by_set.get(keys, 0) | 1 << number
        self._all = (1 << len(self._patterns)) - 1
        #: for each round: the patterns (bits) that a key admits, and those that need no key there
        self._rounds: list[tuple[dict[str, int], int]] = []
        for by_set in patterns_by_set:
            by_key: dict[str, int] = {}
            unconditional = self._all
            for keys, bits in by_set.items():
                unconditional &= ~bits
                for key in keys:
                    by_key[key] = by_key.get(key, 0) | bits
            self._rounds.append((by_key, unconditional))

    def candidates(self, sentence: TokenSentence) -> list[T]:
        """Return the patterns that may match a sentence, in the given order."""
        present = sentence.key_positions.keys()
        remaining = self._all
        for by_key, candidates in self._rounds:
            for key in by_key.keys() & present:
                candidates |= by_key[key]
            remaining &= candidates
        bits = f"{remaining:b}"[::-1]  # the character at an index is the bit of that pattern
        found = []
        index = bits.find("1")
        while index >= 0:
            found.append(self._patterns[index])
            index = bits.find("1", index + 1)
        return found
