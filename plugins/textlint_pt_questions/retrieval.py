"""Which of many texts a question asks for, without a model.

An `Index` holds, for each term, the texts that have it and what it is worth in each, so that asking
costs as much as the terms of the question occur. BM25F as in Robertson, Zaragoza and Taylor 2004
(the frequencies of a term in the fields of a text are weighed and added before they are
saturated), with the usual k1 = 1.2 and b = .75.

Rankings are joined by their ranks (reciprocal rank fusion: Cormack, Clarke and Büttcher 2009): the
scores of different systems cannot be compared. A ranking by meaning joins in `Search` as one more.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt_questions.terms import Terms, runs, stems

if TYPE_CHECKING:
    from numpy.typing import NDArray

K1 = 1.2
B = 0.75
#: constant of reciprocal rank fusion, as published
_FUSION = 60
#: weight of a term in the answer; in the question it is 1
_ANSWER = 0.3


class Field(NamedTuple):
    """One text of each document, in the order of the documents, and its weight."""

    texts: Sequence[str]
    weight: float = 1.0


def rarity(documents: int, found: int) -> float:
    """What a term is worth that so many of the documents have, in nats."""
    return math.log(1 + (documents - found + 0.5) / (found + 0.5))


class Index:
    """Documents by the terms of their fields; `weigh` says what a term is worth (`rarity`)."""

    def __init__(
        self,
        fields: Sequence[Field],
        terms: Terms,
        weigh: Callable[[int, int], float] = rarity,
    ) -> None:
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
        for at, document in enumerate(weighed):
            for term, value in document.items():
                postings[term].append((at, value / (K1 + value)))
        #: for each term the documents that have it, and what it is worth in them
        self._postings: dict[str, tuple[NDArray[np.int32], NDArray[np.float32]]] = {}
        for term, found in postings.items():
            weight = weigh(self.size, len(found))
            where, worth = zip(*found, strict=True)
            self._postings[term] = (
                np.array(where, np.int32),
                (weight * np.array(worth)).astype(np.float32),
            )

    def scores(self, question: str) -> NDArray[Any]:
        """What each document is worth as an answer, from 0; the best first is `ranked`."""
        import numpy as np

        result = np.zeros(self.size, np.float32)
        for term in dict.fromkeys(self._terms(question)):
            found = self._postings.get(term)
            if found is not None:
                result[found[0]] += found[1]
        return result


#: scores of all documents for a question: an `Index`, or the cosines of vectors of meaning
Ranker = Callable[[str], "NDArray[Any]"]


class Search:
    """Several rankers of the same documents, joined by rank."""

    def __init__(self, rankers: Sequence[Ranker]) -> None:
        self._rankers = rankers

    def scores(self, question: str) -> NDArray[Any]:
        """Joined scores in [0, 1]: 1 for a document that all rankers put first, 0 for one that none
        of them finds. Between documents of the same ranks, the mean of the scores decides, each as
        a share of its ranker's best."""
        import numpy as np

        joined: Any = 0.0
        shares: Any = 0.0
        for ranker in self._rankers:
            scores = ranker(question)
            best = float(scores.max(initial=0.0))
            # documents of equal score share the best of their ranks
            order = np.sort(-scores)
            ranks = np.searchsorted(order, -scores)
            joined = joined + np.where(scores > 0, (_FUSION + 1) / (_FUSION + 1 + ranks), 0.0)
            shares = shares + (np.clip(scores, 0, None) / best if best else 0.0)
        many = len(self._rankers) or 1
        # less than the smallest step between two ranks that matter
        result: NDArray[Any] = joined / many * (1 - 1e-4) + shares / many * 1e-4
        return result


def ranked(scores: NDArray[Any], limit: int) -> list[int]:
    """The documents of the highest scores above 0, in order; of equal ones the earlier first."""
    import numpy as np

    order = np.argsort(-scores, kind="stable")[:limit]
    return [int(at) for at in order if scores[at] > 0]


def lexical(questions: Sequence[str], answers: Sequence[str] | None = None) -> list[Ranker]:
    """The rankers without a model: stems by BM25F, over questions and, with less weight, answers;
    runs of letters, over questions."""
    fields = [Field(questions)]
    if answers is not None:
        fields.append(Field(answers, _ANSWER))
    return [Index(fields, stems).scores, Index([Field(questions)], runs).scores]
