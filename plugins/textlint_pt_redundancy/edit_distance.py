"""RED003: an earlier sentence with few characters changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.contract import Sentence
from textlint_pt.text.overlap import EDIT, Numbers
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.metric import Match
from textlint_pt_redundancy.pair_rule import PairRule, catalogue


class EditDistance(PairRule):
    """A sentence is an earlier one with few characters changed.

    ## What it finds

    A sentence that becomes an earlier one by changing, adding or taking away fewer characters than
    `edit` (60 %) of the longer has, and that shares its content words (`content_words`, `alike`).

    ## Why it matters

    One exchanged word seldom makes a new thought. Where it does, say only what is new.

    ## Bad

    ```text
    A raposa atravessou o campo de trigo ao amanhecer.
    A raposa atravessou o campo de milho ao amanhecer.
    ```

    ## Good

    ```text
    A raposa atravessou o campo de trigo ao amanhecer e depois o de milho.
    ```

    ## Evidence

    `edit_distance`: characters to change; `limit`: the number it stayed under, `edit` times the
    characters of the longer sentence; `repeats`: earlier sentences this one matches.

    Silent by default: people change one word of a sentence on purpose.

    ## Source

    Zhu and Bhat 2020 (GRUEN), section 3; Americo and Fernandes 2021, section 3.2.2.4, test 3.
    """

    code = "RED003"
    name = "redundancy.edit-distance"
    test = EDIT
    supersedes = ("RED004",)
    options = {"edit": opt.EDIT, **opt.PAIRS}
    messages = catalogue(
        message=(
            "quase igual à frase da linha {line}",
            "almost the same as the sentence of line {line}",
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
        limit = round(options["edit"] * found.longer, 6)
        evidence = {"edit_distance": found.edit_distance, "limit": limit}
        return "message", evidence, {"longer": found.longer}
