"""How far from their surroundings the sentences of human texts usually are, by kind and length."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PATH = Path(__file__).with_name("data") / "peers.json"


@dataclass(frozen=True)
class Peers:
    """Made by `python -m training.peers`.

    `kinds`: the mean rank of a text of one sentence, by kind of text; `length`: what is added for
    every unit of the logarithm of its sentences; `spread`: constant, and factor of one over the
    root of the sentences, of the standard deviation of texts from that.
    """

    kinds: Mapping[str, float]
    length: float
    spread: tuple[float, float]

    def usual(self, kind: str, sentences: int) -> tuple[float, float]:
        """The mean rank that is usual, and its standard deviation."""
        constant = self.kinds.get(kind, self.kinds["other"])
        root = 1 / math.sqrt(sentences)
        return constant + self.length * math.log(sentences), self.spread[0] + self.spread[1] * root


@cache
def peers() -> Peers:
    found = json.loads(PATH.read_text("utf-8"))
    low, high = found["spread"]
    return Peers(found["kinds"], found["length"], (low, high))
