"""BLEU, chrF, TER and METEOR of every sentence against its reference, beside the drift of its
categories: measures for `--measures`, which judge nothing. They need the extra `drift`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import Any, ClassVar

from textlint_pt.contract import Measurement, Metric, View
from textlint_pt.text.segmentation import tokens

#: what the extra `drift` brings
LIBRARIES = ("sacrebleu", "nltk")


class Surface(Metric):
    """A measure of two texts by what they are written with, 1: the same; TER: 0.

    A sentence has the value of the sentences that it is paired with together; None where it has
    no counterpart.
    """

    dimension = "drift"
    companion = "reference"
    needs: ClassVar[tuple[str, ...]] = ("alignment:reference",)

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        """Measure the score of each sentence against its reference."""
        reference = view.companion("reference")
        assert reference is not None  # the engine runs this on documents with a reference only
        values: list[float | None] = [None] * len(view.sentences)
        score = self.scorer(view)
        for link in view.analysis("alignment:reference").links:
            if link.paired:
                target, other = (
                    " ".join(sentence.text for sentence in sentences)
                    for sentences in (
                        view.sentences[link.left : link.left_end],
                        reference.sentences[link.right : link.right_end],
                    )
                )
                value = score(target, other)
                values[link.left : link.left_end] = [value] * (link.left_end - link.left)
        return Measurement(values)

    @abstractmethod
    def scorer(self, view: View) -> Callable[[str, str], float]:
        """Return a function of a translation and its reference."""


class Bleu(Surface):
    """BLEU of a sentence, n-grams up to its length (sacrebleu's `effective_order`). [0, 1]"""

    name = "drift.bleu"
    measure_name = "bleu"

    def scorer(self, view: View) -> Callable[[str, str], float]:
        from sacrebleu.metrics.bleu import BLEU

        return _shared(BLEU(effective_order=True))


class Chrf(Surface):
    """chrF2: F measure of n-grams of characters. [0, 1]"""

    name = "drift.chrf"
    measure_name = "chrf"

    def scorer(self, view: View) -> Callable[[str, str], float]:
        from sacrebleu.metrics.chrf import CHRF

        return _shared(CHRF())


class Ter(Surface):
    """TER: edits of words and of their order, over the words of the reference. 0 and above."""

    name = "drift.ter"
    measure_name = "ter"

    def scorer(self, view: View) -> Callable[[str, str], float]:
        from sacrebleu.metrics.ter import TER

        return _shared(TER())


class Meteor(Surface):
    """METEOR: words that answer each other, and how often their order breaks. [0, 1]

    Lemmas count, synonyms do not, since no wordnet ships.
    """

    name = "drift.meteor"
    measure_name = "meteor"
    needs = (*Surface.needs, "forms")

    def scorer(self, view: View) -> Callable[[str, str], float]:
        """Return the function that computes METEOR for a sentence and its reference."""
        from nltk.translate.meteor_score import (  # type: ignore[import-untyped]
            single_meteor_score,
        )

        lemmas = Lemmas(view.analysis("forms"))

        def score(target: str, reference: str) -> float:
            sides = words(reference), words(target)
            if not all(sides):
                return 0.0
            value = single_meteor_score(
                *sides, preprocess=lambda word: word, stemmer=lemmas, wordnet=_NoSynonyms()
            )
            return float(value)

        return score


def surface_metrics() -> Sequence[type[Metric]]:
    """Return the metrics of surface similarity; none without the libraries that they need."""
    installed = all(find_spec(library) for library in LIBRARIES)
    return [Bleu, Chrf, Ter, Meteor] if installed else []


def _shared(measure: Any) -> Callable[[str, str], float]:
    return lambda target, reference: float(measure.sentence_score(target, [reference]).score) / 100


@lru_cache(4_096)
def words(text: str) -> tuple[str, ...]:
    """Return tokens in lower case, marks too."""
    return tuple(token.text.lower() for token in tokens(text))


class Lemmas:
    """A stemmer to NLTK: the likeliest lemma of the form lexicon."""

    def __init__(self, forms: Any) -> None:
        self._forms = forms

    def stem(self, word: str) -> str:
        readings = self._forms.analyse(word)
        return readings[0].lemma if readings else word


class _NoSynonyms:
    """A wordnet to NLTK."""

    def synsets(self, word: str) -> Sequence[Any]:
        return ()
