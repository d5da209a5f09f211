"""RED005: a phrase said again within its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Related, Rule, Scope, View
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.metric import Redundancy, Repetition
from textlint_pt_redundancy.words import words


class InsideSentence(Rule):
    """A phrase is said again within one sentence.

    ## What it finds

    A phrase that follows itself: any of `phrase` (3) words or more twice, if it carries content and
    no pause for effect stands between, one of two words four times, a single word eight times. By
    default it must be the same with all its stops, so that a word which is taken up ("a ponte, a
    ponte que caiu") is none. In the preset `generated` also a phrase of `apart` (8) words or more
    with other words between.

    ## Why it matters

    Text written by machine can circle inside one endless sentence, which no comparison of sentences
    sees; in texts written by people it is a slip of editing. Emphasis ("Vem aí! Vem aí!"),
    lists and sounds ("tique-taque, tique-taque") are spared.

    ## Bad

    ```text
    O pastor subiu a serra com o rebanho com o rebanho com o rebanho.
    ```

    ## Good

    ```text
    O pastor subiu a serra com o rebanho e com o cão.
    ```

    ## Evidence

    `times`: how often the phrase is said; `phrase_words`: its words; `limit`: from how many times a
    phrase of this length counts.

    ## Source

    Americo and Fernandes 2021, sample 4.12: the case that the pairwise metric misses.
    """

    code = "RED005"
    name = "redundancy.inside-sentence"
    scope = Scope.SPAN
    dimension = "redundancy"
    metrics = (Redundancy.name,)
    supersedes = ("RED001", "RED002", "RED003", "RED004")
    options = {"phrase": opt.PHRASE, "apart": opt.APART}
    messages = {
        "pt": {
            "message": "«{text}» {times} vezes na mesma frase",
            "related": "a primeira vez",
        },
        "en": {
            "message": "“{text}” {times} times in one sentence",
            "related": "the first time",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        detail: Repetition = view.metric(Redundancy.name).detail
        for number, echoes in sorted(detail.echoes.items()):
            sentence = view.sentences[number]
            tokens = words(sentence.text)
            for echo in echoes:
                start, end = tokens[echo.first].start, tokens[echo.first + echo.length - 1].end
                yield self.finding(
                    sentence,
                    {"times": echo.times, "phrase_words": echo.length, "limit": echo.limit},
                    start=tokens[echo.again].start,
                    end=tokens[echo.end - 1].end,
                    arguments={"text": sentence.text[start:end]},
                    related=[Related(sentence.content.span(start, end))],
                )
