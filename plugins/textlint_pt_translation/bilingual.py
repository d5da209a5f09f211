"""The metric of TRA009: categories of words in a translation against its English source.

The metric without a reference that the name BRAPT promises: both languages have the same
categories, built from the synsets that their wordnets share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import (
    Measurement,
    Metric,
    View,
)
from textlint_pt_translation.drift import measured
from textlint_pt_translation.human import HumanPairs, fingerprint

if TYPE_CHECKING:
    from textlint_pt.contract import Alignment, Categorised

PATH = Path(__file__).parent / "data" / "bilingual.json"

#: a source with fewer of its words in the English lexicon than this is not considered English
LEAST_KNOWN = 0.5


@cache
def human() -> HumanPairs:
    """Drift of human translations from their English source."""
    return HumanPairs.load(PATH)


class Bilingual(Metric):
    """Drift of every sentence from its English source: 1 minus the cosine of the category vectors.

    Nothing is measured if the source is not English, or with a lexicon of the user's.
    """

    name = "drift.bilingual"
    dimension = "drift"
    needs = ("alignment:source", "categories", "source:categories.en")
    companion = "source"

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        source = view.companion("source")
        assert source is not None  # the engine runs this on documents with a source only
        alignment: Alignment = view.analysis("alignment:source")
        ours: Sequence[Categorised] = view.analysis("categories")
        theirs: Sequence[Categorised] = source.analysis("categories.en")
        if english(theirs) and ours and fingerprint(ours[0].names) == human().lexicon:
            return measured(alignment.links, ours, theirs)
        return Measurement([None] * len(ours), ())


def english(sentences: Sequence[Categorised]) -> bool:
    """Whether most words are in the English lexicon."""
    known = [bool(categories) for sentence in sentences for _, _, categories in sentence.words]
    return bool(known) and sum(known) >= LEAST_KNOWN * len(known)
