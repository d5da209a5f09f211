"""Redundancy: how much of a text only repeats what it said before."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any, ClassVar, NamedTuple

import msgspec

from textlint_pt.contract import Cost, Document, Kind, Measurement, Metric, Partial, Sentence, View
from textlint_pt.text.overlap import (
    COMMON,
    EDIT,
    PAPER,
    SUBSTRING,
    SUBSTRING_WORDS,
    Limits,
    Overlaps,
    numbers,
    overlaps,
)
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.copies import Copy, copies, repeated
from textlint_pt_redundancy.inside import Echo, echoes
from textlint_pt_redundancy.repeats import Judge, Pair
from textlint_pt_redundancy.words import Words, analyse, by_stretch, words

#: places correspond if they are no further apart than this share of the texts' length
_MAX_DISTANCE = 0.05


class Original:
    """Where a source repeats itself, as shares of its length."""

    def __init__(self, source: Document, options: Mapping[str, Any]) -> None:
        """Find the copies and repeated phrases of a source, by relative position."""
        sentences = source.sentences
        sentence_words = analyse(source)
        pairs = [(copy.first, copy.again) for copy in repeated(sentences, sentence_words)]
        if options["definition"] == opt.GENERATED:
            repeats_found = Judge(sentence_words, options).repeats()
            pairs += [(pair.earlier, pair.later) for one in repeats_found for pair in one.pairs]
        self._copies = [
            (_place(source, sentences[first]), _place(source, sentences[again]))
            for first, again in pairs
        ]
        self._echoes = [
            _place(source, sentence)
            for sentence in sentences
            if echoes(sentence.text, words(sentence.text), options["phrase"], strict=False)
        ]

    def repeats(self, translation: Document, first: int, again: int) -> bool:
        """Whether the source repeats itself at corresponding places."""
        first_place, again_place = (
            _place(translation, translation.sentences[number]) for number in (first, again)
        )
        return any(
            abs(copy_place - first_place) <= _MAX_DISTANCE
            and abs(copied_place - again_place) <= _MAX_DISTANCE
            for copy_place, copied_place in self._copies
        )

    def echoes(self, translation: Document, sentence: Sentence) -> bool:
        """Whether the source repeats a phrase in a sentence at the corresponding place."""
        place = _place(translation, sentence)
        return any(abs(one - place) <= _MAX_DISTANCE for one in self._echoes)


def _place(document: Document, sentence: Sentence) -> float:
    """Return where a sentence begins, as a share of the document's length."""
    return sentence.span.start / max(1, len(document.raw))


TESTS = (SUBSTRING, SUBSTRING_WORDS, EDIT, COMMON)

#: kinds of block in which our own definitions look for repetition: lists, tables, headings and
#: verse repeat themselves by nature
JUDGED = frozenset((Kind.PARAGRAPH, Kind.QUOTE, Kind.DIALOGUE))


#: content words in which one that comes again is soon
SOON_WORDS = 12
#: points of 100 that an essay loses for each hundredth of its content words, and at most; with
#: fewer content words it loses as much less
POINTS, MOST, FULL = 0.3, 3.0, 100


class Match(msgspec.Struct, frozen=True):
    """The result of one test for a sentence: how many earlier ones it matches and the best of them.

    `content`: content words that both have, and content words of the one that has fewer (our own
    definitions).
    """

    count: int
    other: int
    content: tuple[int, int] | None = None


class Repetition(msgspec.Struct, frozen=True):
    """Detail of the measurement: by sentence number, the matches by test and the phrases inside.

    `copies`: sentences that stand again word for word, whole runs of them (default definition).
    """

    matches: Mapping[int, Mapping[int, Match]]
    echoes: Mapping[int, Sequence[Echo]] = msgspec.field(default_factory=dict)
    copies: Sequence[Copy] = ()


