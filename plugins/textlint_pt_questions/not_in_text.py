"""FAQ004: a question that the text beside it does not answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Option, Related, Rule, Scope, View
from textlint_pt_questions.study import content, studies

#: words that a question has at least beside those that say little
_WORDS = 2


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
            if len(asked) < _WORDS:
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
