"""How far a sentence is from its surroundings: distances over bags of words, without judgement.

Everything here works on the bags of a document's sentences in order. Sentences without content
words, and those that repeat earlier ones, are skipped: "the next" is the next that says something
new.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import attrgetter, mul
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from textlint_pt.contract.view import Remember, anew
from textlint_pt.text.wmd import Bag, Transport, stacked, transport

#: neighbours are up to three places away on either side; weights of the nearer ones
NEARNESS = (3.0, 2.0, 1.0)
#: sentences on either side in which a word is compared with others
PAGE = 25
#: multiplications of a product up to which BLAS uses one thread; several would mostly wait
_ON_ONE_THREAD = 1 << 18
_SHARES = [number / 100 for number in range(1, 100)]


class Surroundings(msgspec.Struct, frozen=True):
    """What was measured of one sentence; all but `page` grow with its distance.

    `distance`: mean word mover's distance to its neighbours, the nearer ones counting more;
    `nearest`: the least of these; `strangeness`: mean over its words of the distance to the most
    similar word on the page (0: every word is said elsewhere too); all three in [0, 2].
    `brevity`: one over its number of distinct content words, since short bags are far from
    everything; `page`: distinct content words on the page, counted sentence by sentence.
    """

    distance: float
    nearest: float
    strangeness: float
    brevity: float
    page: int

    def features(self) -> tuple[float, ...]:
        return self.distance, self.nearest, self.strangeness, self.brevity


#: sentences, about, of which it is known together that what they are compared with is as it was
RUN = 16
#: transports that are kept for whoever asks for them again
KNOWN = 2_048


class Distances:
    """Word mover's distances between the sentences of a document, by sentence number."""

    def __init__(self, bags: Sequence[Bag], remember: Remember = anew) -> None:
        """Index the sentences with content words that are not repeated."""
        self.bags = bags
        self._remember = remember
        # a repeated sentence has no distance of its own, or a loop would count as focus
        first: dict[tuple[str, ...], int] = {}
        #: numbers of the sentences that have content words and say them for the first time
        self.spoken = [
            number
            for number, bag in enumerate(bags)
            if bag.words and first.setdefault(bag.words, number) == number
        ]
        self._place = {number: place for place, number in enumerate(self.spoken)}
        self.transport = lru_cache(KNOWN)(self._transport)
        #: of the bags that were asked for last: they may have to look their vectors up
        self._vectors = lru_cache(4 * PAGE)(attrgetter("vectors"))
        #: vectors of some sentences that say something new, from a place on, in one array, and
        #: where in it each begins
        self._near: tuple[int, Sequence[int], NDArray[np.float32] | None] = 0, (0,), None

    def _transport(self, first: int, second: int) -> Transport:
        """Return the cheapest transport of the words of a sentence to those of a later one, by
        their numbers; both have content words."""
        bag, other = self.bags[first], self.bags[second]
        costs = _from_cosine(self._vectors(bag) @ self._vectors(other).T)
        return transport(bag.weights, other.weights, costs)

    def neighbours(self, number: int) -> tuple[list[int], list[int]]:
        """Return up to three sentences before and after that say something new, the nearest
        first."""
        place = self._place[number]
        width = len(NEARNESS)
        before = self.spoken[max(0, place - width) : place][::-1]
        return before, self.spoken[place + 1 : place + 1 + width]

    def around(self, number: int) -> Surroundings | None:
        """Return the measures of a sentence; None if it says nothing new or has no neighbours."""
        if number not in self._place or len(self.spoken) < 2:
            return None
        return self._remember(("focus.around", *self.page(number)), lambda: self._around(number))

    def runs(self) -> Iterator[tuple[Sequence[int], Hashable]]:
        """Yield runs of new sentences, their range in the page, and the bags of the page.

        A run ends at a sentence chosen by its hash, so that an edit leaves the other runs
        unchanged.
        """
        start = 0
        bags = tuple([self.bags[number] for number in self.spoken])
        for end, bag in enumerate(bags, 1):
            if end < len(bags) and hash(bag.words) % RUN:
                continue
            first = max(0, start - PAGE)
            page = bags[first : end + PAGE]
            yield self.spoken[start:end], (start - first, end - start, page)
            start = end

    def page(self, number: int) -> tuple[int, tuple[Bag, ...]]:
        """Return all that a sentence is compared with, itself included, and its place therein."""
        place = self._place[number]
        first = max(0, place - PAGE)
        page = tuple([self.bags[other] for other in self.spoken[first : place + 1 + PAGE]])
        return place - first, page

    def _distance(self, i: int, j: int) -> float:
        return self._remember(
            ("focus.distance", self.bags[i], self.bags[j]), lambda: self.transport(i, j).distance
        )

    def _around(self, number: int) -> Surroundings:
        """Return the measures of a sentence against its neighbours and its page."""
        before, after = self.neighbours(number)
        weighted_neighbours = [
            *zip(before, NEARNESS, strict=False),
            *zip(after, NEARNESS, strict=False),
        ]
        distances_found = [
            self._distance(*sorted((number, neighbour))) for neighbour, _ in weighted_neighbours
        ]
        weights = [weight for _, weight in weighted_neighbours]
        strangeness, page = self._strangeness(self._place[number])
        return Surroundings(
            distance=sum(map(mul, distances_found, weights)) / sum(weights),
            nearest=min(distances_found),
            strangeness=strangeness,
            brevity=1 / len(self.bags[number]),
            page=page,
        )

    def _strangeness(self, place: int) -> tuple[float, int]:
        """Return how far a sentence's words are from any word of its page, and the page's size."""
        bag = self.bags[self.spoken[place]]
        before, own_vectors, after = self._page_vectors(place)
        best_cosines = np.full(len(own_vectors), -1.0)
        for words in (before, after):
            if len(words):
                best_cosines = np.maximum(best_cosines, _likest(own_vectors, words))
        return float(bag.weights @ _from_cosine(best_cosines)), len(before) + len(after)

    def _page_vectors(self, place: int) -> Sequence[NDArray[np.float32]]:
        """Return the vectors of the words before a sentence on its page, of its own, and after it;
        those of the last page are reused where they cover this one."""
        first_place, end_place = max(0, place - PAGE), min(len(self.spoken), place + 1 + PAGE)
        first, starts, found = self._near
        if found is None or not first <= first_place < end_place < first + len(starts):
            bags = [self.bags[number] for number in self.spoken[first_place : end_place + PAGE]]
            first, starts, found = first_place, [0, *accumulate(map(len, bags))], stacked(bags)
            self._near = first, starts, found
        bounds = pairwise(
            [starts[bound - first] for bound in (first_place, place, place + 1, end_place)]
        )
        return [found[start:end] for start, end in bounds]


