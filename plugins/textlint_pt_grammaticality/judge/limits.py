"""Classes of findings that are said by default from a higher probability on than others
(`data/limits.tsv`): what was read of them below was right too seldom, whatever the weights say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from textlint_pt_grammaticality.judge.confidence import REPORTED
from textlint_pt_grammaticality.sentence.reading import table


def limit_of(name: str) -> float:
    """The probability from which on a class (code and kind) is reported by default."""
    return _limits().get(name, REPORTED)


@cache
def _limits() -> Mapping[str, float]:
    rows = (line.split("\t") for line in table("limits.tsv"))
    return {name: float(limit) for name, limit, *_ in rows}
