"""RED002: a piece of many words in common with an earlier sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.text.overlap import SUBSTRING_WORDS
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.pair_rule import Explained, Pair, PairRule


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
