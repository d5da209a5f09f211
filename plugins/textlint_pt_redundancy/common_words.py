"""RED004: most of the words of an earlier sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.text.overlap import COMMON
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.pair_rule import Explained, Pair, PairRule


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
