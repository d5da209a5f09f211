"""Which sentences say again what an earlier one said: the judgement of definition `generated`.

The four tests of `textlint_pt.text.overlap` see characters only. Readers found what they get
wrong in stories (Americo and Fernandes 2021, chapter 4); so here a pair must first say the same:

* Words that carry content are compared: neither function words nor names nor "disse ele".
* Close by, most of such words of either must be in both. Three sentences that each put another word
  in the same place are an enumeration and spared.
* A sentence that holds an earlier one and goes on says something new: a cumulative tale grows so.
  One that holds a part of an earlier one does not.
* Far apart, only sentences with much content count; of these a short one that returns several times
  with other text between is a refrain and spared, unless it makes up a good part of the text.
* Lines with little content count only as a loop: the same line several times without a break.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

import msgspec

from textlint_pt_redundancy.words import Words, stop_words

#: a loop: the same line so many times (the second for lines under so many words), each time within
#: so many sentences of the last
_MIN_LOOP, _MIN_SHORT_LOOP, _SHORT_LINE, _MAX_LOOP_STEP = 3, 4, 4, 2
#: a refrain returns at least three times and makes up at most this share of the sentences
_MIN_RETURNS, _REFRAIN_SHARE = 3, 0.15
#: words that must stay the same around an exchanged one
_MIN_FRAME = 4
#: a line with this many words is not short, whatever its content
_MIN_WORDY = 6
#: sentences apart up to which a pair is near
_NEAR = 3
#: content words that two sentences must share, and those that are not near each other
_MIN_SHARED, _MIN_SHARED_FAR = 3, 5
#: words up to which a line that keeps returning is a refrain
_MAX_REFRAIN = 12
#: a sentence with all content words of an earlier one and this many more says something new
_MIN_GROWTH = 2
#: of the earlier sentences with a rare word in common so many are looked at, the last ones: a long
#: text that goes in circles takes no more time than another
_MAX_CANDIDATES = 32
#: sentences around a pair in which a third of its kind is searched for
_REACH = 100


class Pair(NamedTuple):
    """A sentence, an earlier one it repeats, and the content words both have."""

    earlier: int
    later: int
    shared: int
    #: content words of the one that has fewer
    fewer: int


class Repeats(msgspec.Struct, frozen=True):
    """Earlier sentences that one repeats, the most similar and nearest first; `count` of all."""

    pairs: Sequence[Pair]
    count: int


class Judge:
    """Compares the sentences of one document; None stands for one that is not judged."""

    def __init__(self, sentences: Sequence[Words | None], options: Mapping[str, Any]) -> None:
        """Index the sentences by words and content words."""
        self._all = sentences
        self._alike: float = options["alike"]
        self._same: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self._postings: dict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(sentences):
            if words is not None:
                self._same[words.forms].append(number)
                for form in words.content:
                    self._postings[form].append(number)
        self._looping = {
            forms for forms, numbers in self._same.items() if self._is_loop(forms, numbers)
        }

    def repeats(self) -> Iterator[Repeats]:
        """Yield each sentence that repeats another, in order."""
        for later, here in enumerate(self._all):
            if here is None or not here.forms:
                continue
            pairs: list[Pair] = []
            for earlier in self._candidates(later, here):
                earlier_words = self._all[earlier]
                if earlier_words is None or (earlier_words.title and not here.title):
                    continue  # a title or caption is repeated by the text below it
                pair = Pair(
                    earlier,
                    later,
                    (here.content & earlier_words.content).total(),
                    min(here.content.total(), earlier_words.content.total()),
                )
                if self._repeats(pair, earlier_words, here):
                    pairs.append(pair)
            if pairs:
                pairs.sort(key=lambda pair: (pair.shared, pair.earlier), reverse=True)
                same = bisect_left(self._same[here.forms], later)
                yield Repeats(pairs, max(same, len(pairs)))

    # ---------------------------------------------------------- which pairs to look at

    def _candidates(self, later: int, words: Words) -> set[int]:
        """Return nearby sentences, the last equal one, and those sharing the rarest words."""
        result = set(range(max(0, later - _NEAR), later))
        result.update(_last(self._same[words.forms], later, 1))
        total = words.content.total()
        if total >= _MIN_SHARED_FAR:
            # a similar sentence shares all but a few of the words, so one of these is shared
            unshared_left = total - ceil(self._alike * total)
            rarest = sorted(words.content, key=lambda form: (len(self._postings[form]), form))
            for form in rarest:
                result.update(_last(self._postings[form], later, _MAX_CANDIDATES))
                unshared_left -= words.content[form]
                if unshared_left < 0:
                    break
        return result

    # ---------------------------------------------------------- is it a repetition

    def _repeats(self, pair: Pair, earlier: Words, later: Words) -> bool:
        """Whether a sentence repeats an earlier one: no refrain, enumeration or sentence that goes
        on from it."""
        if later.forms in self._looping and earlier.forms == later.forms:
            return True
        is_near = pair.later - pair.earlier <= _NEAR
        if self._is_refrain(later):
            return False
        if earlier.forms == later.forms:
            if is_near and len(later.forms) >= _MIN_WORDY:
                return pair.shared > 0
            return len(later.forms) >= _SHORT_LINE and pair.shared >= _MIN_SHARED - is_near
        if not is_near and pair.shared < _MIN_SHARED_FAR:
            return False
        prefix, suffix = _frame(earlier.forms, later.forms)
        # all but a word or two is the same, at both ends
        longer = max(len(earlier.forms), len(later.forms))
        is_exchange = prefix + suffix >= max(_MIN_FRAME, longer - 1)
        if pair.shared < _MIN_SHARED - is_exchange:
            return False
        if self._is_enumeration(pair, later, prefix, suffix):
            return False
        there_total, here_total = earlier.content.total(), later.content.total()
        if pair.shared == there_total and here_total - pair.shared >= _MIN_GROWTH:
            return False
        if _contains(later.forms, earlier.forms):
            return stop_words().issuperset(Counter(later.forms) - Counter(earlier.forms))
        if pair.shared == here_total and _contains(earlier.forms, later.forms):
            return True
        return is_exchange or pair.shared >= self._alike * max(there_total, here_total)

    def _is_loop(self, forms: tuple[str, ...], numbers: Sequence[int]) -> bool:
        """Return whether equal sentences return so often or soon that they form a loop."""
        if len(forms) < 2 or len(numbers) < _MIN_LOOP:
            return False
        first = self._all[numbers[0]]
        if (
            len(numbers) >= _MIN_SHORT_LOOP
            and len(numbers) > _REFRAIN_SHARE * len(self._all)
            and first is not None
            and first.content.total() >= _MIN_SHARED - 1
        ):
            return True
        needed = _MIN_SHORT_LOOP if len(forms) < _SHORT_LINE else _MIN_LOOP
        run = 1
        for one, following in pairwise(numbers):
            run = run + 1 if following - one <= _MAX_LOOP_STEP else 1
            if run >= needed:
                return True
        return False

    def _is_refrain(self, words: Words) -> bool:
        """Return whether a short sentence returns at a distance, as a refrain."""
        numbers = self._same[words.forms]
        return (
            len(words.forms) <= _MAX_REFRAIN
            and len(numbers) >= _MIN_RETURNS
            and all(following - one > _MAX_LOOP_STEP for one, following in pairwise(numbers))
        )

    def _is_enumeration(
        self, pair: Pair, later: Words, prefix_length: int, suffix_length: int
    ) -> bool:
        """Return whether a third sentence puts yet another word into the same frame."""
        if prefix_length + suffix_length < _MIN_FRAME - 1:
            return False
        earlier = self._all[pair.earlier]
        pair_forms = {later.forms, earlier.forms if earlier else ()}
        return any(
            other is not None
            and other.forms not in pair_forms
            and len(other.forms) > prefix_length + suffix_length
            and other.forms[:prefix_length] == later.forms[:prefix_length]
            and other.forms[len(other.forms) - suffix_length :]
            == later.forms[len(later.forms) - suffix_length :]
            for other in self._all[max(0, pair.earlier - _REACH) : pair.later + _REACH]
        )


def _last(numbers: Sequence[int], before: int, most: int) -> Sequence[int]:
    """Return the last `most` of rising numbers that are less than `before`."""
    end = bisect_left(numbers, before)
    return numbers[max(0, end - most) : end]


def _frame(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """Return the words that two sentences share at the start and, after the difference, at the
    end."""
    most = min(len(one), len(other))
    before = 0
    while before < most and one[before] == other[before]:
        before += 1
    after = 0
    while after < most - before and one[-1 - after] == other[-1 - after]:
        after += 1
    return before, after


def _contains(whole: Sequence[str], part: Sequence[str]) -> bool:
    """Whether `part` stands in `whole` as consecutive words."""
    length = len(part)
    return any(whole[start : start + length] == part for start in range(len(whole) - length + 1))
