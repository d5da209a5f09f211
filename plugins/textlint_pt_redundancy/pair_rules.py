"""Rules on a sentence like an earlier one: their base, and those that are one of its tests."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from textlint_pt.contract import Finding, Related, Rule, Scope, Sentence, View
from textlint_pt.text.overlap import COMMON, EDIT, SUBSTRING_WORDS, Numbers, numbers
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


class CommonSubstringWords(PairRule):
    """A sentence has one piece of many words in common with an earlier one."""

    code = "RED002"
    name = "redundancy.common-substring-words"
    test = SUBSTRING_WORDS
    supersedes = ("RED003", "RED004")
    options = {"substring_words": opt.SUBSTRING_WORDS, **opt.PAIRS}

    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        limit = options["substring_words"]
        evidence = {
            "substring_words": pair.found.substring_words,
            "words": pair.found.fewer_words,
            "limit": limit,
        }
        return "message", evidence, {}


class EditDistance(PairRule):
    """A sentence is an earlier one with few characters changed."""

    code = "RED003"
    name = "redundancy.edit-distance"
    test = EDIT
    supersedes = ("RED004",)
    options = {"edit": opt.EDIT, **opt.PAIRS}

    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        limit = round(options["edit"] * pair.found.longer, 6)
        evidence = {"edit_distance": pair.found.edit_distance, "limit": limit}
        return "message", evidence, {"longer": pair.found.longer}


class CommonWords(PairRule):
    """A sentence has most of its words in common with an earlier one."""

    code = "RED004"
    name = "redundancy.common-words"
    test = COMMON
    options = {"common": opt.COMMON, **opt.PAIRS}

    def explain(self, pair: Pair, options: Mapping[str, Any]) -> Explained:
        limit = options["common"]
        common, fewer = pair.match.content or (pair.found.common_words, pair.found.fewer_words)
        evidence = {"common_words": common, "words": fewer, "limit": limit}
        return ("content" if pair.match.content else "message"), evidence, {}
