"""Category vectors of BRAPT (Guimarães et al., Algorithm 1): what kinds of word a sentence has.

A sentence becomes m + 1 counts: one per category of the lexicon, a word adding 1 to every category
it belongs to, and one for the words that are not in the lexicon. Two sentences are as similar as
the cosine of their vectors.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Categorised(NamedTuple):
    """The words of a sentence: (start, end, ids of categories), no ids for an unknown word.

    `names` are the lexicon's categories; an id is an index into it. All sentences share it.
    """

    names: tuple[str, ...]
    words: tuple[tuple[int, int, tuple[int, ...]], ...]


def vector(sentences: Iterable[Categorised], size: int) -> list[int]:
    """Return counts of `size` categories in sentences; the last slot counts unknown words."""
    counts = [0] * (size + 1)
    for sentence in sentences:
        for _, _, categories in sentence.words:
            for category in categories or (size,):
                counts[category] += 1
    return counts


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Cosine of two vectors of equal length, in [0, 1] for counts; 0 if one has no length."""
    norms = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return min(1.0, sum(x * y for x, y in zip(a, b, strict=True)) / norms) if norms else 0.0
