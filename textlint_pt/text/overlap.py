"""How much two sentences share on the surface: the four tests of a redundant pair, for all pairs.

Definition (GRUEN, Zhu and Bhat 2020, section 3; restated by Americo and Fernandes 2021, 3.2.2.4).
For sentences a before b, a pair in which one contains the other (or both are equal) passes all four
tests. Otherwise, if the one with more words has at least five, each of these is a test of its own:

    SUBSTRING        longest common substring, characters   > substring       * min(characters)
    SUBSTRING_WORDS  words in that substring                > substring_words * min(words)
    EDIT             edit distance, characters              < edit            * max(characters)
    COMMON           words of a that occur in b             > common          * min(words)

Words are pieces between white space, as they stand; a word cut by the substring counts; a word that
stands twice in a counts twice; of several longest substrings the first in a is taken. The points of
a pair, m_ij, are the number of tests passed.

The authors' program differs in one thing (`autojunk`): it finds the substring with difflib, which
in a second sentence of 200 characters or more lets no frequent character begin a match.

All pairs are decided exactly, but few are looked at: see `_Sentence` for the substring tests and
`_near_pairs` for the edit distance.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

SUBSTRING, SUBSTRING_WORDS, EDIT, COMMON = 1, 2, 4, 8
ALL = SUBSTRING | SUBSTRING_WORDS | EDIT | COMMON

#: minimal words of the wordier sentence of a pair for any test but containment
MIN_WORDS = 5
#: up to this many sentences a plain loop is finished before numpy is imported
SMALL = 60
#: difflib's heuristic applies from this length of the second sentence
_AUTOJUNK_FROM = 200
#: rapidfuzz compares strings up to this length several at a time
_PACKED = 64
#: cells of the matrices that are in memory at once
_CELLS = 1 << 19


class Limits(NamedTuple):
    """The four thresholds, as shares of a length; the defaults are the paper's."""

    substring: float = 0.8
    substring_words: float = 0.8
    edit: float = 0.6
    common: float = 0.8


PAPER = Limits()


class Overlaps(msgspec.Struct, frozen=True):
    """Pairs that pass a test: `first[p] < second[p]` are sentence numbers, `tests[p]` a bit set.

    Ordered by first, then second.
    """

    first: Sequence[int]
    second: Sequence[int]
    tests: bytes

    def __len__(self) -> int:
        return len(self.tests)

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        return zip(self.first, self.second, self.tests, strict=True)

    @property
    def points(self) -> int:
        return sum(tests.bit_count() * self.tests.count(tests) for tests in range(1, ALL + 1))


class Numbers(NamedTuple):
    """What the four tests compare, for one pair: lengths in characters, counts in words."""

    substring: int
    substring_words: int
    edit_distance: int
    common_words: int
    shorter: int
    longer: int
    fewer_words: int


def numbers(a: str, b: str, *, autojunk: bool = False) -> Numbers:
    """Return the measurements of the overlap of two sentences."""
    from rapidfuzz.distance import Levenshtein

    words_a, words_b = a.split(), b.split()
    start, size = longest_common_substring(a, b, autojunk=autojunk)
    return Numbers(
        substring=size,
        substring_words=len(a[start : start + size].split()),
        edit_distance=Levenshtein.distance(a, b),
        common_words=sum(map(set(words_b).__contains__, words_a)),
        shorter=min(len(a), len(b)),
        longer=max(len(a), len(b)),
        fewer_words=min(len(words_a), len(words_b)),
    )


def overlaps(
    sentences: Sequence[str], limits: Limits = PAPER, *, autojunk: bool = False
) -> Overlaps:
    """Return all pairs that pass at least one test, with the tests they pass."""
    prepared = [_Sentence(text, limits) for text in sentences]
    substring_tests = _SubstringTests(limits, autojunk)
    if len(sentences) <= SMALL:
        return _few(prepared, limits, substring_tests)
    return _many(prepared, limits, substring_tests)


# ------------------------------------------------------------------------------ one pair


def longest_common_substring(a: str, b: str, *, autojunk: bool = False) -> tuple[int, int]:
    """Return start in `a` and length of the longest common substring; of several, the first
    in `a`. `autojunk`: as difflib finds it."""
    if autojunk and len(b) >= _AUTOJUNK_FROM:
        return _Matcher().longest(a, b)
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    # from the left, search only for longer ones than the best so far: one search per character
    start = size = 0
    for at in range(len(short)):
        while at + size < len(short) and short[at : at + size + 1] in long:
            start, size = at, size + 1
    if short is b and size:  # the first in b was found: look for the first in a
        pieces = {b[at : at + size] for at in range(start, len(b) - size + 1)}
        start = min(place for piece in pieces if (place := a.find(piece)) >= 0)
    return start, size


