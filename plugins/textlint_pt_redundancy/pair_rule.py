"""Base of the rules on a sentence like an earlier one."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import Finding, Related, Rule, Scope, Sentence, View
from textlint_pt.text.overlap import Numbers, numbers
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.metric import Match, Redundancy, Repetition


class Pair(NamedTuple):
    """A sentence, the earlier one it is like, and what both have in common."""

    here: Sentence
    there: Sentence
    found: Numbers
    match: Match


#: message key, evidence and further fields of the message
Explained = tuple[str, Mapping[str, Any], Mapping[str, Any]]


class PairRule(Rule):
    """A sentence that passes one of the four tests with an earlier one."""

    scope = Scope.PAIR
    dimension = "redundancy"
    metrics = (Redundancy.name,)
    test: ClassVar[int]

    def find(self, view: View, options: Mapping[str, Any]) -> Iterator[Finding]:
        detail: Repetition = view.metric(Redundancy.name).detail
        autojunk = options["definition"] == opt.GRUEN_PUBLISHED
        for later, matches in sorted(detail.matches.items()):
            match = matches.get(self.test)
            if match is None:
                continue
            here, there = view.sentences[later], view.sentences[match.other]
            found = numbers(there.text, here.text, autojunk=autojunk)
            message, evidence, arguments = self.explain(Pair(here, there, found, match), options)
            yield self.finding(
                here,
                {**evidence, "repeats": match.count},
                message=message if match.count == 1 else f"{message}_many",
                arguments=arguments,
                related=[Related(there.span)],
            )

    @abstractmethod
    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        """What to say of a pair that passes the test."""
