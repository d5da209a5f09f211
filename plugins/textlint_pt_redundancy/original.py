"""Repetition in the original of a translation: the translation may repeat it too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.contract import Document, Sentence
from textlint_pt_redundancy.copies import Copy, repeated
from textlint_pt_redundancy.inside import echoes
from textlint_pt_redundancy.words import analyse, words

#: places correspond if they are no further apart than this share of the texts' length
_APART = 0.05


class Original:
    """Where a source repeats itself, as shares of its length."""

    def __init__(self, source: Document, options: Mapping[str, Any]) -> None:
        sentences = source.sentences
        self._copies = [
            (_place(source, sentences[copy.first]), _place(source, sentences[copy.again]))
            for copy in repeated(sentences, analyse(sentences))
        ]
        self._echoes = [
            _place(source, sentence)
            for sentence in sentences
            if echoes(sentence.text, words(sentence.text), options["phrase"], options["apart"])
        ]

    def repeats(self, translation: Document, copy: Copy) -> bool:
        """Whether the original repeats itself at two corresponding places too."""
        sentences = translation.sentences
        first = _place(translation, sentences[copy.first])
        again = _place(translation, sentences[copy.again])
        return any(
            abs(one - first) <= _APART and abs(other - again) <= _APART
            for one, other in self._copies
        )

    def echoes(self, translation: Document, sentence: Sentence) -> bool:
        place = _place(translation, sentence)
        return any(abs(one - place) <= _APART for one in self._echoes)


def _place(document: Document, sentence: Sentence) -> float:
    return sentence.span.start / max(1, len(document.raw))
