"""Lemmas: how frequent they are, and what those are about that a wordnet lacks.

A lemma without a category of its own is told, in this order, by

* a rule of derivation: the same word in another part of speech or spelling ("deteção",
  "detecção"), the adjective or participle of an adverb in "-mente", what stands behind a prefix
  ("reiniciar");
* its neighbours among the lemmas that have categories, in the shipped word vectors: `inferred`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from textlint_pt_embedded.vectors import Space

from training.wordnet import NONE, Categories, Key

#: rounds in which the occurrences of an ambiguous form settle on its lemmas
ROUNDS = 12
#: neighbours that vote, and the votes of the strongest category that others must nearly have
NEIGHBOURS, NEARLY = 10, 0.8
#: letters that must be left of a word without its prefix
SHORTEST_BASE = 4
PREFIXES = (
    *("re", "des", "auto", "sub", "sobre", "super", "pré-", "pré", "pós-", "anti", "micro"),
    *("multi", "inter", "hiper", "contra"),
)
#: spellings of one word, one in the place of the other
SPELLINGS = (
    *(("ção", "cção"), ("ção", "pção"), ("cção", "ção"), ("pção", "ção"), ("t", "ct"), ("ct", "t")),
    *(("ç", "cç"), ("t", "pt"), ("pt", "t"), ("ó", "ô"), ("ô", "ó"), ("é", "ê"), ("ê", "é")),
    *(("ei", "éi"), ("oi", "ói"), ("u", "ü"), ("olo", "ole"), ("ola", "ole")),
    *(("mn", "n"), ("n", "mn"), ("monitoriz", "monitor"), ("quilo", "kilo")),
)


@dataclass(frozen=True, order=True)
class Reading:
    """One analysis of a form: lemma, part of speech (N, A, ADV, V) and features."""

    lemma: str
    pos: str
    features: tuple[str, ...]

    @classmethod
    def parse(cls, analysis: str) -> Reading:
        lemma, pos, *features = analysis.split("+")
        return cls(lemma.lower(), pos, tuple(features))


def frequencies(keys: Mapping[str, Sequence[Key]], counts: Mapping[str, int]) -> dict[Key, float]:
    """Return the occurrences of each lemma by the forms' counts, an ambiguous form divided among
    its lemmas in proportion to their occurrences (expectation maximisation)."""
    forms = [
        (counts[form], tuple(form_keys))
        for form, form_keys in sorted(keys.items())
        if counts.get(form)
    ]
    occurrences: dict[Key, float] = defaultdict(float)
    for count, form_keys in forms:
        for key in form_keys:
            occurrences[key] += count / len(form_keys)
    for _ in range(ROUNDS):
        updated: dict[Key, float] = defaultdict(float)
        for count, form_keys in forms:
            total = sum(occurrences[key] for key in form_keys)
            for key in form_keys:
                updated[key] += count * occurrences[key] / total if total else 0.0
        occurrences = updated
    return dict(occurrences)


class Derivation:
    """What a lemma is about by the lemmas it is made from."""

    def __init__(
        self, senses: Mapping[Key, Categories], verb_of: Mapping[str, Collection[str]]
    ) -> None:
        self._senses = senses
        #: verbs that a word is the participle of
        self._verb_of = verb_of

    def categories_of(self, key: Key) -> Categories:
        """Return the categories; empty where nothing tells of it."""
        for other in self._bases(key):
            if other != key and (found := self._senses.get(other, NONE)):
                return found
        return NONE

    @staticmethod
    def _spellings(lemma: str) -> Iterator[str]:
        for old, new in SPELLINGS:
            if old in lemma:
                yield lemma.replace(old, new)

    def _bases(self, key: Key) -> Iterator[Key]:
        """Yield the lemmas that a lemma may derive from, the surest first."""
        lemma, part = key
        for other in self._spellings(lemma):
            yield other, part
        if part == "r" and lemma.endswith("mente"):
            stem = lemma.removesuffix("mente")
            for adjective in (stem, stem[:-1] + "o", *_unstressed(stem)):
                yield adjective, "a"
                for verb in sorted(self._verb_of.get(adjective, ())):
                    yield verb, "v"
        for other_part in "anr":
            yield lemma, other_part
        for prefix in PREFIXES:
            base = lemma.removeprefix(prefix)
            if base != lemma and len(base) >= SHORTEST_BASE:
                yield base, part


def _unstressed(stem: str) -> Iterator[str]:
    """Yield adjectives for an adverb's stem, the accent restored on one of its vowels."""
    for plain, accented in zip("aeiouaeo", "áéíóúâêô", strict=True):
        for at, letter in enumerate(stem):
            if letter == plain:
                marked = stem[:at] + accented + stem[at + 1 :]
                yield marked
                if marked.endswith("a"):
                    yield marked[:-1] + "o"


class Neighbours:
    """What a lemma is about by those near it in the word vectors, one part of speech at a time."""

    def __init__(self, senses: Mapping[Key, Categories], known_keys: Sequence[Key]) -> None:
        """Compute vectors and category marks of the lemmas with known categories."""
        self._space = Space.shipped()
        self._known: dict[str, list[Key]] = defaultdict(list)
        for key in sorted(known_keys):
            self._known[key[1]].append(key)
        self._names = sorted({name for categories in senses.values() for name in categories})
        number = {name: at for at, name in enumerate(self._names)}
        self._vectors = {
            part: self._space.vectors([lemma for lemma, _ in keys])
            for part, keys in self._known.items()
        }
        self._marks = {}
        for part, keys in self._known.items():
            marks = np.zeros((len(keys), len(self._names)), dtype=np.float32)
            for row, key in enumerate(keys):
                for name in senses[key]:
                    marks[row, number[name]] = 1 / len(senses[key])
            self._marks[part] = marks

    def categories_of(self, keys: Sequence[Key]) -> dict[Key, Categories]:
        """Return the category most neighbours have, and those that nearly as many have."""
        result: dict[Key, Categories] = {}
        for part in sorted({part for _, part in keys} & self._known.keys()):
            part_keys = sorted(key for key in keys if key[1] == part)
            vectors = self._space.vectors([lemma for lemma, _ in part_keys])
            for start in range(0, len(part_keys), 500):
                batch = part_keys[start : start + 500]
                similarities = vectors[start : start + 500] @ self._vectors[part].T
                for row, key in enumerate(batch):
                    best = np.argsort(-similarities[row], kind="stable")[:NEIGHBOURS]
                    weights = np.maximum(similarities[row, best], 0) ** 2
                    votes = weights @ self._marks[part][best]
                    min_votes = NEARLY * votes.max()
                    if min_votes > 0:
                        result[key] = frozenset(
                            self._names[index] for index in np.flatnonzero(votes >= min_votes)
                        )
        return result
