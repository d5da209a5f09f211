"""Sentence alignment of two texts that say the same: Gale and Church (1993), banded.

Links are one-to-one, one-to-two, two-to-one, two-to-two, or a sentence alone. A link's cost is its
prior plus how unlike the two lengths are and how little they share: words in one language; across
languages what needs no dictionary, as numbers, links, code, names and cognates. Block boundaries
and headings are soft anchors. The search stays in a corridor around points that are sure (identical
sentences, words that each text has once), so it takes time in proportion to the length of the
texts; where the best path touches the wall of the corridor, the corridor is widened.

Files of strings with their translations are paired string by string, by what names a string; only
the sentences inside one are aligned.
"""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from textlint_pt.companions.pairing import own_parts, parts
from textlint_pt.contract.alignment import Alignment, Link, NotAligned
from textlint_pt.text.document import Document, Kind, MarkupKind, Sentence
from textlint_pt.text.regex import regex
from textlint_pt.text.words import ALPHANUMERIC

#: priors of the kinds of link (sentences left, right), in the order they are tried; Gale and
#: Church, Table 5, the two directions sharing their mass
_PRIOR_11, _PRIOR_10, _PRIOR_12, _PRIOR_22 = (-math.log(p) for p in (0.89, 0.005, 0.0445, 0.011))
#: variance of the length of a translation, per character of the original (their estimate)
_VARIANCE = 6.8
#: weights of words are logarithms in whole thousandths
_UNIT_WEIGHT = 1000
#: cost, for each sentence, of words it does not share with its partner
_UNSHARED = 16.0
#: what a longer link finds in common by chance, for each sentence
_BY_CHANCE = 2.5
#: cost of a sentence without a partner where words can speak (its length says nothing then)
_UNPAIRED = 12.8
#: across languages: cost, for each sentence, of what it does not share; weight of what it is
#: thought to have besides and share by half; chance, for each sentence of a longer link; a sentence
#: alone. Fitted on news and documentation with planted gaps and merges (see docs/translation.md)
_UNSHARED_ACROSS, _BESIDES, _BY_CHANCE_ACROSS, _UNPAIRED_ACROSS = 4.0, 1000, 1.5, 4.0
#: the same where a lexicon tells what words render
_UNSHARED_WITH_LEXICON, _BY_CHANCE_WITH_LEXICON, _UNPAIRED_WITH_LEXICON = 6.0, 1.0, 3.0
#: sentences without a partner in a row that are a part of a text which the other has not; all of
#: the cost of one of them beyond as many
REGION, _ALSO_ALONE = 4, 2.0
#: sections that stand elsewhere than in the other text from which its order is another; share of
#: what two have that both have
_MIN_STRAYED, _MIN_SECTION_SIMILARITY = 2, 0.35
#: sure points from which on their ratio of lengths counts; factor by which that of the whole texts
#: may differ from it
_MIN_SURE_POINTS, _MAX_GROWTH_FACTOR = 8, 1.25
#: deviation a sentence without a partner counts for
_ALONE_DEVIATION = 3.0
#: a block ends on one side only; a link runs over the end of a block, of a heading; a heading meets
#: prose
_BOUNDARY, _ACROSS, _ACROSS_HEADING, _HEADING = 1.0, 3.0, 12.0, 3.0
_FIRST_HALF_WIDTH, _SURE_HALF_WIDTH = 6, 1
#: a corridor this wide in all (cells over two) is not widened any more
_MOST_CELLS = 1_000_000
#: a stretch between two sure points with no more cells than this is searched whole
_SMALL_STRETCH = 600
_INFINITE = math.inf

#: at most this many times as long as the other text, or as long as this where the shorter one is
#: a part of it
LENGTH_RATIO, MOST_LENGTH_RATIO = 3.0, 12.0
#: share of the shorter text that must have partners for it to be a part of the other
LEAST_PAIRED = 0.6
#: least mean similarity of two texts in one language
LEAST_SIMILARITY = 0.18
#: the same across languages, of what both texts have at all
LEAST_SIMILARITY_ACROSS = 0.5
#: where fewer sentences than this share have any of that, it says nothing; where fewer than this
#: have, lengths have to correspond too
FEWEST_TOLD, MOST_TOLD = 0.25, 0.75
#: most mean deviation of the lengths of a link, in standard deviations, where nothing else tells;
#: what tells more is forgiven as much more
MOST_DEVIATION = 0.6
#: texts with fewer sentences than this on either side are too short to be called unrelated
FEWEST_SENTENCES = 4


class Unit(NamedTuple):
    """What is aligned: a sentence's text, the number of its block, whether it is a heading.

    `anchors` are strings of it that a translation keeps as they are: code, addresses of links;
    `words`: for each of its words what it may say, in words that both sides have: what a lexicon
    makes of them.
    """

    text: str
    block: int = 0
    heading: bool = False
    anchors: frozenset[str] = frozenset()
    words: Sequence[frozenset[str]] = ()


