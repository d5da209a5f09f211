"""Questions about a text that stands beside them, and what of a text has an answer in another.

Records have the text in a field of their own (`formats.records`: "text"). A page has it in the
paragraphs before a short heading that announces questions: "Interpretação do texto", "Questões".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from textlint_pt.contract import Document, Kind, Sentence, Span
from textlint_pt.formats.records import RECORD
from textlint_pt.portuguese import cardinals
from textlint_pt.text.regex import regex
from textlint_pt_questions.kinds import announces, light
from textlint_pt_questions.reading import Part, Question, answered, asks, records, said, unmarked
from textlint_pt_questions.retrieval import Search, lexical, ranked
from textlint_pt_questions.terms import runs, stems, words

#: words that a text has at least, so that questions can be about it
_TEXT = 30
#: words that a heading has at most that announces questions
_ANNOUNCED = 8
#: share of the runs of letters of both from which on two words are taken for one
_ALIKE = 0.5
#: letters of a run by which words are found that may be alike
_TOLD = 4
_FIGURES = regex(r"\d+(?:[.,]\d+| \d{3}(?!\d))*")
_ALONE = regex(rf"(?<![\w]){_FIGURES.pattern}(?!\w)")
_THOUSANDS = regex(r"[., ]\d{3}(?!\d)")


class Words:
    """What some texts are searched for: stems, and runs of letters of each of their words."""

    def __init__(self, *texts: str) -> None:
        self.numbers = frozenset(number for text in texts for number in numbers(text))
        there = sorted({word for text in texts for word in words(text)})
        self._stems = {stem for word in there for stem in stems(word)}
        self._pieces = [frozenset(runs(word)) for word in there]
        #: the words that have a run of four letters: those that share half of all share one
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for at, piece in enumerate(self._pieces):
            for run in piece:
                if len(run) == _TOLD:
                    self._having[run].append(at)

    def has(self, word: str) -> bool:
        """Whether a word is there in any form: by its stem, or by half of its letters."""
        if stems(word)[0] in self._stems:
            return True
        own = frozenset(runs(word))
        near = {at for run in own for at in self._having.get(run, ())}
        return any(
            2 * len(own & self._pieces[at]) >= _ALIKE * (len(own) + len(self._pieces[at]))
            for at in near
        )


class Passage:
    """A text that questions are about."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = tuple(sentences)

    @cached_property
    def words(self) -> Words:
        return Words(*(one.text for one in self.sentences))

    @cached_property
    def is_one(self) -> bool:
        """Whether it has as many words as questions can be about."""
        return sum(len(words(one.text)) for one in self.sentences) >= _TEXT

    @cached_property
    def _search(self) -> Search:
        return Search(lexical([one.text for one in self.sentences]))

    def nearest(self, question: str) -> Span:
        """The place of the sentence that is nearest to a question; of equal ones the first."""
        found = ranked(self._search.scores(question), 1)
        return self.sentences[found[0] if found else 0].span


class Studied(NamedTuple):
    """A question and the text that it is about."""

    question: Question
    text: Passage


def content(text: str) -> list[str]:
    """The words of a text that say something, each once."""
    return [word for word in dict.fromkeys(words(text)) if word not in light() and len(word) > 1]


def numbers(text: str) -> set[str]:
    """The numbers of a text, in figures without what parts them: "3.000", "três" and "2,5" are
    3000, 3 and 25; "11.400.000" is also 11, since people say eleven million."""
    found: set[str] = set()
    for one in _FIGURES.findall(text):
        found |= {_plain(one), _plain(_THOUSANDS.split(one)[0])}
    return found | {number for word in words(text) if (number := number_of(word))}


def figures(text: str) -> set[str]:
    """The numbers of a text that are written in figures, as `numbers` has them, but for those
    beside a letter ("m3")."""
    return {_plain(one[0]) for one in _ALONE.finditer(text)}


def _plain(figure: str) -> str:
    return "".join(filter(str.isdecimal, figure)).lstrip("0") or "0"


def number_of(word: str) -> str | None:
    """A number in figures, from "três" and from "03"; None for any other word."""
    if word.isdecimal():
        return word.lstrip("0") or "0"
    value = cardinals().get(word) if word not in ("um", "uma") else None
    return None if value is None else str(value)


def studies(document: Document) -> Iterator[Studied]:
    """The questions of a document about a text of its own, in order."""
    if any(one.name == RECORD for one in document.markup):
        found = _of_records(document)
    else:
        found = _of_page(document)
    return (one for one in found if one.text.is_one)


def _of_records(document: Document) -> Iterator[Studied]:
    for record in records(document):
        asked = said(document, record.get("question", ()))
        text = said(document, record.get("text", ()))
        if asked and text:
            answer = said(document, record.get("answer", ()))
            yield Studied(
                Question(tuple(asked), tuple(answer)), Passage([part.sentence for part in text])
            )


def _of_page(document: Document) -> Iterator[Studied]:
    text: list[Sentence] = []
    passage = Passage(())
    asking = False
    question: Question | None = None
    for _, group in groupby(document.sentences, key=lambda one: one.block):
        block = list(group)
        if _announces(block):
            if not asking:
                passage = Passage(text)
            asking = True
            continue
        if block[0].kind is Kind.HEADING:
            if question:
                yield Studied(question, passage)
                question = None
            if asking:
                text = []
            asking = False
            continue
        if not asking:
            text += block
            continue
        last = max((at for at, one in enumerate(block) if asks(one.text)), default=None)
        if last is not None:
            if question:
                yield Studied(question, passage)
            question = Question(tuple(unmarked(block[: last + 1])), ())
            block = block[last + 1 :]
        if question and block and (answered(block[0]) or question.answer):
            parts = tuple(Part(sentence, answered(sentence)) for sentence in block)
            question = Question(question.asked, question.answer + parts)
    if question:
        yield Studied(question, passage)


def _announces(block: Iterable[Sentence]) -> bool:
    heading = [word for one in block for word in words(one.text)]
    return len(heading) <= _ANNOUNCED and not announces().isdisjoint(heading)