class Redundancy(Metric):
    """Share of each sentence that repeats: 0 where nothing does, 1 for a sentence said before.

    In our own definitions that is the share of its words which an earlier sentence or an earlier
    part of itself has already said, where that is reported: by default of sentences that stand
    twice by accident (see `copies` and `inside`), in `generated` of all that are alike (`repeats`);
    none for kinds that are not judged. In the definitions of the paper it is the largest number of
    the four tests it passes with one earlier sentence, divided by four.

    The partial score is (1 - r) (1 - n): r the share of all judged words that repeat, n that of the
    content words which come again within 12 content words. Rates, so that it does not fall with the
    length. In [0, 1], 1: nothing repeats. It stands beside the score: what rules find costs. Only
    in essays n costs as well, .2 points a hundredth and 2 at most: their graders see it, while a
    manual names its things again and again.
    """

    name: ClassVar[str] = "redundancy.overlap"
    dimension: ClassVar[str] = "redundancy"
    profiles: ClassVar[tuple[str, ...]] = ("calibrated",)
    measure_name: ClassVar[str | None] = "redundancy"
    options = {
        **opt.PAIRS,
        "substring": opt.SUBSTRING,
        "substring_words": opt.SUBSTRING_WORDS,
        "edit": opt.EDIT,
        "common": opt.COMMON,
        "phrase": opt.PHRASE,
    }

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        if options["definition"] in (opt.GRUEN, opt.GRUEN_PUBLISHED):
            return _by_the_paper(view.sentences, options)
        if options["definition"] == opt.GENERATED:
            return _by_content(view, options)
        return _by_accident(view, options)

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        """Return the share of words that do not repeat, minus nearby repetitions."""
        without = _whole_copies(measurement, without)
        total = repeated = 0.0
        counted = zip(measurement.values, view.document.word_counts, strict=True)
        for index, (value, count) in enumerate(counted):
            if value is not None:
                total += count
                repeated += value * count if index not in without else 0
        formula = "formula"
        if not total:
            return Partial(None, (0.0, 1.0), formula, reason="no-sentences")
        places, content = _soon_again(view)
        again = sum(map(len, places.values())) / max(1, content)
        inputs = {"repeated_words": round(repeated, 6), "words": total, "soon_again": again}
        value = (1 - repeated / total) * (1 - again)
        loss = view.sure_of("essay") * min(POINTS * again, MOST / 100) * min(1.0, content / FULL)
        costs = [
            Cost(number, len(forms), "again", {"words": ", ".join(forms)}, "said-again")
            for number, forms in places.items()
            if loss
        ]
        return Partial(value, (0.0, 1.0), formula, inputs, costs=costs, loss=loss)


class Gruen(Metric):
    """y_r of the paper: -0.1 for every test that any pair of sentences passes.

    Values: each sentence's part of the sum, over the pairs it makes with earlier ones. The partial
    score has no lower end. Source: Zhu and Bhat 2020; Americo and Fernandes 2021, 3.2.2.4.
    """

    name: ClassVar[str] = "redundancy.gruen"
    dimension: ClassVar[str] = "redundancy"
    profiles: ClassVar[tuple[str, ...]] = ("gruen",)
    autojunk: ClassVar[bool] = False

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        points = [0] * len(view.sentences)
        texts = tuple(sentence.text for sentence in view.sentences)
        for _, later, tests in _pairs(texts, PAPER, self.autojunk):
            points[later] += tests.bit_count()
        return Measurement([_penalty(number) for number in points], points)

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        """Return -0.1 for every test that a pair passes."""
        costs = [
            Cost(number, points, "passes", {"count": points})
            for number, points in enumerate(measurement.detail)
            if number not in without
        ]
        points = sum(measurement.detail[cost.sentence] for cost in costs)
        inputs = {"sum_m": points}
        return Partial(_penalty(points), (-math.inf, 0.0), "formula", inputs, costs=costs)


