"""FAQ004: a question that the text beside it does not answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Option, Related, Rule, Scope, View
from textlint_pt_questions.study import content, studies

#: words that a question has at least beside those that say little
_WORDS = 2


class NotInText(Rule):
    """The text that a question is about does not speak of what it asks.

    ## What it finds

    Questions about a text: of records of JSONL and CSV with a field for it, and of pages where
    they stand below a heading such as *Interpretação do texto* or *Questões*, the text before it.
    Reported is a question of whose words that say something fewer than `answered` are in the text
    in some form; it has two of them at least.

    ## Why it matters

    Who reads looks for an answer that is not there. Often the question belongs to another text, or
    the paragraph that answered it was cut.

    ## Bad

    ```text
    O museu da cidade abriu em 1931, numa casa junto ao rio. Guarda barcos, redes e retratos de
    pescadores, e todos os sábados mostra como se remenda uma vela. A entrada é livre.

    Interpretação do texto

    1. Que instrumentos tocava a orquestra do maestro?
    ```

    ## Good

    ```text
    O museu da cidade abriu em 1931, numa casa junto ao rio. Guarda barcos, redes e retratos de
    pescadores, e todos os sábados mostra como se remenda uma vela. A entrada é livre.

    Interpretação do texto

    1. O que se mostra no museu aos sábados?
    ```

    ## Evidence

    `answered`: the share of the words of the question that are in the text; `limit`: the share
    that it needed; `missing`: those that are not. The sentence that is nearest is shown. Whether
    the words that are there add up to an answer is not judged.

    ## Source

    Pirá 2.0 (Pirozelli et al. 2024), answer triggering; how is our own.
    """

    code = "FAQ004"
    name = "questions.not-in-text"
    scope = Scope.DOCUMENT
    default = False
    options = {
        "answered": Option(
            0.34, "share of the words of a question that its text must have", 0.0, 1.0
        )
    }
    messages = {
        "pt": {
            "message": "o texto não fala do que se pergunta ({listed})",
            "related": "a frase mais próxima",
        },
        "en": {
            "message": "the text does not speak of what is asked ({listed})",
            "related": "the nearest sentence",
        },
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
