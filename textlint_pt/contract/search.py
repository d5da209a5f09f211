"""Searching documents for what answers a question: what `textlint-pt ask` asks of a plugin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from textlint_pt.text.document import Document, Span

#: values of an analysis of sentences, by its name, for each of some texts; None if it cannot be had
Values = Callable[[str, Sequence[str]], "Sequence[Any] | None"]


class Found(NamedTuple):
    """A question of a document and its answer, or a passage that is an `answer` without a question.

    `document` is the index of the document; `matched` the share of the words asked for that are
    found there, in [0, 1]; `likeness` how much alike both questions are in what they say, from 1
    to 5 as in `textlint-pt compare`, None where nothing told it.
    """

    document: int
    question: Span | None
    answer: Span | None
    #: both as they read, "" where there is none
    question_text: str
    answer_text: str
    matched: float
    likeness: float | None = None


#: gives the best answers of documents to a question, best first, at most so many; deterministic
Search = Callable[[Sequence[Document], str, int, Values], Sequence[Found]]
