"""FAQ001: a question asked before."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from textlint_pt.contract import Document, Finding, MarkupKind, Option, Related, Rule, View
from textlint_pt.text.regex import regex
from textlint_pt_questions.kinds import Asked, asked, light
from textlint_pt_questions.reading import Question, questions
from textlint_pt_questions.terms import stems, words

#: names that a sign tells apart: C, C++, C#
_SIGNS = regex(r"\w[+#]+")
_WHY = regex(r"\bpor qu[eê]\b", 2)
#: earlier questions with a rare word in common that a question is compared with, so that a page of
#: 100,000 questions is read in bounded time
_MAX_COMPARED = 200
#: words of a question that tell what it is about, wherever it stands
_MIN_CONTENT = 3
#: words of an answer that only leads to another, at most
_MAX_LEADING_ANSWER = 12
#: share of the stems of two answers from which on they are the same
_MIN_SHARED_ANSWER = 0.7


class _Asking(NamedTuple):
    """The stems of the content words of a question, in order, what it asks for (when, how …), and
    its numbers and negations, which must be equal in two questions that are the same."""

    about: tuple[str, ...]
    kind: Asked
    decisive: frozenset[str]


class DuplicateQuestion(Rule):
    """A question asks the same as an earlier one."""

    code = "FAQ001"
    options = {
        "alike": Option(
            1.0, "share of the words in the same order from which on two questions are the same",
            minimum=0.5, maximum=1.0,
        )
    }  # fmt: skip

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        """Yield a finding for each question that repeats an earlier one."""
        limit = options["alike"]
        page_questions = questions(view.document)
        for later, earlier, share in duplicates(page_questions, limit):
            question, first = page_questions[later], page_questions[earlier]
            if not any(_leads(view.document, one) for one in (question, first)):
                yield Finding(
                    code=self.code,
                    span=question.span,
                    evidence={"alike": round(share, 3), "limit": limit},
                    sentence=question.asked[0].sentence.index,
                    related=(Related(first.span),),
                )


def duplicates(found: Sequence[Question], limit: float) -> Iterator[tuple[int, int, float]]:
    """Yield the indices of a question and of an earlier one that asks the same, and their
    similarity (0 to 1), where it is `limit` or more."""
    asking = [_asking(question.text) for question in found]
    uses = Counter(stem for one in asking for stem in set(one.about))
    by_stem: defaultdict[str, list[int]] = defaultdict(list)
    for index, (about, kind, decisive) in enumerate(asking):
        # prefix filter: two questions that share `shared_minimum` stems share one of their rarest
        rare = sorted(set(about), key=lambda stem: (uses[stem], stem))
        shared_minimum = math.ceil(len(about) * limit / (2 - limit) - 1e-9)
        rare = rare[: max(1, len(about) - shared_minimum + 1)]
        candidates = sorted({earlier for stem in rare for earlier in by_stem[stem][:_MAX_COMPARED]})
        for earlier in candidates:
            other_about, *other = asking[earlier]
            if other != [kind, decisive]:
                continue
            share = SequenceMatcher(None, other_about, about, autojunk=False).ratio()
            if share >= limit and not _apart(found[earlier], found[index], len(about)):
                yield index, earlier, share
                break
        for stem in rare:
            by_stem[stem].append(index)


def _leads(document: Document, question: Question) -> bool:
    """Return whether an answer only links to another part of the page, so is repeated on
    purpose."""
    return len(words(question.answer_text)) <= _MAX_LEADING_ANSWER and any(
        link.kind is MarkupKind.LINK and link.target.startswith("#")
        for part in question.answer
        for link in document.markup_in(part.span)
    )


def _apart(question: Question, other: Question, content_words: int) -> bool:
    """Return whether equally worded questions are about different things.

    Under two headings "What does it cost?" is asked of each, unless they name the thing and have
    the same answer.
    """
    if question.section == other.section:
        return False
    answer_stems, other_answer_stems = (set(stems(each.answer_text)) for each in (question, other))
    shared = 2 * len(answer_stems & other_answer_stems)
    return (
        content_words < _MIN_CONTENT
        or not answer_stems
        or shared < _MIN_SHARED_ANSWER * (len(answer_stems) + len(other_answer_stems))
    )


def _asking(question: str) -> _Asking:
    """Return what a question asks for: stems, type, numbers and negations."""
    question = _WHY.sub("porque", question)
    content_words = [word for word in words(question) if word not in light()]
    decisive = {
        word
        for word in words(question)
        if word in ("não", "sem", "nunca")
        or any(map(str.isdecimal, word))
        or word.endswith(
            ("dor", "dora", "dores", "doras")
        )  # who franchises, and what is franchised
    } | set(_SIGNS.findall(question.lower()))
    # the first word says which of "other" is asked for: what, who, how, why
    opening = next((word for word in words(question) if word in _OPENINGS), "")
    return _Asking(
        tuple(stem for word in content_words for stem in stems(word)),
        asked(question),
        frozenset(decisive | ({opening} if opening else set())),
    )


#: asks for something that no other of them asks for
_OPENINGS = frozenset(["como", "quem", "porque", "porquê", "onde", "quando"])
