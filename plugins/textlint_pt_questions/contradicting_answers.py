"""FAQ007: two answers to one question that cannot both be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Related, Rule, Scope, View
from textlint_pt_questions.duplicate_question import ALIKE, duplicates
from textlint_pt_questions.kinds import Asked, asked
from textlint_pt_questions.reading import Question, questions
from textlint_pt_questions.study import number_of
from textlint_pt_questions.terms import words

#: words of an answer in which its yes or no stands
_OPENING = 2
#: share of the words that two answers have in common which differ by a "não" alone
_ALIKE = 0.7


class ContradictingAnswers(Rule):
    """Two questions that ask the same are answered differently."""

    code = "FAQ007"
    name = "questions.contradicting-answers"
    scope = Scope.PAIR
    default = False
    options = {"alike": ALIKE}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = questions(view.document)
        for later, earlier, share in duplicates(found, options["alike"]):
            one, other = found[later], found[earlier]
            there, span = other.answer_span, one.answer_span
            contrast = _contrast(one, other)
            if contrast is None or span is None or there is None or one.section != other.section:
                continue
            yield Finding(
                code=self.code,
                span=one.answer[0].span,
                evidence={"alike": round(share, 3), "contrast": contrast},
                message=contrast,
                sentence=one.answer[0].sentence.index,
                related=(Related(there),),
            )


def _contrast(one: Question, other: Question) -> str | None:
    """In what two answers to the same question contradict each other; None for nothing sure."""
    mine, theirs = words(one.answer_text), words(other.answer_text)
    if not mine or not theirs:
        return None
    said = [_says(answer) for answer in (mine, theirs)]
    if None not in said and said[0] != said[1]:
        return "whether"
    if asked(one.text) in (Asked.TIME, Asked.AMOUNT):
        numbers, others = _numbers(mine), _numbers(theirs)
        if numbers and others and numbers.isdisjoint(others):
            return "numbers"
    shared = set(mine) & set(theirs)
    alike = 2 * len(shared) / (len(set(mine)) + len(set(theirs)))
    if alike >= _ALIKE and abs(mine.count("não") - theirs.count("não")) == 1:
        return "negation"
    return None


def _says(answer: list[str]) -> str | None:
    """The "sim" or "não" that an answer opens with."""
    return next((word for word in answer[:_OPENING] if word in ("sim", "não")), None)


def _numbers(answer: list[str]) -> set[str]:
    return {number for word in answer if (number := number_of(word))}
