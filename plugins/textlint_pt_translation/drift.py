"""BRAPT (Guimarães et al.): drift of a translation's categories from its reference's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from textlint_pt.contract import Categorised, Measurement, Metric, Option, Partial
from textlint_pt.contract.categories import cosine, vector
from textlint_pt_translation.human import fingerprint, human_pairs

if TYPE_CHECKING:
    from textlint_pt.contract import Alignment, Link, View

#: the drift that this share of pairs of good human translations reach costs nothing (per cent)
TOLERATED = 10.0

SIMILARITY = Option(
    0.8,
    "least similarity under a lexicon of your own, for which no human pairs were measured",
    0.0,
    1.0,
)


class LinkDrift(msgspec.Struct, frozen=True):
    """A link with the vectors of both sides and their cosine, `similarity`.

    `words` is the mean number of words of the two sides, `names` are the lexicon's categories.
    """

    link: Link
    similarity: float
    words: float
    names: tuple[str, ...]
    vector: tuple[int, ...]
    reference_vector: tuple[int, ...]

    @property
    def drift(self) -> float:
        return 1.0 - self.similarity

    @property
    def measured(self) -> bool:
        """Return whether pairs of human translations were measured under this lexicon."""
        return human_pairs().lexicon == fingerprint(self.names)

    @property
    def percentile(self) -> float | None:
        """Per cent of human pairs of that length that differ as much or more."""
        return human_pairs().percentile(self.drift, self.words) if self.measured else None


class Brapt(Metric):
    """Drift of every sentence from its reference: 1 minus the cosine of the category vectors.

    The partial of `calibrated`: each sentence counts 1 unless it drifts further than nine in ten
    pairs of human translations of its length do, else that tolerated drift over its own; the mean
    over the sentences. `inputs` has the text's BRAPT score, the mean cosine, as the paper has it.
    """

    name = "drift.brapt"
    dimension = "drift"
    profiles = ("calibrated",)
    measure_name = "drift"
    needs = ("alignment:reference", "categories", "reference:categories")
    companion = "reference"
    options = {"similarity": SIMILARITY}
    messages = {
        "pt": {
            "formula": "média das frases com par: 1 até à deriva tolerada, acima dela "
            "deriva tolerada / deriva",
        },
        "en": {
            "formula": "mean over paired sentences: 1 up to the tolerated drift, above it "
            "tolerated drift / drift",
        },
    }

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        reference = view.companion("reference")
        assert reference is not None  # the engine runs this on documents with a reference only
        alignment: Alignment = view.analysis("alignment:reference")
        target: Sequence[Categorised] = view.analysis("categories")
        return measured(alignment.links, target, reference.analysis("categories"))

    def partial(
        self,
        measurement: Measurement,
        view: View,
        options: Mapping[str, Any],
        without: frozenset[int] = frozenset(),
    ) -> Partial:
        """Return the mean similarity of linked sentences, weighted by their number."""
        drifts: Sequence[LinkDrift] = measurement.detail
        formula = "formula"
        if not drifts:
            return Partial(None, (0.0, 1.0), formula, reason="no-pairs")
        sentences = 0
        kept = similarity = 0.0
        for drift in drifts:
            size = drift.link.left_end - drift.link.left
            tolerated = tolerated_drift(drift, options)
            # a finding on a link of several sentences is placed at the first
            fine = drift.link.left in without or drift.drift <= tolerated
            sentences += size
            similarity += size * drift.similarity
            kept += size * (1.0 if fine else tolerated / drift.drift)
        inputs = {"similarity": similarity / sentences, "sentences": sentences}
        return Partial(kept / sentences, (0.0, 1.0), formula, inputs)


def measured(
    links: Sequence[Link], target: Sequence[Categorised], reference: Sequence[Categorised]
) -> Measurement:
    """Return the drift of each sentence from its reference, None where a side has no words; in
    `detail` that of each link."""
    values: list[float | None] = [None] * len(target)
    drifts: list[LinkDrift] = []
    for link in links:
        left, right = target[link.left : link.left_end], reference[link.right : link.right_end]
        if any(s.words for s in left) and any(s.words for s in right):
            drift = link_drift(link, left, right)
            drifts.append(drift)
            values[link.left : link.left_end] = [drift.drift] * len(left)
    return Measurement(values, tuple(drifts))


def link_drift(
    link: Link, candidate: Sequence[Categorised], reference: Sequence[Categorised]
) -> LinkDrift:
    """Compare the two sides of a link, both of which have words."""
    names = candidate[0].names
    left, right = vector(candidate, len(names)), vector(reference, len(names))
    similarity = cosine(left, right)
    words = sum(len(s.words) for s in (*candidate, *reference)) / 2
    return LinkDrift(link, similarity, words, names, tuple(left), tuple(right))


def tolerated_drift(drift: LinkDrift, options: Mapping[str, Any]) -> float:
    """Return the drift that costs nothing at this length; the option's with a lexicon of the
    user."""
    if drift.measured:
        return human_pairs().drift(TOLERATED, drift.words)
    return 1.0 - float(options["similarity"])
