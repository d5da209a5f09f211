"""How far from their surroundings the sentences of human texts usually are, by kind and length."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from textlint_pt import shipped

PATH = Path(__file__).with_name("data") / "peers.json"


class Peers(msgspec.Struct, frozen=True):
    """Made by `python -m training peers`.

    `kinds`: the mean rank of a text of one word, by kind of text; `length`: what is added for every
    unit of the logarithm of its words; `spread`: constant, and factor of one over the root of the
    words, of the standard deviation of texts from that. Words, since it is no matter of length how
    a text is cut into sentences.
    """

    kinds: Mapping[str, float]
    length: float
    spread: tuple[float, float]

    def usual(self, kinds: Mapping[str, float], words: int) -> tuple[float, float]:
        """Return the mean rank that is usual, and its standard deviation; `kinds` are
        probabilities."""
        default = self.kinds["other"]
        constant = sum(share * self.kinds.get(kind, default) for kind, share in kinds.items())
        base, factor = self.spread
        length = max(words, 1)
        return constant + self.length * math.log(length), base + factor / math.sqrt(length)


@cache
def peers() -> Peers:
    return msgspec.json.decode(shipped.read_bytes(PATH), type=Peers)
