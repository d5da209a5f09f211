"""What a question asks for, words that say little or allow no exception, and pages of questions."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from textlint_pt.contract import Document, Kind
from textlint_pt.formats.records import RECORD
from textlint_pt.portuguese import Lists
from textlint_pt_questions.reading import asks
from textlint_pt_questions.terms import words

_LISTS = Lists(Path(__file__).parent / "data" / "words.tsv")


class Asked(StrEnum):
    """What is asked for; `OTHER`: what, who, how, why, or not to be told."""

    TIME = "time"
    AMOUNT = "amount"
    PLACE = "place"
    WHETHER = "whether"
    OTHER = "other"


def asked(question: str) -> Asked:
    """Return what a question asks for, by the words that open its last sentence.

    "Vendi a casa. Quando pago?" asks when.
    """
    last = _last_sentence(question)
    last_words = words(last)
    first = next(
        (index for index, word in enumerate(last_words) if word in _LISTS.words("asks")), None
    )
    if first is None:
        return Asked.WHETHER if last_words else Asked.OTHER
    if not _LISTS.words("before-asks").issuperset(last_words[:first]):
        return Asked.OTHER  # "Posso saber quando…", "A loja tem um balcão onde…"
    word, *following = last_words[first : first + 5]
    if word == "quando":
        return Asked.TIME
    if word in ("onde", "aonde", "donde"):
        return Asked.PLACE
    if word.startswith("quant"):
        return Asked.TIME if "tempo" in following[:1] else Asked.AMOUNT
    if word in ("que", "qual", "quais"):
        # the first noun that follows: "qual é o prazo", "em que dia"
        for word_after in following:
            for kind in (Asked.TIME, Asked.AMOUNT, Asked.PLACE):
                if word_after in _LISTS.words(f"asks-{kind}"):
                    return kind
            if word_after not in light():
                break
    return Asked.OTHER


def light() -> frozenset[str]:
    """Return words that say little of what is asked."""
    return _LISTS.words("light", "asks")


def absolute() -> frozenset[str]:
    """Return words that allow no exception."""
    return _LISTS.words("absolute")


def _last_sentence(question: str) -> str:
    body = question.rstrip(" ?!\"'”’»)]")
    cut = max(body.rfind(mark) for mark in (". ", "? ", "! ", ": "))
    return body[cut + 1 :]


#: questions that a page has at least
_LEAST = 3


def is_question_page(document: Document) -> bool:
    """Return whether a document has records, or more asking than other headings below its first."""
    if any(one.name == RECORD for one in document.markup):
        return True
    headings = [one.text for one in document.sentences if one.kind is Kind.HEADING]
    asking = sum(map(asks, headings))
    others = len(headings) - asking - (1 if headings and not asks(headings[0]) else 0)
    return asking >= _LEAST and asking > others
