"""RED002: a piece of many words in common with an earlier sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.contract import Sentence
from textlint_pt.text.overlap import SUBSTRING_WORDS, Numbers
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.metric import Match
from textlint_pt_redundancy.pair_rule import PairRule, catalogue


class CommonSubstringWords(PairRule):
    """A sentence has one piece of many words in common with an earlier one."""

    code = "RED002"
    name = "redundancy.common-substring-words"
    test = SUBSTRING_WORDS
    supersedes = ("RED003", "RED004")
    options = {"substring_words": opt.SUBSTRING_WORDS, **opt.PAIRS}
    messages = catalogue(
        message=(
            "{substring_words} das {words} palavras já estão, seguidas, na linha {line}",
            "{substring_words} of the {words} words are in line {line} already, in one piece",
        )
    )

    def explain(
        self,
        here: Sentence,
        there: Sentence,
        found: Numbers,
        match: Match,
        options: Mapping[str, Any],
    ) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
        limit = options["substring_words"]
        evidence = {
            "substring_words": found.substring_words,
            "words": found.fewer_words,
            "limit": limit,
        }
        return "message", evidence, {}
