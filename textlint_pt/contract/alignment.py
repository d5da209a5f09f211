"""What the analyses `alignment:reference` and `alignment:source` hand over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textlint_pt.contract.analysis import Refused
from textlint_pt.report.messages import CATALOGUE


class NotAligned(Refused):
    """The texts do not correspond. `reason` is a key, `values` the numbers behind it."""

    def __init__(self, reason: str, values: Mapping[str, float] | None = None) -> None:
        super().__init__(reason, values)
        self.reason = reason
        self.values = dict(values or {})

    def explain(self, language: str) -> str:
        return CATALOGUE[language][f"not-aligned-{self.reason}"].format(**self.values)

    def __str__(self) -> str:
        return self.explain("en")


class Link(NamedTuple):
    """Sentences [left, left_end) correspond to [right, right_end); one side may be empty.

    `similarity` is the weighted share in common, in [0, 1]: of words, or across languages of what
    both texts have at all (None: the link has nothing of that).
    """

    left: int
    left_end: int
    right: int
    right_end: int
    similarity: float | None = None

    @property
    def paired(self) -> bool:
        return self.left < self.left_end and self.right < self.right_end


class Alignment(NamedTuple):
    """Links in order, covering every sentence of both sides once, or those of `align_parts`.

    `quality`, in [0, 1]: the mean similarity over all sentences by weight (one without a partner
    counts 0); where there is too little to compare across languages, it falls from 1 to 0 as
    lengths stop corresponding.
    """

    links: tuple[Link, ...]
    quality: float
