"""Which documents are pages of questions and answers: the preset `faq` holds for these."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt.contract import Document, Kind, Recogniser
from textlint_pt.formats.records import RECORD
from textlint_pt_questions.reading import asks

#: questions that a page has at least
_LEAST = 3


class QuestionPage(Recogniser):
    """A document with more headings that ask than other ones below its first, or of records."""

    preset: ClassVar[str] = "faq"

    def recognises(self, document: Document) -> bool:
        if any(one.name == RECORD for one in document.markup):
            return True
        headings = [one.text for one in document.sentences if one.kind is Kind.HEADING]
        asking = sum(map(asks, headings))
        others = len(headings) - asking - (1 if headings and not asks(headings[0]) else 0)
        return asking >= _LEAST and asking > others
