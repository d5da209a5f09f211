"""Sentences of one side of a pair as one text, with the way back to the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textlint_pt.contract import Span

if TYPE_CHECKING:
    from textlint_pt.contract import Sentence
    from textlint_pt_translation.turned import Place


class Joined:
    """Sentences of one side of a link; what is no prose is blank in `text`."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        """Join sentences with spaces, opaque ranges blanked."""
        self._sentences = sentences
        self._starts: list[int] = []
        pieces, at = [], 0
        for sentence in sentences:
            text = sentence.text
            for start, end in sentence.opaque:
                text = text[:start] + " " * (end - start) + text[end:]
            self._starts.append(at)
            pieces.append(text)
            at += len(text) + 1
        self.text = " ".join(pieces)

    def span(self, place: Place) -> Span:
        """Return where a place of the text stands in the file."""
        first, last = (bisect_right(self._starts, at) - 1 for at in (place[0], place[1] - 1))
        one, other = self._sentences[first], self._sentences[last]
        start = one.content.span(place[0] - self._starts[first], len(one.text)).start
        return Span(start, other.content.span(0, place[1] - self._starts[last]).end)
