"""Is the translation of an English source the nearest to the meaning encoder?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from textlint_pt_embedded.meaning_encoder import model

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import read_jsonl, stem


def read(path: str) -> tuple[list[str], list[str]]:
    """Return the English and the Portuguese segments; ends the program where one is missing."""
    column = "pt_BR" if any("pt_BR" in row for row in read_jsonl(path)) else "pt"
    rows = read_jsonl(path, ("en", column))
    return [row["en"] for row in rows], [row[column] for row in rows]


def nearest(vectors: Sequence[Any], others: Sequence[Any]) -> float:
    """Return how often the nearest of the other vectors has the same index."""
    one, other = (np.stack(side) - np.mean(side, axis=0) for side in (vectors, others))
    one /= np.linalg.norm(one, axis=1, keepdims=True)
    other /= np.linalg.norm(other, axis=1, keepdims=True)
    return float(((one @ other.T).argmax(1) == np.arange(len(one))).mean())


def measure(sides: Sequence[Sequence[str]]) -> Row:
    """Return how often the nearest of all translations is the segment's own, in both directions."""
    vectors = [[vector for vector, _ in model().encode(side)] for side in sides]
    forth, back = nearest(*vectors), nearest(*vectors[::-1])
    top1 = {"top1": (forth + back) / 2, "top1_en_pt": forth, "top1_pt_en": back}
    return {**top1, "n": len(sides[0])}


def run(files: Files) -> Rows:
    for path in files:
        yield {"set": stem(path), **measure(read(path))}