class _Matcher:
    """difflib's search. It indexes the second string, which is kept while it stays the same."""

    def __init__(self) -> None:
        from difflib import SequenceMatcher

        self._matcher = SequenceMatcher[str]()
        self._second = ""

    def longest(self, a: str, b: str) -> tuple[int, int]:
        """Return start in a and length of difflib's longest match."""
        if self._second != b:
            self._second = b
            self._matcher.set_seq2(b)
        self._matcher.set_seq1(a)
        match = self._matcher.find_longest_match(0, len(a), 0, len(b))
        return match.a, match.size


class _Sentence:
    """A sentence with the middle pieces that a long enough common substring must contain.

    One with more than `limits.substring` of the characters leaves out so few on either side that it
    contains `core`, the characters between. One with more than `limits.substring_words` of the
    words contains `word_core`: from the last character of the last word it can begin in to the
    first character of the first word it can end in (None: no substring has so many words). Looking
    for a core in the other sentence is thus an exact filter.
    """

    __slots__ = ("core", "core_start", "length", "text", "vocabulary", "word_core", "words")

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.length = len(text)
        self.words = text.split()
        self.vocabulary = frozenset(self.words)
        # a common substring has to be at least this long: wherever it begins, it contains `core`
        need = int(limits.substring * self.length) + 1
        if need > self.length:  # only containment can pass
            self.core_start, self.core = 0, text
        else:
            self.core_start = self.length - need
            self.core = text[self.core_start : need]
        self.word_core = self._word_core(limits.substring_words)

    def _word_core(self, limit: float) -> str | None:
        """Return the part that every long enough run of words contains; None if none can be."""
        needed = int(limit * len(self.words)) + 1
        spare = len(self.words) - needed
        if spare < 0:
            return None
        if spare >= needed - 1:  # two such runs need not overlap
            return ""
        after = self.text.split(None, spare + 1)[-1]
        start = len(self.text[: self.length - len(after)].rstrip()) - 1
        before = self.text.rsplit(None, spare + 1)[0]
        end = self.length - len(self.text[len(before) :].lstrip()) + 1
        return self.text[start:end]


class _SubstringTests:
    """The two substring tests of a pair, a before b."""

    def __init__(self, limits: Limits, autojunk: bool) -> None:
        self._limits = limits
        self._difflib = _Matcher() if autojunk else None

    def __call__(self, a: _Sentence, b: _Sentence) -> int:
        """Return as bits which of the two substring tests a pair passes."""
        if self._difflib is None or b.length < _AUTOJUNK_FROM:
            fewer, more = (a, b) if len(a.words) <= len(b.words) else (b, a)
            is_one_word = fewer.words == [fewer.text]
            if is_one_word and fewer.core not in more.text:
                # a piece of a word counts as a word, so any common character is a whole word
                has_common = not set(fewer.text).isdisjoint(more.text)
                return SUBSTRING_WORDS if has_common and self._limits.substring_words < 1 else 0
        start, size = self._longest(a, b)
        tests = 0
        if size > self._limits.substring * min(a.length, b.length):
            tests = SUBSTRING
        words = len(a.text[start : start + size].split())
        if words > self._limits.substring_words * min(len(a.words), len(b.words)):
            tests |= SUBSTRING_WORDS
        return tests

    def _longest(self, a: _Sentence, b: _Sentence) -> tuple[int, int]:
        """Return start in a and length of the longest common substring that counts."""
        if self._difflib and b.length >= _AUTOJUNK_FROM:
            return self._difflib.longest(a.text, b.text)
        # if one is long enough to pass, the longest lie around the core: no search is needed
        shorter, longer = (a, b) if a.length <= b.length else (b, a)
        found = [
            (-size, start if shorter is a else other_start)
            for start, other_start, size in _around_core(shorter, longer)
        ]
        if found and -min(found)[0] > self._limits.substring * shorter.length:
            return min(found)[1], -min(found)[0]
        return longest_common_substring(a.text, b.text)


def _around_core(shorter: _Sentence, longer: _Sentence) -> Iterator[tuple[int, int, int]]:
    """Yield (start in shorter, start in longer, length) of the common substring around each
    occurrence of the core in the longer text."""
    short, long, core = shorter.text, longer.text, shorter.core
    found_at = long.find(core) if core else -1
    while found_at >= 0:
        start, long_start = shorter.core_start, found_at
        while start and long_start and short[start - 1] == long[long_start - 1]:
            start -= 1
            long_start -= 1
        end, long_end = shorter.core_start + len(core), found_at + len(core)
        while end < len(short) and long_end < len(long) and short[end] == long[long_end]:
            end += 1
            long_end += 1
        yield start, long_start, end - start
        found_at = long.find(core, found_at + 1)


