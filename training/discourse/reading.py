"""What the discourse model reads of sentences, besides their meaning vectors.

Of every two of them (`between`): the cosine of their meaning vectors, the cosine of their stems,
how well the words of either are answered by the likest words of the other.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from textlint_pt.text.wmd import Bag

#: stems and first words are known by a hash
STEMS, FIRST = 1 << 15, 512
#: letters of a stem, and of the shortest word that has one
STEM, LEAST_LETTERS = 5, 3
#: what `between` gives of two sentences
CHANNELS = 4
_WORD = re.compile(r"\w+")


class Said(NamedTuple):
    """What the model reads of a sentence, besides its meaning vector and its paragraph.

    `stems`: sorted, distinct; `first`: its first word; `length`: logarithms of its words and its
    content words, each plus one; `weights` (w) and `vectors` (w, 100) of its content words.
    """

    stems: tuple[int, ...]
    first: int
    length: tuple[float, float]
    weights: NDArray[np.float32]
    vectors: NDArray[np.float32]


def said(text: str, bag: Bag) -> Said:
    words = _WORD.findall(text.lower())
    stems = {_hash(word[:STEM]) % STEMS for word in words if len(word) >= LEAST_LETTERS}
    return Said(
        tuple(sorted(stems)),
        _hash(words[0]) % FIRST if words else 0,
        (math.log1p(len(words)), math.log1p(len(bag))),
        bag.weights.astype(np.float32),
        bag.vectors,
    )


def _hash(word: str) -> int:
    return zlib.crc32(word.encode())


def between(
    ours: NDArray[np.float32],
    our: Sequence[Said],
    theirs: NDArray[np.float32],
    their: Sequence[Said],
    telling: NDArray[np.float32],
) -> NDArray[np.float32]:
    """(CHANNELS, ours, theirs) of meaning vectors (of unit length, the usual vector taken off) and
    what else is read of the sentences; `telling` (STEMS): how telling each stem is."""
    found = np.zeros((CHANNELS, len(our), len(their)), dtype=np.float32)
    found[0] = ours @ theirs.T
    found[1] = _shared(our, their, telling)
    a, b = ([i for i, one in enumerate(some) if len(one.weights)] for some in (our, their))
    if a and b:
        left, right = (np.concatenate([s[i].vectors for i in n]) for s, n in ((our, a), (their, b)))
        starts, ends = (
            np.cumsum([0, *(len(s[i].weights) for i in n[:-1])]) for s, n in ((our, a), (their, b))
        )
        alike = left @ right.T
        at, mine = np.ix_(a, b), np.concatenate([our[i].weights for i in a])
        others = np.concatenate([their[i].weights for i in b])
        best = np.maximum.reduceat(alike, ends, axis=1) * mine[:, None]
        found[2][at] = np.add.reduceat(best, starts, axis=0)
        best = np.maximum.reduceat(alike, starts, axis=0) * others
        found[3][at] = np.add.reduceat(best, ends, axis=1)
    return found


def _shared(
    our: Sequence[Said], their: Sequence[Said], telling: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Cosines of stems, each weighted by how telling it is."""
    bags = []
    every = sorted({stem for one in (*our, *their) for stem in one.stems})
    place = {stem: at for at, stem in enumerate(every)}
    weights = telling[every] if every else np.zeros(0, dtype=np.float32)
    for some in (our, their):
        bag = np.zeros((len(some), len(every)), dtype=np.float32)
        for row, one in enumerate(some):
            bag[row, [place[stem] for stem in one.stems]] = 1
        bag *= weights
        bags.append(bag / np.maximum(np.sqrt((bag * bag).sum(1, keepdims=True)), 1e-6))
    found: NDArray[np.float32] = bags[0] @ bags[1].T
    return found
