"""Focus: how far each sentence is from its surroundings, and what a document loses by it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from textlint_pt.contract import Cost, Measurement, Metric, Partial

if TYPE_CHECKING:
    from textlint_pt.contract import View
    from textlint_pt_focus.surroundings import Distances

VECTORS, REFERENCE = "word-vectors", "word-vectors-reference"
#: partial score of a text as near to its topic as its peers usually are: almost nothing is lost,
#: since human texts differ in this, yet more distance always costs more
USUAL = 0.99
#: standard deviations above its peers at which a text loses half
HALF = 3.0
#: a pair that is less similar costs COST, once per text (Zhu & Bhat 2020; Americo & Fernandes 2021)
LEAST_SIMILARITY = 0.05
COST = 0.1
#: the published formula is centred on this distance
CENTRE = 7.0


class Found(msgspec.Struct, frozen=True):
    """The detail that `focus.transition` gives its rules; lists run over the sentences."""

    distances: Distances
    standings: Sequence[float | None]
    reference: Mapping[str, Any]


class Transition(Metric):
    """How far each sentence lies from what stands around it.

    Exact word mover's distance to up to three neighbours on each side, across breaks and dialogue
    alike, the nearer counting more; the least of these; and how far each of its words is from the
    likest word within 25 sentences. The weighted sum (weights fitted on real texts into which
    sentences of others were planted), less what is usual for so short a sentence, gives a rank:
    `focus_distance`, in [0, 1], the share of sentences of real text that lie nearer to their
    surroundings. None: no content words, nothing around, or words an earlier sentence has said.

    The partial score goes by the mean rank of the sentences and what is usual for human texts of
    that kind and length (`peers`): 1 / (1 + exp((z - 3) / s)), z the standard deviations between
    them: .99 for the usual text, .95 a deviation over its peers, .5 for 3. Shuffling a text lowers
    it, so do foreign sentences; length does not. It stands beside the score and costs nothing: what
    FOC001 finds does.
    """

    name: ClassVar[str] = "focus.transition"
    dimension: ClassVar[str] = "focus"
    profiles: ClassVar[tuple[str, ...]] = ("calibrated",)
    measure_name: ClassVar[str | None] = "focus_distance"
    needs: ClassVar[tuple[str, ...]] = (VECTORS, REFERENCE)

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        """Measure rank and standing of each sentence; runs of sentences whose page is unchanged
        are remembered."""
        from textlint_pt_focus.surroundings import Distances, rank, standing

        reference = view.analysis(REFERENCE)
        distances = Distances(view.analysis(VECTORS), view.remember)

        def measured(run: Sequence[int]) -> Sequence[tuple[int, float, float]]:
            measured_run = []
            for index, number in enumerate(run):
                if around := distances.around(number):
                    deviation = standing(around, reference)
                    measured_run.append((index, deviation, rank(deviation, reference)))
            return measured_run

        standings: list[float | None] = [None] * len(view.sentences)
        ranks: list[float | None] = [None] * len(view.sentences)
        for run, page in distances.runs():
            for index, *both in view.remember(("focus.run", page), partial(measured, run)):
                standings[run[index]], ranks[run[index]] = both
        return Measurement(ranks, Found(distances, standings, reference))

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        """Return the value by the mean rank, compared with texts of its kind and length."""
        from statistics import fmean

        from textlint_pt_focus.peers import peers

        formula = "formula"
        usual, spread = peers().usual(view.kinds, view.document.words)
        # a sentence that may be where it is counts no farther away than usual
        ranks = {
            number: min(value, usual) if number in without else value
            for number, value in enumerate(measurement.values)
            if value is not None
        }
        if not ranks:
            return Partial(None, (0.0, 1.0), formula, reason="no-sentences")
        mean, steepness = fmean(ranks.values()), HALF / math.log(USUAL / (1 - USUAL))
        inputs = {"mean_rank": mean, "usual": usual, "spread": spread, "s": steepness}
        inputs["sentences"] = len(ranks)
        value = 1 / (1 + math.exp(((mean - usual) / spread - HALF) / steepness))
        return Partial(value, (0.0, 1.0), formula, inputs)


class Gruen(Metric):
    """y_f of Zhu & Bhat (2020): -0.1 if any two adjacent sentences are less alike than 0.05.

    Word mover similarity WMS = 1 / (1 + exp(7 - distance)), to the letter of their program. What is
    wrong with it: the distance has the wrong sign. WMS grows as sentences move apart, so the pair
    that is punished is the closest of all, and a sentence that leaves the topic is rated best; the
    score of a text that repeats itself falls twice. Use `focus.transition` to judge a text and this
    to compare with published figures.

    The constant 7 belongs to the distances of their word vectors. With other vectors distances are
    scaled to have the median 7 between neighbouring sentences of news (NTREX-128, both Portuguese
    translations; the constant is in `word-vectors-reference`), and the signature says so.
    Values: WMS of each sentence and the one before, None for the first and where words are wanting.
    """

    name: ClassVar[str] = "focus.gruen"
    dimension: ClassVar[str] = "focus"
    profiles: ClassVar[tuple[str, ...]] = ("gruen", "gruen-published")
    needs: ClassVar[tuple[str, ...]] = (VECTORS, REFERENCE)

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        """Measure the similarity of each sentence to the one before."""
        from textlint_pt_focus.surroundings import Distances

        distances = Distances(view.analysis(VECTORS))
        scale = CENTRE / view.analysis(REFERENCE)["gruen_median"]
        values: list[float | None] = [None] * len(view.sentences)
        for number in range(1, len(values)):
            if len(distances.bags[number - 1]) and len(distances.bags[number]):
                between = distances.transport(number - 1, number)
                values[number] = similarity(scale * between.distance)
        return Measurement(values)

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        """Return -0.1 if any two adjacent sentences are too dissimilar."""
        formula = "formula"
        found = {
            number: value
            for number, value in enumerate(measurement.values)
            if value is not None and number not in without
        }
        if not found:
            return Partial(0.0, (-COST, 0.0), formula, {"pairs": 0})
        least = min(found.values())
        value = -COST if least < LEAST_SIMILARITY else 0.0
        inputs = {"pairs": len(found), "least": least}
        costs = [
            Cost(number, LEAST_SIMILARITY - similarity, "pair", {"similarity": similarity})
            for number, similarity in found.items()
            if similarity < LEAST_SIMILARITY
        ]
        return Partial(value, (-COST, 0.0), formula, inputs, costs=costs)

    def stand_ins(self, has: Callable[[str], bool]) -> Sequence[str]:
        return ("y_f=word-vectors:median-7",)


def similarity(distance: float) -> float:
    """Return word mover similarity as published, in [0, 1]: it grows with the distance."""
    return 1 / (1 + math.exp(CENTRE - distance))