def _likest(own: NDArray[np.float32], words: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the greatest cosine of each of some vectors with any of others."""
    step = max(1, _ON_ONE_THREAD // words.size)
    parts = [own[at : at + step] @ words.T for at in range(0, len(own), step)]
    found: NDArray[np.float32] = np.concatenate(parts).max(axis=1)
    return found


def _from_cosine(cosine: NDArray[Any]) -> NDArray[np.float64]:
    """Return the Euclidean distance of unit vectors from their cosine; exactly 0 for a word and
    itself."""
    squares = 2.0 - 2.0 * cosine.astype(np.float64)
    squares[squares < 1e-5] = 0.0
    distances: NDArray[np.float64] = np.sqrt(squares)
    return distances


def form(surroundings: Surroundings, reference: Mapping[str, Any]) -> float:
    """Return the weighted sum of the features, which grows with the distance."""
    return float(sum(map(mul, reference["weights"], surroundings.features())))


def standing(surroundings: Surroundings, reference: Mapping[str, Any]) -> float:
    """Return the standard deviations by which a sentence is farther away than is usual in real
    text.

    `usual` (constant, slope over the logarithm of the page's words) and `spread` were measured on
    real text, where these standings have mean 0 and deviation 1.
    """
    constant, slope = reference["usual"]
    usual = constant + slope * math.log1p(surroundings.page)
    return float((form(surroundings, reference) - usual) / reference["spread"])


def rank(value: float, reference: Mapping[str, Any]) -> float:
    """Return the share of the sentences of real text whose standing is less, in (0, 1).

    Strictly growing: between the measured percentiles along straight lines, outside the first and
    the last towards 0 and 1.
    """
    percentiles: Sequence[float] = reference["standings"]
    low, high = percentiles[1], percentiles[99]
    if value < low:
        return 0.01 * math.exp(value - low)
    if value > high:
        return 1 - 0.01 * math.exp(high - value)
    return float(np.interp(value, percentiles[1:100], _SHARES))


def expected_distance(brevity: float, reference: Mapping[str, Any]) -> float:
    """Return distance usual between neighbours whose brevities add up to `brevity`."""
    constant, slope = reference["neighbours"]["usual"]
    return float(constant + slope * brevity)


def percentile(distance: float, a: Bag, b: Bag, reference: Mapping[str, Any]) -> int:
    """Return the percentage of real neighbours of such lengths that are nearer to each other."""
    beyond = distance - expected_distance(1 / len(a) + 1 / len(b), reference)
    return bisect_left(reference["neighbours"]["percentiles"], beyond, hi=100)
