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
    """A sentence is an earlier one with few characters changed."""

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
