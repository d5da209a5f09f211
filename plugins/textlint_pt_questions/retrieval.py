"""Which of many texts a question asks for: by its words, its letters and what it says.

An `Index` holds, for each term, the texts that have it and what it is worth in each, so that asking
costs as much as the terms of the question occur. BM25F as in Robertson, Zaragoza and Taylor 2004
(the frequencies of a term in the fields of a text are weighed and added before they are
saturated), with the usual k1 = 1.2 and b = .75.

The scores of different rankers cannot be compared; joined are their distances from the mean, in
standard deviations (distribution-based score fusion: Mazzeschi 2023). Joined by their ranks
(Cormack, Clarke and Büttcher 2009), a sure first place counts no more than an unsure one: questions
of Pirá in other words were found first in 93.7 % instead of 94.7 % (300 of them).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from textlint_pt_questions.terms import Terms, runs, stems

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

K1 = 1.2
B = 0.75
#: what the worst of documents that are found has
_FOUND = 1e-6
#: weight of a term in the answer; in the question it is 1
ANSWER = 0.3


class Field(NamedTuple):
    """One text of each document, in the order of the documents, and its weight."""

    texts: Sequence[str]
    weight: float = 1.0


def rarity(documents: int, found: int) -> float:
    """Return what a term is worth that so many of the documents have, in nats."""
    return math.log(1 + (documents - found + 0.5) / (found + 0.5))


class Index:
    """Documents by the terms of their fields; `weigh` says what a term is worth (`rarity`)."""

    def __init__(
        self, fields: Sequence[Field], terms: Terms, weigh: Callable[[int, int], float] = rarity
    ) -> None:
        """Compute the postings of all terms with their BM25F weights."""
        import numpy as np

        self._terms = terms
        self.size = len(fields[0].texts)
        weighed: list[defaultdict[str, float]] = [defaultdict(float) for _ in range(self.size)]
        for field in fields:
            counts = [Counter(terms(text)) for text in field.texts]
            mean = sum(count.total() for count in counts) / (self.size or 1)
            for document, count in zip(weighed, counts, strict=True):
                length = 1 - B + B * count.total() / (mean or 1)
                for term, times in count.items():
                    document[term] += field.weight * times / length
        postings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for index, document in enumerate(weighed):
            for term, value in document.items():
                postings[term].append((index, value / (K1 + value)))
        #: for each term the documents that have it, and what it is worth in them
        self._postings: dict[str, tuple[NDArray[np.int32], NDArray[np.float32]]] = {}
        for term, postings_of_term in postings.items():
            weight = weigh(self.size, len(postings_of_term))
            indices, weights = zip(*postings_of_term, strict=True)
            self._postings[term] = (
                np.array(indices, np.int32),
                (weight * np.array(weights)).astype(np.float32),
            )

    def scores(self, question: str) -> NDArray[Any]:
        """Return the score of each document for a question, 0 for none; `ranked` sorts them."""
        import numpy as np

        result = np.zeros(self.size, np.float32)
        for term in dict.fromkeys(self._terms(question)):
            posting = self._postings.get(term)
            if posting is not None:
                result[posting[0]] += posting[1]
        return result


#: scores of all documents for a question: an `Index`, or `by_meaning`
Ranker = Callable[[str], "NDArray[Any]"]
#: a ranker and its weight beside others
Weighted = tuple[Ranker, float]
#: a value of `meaning-vectors`
Vector: TypeAlias = "NDArray[np.float32]"


class Search:
    """Rankers of the same documents, joined by their scores, which are standardised first.

    Each has a weight. A document that none of them finds has 0, every other one more.
    """

    def __init__(self, rankers: Sequence[Weighted]) -> None:
        self._rankers = rankers

    def scores(self, question: str) -> NDArray[Any]:
        """Return the joined scores, in standard deviations above that of the worst document."""
        import numpy as np

        joined: Any = 0.0
        found: Any = False
        for ranker, weight in self._rankers:
            scores = ranker(question).astype(np.float64)
            found |= scores > 0
            spread = scores.std() if scores.size else 0.0
            if spread > 0:
                joined = joined + weight * (scores - scores.mean()) / spread
        lowest = np.min(joined, initial=np.inf)
        result: NDArray[Any] = np.where(found, joined - lowest + _FOUND, 0.0)
        return result


def ranked(scores: NDArray[Any], limit: int) -> list[int]:
    """Return the documents of the highest scores above 0, in order; of equal ones the earlier
    first."""
    import numpy as np

    order = np.argsort(-scores, kind="stable")[:limit]
    return [int(document) for document in order if scores[document] > 0]


def lexical(questions: Sequence[str], answers: Sequence[str] | None = None) -> list[Weighted]:
    """Return the rankers without a model: stems by BM25F, and letter n-grams, each weighted."""
    fields = [Field(questions)]
    if answers is not None:
        fields.append(Field(answers, ANSWER))
    return [(Index(fields, stems).scores, 1.0), (Index([Field(questions)], runs).scores, 1.0)]


def by_meaning(document_vectors: Sequence[Vector], vector: Callable[[str], Vector]) -> Weighted:
    """Return the ranker by cosine of `meaning-vectors`, a vector for each document.

    It weighs as much as both lexical ones: best for 300 paraphrased questions of Pirá (CC0) among
    895.
    """
    import numpy as np

    matrix = np.stack(document_vectors)

    def rank(question: str) -> NDArray[Any]:
        cosines: NDArray[Any] = matrix @ vector(question)
        return cosines

    return rank, 2.0
