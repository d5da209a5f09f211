"""COH001: two sentences about the same subject that cannot both hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Kind, Related, Rule, Scope, Severity, View


class Contradiction(Rule):
    """A sentence says of somebody or something what an earlier one excludes."""

    code = "COH001"
    name = "coherence.contradiction"
    scope = Scope.PAIR
    severity = Severity.INFO
    default = False
    explicit = True
    needs = ("parse",)
    kinds = frozenset((Kind.PARAGRAPH, Kind.QUOTE))

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        from textlint_pt_focus.coherence.statements import contradictions

        parses = view.analysis("parse")
        sentences = [sentence for sentence in view.sentences if sentence.kind in self.kinds]
        by_index = {sentence.index: sentence for sentence in sentences}
        for contradiction in contradictions(
            sentences, [parses[sentence.index] for sentence in sentences]
        ):
            second, first = by_index[contradiction.second], by_index[contradiction.first]
            words = [
                first.text[slice(*contradiction.there)],
                second.text[slice(*contradiction.here)],
            ]
            yield self.finding(
                second,
                {
                    "contrast": contradiction.kind,
                    "words": words,
                    "apart": second.index - first.index,
                },
                message=contradiction.kind,
                arguments={"words": " – ".join(words)},
                related=[Related(first.span)],
            )
