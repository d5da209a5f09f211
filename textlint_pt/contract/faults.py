"""Places in a sentence that a model considers wrong, from the probability of each word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

#: maximal words of one place: a longer run is another language, or noise
MOST_WORDS = 3


class Fault(Protocol):
    """A word and the probability, in [0, 1], that it is wrong."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def probability(self) -> float: ...


Word = TypeVar("Word", bound=Fault)


def suspects(words: Sequence[Word], threshold: float) -> list[list[Word]]:
    """Return runs of words with values of `threshold` or more, at most `MOST_WORDS` long."""
    result: list[list[Word]] = []
    last = -2
    for i, word in enumerate(words):
        if word.probability >= threshold:
            if i == last + 1 and len(result[-1]) < MOST_WORDS:
                result[-1].append(word)
            else:
                result.append([word])
            last = i
    return result
