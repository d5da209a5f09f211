"""RED006: a sentence that says in other words what an earlier one said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from textlint_pt.contract import Finding, Option, Related, Rule, Scope, Severity, View
from textlint_pt_redundancy.metric import JUDGED

if TYPE_CHECKING:
    from textlint_pt.contract import Sentence
    from textlint_pt_redundancy.paraphrases import Answer


class Paraphrase(Rule):
    """A sentence says in other words what an earlier one said."""

    code = "RED006"
    name = "redundancy.paraphrase"
    scope = Scope.PAIR
    severity = Severity.INFO
    default = False
    explicit = True
    needs = ("forms", "meaning-tokens", "meaning-vectors")
    wants = ("alignment:source",)
    kinds = JUDGED
    options = {
        "alike": Option(
            0.95, "least cosine in meaning of two sentences that may say the same", 0.0, 1.0
        )
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        import numpy as np

        from textlint_pt_redundancy.paraphrases import answers, may_be, read

        forms, words = view.analysis("forms"), view.analysis("meaning-tokens")
        translated = _translated(view)
        judged = [
            (sentence, one)
            for sentence in view.sentences
            if sentence.kind in self.kinds and (one := read(sentence.text, forms))
        ]
        every = view.analysis("meaning-vectors")
        vectors = np.array([every[sentence.index] for sentence, _ in judged])
        for at, (here, ours) in enumerate(judged):
            near = vectors[:at] @ vectors[at]
            for other in np.argsort(-near, kind="stable").tolist():
                if near[other] < options["alike"]:
                    break
                there, theirs = judged[other]
                if {here.index, there.index} <= translated or not may_be(theirs, ours):
                    continue  # a source that says it twice
                found = answers(theirs, ours, words[there.index], words[here.index], forms)
                if found is not None:
                    yield self._finding(here, there, float(near[other]), found, options)
                    break

    def _finding(
        self,
        here: Sentence,
        there: Sentence,
        near: float,
        found: Sequence[Answer],
        options: Mapping[str, Any],
    ) -> Finding:
        pairs = [
            [there.text[slice(*one.first)], here.text[slice(*one.second)]]
            for one in found
            if not one.same
        ]
        return self.finding(
            here,
            {
                "likeness": round(near, 4),
                "limit": options["alike"],
                "same": sum(one.same for one in found),
                "answers": pairs,
            },
            message="answered" if pairs else "message",
            arguments={"answered": ", ".join(" – ".join(pair) for pair in pairs)},
            related=[Related(there.span)],
        )


def _translated(view: View) -> frozenset[int]:
    """Sentences that translate a sentence of the source each."""
    if not view.has("alignment:source"):
        return frozenset()
    return frozenset(
        at
        for link in view.analysis("alignment:source").links
        if link.paired
        for at in range(link.left, link.left_end)
    )
