"""Repetition in the original of a translation: the translation may repeat it too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.contract import Document, Sentence
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.copies import repeated
from textlint_pt_redundancy.inside import echoes
from textlint_pt_redundancy.repeats import Judge
from textlint_pt_redundancy.words import analyse, words

#: places correspond if they are no further apart than this share of the texts' length
_APART = 0.05


class Original:
    """Where a source repeats itself, as shares of its length."""

    def __init__(self, source: Document, options: Mapping[str, Any]) -> None:
        sentences = source.sentences
        said = analyse(source)
        pairs = [(copy.first, copy.again) for copy in repeated(sentences, said)]
        if options["definition"] == opt.GENERATED:
            alike = Judge(said, options).repeats()
            pairs += [(pair.earlier, pair.later) for one in alike for pair in one.pairs]
        self._copies = [
            (_place(source, sentences[first]), _place(source, sentences[again]))
            for first, again in pairs
        ]
        self._echoes = [
            _place(source, sentence)
            for sentence in sentences
            if echoes(sentence.text, words(sentence.text), options["phrase"], options["apart"])
        ]

    def repeats(self, translation: Document, first: int, again: int) -> bool:
        """Whether the original repeats itself at the places that correspond to two sentences."""
        here, there = (_place(translation, translation.sentences[at]) for at in (first, again))
        return any(
            abs(one - here) <= _APART and abs(other - there) <= _APART
            for one, other in self._copies
        )

    def echoes(self, translation: Document, sentence: Sentence) -> bool:
        place = _place(translation, sentence)
        return any(abs(one - place) <= _APART for one in self._echoes)


def _place(document: Document, sentence: Sentence) -> float:
    return sentence.span.start / max(1, len(document.raw))
