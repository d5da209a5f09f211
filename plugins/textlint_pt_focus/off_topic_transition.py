"""FOC001: a sentence that fits neither the sentences before nor those after it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import (
    Finding,
    Option,
    Related,
    Rule,
    Sentence,
    View,
)

if TYPE_CHECKING:
    from textlint_pt.contract import Alignment
    from textlint_pt.text.wmd import Bag, Transport
    from textlint_pt_focus.metrics import Found

#: words named in the evidence
MAX_WORDS_NAMED = 3
#: added to the deviation on a page: a page of a few similar sentences is no basis for comparison
EVENNESS = 0.2
#: per cent of real neighbours that must be nearer to each other than a sentence and the one before
MIN_PERCENTILE = 95
#: minimal number of sentences that a page needs
MIN_PAGE = 4
#: what may follow the last mark of a sentence
_CLOSING = "\"'”’»)]*_ "


class OffTopicTransition(Rule):
    """A sentence lies far from the sentences on both sides of it."""

    code = "FOC001"
    options = {
        "limit": Option(0.95, "focus distance from which a sentence may be reported", 0, 1),
        "contrast": Option(
            2.5, "deviations by which it must be farther off than the middle one of its page", 0
        ),
        "words": Option(4, "sentences of fewer content words are not judged", 1),
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield a finding for each sentence far from both neighbours and from its page."""
        measured = view.metric("focus.transition")
        found: Found = measured.detail
        as_in_source = _adjacent_in_source(view)
        for sentence, value in zip(view.sentences, measured.values, strict=True):
            if value is None or value < options["limit"] or not self._judged(sentence, view, found):
                continue
            if sentence.index in as_in_source:
                continue
            if len(found.distances.bags[sentence.index]) < options["words"]:
                continue
            contrast = contrast_with_page(sentence.index, found)
            if (
                contrast is None
                or contrast < options["contrast"]
                or not far_from_both_sides(sentence, view, found)
                or (percentile := _percentile(sentence, found)) < MIN_PERCENTILE
            ):
                continue
            yield self._report(sentence, view, found, value, contrast, percentile, options["limit"])

    def _judged(self, sentence: Sentence, view: View, found: Found) -> bool:
        """Return whether a sentence continues a paragraph, after one that has content words."""
        if sentence.kind not in self.declared.kinds or sentence.index == 0:
            return False
        before = view.sentences[sentence.index - 1]
        return (
            before.block == sentence.block
            and len(found.distances.bags[before.index]) > 0
            and not sentence.text.rstrip(_CLOSING).endswith(":")
        )

    def _report(
        self,
        sentence: Sentence,
        view: View,
        found: Found,
        value: float,
        contrast: float,
        percentile: int,
        limit: float,
    ) -> Finding:
        """Return the finding, with the words that are farthest from the sentence before."""
        before = view.sentences[sentence.index - 1]
        bags = found.distances.bags
        transport = found.distances.transport(before.index, sentence.index)
        words = furthest(transport, bags[before.index], bags[sentence.index], sentence.text)
        return self.finding(
            sentence,
            {
                "distance": round(transport.distance, 3),
                "percentile": percentile,
                "focus_distance": round(value, 3),
                "limit": limit,
                "contrast": round(contrast, 2),
                "words": words,
            },
            related=[Related(before.span)],
        )


def _adjacent_in_source(view: View) -> frozenset[int]:
    """Return the sentences of a translation that follow the one before as their sources do: in one
    link, or in the next."""
    if not view.has("alignment:source"):
        return frozenset()
    alignment: Alignment = view.analysis("alignment:source")
    paired = [link for link in alignment.links if link.paired]
    return frozenset(
        {
            *(index for link in paired for index in range(link.left + 1, link.left_end)),
            *(
                link.left
                for before, link in pairwise(paired)
                if (before.left_end, before.right_end) == (link.left, link.right)
            ),
        }
    )


def _percentile(sentence: Sentence, found: Found) -> int:
    """Return the percentage of adjacent sentences in real text that are nearer than these two."""
    from textlint_pt_focus.surroundings import percentile

    number, bags = sentence.index, found.distances.bags
    distance = found.distances.transport(number - 1, number).distance
    return percentile(distance, bags[number - 1], bags[number], found.reference)


def contrast_with_page(number: int, found: Found) -> float | None:
    """Return deviations of a sentence from the median of its page; None if it is too short.

    The deviation is that of the upper half, so that repeated sentences, which are very near to each
    other, do not change it.
    """
    from textlint_pt_focus.surroundings import PAGE

    own_standing = found.standings[number]
    first = max(0, number - PAGE)
    page = enumerate(found.standings[first : number + PAGE + 1], first)
    others = [value for index, value in page if value is not None and index != number]
    if own_standing is None or len(others) < MIN_PAGE:
        return None
    from statistics import median

    page_median = median(others)
    above = [(value - page_median) ** 2 for value in others if value > page_median]
    deviation = math.sqrt(2 * (math.fsum(above) / len(others)))
    return (own_standing - page_median) / (deviation + EVENNESS)


def far_from_both_sides(sentence: Sentence, view: View, found: Found) -> bool:
    """Return whether neighbours on each side, in its section, are on average at least as far as
    real ones.

    The last sentence of a section only has one side.
    """
    from textlint_pt_focus.surroundings import NEARNESS, expected_distance

    distances = found.distances
    number = sentence.index
    for side in distances.neighbours(number):
        excess, weight = 0.0, 0.0
        for other, nearness in zip(side, NEARNESS, strict=False):
            if view.sentences[other].section != sentence.section:
                break
            brevity = 1 / len(distances.bags[number]) + 1 / len(distances.bags[other])
            distance = distances.transport(min(number, other), max(number, other)).distance
            # weighted by nearness, so that the next sentence counts most
            excess += nearness * (distance - expected_distance(brevity, found.reference))
            weight += nearness
        if weight and excess < 0:
            return False
    return True


def furthest(transport: Transport, before: Bag, bag: Bag, text: str) -> Sequence[str]:
    """Return the words of the second bag that cost most to reach in the transport, in the order of
    the text."""
    import numpy as np

    from textlint_pt.text.wmd import euclidean

    cost_by_word = (transport.flow * euclidean(before.vectors, bag.vectors)).sum(axis=0)
    chosen = sorted(np.argsort(-cost_by_word, kind="stable")[:MAX_WORDS_NAMED].tolist())
    return [text[bag.starts[index] : bag.ends[index]] for index in chosen]
