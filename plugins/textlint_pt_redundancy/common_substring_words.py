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
    """A sentence has one piece of many words in common with an earlier one.

    ## What it finds

    A sentence whose longest common piece with an earlier one spans more than `substring_words`
    (80 %) of the words of the one that has fewer, though it is not long in characters.

    ## Why it matters

    The sentences differ in a long word at the edge and say the same otherwise.

    ## Bad

    ```text
    O rei foi ao mar ver o sol nascer com a embaixatriz.
    O rei foi ao mar ver o sol nascer com a governanta.
    ```

    ## Good

    ```text
    O rei foi ao mar ver o sol nascer com a embaixatriz. A governanta ficou no paço.
    ```

    ## Evidence

    `substring_words`: words of the longest common piece, cut ones included; `words`: words of the
    sentence that has fewer; `limit`: the share that was passed; `repeats`: earlier sentences this
    one matches.

    Silent by default: people change one word of a sentence on purpose.

    ## Source

    Zhu and Bhat 2020 (GRUEN), section 3; Americo and Fernandes 2021, section 3.2.2.4, test 2.
    """

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
