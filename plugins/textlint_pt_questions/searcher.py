"""What `textlint-pt ask` asks: questions with their answers, and the passages beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from textlint_pt.contract import Document, Found, Kind, Searcher, Span, Values
from textlint_pt.text.likeness import likeness
from textlint_pt_questions.kinds import light
from textlint_pt_questions.reading import questions
from textlint_pt_questions.retrieval import Search, Weighted, by_meaning, lexical, ranked
from textlint_pt_questions.terms import runs, stems, words

#: share of the words asked for below which nothing was found
_LEAST = 0.5
#: likeness from which on a question is found whatever its words: 8 % of the questions of Pirá
#: (CC0) have another one that is as near, and 77 % of those in other words their own
_SAME = 3.5
#: questions that what is said is compared with: those that are nearest by their words
_JUDGED = 1000
#: share of the runs of letters of both from which on two words are taken for one
_ALIKE_LETTERS = 0.5
#: letters of a run by which words are found that may be alike
_RUN = 4


class QuestionSearcher(Searcher):
    """By stems, runs of letters and, where the shipped model can be read, by what is said."""

    name = "questions"

    def search(
        self, documents: Sequence[Document], question: str, limit: int, values: Values
    ) -> Sequence[Found]:
        there = [one for at, document in enumerate(documents) for one in _entries(at, document)]
        if len(there) > _JUDGED:
            scores = Search(_lexical(there)).scores(question)
            there = [there[at] for at in sorted(ranked(scores, _JUDGED))]
        return self._judged(there, question, limit, values)

    def _judged(
        self, there: Sequence[Found], question: str, limit: int, values: Values
    ) -> Sequence[Found]:
        if not there:
            return []
        rankers = _lexical(there)
        vectors = values("meaning-vectors", [question, *map(_title, there)])
        alike: list[float | None] = [None] * len(there)
        if vectors is not None:
            rankers.append(by_meaning(vectors[1:], lambda _: vectors[0]))
            alike = [likeness(vectors[0], vector) for vector in vectors[1:]]
        found = []
        for at in ranked(Search(rankers).scores(question), limit):
            one = there[at]
            matched = _matched(question, f"{one.question_text} {one.answer_text}")
            near = alike[at]
            if matched >= _LEAST or (near is not None and near >= _SAME):
                found.append(
                    one._replace(
                        matched=round(matched, 4), likeness=None if near is None else round(near, 2)
                    )
                )
        return found


def _title(one: Found) -> str:
    return one.question_text or one.answer_text


def _lexical(there: Sequence[Found]) -> list[Weighted]:
    answers = [one.answer_text if one.question_text else "" for one in there]
    return lexical([_title(one) for one in there], answers)


def _entries(at: int, document: Document) -> Iterator[Found]:
    """The questions of a document, and its paragraphs that belong to none."""
    taken: set[int] = set()
    for one in questions(document):
        taken.update(part.sentence.index for part in (*one.asked, *one.answer))
        yield Found(at, one.span, one.answer_span, one.text, one.answer_text, 0.0)
    for _, group in groupby(document.sentences, key=lambda sentence: sentence.block):
        block = [one for one in group if one.index not in taken and one.kind is not Kind.HEADING]
        if block:
            span = Span(block[0].span.start, block[-1].span.end)
            yield Found(at, None, span, "", " ".join(one.text for one in block), 0.0)


def _matched(question: str, text: str) -> float:
    """The share of the words asked for that the text has, in any form; words that say little count
    only where there is no other."""
    asked = words(question)
    asked = [word for word in asked if word not in light()] or asked
    if not asked:
        return 0.0
    there = _Words(text)
    return sum(map(there.has, asked)) / len(asked)


class _Words:
    """What a text is searched for: stems, and runs of letters of each of their words."""

    def __init__(self, text: str) -> None:
        there = sorted(set(words(text)))
        self._stems = {stem for word in there for stem in stems(word)}
        self._pieces = [frozenset(runs(word)) for word in there]
        #: the words that have a run of four letters: those that share half of all share one
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for at, piece in enumerate(self._pieces):
            for run in piece:
                if len(run) == _RUN:
                    self._having[run].append(at)

    def has(self, word: str) -> bool:
        """Whether a word is there in any form: by its stem, or by half of its letters."""
        if stems(word)[0] in self._stems:
            return True
        own = frozenset(runs(word))
        near = {at for run in own for at in self._having.get(run, ())}
        return any(
            2 * len(own & self._pieces[at]) >= _ALIKE_LETTERS * (len(own) + len(self._pieces[at]))
            for at in near
        )
