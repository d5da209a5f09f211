"""A log-bilinear model of what stands between the words around, asked of orthographic neighbours.

A neighbour of a word is another one a slip away: a letter, a mark, two letters changed over, or
letters that look or sound alike. Every word around is a vector; those beside the place are turned
by a matrix for their distance, those further off are summed; what comes out is compared with a
vector for the word and for each neighbour. `training.neighbours` makes it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textlint_pt_embedded.choice_model import TIES, TOKEN
from textlint_pt_embedded.ngram_model import read_arrays, write_arrays

Floats = NDArray[np.float32]

#: words read to either side: with their place; as what the sentence is about
NEAR, FAR = 5, 16
#: distances of the words with a place, as the matrices stand for them
DISTANCES = (*range(-NEAR, 0), *range(1, NEAR + 1))
#: words so common that they say nothing of what the sentence is about
COMMON = 250
#: neighbours of a word that are asked about, the commonest first
MOST = 24
#: beyond either end of a sentence
NOTHING = 0


def key(token: str, known: Mapping[str, int]) -> str:
    """The word that stands for a token: itself, a figure of its length, or an ending in which
    rarer words fall together; "^" for those with a capital."""
    if token[0].isdigit():
        return "0" * min(len(token), 5)
    lower = token.lower()
    if lower in known:
        return lower
    return "^" if token[0].isupper() else f"~{lower[-3:]}"


class Neighbour(NamedTuple):
    """Of a word `text[start:end]`: its neighbours, the likeliest first, and their log-odds against
    what is written, in nats. `counts`: how often the word and the likeliest neighbour stood in the
    text that was learnt from."""

    start: int
    end: int
    words: tuple[str, ...]
    log_odds: tuple[float, ...]
    counts: tuple[int, int]


class NeighboursModel:
    """`vectors` (words around, size) and `targets` (words asked about, size) with `bias`;
    `turns` (size, distances * size), `far`, `hidden` and `out` (size, size)."""

    def __init__(
        self, words: Sequence[str], targets: Sequence[str], arrays: Mapping[str, Any]
    ) -> None:
        self.words, self.targets, self.arrays = words, targets, arrays
        self.numbers = {word: number for number, word in enumerate(words)}
        self.target = {word: number for number, word in enumerate(targets)}
        self.size = len(arrays["out_bias"])

    @classmethod
    def load(cls, path: Path) -> NeighboursModel:
        held = read_arrays(path)
        words, targets = (
            held[name].tobytes().decode().split("\n") for name in ("words", "target_words")
        )
        return cls(words, targets, held)

    @staticmethod
    def save(
        path: Path, words: Sequence[str], targets: Sequence[str], arrays: Mapping[str, NDArray[Any]]
    ) -> None:
        def text(lines: Sequence[str]) -> NDArray[np.uint8]:
            return np.frombuffer("\n".join(lines).encode(), np.uint8)

        unfinished = path.with_suffix(".part")
        flat = {name: array.ravel() for name, array in arrays.items()}
        write_arrays(unfinished, {"words": text(words), "target_words": text(targets), **flat})
        unfinished.replace(path)

    def _matrix(self, name: str) -> Floats:
        return np.asarray(self.arrays[name], np.float32).reshape(self.size, -1)

    @cached_property
    def _lengths(self) -> list[int]:
        lengths: list[int] = np.diff(self.arrays["neighbours_at"]).tolist()
        return lengths

    @cached_property
    def _turns(self) -> Floats:
        return self._matrix("turns")

    @cached_property
    def _vectors(self) -> NDArray[np.int8]:
        return np.asarray(self.arrays["vectors"]).reshape(-1, self.size)

    @cached_property
    def _targets(self) -> NDArray[np.int8]:
        return np.asarray(self.arrays["targets"]).reshape(-1, self.size)

    @cached_property
    def _around(self) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        return (
            self._matrix("far"),
            self._matrix("hidden"),
            np.asarray(self.arrays["hidden_bias"], np.float32),
            self._matrix("out"),
            np.asarray(self.arrays["out_bias"], np.float32),
        )

    def _word_vectors(self, numbers: NDArray[np.int64]) -> Floats:
        scale = np.asarray(self.arrays["vector_scales"])[numbers].astype(np.float32)
        return self._vectors[numbers] * scale[:, None]

    def neighbours(self, number: int) -> NDArray[np.int64]:
        """Numbers of the neighbours of a target."""
        first, last = self.arrays["neighbours_at"][number : number + 2]
        return np.asarray(self.arrays["neighbours"][first:last], np.int64)

    def places(self, text: str, least: float) -> list[Neighbour]:
        """Words of a sentence that have a neighbour with log-odds of `least` or more."""
        cut = list(TOKEN.finditer(text))
        forms = [match[0].lower() for match in cut]
        asked = []
        for at, form in enumerate(forms):
            number = self.target.get(form)
            if number is None or not self._lengths[number]:
                continue
            tied = (at and forms[at - 1] in TIES) or (at + 1 < len(cut) and forms[at + 1] in TIES)
            if not tied:
                asked.append((at, number))
        if not asked:
            return []
        ids = np.array([self.numbers.get(key(m[0], self.numbers), 0) for m in cut])
        places, numbers = (np.array(column) for column in zip(*asked, strict=True))
        around = self._contexts(ids, places)
        held = [self.neighbours(number) for number in numbers]
        sizes = np.array([len(others) for others in held]) + 1
        first = np.append(0, sizes.cumsum()[:-1])  # of each place: the word, then its neighbours
        pairs = zip(numbers[:, None], held, strict=True)
        flat = np.concatenate([part for pair in pairs for part in pair])
        of = np.repeat(np.arange(len(asked)), sizes)
        scores = np.einsum("ij,ij->i", self._targets[flat].astype(np.float32), around[of])
        scores = scores * self.arrays["target_scales"][flat] + self.arrays["bias"][flat]
        odds = scores - scores[first][of]
        odds[first] = -np.inf
        best = np.maximum.reduceat(odds, first)
        found = []
        for place in np.flatnonzero(best >= least):
            at, number = asked[place]
            some = odds[first[place] + 1 : first[place] + sizes[place]]
            order = np.argsort(-some)
            others = held[place][order]
            counts = self.arrays["counts"][[number, others[0]]]
            found.append(
                Neighbour(
                    cut[at].start(),
                    cut[at].end(),
                    tuple(self.targets[other] for other in others),
                    tuple(some[order].tolist()),
                    (int(counts[0]), int(counts[1])),
                )
            )
        return found

    def _contexts(self, ids: NDArray[np.int64], at: NDArray[np.int64]) -> Floats:
        """What the words around make of places `at`: shape (places, size)."""
        far, hidden, hidden_bias, out, out_bias = self._around
        vectors = self._word_vectors(ids)
        length = len(ids)
        # every word as each of the distances sees it: row `length` is beyond the ends
        edge = self._word_vectors(np.array([NOTHING]))
        turned = np.concatenate([vectors, edge]) @ self._turns
        turned = turned.reshape(length + 1, len(DISTANCES), self.size)
        beside = at[:, None] + np.array(DISTANCES)
        beside = np.where((beside < 0) | (beside >= length), length, beside)
        total = turned[beside, np.arange(len(DISTANCES))].sum(axis=1)
        telling = (ids >= COMMON)[:, None] * vectors
        sums = np.concatenate([np.zeros((1, self.size), np.float32), telling.cumsum(axis=0)])
        number = np.append(0, (ids >= COMMON).cumsum())
        low, high = np.maximum(at - FAR, 0), np.minimum(at + FAR + 1, length)
        topic = sums[high] - sums[low] - telling[at]
        count = number[high] - number[low] - (ids[at] >= COMMON)
        total = total + (topic / np.sqrt(count + 1)[:, None]) @ far
        mixed = np.maximum(total @ hidden + hidden_bias, 0)
        return np.asarray(total + mixed @ out + out_bias, np.float32)


def signals(place: Neighbour, probability: float, wording: float) -> dict[str, float]:
    """What tells whether the likeliest neighbour is meant: the log-odds, how far it is ahead of
    the next one, how rare either word is, the logit of the probability that what is written is
    wrong, as the encoder has it, and how much likelier the n-gram model has the sentence with it,
    in nats."""
    odds = place.log_odds
    inside = min(max(probability, 1e-4), 1 - 1e-4)
    return {
        "odds": min(odds[0], 20.0),
        "ahead": min(odds[0] - odds[1], 10.0) if len(odds) > 1 else 10.0,
        "written": math.log(place.counts[0] + 1),
        "meant": math.log(place.counts[1] + 1),
        "doubt": math.log(inside / (1 - inside)),
        "wording": min(max(wording, -20.0), 20.0),
    }


def chance(found: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """How probably the likeliest neighbour is meant, from 0 to 1 (logistic regression)."""
    value = weights["bias"] + sum(weights[name] * found[name] for name in found)
    return 1 / (1 + math.exp(-value))