#: the words of both sides, sentence by sentence (`Unit.words`)
WordTranslations = Callable[[Document, Document], Sequence[Sequence[Sequence[frozenset[str]]]]]


def align_companion(
    document: Document, role: str, bridge: WordTranslations | None = None
) -> Alignment:
    """Align a document with its companion, unit by unit where both have units; `bridge`
    translates the words of a source."""
    companion = document.companions[role]
    found = own_parts(document) if role == "source" else None
    if found == []:  # it holds its source, and no translation that is read
        return Alignment((), 1.0)
    if found is None:
        found = parts(document, companion)
    lexical = role != "source"
    if found is None:
        return align_documents(document, companion, lexical=lexical, bridge=bridge)
    return align_parts(document, companion, found, lexical=lexical)


def align_documents(
    left: Document, right: Document, *, lexical: bool = True, bridge: WordTranslations | None = None
) -> Alignment:
    """Align the sentences of two documents; see `align`."""
    sides = _units(left.sentences, left), _units(right.sentences, right)
    if bridge is not None:
        target, source = (
            [unit._replace(words=words) for unit, words in zip(units, translated, strict=True)]
            for units, translated in zip(sides, bridge(left, right), strict=True)
        )
        sides = target, source
    order = range(len(sides[1])) if lexical else _order_like_left(*sides)
    found = align(sides[0], [sides[1][at] for at in order], lexical=lexical)
    return found._replace(links=tuple(_in_original_order(found.links, order)))


def _order_like_left(left: Sequence[Unit], right: Sequence[Unit]) -> Sequence[int]:
    """Return the indices of the right sentences, sections in the order of the left ones.

    Lists that are sorted alphabetically (glossaries) have another order in each language.
    """
    target, source = _sections(left), _sections(right)
    matched = _mutual_best_matches(
        [_section_keys(left[part.start : part.stop]) for part in target],
        [_section_keys(right[part.start : part.stop]) for part in source],
    )
    in_same_order = _longest_chain(sorted(matched.items()))
    if len(matched) - len(in_same_order) < _MIN_STRAYED:
        return range(len(right))
    left_section_of = {j: i for i, j in matched.items()}
    # a section without a counterpart stays behind the one before it
    sort_keys, last_matched = list[tuple[int, int]](), -1
    for j in range(len(source)):
        last_matched = left_section_of.get(j, last_matched)
        sort_keys.append((last_matched, j))
    return [index for _, j in sorted(sort_keys) for index in source[j]]


def _sections(units: Sequence[Unit]) -> list[range]:
    starts = [at for at, unit in enumerate(units) if unit.heading or not at]
    return [range(*pair) for pair in itertools.pairwise([*starts, len(units)])]


def _section_keys(units: Sequence[Unit]) -> frozenset[str]:
    """Return what a section has by which its counterpart is found."""
    return frozenset().union(*map(_keys_across, units), *(w for unit in units for w in unit.words))


def _mutual_best_matches(
    left: Sequence[frozenset[str]], right: Sequence[frozenset[str]]
) -> dict[int, int]:
    """Return pairs of sections (left, right) that are each other's best match.

    The measure is a Dice coefficient (0..1) of their keys, weighted by inverse frequency.
    """
    counts = Counter(key for side in (left, right) for keys in side for key in keys)
    both = frozenset().union(*left) & frozenset().union(*right)
    total = len(left) + len(right)
    weight = {key: math.log(total / counts[key]) for key in both if counts[key] < total / 2}
    postings = defaultdict[str, list[int]](list)
    for j, keys in enumerate(right):
        for key in keys & weight.keys():
            postings[key].append(j)
    left_masses, right_masses = (
        [sum(weight[key] for key in keys & weight.keys()) for keys in side]
        for side in (left, right)
    )
    similarities: dict[tuple[int, int], float] = {}
    for i, keys in enumerate(left):
        common = defaultdict[int, float](float)
        for key in sorted(keys & weight.keys()):
            for j in postings[key]:
                common[j] += weight[key]
        for j, value in common.items():
            similarities[i, j] = 2 * value / (left_masses[i] + right_masses[j])
    best_right: dict[int, tuple[float, int]] = {}
    best_left: dict[int, tuple[float, int]] = {}
    for (i, j), similarity in similarities.items():
        best_right[i] = max(best_right.get(i, (0.0, 0)), (similarity, j))
        best_left[j] = max(best_left.get(j, (0.0, 0)), (similarity, i))
    return {
        i: j
        for i, (similarity, j) in best_right.items()
        if similarity >= _MIN_SECTION_SIMILARITY and best_left[j][1] == i
    }


