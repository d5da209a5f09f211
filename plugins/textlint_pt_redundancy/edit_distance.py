"""RED003: an earlier sentence with few characters changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textlint_pt.text.overlap import EDIT
from textlint_pt_redundancy import options as opt
from textlint_pt_redundancy.pair_rule import Explained, Pair, PairRule


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
