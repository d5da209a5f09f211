"""COH001: two sentences about the same subject that cannot both hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from textlint_pt.contract import Finding, Kind, Related, Rule, Scope, Severity, View


class Contradiction(Rule):
    """A sentence says of somebody or something what an earlier one excludes.

    ## What it finds

    Two statements of a text with the same subject, the same tense and the same words beside, of
    which one has a *não* that the other lacks, a verb or quality that is the contrary («é grande»,
    «é pequena»; «comprou», «roubou») or another number or year; and two sentences that are the same
    but for that. Pronouns, and verbs without a subject, stand for the last subject that they agree
    with.

    What may both hold is left alone: short sentences with words for another time («antes», «agora»,
    «já»); statements with a condition, an alternative, an opinion or a limit («se», «ou», «pensar»,
    «só»), with «poder» or «dever»; dialogue, quotations, questions, instructions, lists and tables;
    of acts, those that can be undone («abriu», «fechou») and years of what may happen more than
    once; of what has no name, two sections; what comes a third time with a third number.

    ## Why it matters

    A reader who remembers the first sentence no longer knows what to believe. Texts contradict
    themselves where only one of two places was brought up to date, and generated stories where the
    program forgot what it had told.

    ## Bad

    A mulher foi à cidade e comprou uma pera.
    Ela roubou a pera, guardou-a no cinto e seguiu caminho.

    ## Good

    A mulher foi à cidade e comprou uma pera.
    Ela embrulhou a pera, guardou-a no cinto e seguiu caminho.

    ## Evidence

    `contrast`: *negation*, *contrary* or *number*; `words`: what contradicts what, the earlier
    sentence first; `apart`: how many sentences lie from one to the other.

    Most of what contradicts itself says so in other words, which are not seen. Off by default: few
    texts contradict themselves, so it nearly always finds nothing, and it runs only when selected
    by its own code.

    ## Source

    What GRUEN (Zhu and Bhat 2020) does not see: of the stories generated in a study that uses it,
    one with a high score buys a pear and then steals it. How is our own.
    """

    code = "COH001"
    name = "coherence.contradiction"
    scope = Scope.PAIR
    severity = Severity.INFO
    default = False
    explicit = True
    needs = ("parse",)
    kinds = frozenset((Kind.PARAGRAPH, Kind.QUOTE))
    messages = {
        "pt": {
            "negation": "nega o que diz a linha {line}: {words}",
            "contrary": "diz o contrário da linha {line}: {words}",
            "number": "dá outro número do que a linha {line}: {words}",
            "related": "a frase que não pode valer ao mesmo tempo",
        },
        "en": {
            "negation": "denies what line {line} says: {words}",
            "contrary": "says the contrary of line {line}: {words}",
            "number": "gives another number than line {line}: {words}",
            "related": "the sentence that cannot hold as well",
        },
    }

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        from textlint_pt_focus.coherence.statements import contradictions

        every = view.analysis("parse")
        judged = [sentence for sentence in view.sentences if sentence.kind in self.kinds]
        by_index = {sentence.index: sentence for sentence in judged}
        for found in contradictions(judged, [every[sentence.index] for sentence in judged]):
            here, there = by_index[found.second], by_index[found.first]
            words = [there.text[slice(*found.there)], here.text[slice(*found.here)]]
            yield self.finding(
                here,
                {
                    "contrast": found.kind,
                    "words": words,
                    "apart": here.index - there.index,
                },
                message=found.kind,
                arguments={"words": " – ".join(words)},
                related=[Related(there.span)],
            )