# ------------------------------------------------------------------------------ a few sentences


def _few(
    sentences: Sequence[_Sentence], limits: Limits, substring_tests: _SubstringTests
) -> Overlaps:
    """Return the overlaps of few sentences, compared pair by pair without numpy."""
    from rapidfuzz.distance.Levenshtein import distance

    first, second, found = array("l"), array("l"), bytearray()
    for i, a in enumerate(sentences):
        for j, b in enumerate(sentences[i + 1 :], start=i + 1):
            shorter, longer = (a, b) if a.length <= b.length else (b, a)
            fewer, more = (a, b) if len(a.words) <= len(b.words) else (b, a)
            tests = ALL if shorter.text in longer.text else 0
            if not tests and len(more.words) >= MIN_WORDS:
                core = fewer.word_core
                if shorter.core in longer.text or (core is not None and core in more.text):
                    tests = substring_tests(a, b)
                limit = limits.edit * longer.length
                may_be_close = longer.length - shorter.length < limit
                if may_be_close and distance(a.text, b.text, score_cutoff=int(limit)) < limit:
                    tests |= EDIT
                if sum(map(b.vocabulary.__contains__, a.words)) > limits.common * len(fewer.words):
                    tests |= COMMON
            if tests:
                first.append(i)
                second.append(j)
                found.append(tests)
    return Overlaps(first, second, bytes(found))


# ------------------------------------------------------------------------------ many sentences


