"""RED004: most of the words of an earlier sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.contract import Sentence
from textlint_pt.text.overlap import COMMON, Numbers
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.metric import Match
from textlint_pt_redundancy.pair_rule import PairRule, catalogue


class CommonWords(PairRule):
    """A sentence has most of its words in common with an earlier one.

    ## What it finds

    Two sentences of which the one with fewer words has more than `common` (80 %) of them in the
    other, in whatever order. Words that carry content are counted: not function words, names or
    verbs of saying (`definition: gruen` counts all).

    ## Why it matters

    The same words in another order are mostly the same thought.

    ## Bad

    ```text
    Ao cair da noite, os pescadores recolhiam as redes na praia.
    Na praia, os pescadores recolhiam as redes ao cair da noite.
    ```

    ## Good

    ```text
    Ao cair da noite, os pescadores recolhiam as redes na praia.
    As mulheres contavam o peixe à luz das lanternas.
    ```

    ## Evidence

    `common_words`: words both have; `words`: words of the sentence that has fewer; `limit`: the
    share that was passed; `repeats`: earlier sentences this one matches.

    Silent by default: people change one word of a sentence on purpose.

    ## Source

    Zhu and Bhat 2020 (GRUEN), section 3; Americo and Fernandes 2021, section 3.2.2.4, test 4.
    """

    code = "RED004"
    name = "redundancy.common-words"
    test = COMMON
    options = {"common": opt.COMMON, **opt.PAIRS}
    messages = catalogue(
        message=(
            "{common_words} das {words} palavras já estão na linha {line}",
            "{common_words} of the {words} words are in line {line} already",
        ),
        content=(
            "{common_words} das {words} palavras de conteúdo já estão na linha {line}",
            "{common_words} of the {words} content words are in line {line} already",
        ),
    )

    def explain(
        self,
        here: Sentence,
        there: Sentence,
        found: Numbers,
        match: Match,
        options: Mapping[str, Any],
    ) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
        limit = options["common"]
        common, fewer = match.content or (found.common_words, found.fewer_words)
        evidence = {"common_words": common, "words": fewer, "limit": limit}
        return ("content" if match.content else "message"), evidence, {}