def _in_original_order(links: Iterable[Link], order: Sequence[int]) -> Iterator[Link]:
    """Yield links to the right sentences as the text has them: `order[k]` is the index of the
    k-th right sentence that was aligned. A link that is not consecutive there is cut."""
    for link in links:
        positions = [order[position] for position in range(link.right, link.right_end)]
        if not positions:  # only left sentences: the link stands after the right one before it
            position = order[link.right - 1] + 1 if link.right else 0
            yield link._replace(right=position, right_end=position)
            continue
        runs = [[positions[0]]]
        for before, position in itertools.pairwise(positions):
            if position == before + 1:
                runs[-1].append(position)
            else:
                runs.append([position])
        yield link._replace(right=runs[0][0], right_end=runs[0][-1] + 1)
        for run in runs[1:]:
            yield Link(link.left_end, link.left_end, run[0], run[-1] + 1)


def align_parts(
    left: Document, right: Document, pairs: Sequence[tuple[range, range]], *, lexical: bool = True
) -> Alignment:
    """Align documents of which pairs of blocks are known to correspond; links never leave a
    pair."""
    sides = [(left.sentences_in(a), right.sentences_in(b)) for a, b in pairs]
    sides = [(target, source) for target, source in sides if target and source]
    if not sides:
        raise NotAligned("empty")
    search = _Search(
        _units([s for target, _ in sides for s in target], left),
        _units([s for _, source in sides for s in source], right),
        lexical,
    )
    links: list[Link] = []
    i = j = 0  # sentences of the pairs so far: the search numbers them without gaps
    for target, source in sides:
        i_end, j_end = i + len(target), j + len(source)
        path = search.one_to_one(i, j) if len(target) == len(source) == 1 else None
        path = path or search.best_path([(j, j_end)] * (len(target) + 1), i)
        shift_left, shift_right = target[0].index - i, source[0].index - j
        links.extend(
            Link(
                link.left + shift_left,
                link.left_end + shift_left,
                link.right + shift_right,
                link.right_end + shift_right,
                link.similarity,
            )
            for link in search.links(path)
        )
        i, j = i_end, j_end
    similarities = [
        (link.similarity or 0.0, link.left_end - link.left + link.right_end - link.right)
        for link in links
        if lexical or link.similarity is not None
    ]
    total = sum(size for _, size in similarities)
    return Alignment(tuple(links), sum(s * n for s, n in similarities) / total if total else 1.0)


def _units(sentences: Iterable[Sentence], document: Document) -> list[Unit]:
    return [Unit(s.text, s.block, s.kind is Kind.HEADING, _anchors(s, document)) for s in sentences]


_LEADING = (MarkupKind.LINK, MarkupKind.IMAGE)


def _anchors(sentence: Sentence, document: Document) -> frozenset[str]:
    """Return code and link targets of a sentence, which translations keep."""
    anchors = {sentence.text[start:end] for start, end in sentence.opaque}
    for markup in document.markup_in(sentence.span):
        if markup.kind in _LEADING and markup.target:
            anchors.add(markup.target)
    return frozenset(anchors)


def align(left: Sequence[Unit], right: Sequence[Unit], *, lexical: bool = True) -> Alignment:
    """Align two texts, or raise `NotAligned`; `lexical`: they share a language, all words count."""
    lengths = [sum(len(unit.text) for unit in side) for side in (left, right)]
    if not left or not right or not all(lengths):
        raise NotAligned("empty")
    ratio = max(lengths) / min(lengths)
    is_long_enough = min(len(left), len(right)) >= FEWEST_SENTENCES
    too_long = NotAligned("length", {"ratio": ratio, "limit": LENGTH_RATIO})
    if is_long_enough and ratio > MOST_LENGTH_RATIO:
        raise too_long
    search = _Search(left, right, lexical)
    half_widths = search.half_widths()
    while True:
        corridor = search.corridor(half_widths)
        path = search.best_path(corridor)
        touching_rows = _rows_at_the_wall(path, corridor, len(right))
        if not touching_rows:
            break
        # twice as wide where the path touches, and as far along the path
        for row in touching_rows:
            width = 2 * half_widths[row]
            for i in range(max(0, row - width), min(len(left), row + width) + 1):
                half_widths[i] = max(half_widths[i], width)
        if sum(half_widths) > _MOST_CELLS:
            break
    if not is_long_enough or ratio <= LENGTH_RATIO:
        return search.alignment(path)
    try:
        found = search.alignment(path)
    except NotAligned:
        raise too_long from None
    if _paired(found.links) < LEAST_PAIRED * min(len(left), len(right)):
        raise too_long
    return found


