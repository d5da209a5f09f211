"""FAQ002: an answer without what its question asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Related, Rule, Scope, View
from textlint_pt_questions.kinds import Asked, asked, fits
from textlint_pt_questions.reading import questions


class AnswerType(Rule):
    """An answer does not have what its question asks for.

    ## What it finds

    Questions that ask when, how much, where or whether, with an answer that has no time, amount,
    place, yes or no anywhere, takes up nothing of what was asked, and sends the reader nowhere
    else. An answer that has something of the kind is left alone, right or wrong.

    ## Why it matters

    Who asks when wants to be told a time. Often the answer was written for another question, or
    tells what leads to it and leaves the rest to the reader.

    ## Bad

    ```markdown
    **Quando abre a piscina?**

    A piscina tem água aquecida e um bar.
    ```

    ## Good

    ```markdown
    **Quando abre a piscina?**

    Às nove, de segunda a sábado.
    ```

    ## Evidence

    `asked`: what the question asks for: *time*, *amount*, *place* or *whether*. Off by default:
    few of its findings were right. Most answers say yes or no without any word of these lists.

    ## Source

    Gonçalo Oliveira and Alves 2021 (AIA-BDE): the type of a question restricts its answer.
    """

    code = "FAQ002"
    name = "questions.answer-type"
    scope = Scope.PAIR
    default = False
    messages = {
        "pt": {
            "time": "a pergunta quer saber quando, e a resposta não diz nenhum tempo",
            "amount": "a pergunta quer saber quanto, e a resposta não diz nenhuma quantidade",
            "place": "a pergunta quer saber onde, e a resposta não diz nenhum lugar",
            "whether": "a pergunta quer saber se sim ou não, e a resposta não o diz",
            "related": "a pergunta",
        },
        "en": {
            "time": "the question asks when, and the answer has no time",
            "amount": "the question asks how much, and the answer has no amount",
            "place": "the question asks where, and the answer has no place",
            "whether": "the question asks whether, and the answer says neither yes nor no",
            "related": "the question",
        },
    }

    def check(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        for one in questions(view.document):
            kind = asked(one.text)
            if kind is Asked.OTHER or fits(one.answer_text, kind, one.text):
                continue
            first = one.answer[0]
            yield Finding(
                code=self.code,
                span=first.span,
                evidence={"asked": kind.value},
                message=kind.value,
                sentence=first.sentence.index,
                related=(Related(one.span),),
            )