class GruenPublished(Gruen):
    """The same as the authors' program computes it: difflib's heuristic finds the substring."""

    name: ClassVar[str] = "redundancy.gruen-published"
    profiles: ClassVar[tuple[str, ...]] = ("gruen-published",)
    autojunk: ClassVar[bool] = True


def _soon_again(view: View) -> tuple[dict[int, list[str]], int]:
    """Return nearby repeated content words by sentence number, and the number of content words."""
    document, places, content = view.document, dict[int, list[str]](), 0
    previous: tuple[str, ...] = ()
    first = 0
    for stretch, stretch_words in zip(document.stretches, document.once(by_stretch), strict=True):
        judged = {at: stretch_words[at] for at, kind in enumerate(stretch.kinds) if kind in JUDGED}
        key = "redundancy.again", stretch.kinds, stretch_words, previous
        again = view.remember(key, partial(soon_again, judged, previous))
        places.update((first + at, forms) for at, forms in again.places.items())
        content += again.content
        previous = again.last
        first += len(stretch)
    return places, content


class Again(NamedTuple):
    """The content words that are among the last `SOON_WORDS` before them, by the number of their
    sentence; how many content words there are, and the last of them."""

    places: Mapping[int, list[str]]
    content: int
    last: tuple[str, ...]


def soon_again(sentences: Mapping[int, Words], before: Sequence[str] = ()) -> Again:
    """Return the content words that recur within `SOON_WORDS` content words; `before`: the last
    content words before these sentences."""
    last_position = {form: at - len(before) for at, form in enumerate(before, 1)}
    places: dict[int, list[str]] = {}
    content = 0
    for number, sentence in sentences.items():
        for form in sentence.in_order:
            content += 1
            if content - last_position.get(form, -2 * SOON_WORDS) <= SOON_WORDS:
                places.setdefault(number, []).append(form)
            last_position[form] = content
    recent = [*before, *chain.from_iterable(one.in_order for one in sentences.values())]
    return Again(places, content, tuple(recent[-SOON_WORDS:]))


def _penalty(points: int) -> float:
    return -0.1 * points if points else 0.0


@lru_cache(maxsize=1)
def _pairs(texts: tuple[str, ...], limits: Limits, autojunk: bool) -> Overlaps:
    """Return the pairs of texts that pass a test; the last result is kept, since two metrics need
    it."""
    return overlaps(texts, limits, autojunk=autojunk)


def limits_of(options: Mapping[str, Any]) -> Limits:
    return Limits(
        options["substring"], options["substring_words"], options["edit"], options["common"]
    )


def _by_the_paper(sentences: Sequence[Sentence], options: Mapping[str, Any]) -> Measurement:
    """Measure every pair by the paper's four tests."""
    pairs = _pairs(
        tuple(sentence.text for sentence in sentences),
        limits_of(options),
        options["definition"] == opt.GRUEN_PUBLISHED,
    )
    max_points = [0] * len(sentences)
    matches: dict[int, dict[int, Match]] = {}
    best_points: dict[tuple[int, int], int] = {}
    for earlier, later, tests in pairs:
        points = tests.bit_count()
        max_points[later] = max(max_points[later], points)
        sentence_matches = matches.setdefault(later, {})
        for test in TESTS:
            if not tests & test:
                continue
            previous_match = sentence_matches.get(test)
            # of the sentences that pass the test the one with most tests, then the latest, is named
            is_better = points >= best_points.get((later, test), 0)
            if is_better:
                best_points[later, test] = points
            other = earlier if is_better or previous_match is None else previous_match.other
            sentence_matches[test] = Match(
                1 if previous_match is None else previous_match.count + 1, other
            )
    return Measurement([points / len(TESTS) for points in max_points], Repetition(matches))


