"""GRA903: a text written without accents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Rule, Scope, Severity, View
from textlint_pt_grammaticality.confidence import MEASURED
from textlint_pt_grammaticality.manner import LEAST_LOST, manner


class WithoutAccents(Rule):
    """The text was written without accents.

    ## What it finds

    A text, or paragraphs of it, where words lack the accent that they cannot be without (*nao*,
    *voce*, *tambem*), or the letter with it (*tambm*, *situao*), and next to none has one. It
    is said once; the other rules of grammar and spelling pass over what was written so.

    ## Why it matters

    It is one cause, often a keyboard or a file that went through the wrong encoding, and is put
    right as one: word by word the reader would drown in findings.

    ## Bad

    > Voce nao sabe, mas eles tambem nao vao la. Ninguem esta em casa, so o cao.

    ## Good

    > Você não sabe, mas eles também não vão lá. Ninguém está em casa, só o cão.

    ## Evidence

    `lost`: words that can only be others without their accent; `kept`: words with one; `limit`: how
    many must have lost it (and ten times as many as kept it).

    ## Source

    Our own.
    """

    code = "GRA903"
    name = "spelling.without-accents"
    counts_in = "grammaticality"
    scope = Scope.DOCUMENT
    severity = Severity.WARNING
    measured_in = MEASURED
    needs = ("forms",)
    messages = {
        "pt": {
            "message": "este texto foi escrito sem acentos: {lost} palavras como «{form}», "
            "que é «{suggestion}»",
            "part": "parte deste texto foi escrita sem acentos: {lost} palavras como «{form}», "
            "que é «{suggestion}»",
            "related": "",
        },
        "en": {
            "message": "this text was written without accents: {lost} words like “{form}”, "
            "which is “{suggestion}”",
            "part": "part of this text was written without accents: {lost} words like “{form}”, "
            "which is “{suggestion}”",
            "related": "",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        found = manner(view)
        if found.bare is None:
            return
        lost = found.bare
        yield self.finding(
            lost.sentence,
            {"lost": lost.lost, "kept": lost.kept, "limit": LEAST_LOST},
            start=lost.start,
            end=lost.end,
            message="message" if found.whole else "part",
            arguments={
                "form": lost.sentence.text[lost.start : lost.end],
                "suggestion": lost.suggestion,
            },
        )