def _many(
    sentences: Sequence[_Sentence], limits: Limits, substring_tests: _SubstringTests
) -> Overlaps:
    """Return the overlaps of many sentences: only pairs that filters let through are compared.

    A pair is one number, `first * n + second`, so that the tests of a pair are joined by sorting.
    """
    import numpy as np

    n = len(sentences)
    words = np.array([len(s.words) for s in sentences])
    keys: list[Integers] = []
    tests: list[NDArray[np.uint8]] = []
    for test, blocks_of_pairs in (
        (EDIT, _near_pairs(sentences, words, limits.edit)),
        (COMMON, _pairs_with_common_words(sentences, words, limits.common)),
    ):
        for first, second in blocks_of_pairs:
            keys.append(first * n + second)
            tests.append(np.full(len(first), test, np.uint8))
    first, second = _candidates(sentences)
    keys.append(first * n + second)
    tests.append(
        np.fromiter(
            (
                _containment_or_substring_tests(sentences[i], sentences[j], substring_tests)
                for i, j in zip(first.tolist(), second.tolist(), strict=True)
            ),
            np.uint8,
            len(first),
        )
    )
    pairs, bits = np.concatenate(keys), np.concatenate(tests)
    pairs, bits = pairs[bits > 0], bits[bits > 0]
    order = np.argsort(pairs, kind="stable")
    pairs, bits = pairs[order], bits[order]
    group_starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    if len(group_starts):
        pairs, bits = pairs[group_starts], np.bitwise_or.reduceat(bits, group_starts)
    return Overlaps(_compact(pairs // n), _compact(pairs % n), bits.tobytes())


def _containment_or_substring_tests(
    a: _Sentence, b: _Sentence, substring_tests: _SubstringTests
) -> int:
    """Return all tests as bits if one sentence contains the other, else the substring tests."""
    if a.text in b.text or b.text in a.text:
        return ALL
    if max(len(a.words), len(b.words)) < MIN_WORDS:
        return 0
    return substring_tests(a, b)


def _candidates(sentences: Sequence[_Sentence]) -> tuple[Integers, Integers]:
    """Return the only pairs that can pass a substring test: one contains the other's core."""
    import numpy as np

    n, texts = len(sentences), [s.text for s in sentences]
    words = np.array([len(s.words) for s in sentences])
    lengths = np.array([s.length for s in sentences])
    postings: dict[str, list[int]] = defaultdict(list)
    for i, s in enumerate(sentences):
        for word in s.vocabulary:
            postings[word].append(i)
    keys: list[Integers] = []

    def sentences_with(core: str) -> Integers:
        whole = core.split()[1:-1]
        searched = min((postings[word] for word in whole), key=len) if whole else range(n)
        return np.array([q for q in searched if core in texts[q]], np.int64)

    for i, s in enumerate(sentences):
        containing = sentences_with(s.core)
        keys.append(_pair_keys(i, containing[lengths[containing] >= s.length], n))
        if s.word_core is not None:
            containing = containing if s.word_core == s.core else sentences_with(s.word_core)
            wordier = words[containing] >= max(len(s.words), MIN_WORDS)
            keys.append(_pair_keys(i, containing[wordier], n))
    key = np.unique(np.concatenate(keys))
    return key // n, key % n


def _pair_keys(i: int, others: Integers, n: int) -> Integers:
    import numpy as np

    others = others[others != i]
    return np.minimum(others, i) * n + np.maximum(others, i)


def _near_pairs(
    sentences: Sequence[_Sentence], words: Integers, share: float
) -> Iterator[tuple[Integers, Integers]]:
    """Yield pairs of an edit distance < share * the longer length, in blocks by rising length.

    rapidfuzz is quick for texts of up to 64 characters. Longer ones are first filtered by a lower
    bound of the distance: the longer length minus that of the longest common subsequence.
    """
    import numpy as np
    from rapidfuzz.distance import LCSseq, Levenshtein
    from rapidfuzz.process import cdist

    n = len(sentences)
    lengths = np.array([s.length for s in sentences])
    order = np.argsort(lengths, kind="stable")
    lengths, words = lengths[order], words[order]
    texts = [sentences[i].text for i in order.tolist()]
    limits = share * lengths
    block = max(1, min(64, _CELLS // n))
    start = 0
    while start < n - 1:
        end = min(start + block, n)
        packed = lengths[start] <= _PACKED
        if packed:
            end = min(end, int(np.searchsorted(lengths, _PACKED, side="right")))
        stop = n
        if share < 1:  # a text this much longer differs by more than the limit in length alone
            too_long = lengths[end - 1] / (1 - share) + 1
            stop = int(np.searchsorted(lengths, too_long, side="right"))
        rows, columns = texts[start:end], texts[start:stop]
        if packed:
            near = cdist(rows, columns, scorer=Levenshtein.distance) < limits[start:stop]
        else:
            common = cdist(rows, columns, scorer=LCSseq.similarity, dtype=np.int32)
            near = lengths[start:stop] - common < limits[start:stop]
        near &= np.maximum(words[start:end, None], words[start:stop]) >= MIN_WORDS
        near = np.triu(near, 1)
        if not packed:
            for text, row in zip(rows, near, strict=True):
                remaining = np.flatnonzero(row)
                if len(remaining):
                    remaining_limits = limits[start + remaining]  # rising, as the lengths
                    distances = cdist(
                        [text],
                        [columns[column] for column in remaining.tolist()],
                        scorer=Levenshtein.distance,
                        score_cutoff=int(remaining_limits[-1]),
                    )[0]
                    row[remaining] = distances < remaining_limits
        left, right = np.nonzero(near)
        left, right = order[left + start], order[right + start]
        yield np.minimum(left, right), np.maximum(left, right)
        start = end


def _pairs_with_common_words(
    sentences: Sequence[_Sentence], words: Integers, share: float
) -> Iterator[tuple[Integers, Integers]]:
    """Yield pairs with more than share * the fewer words of the first in the second.

    By an inverted index in arrays: each token of a sentence counts once for every later sentence
    that has its word, in a matrix (sentences of a block, all sentences).
    """
    import numpy as np

    n = len(sentences)
    known: dict[str, int] = {}
    tokens = np.array(
        [known.setdefault(word, len(known)) for s in sentences for word in s.words], np.int64
    )
    owners = np.repeat(np.arange(n), words)
    # postings: the sentences of each word in order, one word after the other; each token knows its
    # own place there, and what follows up to the end of its word are the later sentences
    entries, own = np.unique(tokens * n + owners, return_inverse=True)
    posted = entries % n
    ends = np.searchsorted(entries // n, np.arange(len(known)), side="right")[tokens]
    first_token = np.concatenate(([0], np.cumsum(words)))
    limits = share * words
    block = max(1, min(64, _CELLS // n))
    for start in range(0, n, block):
        end = min(start + block, n)
        here = slice(first_token[start], first_token[end])
        begins = own[here] + 1
        counts = ends[here] - begins
        before = np.cumsum(counts) - counts
        places = np.arange(counts.sum()) + np.repeat(begins - before, counts)
        # row of the token's sentence, column of the later one
        cells = np.repeat((owners[here] - start) * n, counts) + posted[places]
        common = np.bincount(cells, minlength=(end - start) * n).reshape(end - start, n)
        over = common > np.minimum(limits[start:end, None], limits)
        over &= np.maximum(words[start:end, None], words) >= MIN_WORDS
        left, right = np.nonzero(over)
        later = right > left + start
        yield left[later] + start, right[later]


def _compact(values: Integers) -> array[int]:
    result = array("l")
    result.frombytes(values.astype("l").tobytes())
    return result
