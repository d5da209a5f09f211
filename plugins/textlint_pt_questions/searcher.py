"""What `textlint-pt ask` asks: questions with their answers, and the passages beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from textlint_pt.contract import Document, Found, Kind, Span, Values
from textlint_pt.text.likeness import likeness
from textlint_pt_questions.kinds import light
from textlint_pt_questions.reading import questions
from textlint_pt_questions.retrieval import Search, Weighted, by_meaning, lexical, ranked
from textlint_pt_questions.terms import runs, stems, words

#: share of the words asked for below which nothing was found
_MIN_SHARE_OF_WORDS = 0.5
#: likeness from which on a question is found whatever its words: 8 % of the questions of Pirá
#: (CC0) have another one that is as near, and 77 % of those in other words their own
_MIN_LIKENESS = 3.5
#: questions that what is said is compared with: those that are nearest by their words
_MAX_JUDGED = 1000
#: share of the runs of letters of both from which on two words are taken for one
_ALIKE_LETTERS = 0.5
#: letters of a run by which words are found that may be alike
_RUN = 4


def search(
    documents: Sequence[Document], question: str, limit: int, values: Values
) -> Sequence[Found]:
    """Return the best entries for a question: by stems, runs of letters and, where the shipped
    model can be read, by meaning; of many entries only those nearest by their words are judged."""
    entries = [
        entry for index, document in enumerate(documents) for entry in _entries(index, document)
    ]
    if len(entries) > _MAX_JUDGED:
        scores = Search(_lexical(entries)).scores(question)
        entries = [entries[index] for index in sorted(ranked(scores, _MAX_JUDGED))]
    return _judged(entries, question, limit, values)


def _judged(entries: Sequence[Found], question: str, limit: int, values: Values) -> Sequence[Found]:
    """Return the ranked entries that share words or meaning with the question."""
    if not entries:
        return []
    rankers = _lexical(entries)
    vectors = values("meaning-vectors", [question, *map(_title, entries)])
    likenesses: list[float | None] = [None] * len(entries)
    if vectors is not None:
        rankers.append(by_meaning(vectors[1:], lambda _: vectors[0]))
        likenesses = [likeness(vectors[0], vector) for vector in vectors[1:]]
    result = []
    for index in ranked(Search(rankers).scores(question), limit):
        entry = entries[index]
        matched = _matched(question, f"{entry.question_text} {entry.answer_text}")
        entry_likeness = likenesses[index]
        if matched >= _MIN_SHARE_OF_WORDS or (
            entry_likeness is not None and entry_likeness >= _MIN_LIKENESS
        ):
            result.append(
                entry._replace(
                    matched=round(matched, 4),
                    likeness=None if entry_likeness is None else round(entry_likeness, 2),
                )
            )
    return result


def _title(one: Found) -> str:
    return one.question_text or one.answer_text


def _lexical(found: Sequence[Found]) -> list[Weighted]:
    answers = [one.answer_text if one.question_text else "" for one in found]
    return lexical([_title(one) for one in found], answers)


def _entries(document_number: int, document: Document) -> Iterator[Found]:
    """Yield the questions of a document, and its paragraphs that belong to none."""
    taken: set[int] = set()
    for question in questions(document):
        taken.update(part.sentence.index for part in (*question.asked, *question.answer))
        yield Found(
            document_number,
            question.span,
            question.answer_span,
            question.text,
            question.answer_text,
            0.0,
        )
    for _, group in groupby(document.sentences, key=lambda sentence: sentence.block):
        block = [
            question
            for question in group
            if question.index not in taken and question.kind is not Kind.HEADING
        ]
        if block:
            span = Span(block[0].span.start, block[-1].span.end)
            yield Found(
                document_number, None, span, "", " ".join(question.text for question in block), 0.0
            )


def _matched(question: str, text: str) -> float:
    """Return the share of the question's words that a text has, in any form.

    Function words count only where there are no others.
    """
    question_words = words(question)
    question_words = [word for word in question_words if word not in light()] or question_words
    if not question_words:
        return 0.0
    searched = _Words(text)
    return sum(map(searched.has, question_words)) / len(question_words)


class _Words:
    """What a text is searched for: stems, and runs of letters of each of their words."""

    def __init__(self, text: str) -> None:
        """Index the stems and letter n-grams of a text's words."""
        distinct_words = sorted(set(words(text)))
        self._stems = {stem for word in distinct_words for stem in stems(word)}
        self._pieces = [frozenset(runs(word)) for word in distinct_words]
        #: the words that have a run of four letters: those that share half of all share one
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for index, piece in enumerate(self._pieces):
            for run in piece:
                if len(run) == _RUN:
                    self._having[run].append(index)

    def has(self, word: str) -> bool:
        """Return whether a word is in the text in any form: by its stem, or half its n-grams."""
        if stems(word)[0] in self._stems:
            return True
        own_runs = frozenset(runs(word))
        candidates = {index for run in own_runs for index in self._having.get(run, ())}
        return any(
            2 * len(own_runs & self._pieces[index])
            >= _ALIKE_LETTERS * (len(own_runs) + len(self._pieces[index]))
            for index in candidates
        )
