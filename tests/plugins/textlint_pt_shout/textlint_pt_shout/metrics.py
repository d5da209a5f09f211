"""Measures: how much of a sentence stands in capitals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from textlint_pt.contract import Measurement, Metric, View

# one letter alone tells nothing: "A" and "O" are words
_WORD = re.compile(r"[^\W\d_]{2,}")


class CapitalShare(Metric):
    """Share of a sentence's words that stand in capitals, in [0, 1]; none without words."""

    name = "capital-share"
    dimension = "shouting"
    measure_name = "shouting"

    def measure(self, view: View, options: Mapping[str, Any]) -> Measurement:
        words = [_WORD.findall(sentence.text) for sentence in view.sentences]
        values = [sum(map(str.isupper, found)) / len(found) if found else None for found in words]
        return Measurement(values, detail=[len(found) for found in words])
