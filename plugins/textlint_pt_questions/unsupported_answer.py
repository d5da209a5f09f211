"""FAQ004, FAQ005: questions and answers without support in the text that they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Forms, Option, Related, Rule, Scope, View
from textlint_pt.text.words import ALPHANUMERIC
from textlint_pt_questions.study import Words, content, figures, studies

#: words that an answer has at least beside those that say little, to be judged by their share
_WORDS = 3
#: letters of a name
_NAME = 4
#: parts of speech of words that are no names
_COMMON = ("NOUN", "ADJ", "VERB", "ADV")
#: figures of a year
_YEAR = 4


class UnsupportedAnswer(Rule):
    """An answer has what the text it is taken from does not have."""

    code = "FAQ005"
    name = "questions.unsupported-answer"
    scope = Scope.DOCUMENT
    default = False
    wants = ("forms",)
    options = {
        "supported": Option(
            0.34, "share of the words of an answer that its text must have", 0.0, 1.0
        )
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        limit = options["supported"]
        forms: Forms | None = view.analysis("forms") if view.has("forms") else None
        for question, text in studies(view.document):
            answer = question.answer_text
            if not answer or not question.answer_span:
                continue
            there = (text.words, Words(question.text))
            said = content(answer)
            lacking = [
                word
                for word in said
                if not any(one.has(word) for one in there) and not any(map(str.isdecimal, word))
            ]
            share = 1 - len(lacking) / len(said) if said else 1.0
            names = _names(answer, forms) if forms else set()
            found = {
                "numbers": [
                    one
                    for one in sorted(figures(answer))
                    if not any(_said(one, each) for each in there)
                ],
                "names": [word for word in lacking if word in names],
                "words": lacking if share < limit and len(said) >= _WORDS else [],
            }
            contrast = next((key for key, missing in found.items() if missing), None)
            if contrast is None:
                continue
            yield Finding(
                code=self.code,
                span=question.answer_span,
                evidence={
                    "contrast": contrast,
                    "missing": found[contrast],
                    "supported": round(share, 3),
                    "limit": limit,
                },
                message=contrast,
                arguments={"listed": ", ".join(f"«{one}»" for one in found[contrast])},
                sentence=question.answer[0].sentence.index,
                related=(Related(text.nearest(answer)),),
            )


def _said(number: str, there: Words) -> bool:
    """Whether a text has a number, or the last figures of a year: "os anos 70"."""
    year = len(number) == _YEAR and number[:2] in ("19", "20")
    return number in there.numbers or (year and number[2:].lstrip("0") in there.numbers)


def _names(answer: str, forms: Forms) -> set[str]:
    """Words with a capital that do not open the answer or a sentence of it and are no common
    words, in small letters."""
    return {
        word.lower()
        for part in answer.split(". ")
        for word in ALPHANUMERIC.findall(part)[1:]
        if len(word) >= _NAME and word[0].isupper() and word[1:].islower()
        if not any(reading.upos in _COMMON for reading in forms.readings(word.lower()))
    }


#: words that a question has at least beside those that say little
_ASKED = 2


class NotInText(Rule):
    """The text that a question is about does not speak of what it asks."""

    code = "FAQ004"
    name = "questions.not-in-text"
    scope = Scope.DOCUMENT
    default = False
    options = {
        "answered": Option(
            0.34, "share of the words of a question that its text must have", 0.0, 1.0
        )
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for question, text in studies(view.document):
            asked = content(question.text)
            if len(asked) < _ASKED:
                continue
            missing = [word for word in asked if not text.words.has(word)]
            share = 1 - len(missing) / len(asked)
            if share < options["answered"]:
                yield Finding(
                    code=self.code,
                    span=question.span,
                    evidence={
                        "answered": round(share, 3),
                        "limit": options["answered"],
                        "missing": missing,
                    },
                    arguments={"listed": ", ".join(f"«{word}»" for word in missing)},
                    sentence=question.asked[0].sentence.index,
                    related=(Related(text.nearest(question.text)),),
                )