def _by_accident(view: View, options: Mapping[str, Any]) -> Measurement:
    """Measure the sentences that are accidental copies: 1, else 0."""
    sentences = view.sentences
    sentence_words = analyse(view.document)
    values: list[float | None] = [0.0 if s.kind in JUDGED else None for s in sentences]
    original = _original(view, options)
    accidental: list[Copy] = []
    for copy in copies(sentences, sentence_words, JUDGED):
        if original and original.repeats(view.document, copy.first, copy.again):
            continue
        accidental.append(copy)
        for _, again in copy.pairs:
            if values[again] is not None:
                values[again] = 1.0
    return Measurement(values, Repetition({}, _inside(view, values, options, original), accidental))


def _original(view: View, options: Mapping[str, Any]) -> Original | None:
    source = view.companion("source")
    return Original(source.document, options) if source else None


def _by_content(view: View, options: Mapping[str, Any]) -> Measurement:
    """Measure the share of each sentence that repeats a similar earlier one."""
    sentences, original = view.sentences, _original(view, options)
    sentence_words = analyse(view.document)
    judged = [
        sentence_words[sentence.index] if sentence.kind in JUDGED else None
        for sentence in sentences
    ]
    values: list[float | None] = [None if words is None else 0.0 for words in judged]
    limits = limits_of(options)
    matches: dict[int, Mapping[int, Match]] = {}
    for repeats in Judge(judged, options).repeats():
        for pair in repeats.pairs:
            tests = _tests(pair, sentences, limits)
            if original and original.repeats(view.document, pair.earlier, pair.later):
                continue
            if tests:
                match = Match(repeats.count, pair.earlier, (pair.shared, pair.fewer))
                matches[pair.later] = {test: match for test in TESTS if tests & test}
                values[pair.later] = _share(
                    sentence_words[pair.later].forms, sentence_words[pair.earlier].forms
                )
                break
    return Measurement(values, Repetition(matches, _inside(view, values, options, original)))


def _inside(
    view: View, values: list[float | None], options: Mapping[str, Any], original: Original | None
) -> dict[int, Sequence[Echo]]:
    """Return the phrases repeated inside judged sentences and not in the original; their share
    of the words is added to `values`."""
    result: dict[int, Sequence[Echo]] = {}
    strict = options["definition"] == opt.DEFAULT
    for sentence in view.sentences:
        number, value = sentence.index, values[sentence.index]
        if value is None or (strict and value):
            continue  # a copy of another sentence has been reported whole
        found = _echoes(sentence.content.text, options["phrase"], strict)
        if found and not (original and original.echoes(view.document, sentence)):
            result[number] = found
            repeated = sum(echo.repeated_words for echo in found) / len(words(sentence.text))
            values[number] = max(value, repeated)
    return result


@lru_cache(8_192)  # from one version of a text to the next most sentences stay
def _echoes(text: str, phrase: int, strict: bool) -> Sequence[Echo]:
    found = words(text)
    is_said_once = len({word.form for word in found}) == len(found)
    return () if is_said_once else echoes(text, found, phrase, strict=strict)


def _whole_copies(measurement: Measurement, without: frozenset[int]) -> frozenset[int]:
    """Return these sentences and all of each copy that begins with one of them."""
    detail: Repetition = measurement.detail
    return without.union(
        *(range(copy.again, copy.end) for copy in detail.copies if copy.again in without)
    )


def _tests(pair: Pair, sentences: Sequence[Sentence], limits: Limits) -> int:
    """Return the tests that a pair with similar content passes; words are content words here."""
    found = numbers(sentences[pair.earlier].text, sentences[pair.later].text)
    passed = {
        SUBSTRING: found.substring > limits.substring * found.shorter,
        SUBSTRING_WORDS: found.substring_words > limits.substring_words * found.fewer_words,
        EDIT: found.edit_distance < limits.edit * found.longer,
        COMMON: pair.shared > limits.common * pair.fewer,
    }
    return sum(test for test, holds in passed.items() if holds)


def _share(forms: Sequence[str], other: Sequence[str]) -> float:
    """Return the share of the words of a sentence that another has, each as often as it occurs
    there."""
    return (Counter(forms) & Counter(other)).total() / len(forms)
