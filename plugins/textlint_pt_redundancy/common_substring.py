"""RED001: sentences that stand twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, MarkupKind, Related, Span, View
from textlint_pt.text.overlap import SUBSTRING, numbers
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.copies import Copy
from textlint_pt_redundancy.metric import Redundancy, Repetition
from textlint_pt_redundancy.pair_rules import Explained, Pair, PairRule


def _span(view: View, first: int, end: int) -> Span:
    """From the first of some sentences to the last before a block of code: the program between two
    comments is no copy."""
    copied = [sentence.span for sentence in view.sentences[first:end]]
    start = copied[0].start
    code = [one.span.start for one in view.document.markup if one.kind is MarkupKind.CODE_BLOCK]
    stop = min((at for at in code if at > start), default=copied[-1].end)
    return Span(start, max(span.end for span in copied if span.start < stop))


class CommonSubstring(PairRule):
    """Sentences stand twice."""

    code = "RED001"
    name = "redundancy.common-substring"
    test = SUBSTRING
    supersedes = ("RED002", "RED003", "RED004")
    options = {"substring": opt.SUBSTRING, **opt.PAIRS}

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        yield from super().find(view, options)
        detail: Repetition = view.metric(Redundancy.name).detail
        for copy in detail.copies:
            yield self._copied(view, copy, options)

    def _copied(self, view: View, copy: Copy, options: Mapping[str, Any]) -> Finding:
        sentences = view.sentences
        found = [numbers(sentences[a].text, sentences[b].text) for a, b in copy.pairs]
        loop = copy.between < 0
        there_end = copy.again if loop else copy.first_end
        length = copy.end - copy.again
        message = "same" if length == 1 else "run"
        if loop:
            message = "loop"
        return Finding(
            code=self.code,
            span=_span(view, copy.again, copy.end),
            evidence={
                "common_substring": sum(one.substring for one in found),
                "shorter": sum(one.shorter for one in found),
                "limit": options["substring"],
                "sentences": length,
                "repeats": length // (copy.again - copy.first) if loop else 1,
            },
            message=message,
            sentence=copy.again,
            related=(Related(_span(view, copy.first, there_end)),),
        )

    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        evidence = {
            "common_substring": pair.found.substring,
            "shorter": pair.found.shorter,
            "limit": options["substring"],
        }
        message = "message"
        here, there = pair.here.text, pair.there.text
        if here == there:
            message = "same"
        elif here in there:
            message = "part"
        elif there in here:
            message = "whole"
        return message, evidence, {}
