"""GRA416: a question that ends in a full stop."""

from __future__ import annotations

from typing import ClassVar

from textlint_pt_grammaticality.phrases import Diagnosis


class MissingQuestionMark(Diagnosis):
    """A question ends in a full stop."""

    code = "GRA416"
    name = "mechanics.missing-question-mark"
    messages: ClassVar = {
        "pt": {
            "message": "«{opening}» abre uma pergunta: falta o ponto de interrogação",
            "known": "«{opening}» parece abrir uma pergunta: falta o ponto de interrogação",
            "indirect": "«{opening}» diz o que se quer saber e não pergunta: acaba em ponto final",
        },
        "en": {
            "message": "“{opening}” opens a question: the question mark is missing",
            "known": "“{opening}” seems to open a question: the question mark is missing",
            "indirect": "“{opening}” says what one wants to know and does not ask: it ends in a "
            "full stop",
        },
    }