def _paired(links: Iterable[Link]) -> int:
    """Return sentences with a partner, on the side that has fewer of them."""
    sizes = [(k.left_end - k.left, k.right_end - k.right) for k in links if k.paired]
    return min(map(sum, zip(*sizes, strict=True)), default=0)


def _rows_at_the_wall(
    path: list[tuple[int, int]], corridor: list[tuple[int, int]], right: int
) -> list[int]:
    """Return rows where the path touches the corridor's edge but not the table's."""
    return [
        i for i, j in path if (j == corridor[i][0] and j > 0) or (j == corridor[i][1] and j < right)
    ]


class _Search:
    """Both texts with what the costs need: prefix lengths, boundaries, weighted words."""

    def __init__(self, left: Sequence[Unit], right: Sequence[Unit], lexical: bool) -> None:
        """Compute lengths, block ends, keys and weights, and points that are sure to be links."""
        self.left, self.right, self.lexical = left, right, lexical
        self.chars_left, self.chars_right = _prefix_lengths(left), _prefix_lengths(right)
        self.ends_left, self.ends_right = _block_ends(left), _block_ends(right)
        self.growth = 1.0  # how much longer the right text is; estimated across languages
        keys = _keys if lexical else _keys_across
        self.words_left, self.words_right = list(map(keys, left)), list(map(keys, right))
        if not lexical:
            self._keep_shared_keys()
        self.shared: list[dict[int, int]] = [{} for _ in left]
        sure = self._sure_points()
        has_lexicon = any(unit.words for unit in left)
        if has_lexicon:  # what a word may mean is not sure: only now
            for words, units in ((self.words_left, left), (self.words_right, right)):
                words[:] = [a.union(*unit.words) for a, unit in zip(words, units, strict=True)]
            self._keep_shared_keys()
        self._unshared_across, self._by_chance, self._unpaired_cost = (
            (_UNSHARED_WITH_LEXICON, _BY_CHANCE_WITH_LEXICON, _UNPAIRED_WITH_LEXICON)
            if has_lexicon
            else (_UNSHARED_ACROSS, _BY_CHANCE_ACROSS, _UNPAIRED_ACROSS)
        )
        if lexical:
            self._by_chance, self._unpaired_cost = _BY_CHANCE, _UNPAIRED
        else:
            self.growth = self._estimate_growth(sure)
        self.anchors = [(0, 0), *sure, (len(left), len(right))]
        self._weigh_words()

    def _keep_shared_keys(self) -> None:
        """Drop keys that only one text has: across languages they say nothing of an alignment."""
        both = frozenset().union(*self.words_left) & frozenset().union(*self.words_right)
        self.words_left, self.words_right = (
            [words & both for words in side] for side in (self.words_left, self.words_right)
        )

    def _sure_points(self) -> list[tuple[int, int]]:
        """Return pairs (left, right) that are nearly sure, increasing in both: the search stays
        near them. Sure are sentences, and words, that each text has exactly once."""
        points = _once_in_each([[u.text] for u in self.left], [[u.text] for u in self.right])
        points |= _once_in_each(self.words_left, self.words_right)
        return _longest_chain(sorted(points))

    def _estimate_growth(self, sure: Sequence[tuple[int, int]]) -> float:
        """Return right length over left length, in characters.

        The ratio of the whole texts is steadier, but wrong where one of them lacks a part: then
        it is far from the ratio of the sure points, which is taken instead.
        """
        ratio_of_texts = self.chars_right[-1] / self.chars_left[-1]
        if len(sure) < _MIN_SURE_POINTS:
            return ratio_of_texts
        sure_left = sum(len(self.left[i].text) for i, _ in sure)
        sure_right = sum(len(self.right[j].text) for _, j in sure)
        ratio_of_points = sure_right / max(1, sure_left)
        lowest = ratio_of_points / _MAX_GROWTH_FACTOR
        highest = ratio_of_points * _MAX_GROWTH_FACTOR
        return ratio_of_texts if lowest < ratio_of_texts < highest else ratio_of_points

    def _weigh_words(self) -> None:
        """Give keys weights by rarity in both texts; drop keys that are everywhere."""
        sides = (self.words_left, self.words_right)
        total = len(self.left) + len(self.right)
        counts = Counter(key for side in sides for keys in side for key in keys)
        max_count = max(20, total // 50)
        # whole numbers: their sum does not depend on the order of a set
        self.weight = {
            key: round(_UNIT_WEIGHT * math.log(1 + total / count))
            for key, count in counts.items()
            if count <= max_count
        }
        self.words_left, self.words_right = (
            [keys & self.weight.keys() for keys in side] for side in sides
        )
        self.postings: dict[str, list[int]] = {}
        for j, keys in enumerate(self.words_right):
            for key in keys:
                self.postings.setdefault(key, []).append(j)
        self.mass_left, self.mass_right = (
            [self._mass(keys, unit) for keys, unit in zip(side, units, strict=True)]
            for side, units in ((self.words_left, self.left), (self.words_right, self.right))
        )

    def _mass(self, keys: frozenset[str], unit: Unit) -> int:
        """Return the weight of a sentence's keys; a word of several meanings counts once."""
        if not unit.words:
            return self._total_weight(keys)
        best_meanings = (
            max(map(self.weight.__getitem__, keys & word), default=0) for word in unit.words
        )
        return self._total_weight(keys.difference(*unit.words)) + sum(best_meanings)

    def _total_weight(self, keys: Iterable[str]) -> int:
        return sum(map(self.weight.__getitem__, keys))

    def half_widths(self) -> list[int]:
        """Return the corridor's half width at each row: narrow where the four left sentences
        around it are sure points with one shift (right index minus left index)."""
        n = len(self.left)
        shift: dict[int, int] = {i: j - i for i, j in self.anchors[1:-1]}
        widths: list[int] = []
        for i in range(n + 1):
            shifts = {shift.get(k) for k in range(max(0, i - 2), min(n, i + 2))}
            is_sure = len(shifts) == 1 and None not in shifts
            widths.append(_SURE_HALF_WIDTH if is_sure else _FIRST_HALF_WIDTH)
        return widths

    def corridor(self, half_widths: Sequence[int]) -> list[tuple[int, int]]:
        """Return for each count of left sentences the lowest and highest count of right ones."""
        n, m = len(self.left), len(self.right)
        low, high = [m] * (n + 1), [0] * (n + 1)
        for (i1, j1), (i2, j2) in itertools.pairwise(self.anchors):
            # a small stretch is searched whole: a gap may be anywhere in it
            whole = (i2 - i1) * (j2 - j1) <= _SMALL_STRETCH
            for i in range(i1, i2 + 1):
                middle = self._opposite(i, i1, j1, i2, j2)
                low[i] = min(low[i], j1 if whole else middle)
                high[i] = max(high[i], j2 if whole else middle)
        low = [max(0, value - width) for value, width in zip(low, half_widths, strict=True)]
        high = [min(m, value + width) for value, width in zip(high, half_widths, strict=True)]
        for i in range(n):  # rows next to each other must meet, or no path leads through
            high[i + 1] = max(high[i + 1], low[i])
            high[i] = max(high[i], low[i + 1] - 1)
        return list(zip(low, high, strict=True))

    def _opposite(self, i: int, i1: int, j1: int, i2: int, j2: int) -> int:
        """Return the right sentence that `i` would be opposite to, if texts grew evenly between
        the sure points (i1, j1) and (i2, j2); distances are in characters."""
        left, right = self.chars_left, self.chars_right
        if i2 == i1:
            return j1
        share = (left[i] - left[i1]) / max(1, left[i2] - left[i1])
        return bisect_left(right, right[j1] + share * (right[j2] - right[j1]), j1, j2)

    def one_to_one(self, i: int, j: int) -> list[tuple[int, int]] | None:
        """Return the path of a single pair; None if leaving both unpaired is cheaper."""
        self.shared[i] = self._shared(i, j, j + 1)
        unpaired = _PRIOR_10 + self._unpaired_cost
        together = _PRIOR_11 + self._link_cost(i, i + 1, j, j + 1, _INFINITE)
        return [(i, j), (i + 1, j + 1)] if together < unpaired else None

    def best_path(
        self, corridor: Sequence[tuple[int, int]], first: int = 0
    ) -> list[tuple[int, int]]:
        """Return after each link of the cheapest path the counts of sentences used on each
        side, from left sentence `first`; `corridor` limits each row."""
        rows: list[dict[int, float]] = []
        steps_of_rows: list[dict[int, tuple[int, int]]] = []
        none: dict[int, float] = {}
        #: ways that end with left sentences alone: the cost, and how many
        left_runs: dict[int, _UnpairedRun] = {}
        unpaired_price = _PRIOR_10 + self._unpaired_cost
        start, end = (first, corridor[0][0]), (first + len(corridor) - 1, corridor[-1][1])
        for row_index, (low, high) in enumerate(corridor[1:]):
            self.shared[first + row_index] = self._shared(first + row_index, low, high)
        for row_index, (low, high) in enumerate(corridor):
            i = first + row_index
            row: dict[int, float] = {start[1]: 0.0} if row_index == 0 else {}
            steps: dict[int, tuple[int, int]] = {}
            row_above, second_row_above = (
                (rows[row_index - 1] if row_index else none),
                (rows[row_index - 2] if row_index > 1 else none),
            )
            ended = steps_of_rows[row_index - 1] if row_index else {}
            left_runs = {
                j: _UnpairedRun.extended(
                    row_above.get(j, _INFINITE),
                    ended.get(j, (0, 0)),
                    left_runs.get(j),
                    unpaired_price,
                )
                for j in (range(low, high + 1) if row_index else ())
            }
            right_run: _UnpairedRun | None = None  # as `alone`, of right sentences
            for j in range(low, high + 1):
                best, step = row.get(j, _INFINITE), (0, 0)
                # the likeliest first: a step that cannot win is not worth its exact cost
                for before, a, b, prior in (
                    (row_above, 1, 1, _PRIOR_11),
                    (row_above, 1, 2, _PRIOR_12),
                    (second_row_above, 2, 1, _PRIOR_12),
                    (second_row_above, 2, 2, _PRIOR_22),
                ):
                    cost = before.get(j - b, _INFINITE) + prior
                    if cost < best:
                        cost += self._link_cost(i - a, i, j - b, j, best - cost)
                        if cost < best:
                            best, step = cost, (a, b)
                ended_here = steps.get(j - 1, (0, 0))
                right_run = _UnpairedRun.extended(
                    row.get(j - 1, _INFINITE), ended_here, right_run, unpaired_price
                )
                for run, is_left in ((left_runs.get(j), True), (right_run, False)):
                    if run is not None and run.cost < best:
                        best, step = run.cost, (run.size, 0) if is_left else (0, run.size)
                if best < _INFINITE:
                    row[j] = best + (_BOUNDARY if self.ends_left[i] != self.ends_right[j] else 0.0)
                    steps[j] = step
            rows.append(row)
            steps_of_rows.append(steps)
        path = [end]
        while path[-1] != start:
            i, j = path[-1]
            a, b = steps_of_rows[i - first][j]
            if 0 in (a, b):  # one by one
                path.extend(
                    (i - row_index if a else i, j - row_index if b else j)
                    for row_index in range(1, a + b)
                )
            path.append((i - a, j - b))
        return path[::-1]

    def _shared(self, i: int, low: int, high: int) -> dict[int, int]:
        """Return the weight that left sentence `i` shares with right sentences: of `low` to
        `high`, and the two before and after, which links of two sentences reach."""
        result: dict[int, int] = {}
        for key in self.words_left[i] & self.postings.keys():
            postings, weight = self.postings[key], self.weight[key]
            for position in range(bisect_left(postings, low - 2), bisect_left(postings, high + 2)):
                result[postings[position]] = result.get(postings[position], 0) + weight
        return result

    def similarity(self, i: int, i_end: int, j: int, j_end: int) -> float | None:
        """Return the weighted Dice coefficient of the words, in [0, 1]; None without words."""
        if self._is_copy(i, i_end, j, j_end):
            return 1.0
        common, mass = self._common(i, i_end, j, j_end)
        return min(1.0, 2 * common / mass) if mass else None

    def _is_copy(self, i: int, i_end: int, j: int, j_end: int) -> bool:
        return i_end - i == j_end - j == 1 and self.left[i].text == self.right[j].text

    def _holds_copy(self, i: int, i_end: int, j: int, j_end: int) -> bool:
        """Return whether a longer link contains equal sentences, which are links themselves."""
        if i_end - i == j_end - j:
            return any(self.left[i + at].text == self.right[j + at].text for at in range(i_end - i))
        return any(
            unit.text == other.text for unit in self.left[i:i_end] for other in self.right[j:j_end]
        )

    def _common(self, i: int, i_end: int, j: int, j_end: int) -> tuple[int, int]:
        """Return the weight of the words that both sides of a link have, and the sum of the
        weights of each side's words."""
        if i_end - i == j_end - j == 1:
            return self.shared[i].get(j, 0), self.mass_left[i] + self.mass_right[j]
        left = frozenset().union(*self.words_left[i:i_end])
        right = frozenset().union(*self.words_right[j:j_end])
        mass = sum(self.mass_left[i:i_end]) + sum(self.mass_right[j:j_end])
        return self._total_weight(left & right), mass

    def _unshared(self, i: int, i_end: int, j: int, j_end: int) -> float:
        """Return the cost, per sentence, of words that the sides do not share."""
        if self._is_copy(i, i_end, j, j_end):
            return 0.0
        common, mass = self._common(i, i_end, j, j_end)
        if self.lexical:
            dice = 2 * common / mass if mass else 0.0
            return _UNSHARED * (1.0 - dice)
        # a prior: some more words, half of them shared, so that few words decide little
        besides = _BESIDES * (i_end - i + j_end - j)
        share = (2 * common + besides / 2) / (mass + besides)
        return self._unshared_across * max(0.0, 1.0 - share)

    def _link_cost(self, i: int, i_end: int, j: int, j_end: int, most: float) -> float:
        """Return the cost of a link beyond its prior, exact only below `most`."""
        size = i_end - i + j_end - j
        if size > 2 and self._holds_copy(i, i_end, j, j_end):
            return _INFINITE
        cost = _length_cost(self.deviation(i, i_end, j, j_end))
        if size > 2:
            cost += self._by_chance * size
        if i_end - i > 1 and self.ends_left[i + 1]:
            cost += _block_end_cost(self.left[i], self.left[i + 1])
        if j_end - j > 1 and self.ends_right[j + 1]:
            cost += _block_end_cost(self.right[j], self.right[j + 1])
        if self.left[i].heading != self.right[j].heading:
            cost += _HEADING
        if cost < most:
            cost += size * self._unshared(i, i_end, j, j_end)
        return cost

    def deviation(self, i: int, i_end: int, j: int, j_end: int) -> float:
        """Return how far the lengths are from proportional, in standard deviations."""
        left = (self.chars_left[i_end] - self.chars_left[i]) * self.growth
        right = self.chars_right[j_end] - self.chars_right[j]
        return abs(right - left) / math.sqrt(_VARIANCE * max(1.0, (left + right) / 2))

    def links(self, path: Sequence[tuple[int, int]]) -> list[Link]:
        """Return the links of a path, with similarities."""
        found: list[Link] = []
        for (i, j), (i_end, j_end) in itertools.pairwise(path):
            paired = i_end > i and j_end > j
            similarity = self.similarity(i, i_end, j, j_end) if paired else None
            found.append(Link(i, i_end, j, j_end, similarity))
        return found

    def alignment(self, path: list[tuple[int, int]]) -> Alignment:
        """Return the alignment of a path, or raise `NotAligned`.

        Texts are unrelated by their words or, where too few sentences have words to compare, by
        lengths that do not correspond.
        """
        links = self.links(path)
        compared = _without_regions(links, min(len(self.left), len(self.right)))
        is_long_enough = min(len(self.left), len(self.right)) >= FEWEST_SENTENCES
        quality, compared_sentences = self._mean_similarity(compared)
        all_sentences = sum(
            link.left_end - link.left + link.right_end - link.right for link in compared
        )
        share_compared = 1.0 if self.lexical else compared_sentences / all_sentences
        if share_compared >= FEWEST_TOLD:
            min_similarity = LEAST_SIMILARITY if self.lexical else LEAST_SIMILARITY_ACROSS
            if is_long_enough and quality < min_similarity:
                reason = "words" if self.lexical else "across"
                raise NotAligned(reason, {"similarity": quality, "limit": min_similarity})
        if share_compared < MOST_TOLD:
            deviation = self._mean_deviation(compared)
            max_deviation = MOST_DEVIATION + share_compared
            if is_long_enough and deviation > max_deviation:
                raise NotAligned("lengths", {"deviation": deviation, "limit": max_deviation})
            if share_compared < FEWEST_TOLD:
                quality = max(0.0, 1.0 - deviation / _ALONE_DEVIATION)
        return Alignment(tuple(links), quality)

    def _mean_similarity(self, links: list[Link]) -> tuple[float, int]:
        """Return the weighted mean similarity, and how many sentences had something to compare."""
        common = total = 0.0
        compared = 0
        for link in links:
            size = link.left_end - link.left + link.right_end - link.right
            weight = sum(self.mass_left[link.left : link.left_end])
            weight += sum(self.mass_right[link.right : link.right_end])
            if not weight and not self.lexical and link.similarity is None:
                continue
            compared += size
            # a sentence of common words alone has no mass, and counts all the same
            weight += _UNIT_WEIGHT * size
            total += weight
            common += weight * (link.similarity or 0.0)
        return (common / total if total else 0.0), compared

    def _mean_deviation(self, links: list[Link]) -> float:
        """Return the mean deviation of lengths of links, in standard deviations."""
        deviations = [
            self.deviation(link.left, link.left_end, link.right, link.right_end)
            if link.paired
            else _ALONE_DEVIATION
            for link in links
        ]
        return sum(min(value, 2 * _ALONE_DEVIATION) for value in deviations) / len(deviations)


class _UnpairedRun(NamedTuple):
    """Sentences of one side without a partner: what the way costs and how many they are; whether
    they may be `is_part` of the text, which those after some of the other side are not."""

    cost: float
    size: int
    is_part: bool

    @classmethod
    def extended(
        cls, before: float, step: tuple[int, int], run: _UnpairedRun | None, price: float
    ) -> _UnpairedRun:
        """Return the run with one more sentence: a new run or `run` continued, the cheaper."""
        new = cls(before + price, 1, 0 not in step or step == (0, 0))
        if run is None:
            return new
        cost = run.cost + (_ALSO_ALONE if run.is_part and run.size >= REGION else price)
        return new if new.cost < cost else cls(cost, run.size + 1, run.is_part)


def _without_regions(links: list[Link], shorter: int) -> list[Link]:
    """Drop long unpaired regions, unless too little would remain of the shorter text."""
    kept: list[Link] = []
    for paired, group in itertools.groupby(links, key=lambda link: link.paired):
        run = list(group)
        if paired or len(run) < REGION:
            kept += run
    return kept if _paired(kept) >= LEAST_PAIRED * shorter else links


def _block_end_cost(unit: Unit, following: Unit) -> float:
    return _ACROSS if unit.heading == following.heading else _ACROSS_HEADING


def _prefix_lengths(units: Sequence[Unit]) -> list[int]:
    return [0, *itertools.accumulate(len(unit.text) for unit in units)]


def _block_ends(units: Sequence[Unit]) -> list[bool]:
    """Return for each count of sentences from the start whether a block ends there."""
    inner = [a.block != b.block for a, b in itertools.pairwise(units)]
    return [True, *inner, True]


_ACCENTS = regex("[\u0300-\u036f]+")


def _keys(unit: Unit) -> frozenset[str]:
    """Return words without accents, cut to five letters, so that variants match; numbers stay."""
    return frozenset(
        word[:5] if word.isalpha() else word for word in ALPHANUMERIC.findall(_plain(unit.text))
    )


def _plain(text: str) -> str:
    return _ACCENTS.sub("", unicodedata.normalize("NFD", text.casefold()))


_NUMBER = regex(r"\d+(?:[.,\u00a0\u202f ]\d+)*")
#: spelling of Greek and Latin words that Portuguese has made simple, in order
_SIMPLE = (("ph", "f"), ("th", "t"), ("y", "i"), ("k", "c"))
_DOUBLE = regex(r"(.)\1")
#: letters of a cognate that are compared, and the fewest a word has to be one
_COGNATE, _FEWEST_LETTERS = 4, 4


def _keys_across(unit: Unit) -> frozenset[str]:
    """Return what a translation keeps: anchors, digits of numbers, names, cognates ("theory" and
    "teoria" are both "teor")."""
    keys = {f"={anchor}" for anchor in unit.anchors}
    keys.update(re.sub(r"\D", "", number) for number in _NUMBER.findall(unit.text))
    for word in ALPHANUMERIC.findall(_plain(unit.text)):
        if word.isalpha():
            if len(word) >= _FEWEST_LETTERS:
                keys.add(_cognate(word))
        elif not word.isdecimal():
            keys.add(word)
    return frozenset(keys)


@lru_cache(maxsize=20_000)
def _cognate(word: str) -> str:
    for source, target in _SIMPLE:
        word = word.replace(source, target)
    return _DOUBLE.sub(r"\1", word)[:_COGNATE]


def _once_in_each(
    left: Sequence[Iterable[str]], right: Sequence[Iterable[str]]
) -> set[tuple[int, int]]:
    """Return pairs (left, right) of sentences that have a key which each text has exactly once."""
    left_index, right_index = _index_of_unique_keys(left), _index_of_unique_keys(right)
    return {(left_index[key], right_index[key]) for key in left_index.keys() & right_index.keys()}


def _index_of_unique_keys(sentences: Sequence[Iterable[str]]) -> dict[str, int]:
    """Return for each key that occurs once in a text the index of its sentence."""
    counts = Counter(key for keys in sentences for key in keys)
    return {key: index for index, keys in enumerate(sentences) for key in keys if counts[key] == 1}


def _longest_chain(points: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest chain of points that increases on both sides.

    It is a longest increasing subsequence of the right sides, by patience sorting.
    """
    # of the chains of each length the one with the lowest right end: that end, and its last point
    lowest_ends: list[int] = []
    last_points: list[int] = []
    predecessor = [-1] * len(points)
    # of equal left sides the highest right side comes first, so that only one is taken
    order = sorted(range(len(points)), key=lambda index: (points[index][0], -points[index][1]))
    for index in order:
        _, right = points[index]
        length_before = bisect_left(lowest_ends, right)
        if length_before:
            predecessor[index] = last_points[length_before - 1]
        if length_before == len(lowest_ends):
            lowest_ends.append(right)
            last_points.append(index)
        else:
            lowest_ends[length_before], last_points[length_before] = right, index
    chain: list[tuple[int, int]] = []
    index = last_points[-1] if last_points else -1
    while index >= 0:
        chain.append(points[index])
        index = predecessor[index]
    return chain[::-1]


@cache
def _length_table() -> list[float]:
    """-log of the chance of a deviation at least as large, in steps of 1/32."""
    return [-math.log(max(math.erfc(k / 32 / math.sqrt(2)), 1e-12)) for k in range(32 * 7 + 1)]


def _length_cost(deviation: float) -> float:
    return _length_table()[min(int(deviation * 32 + 0.5), 32 * 7)]
