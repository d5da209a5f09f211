"""RED005: a phrase said again within its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Related, Rule, Scope, View
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.metric import Redundancy, Repetition
from textlint_pt_redundancy.words import words


class InsideSentence(Rule):
    """A phrase is said again within one sentence."""

    code = "RED005"
    name = "redundancy.inside-sentence"
    scope = Scope.SPAN
    dimension = "redundancy"
    metrics = (Redundancy.name,)
    supersedes = ("RED001", "RED002", "RED003", "RED004")
    options = {"phrase": opt.PHRASE, "apart": opt.APART}

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
