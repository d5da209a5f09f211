"""Does the nearness of two sentences follow what people say of it?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from scipy.stats import pearsonr, spearmanr

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import read_jsonl, scored, stem
from benchmarks.evaluation.views import View, vectors
from textlint_pt.text.segmentation import TokenKind, tokens

Pair = tuple[str, str]


def by_vectors(view: View, pairs: Sequence[Pair]) -> list[float]:
    """Cosines of vectors of unit length; each sentence is looked at once."""
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    of = dict(zip(texts, view(texts), strict=True))
    return [float(of[first] @ of[second]) for first, second in pairs]


def bag_of_words(first: str, second: str) -> float:
    one, other = _words(first), _words(second)
    product = sum(count * other[word] for word, count in one.items())
    return product / (_norm(one) * _norm(other) or 1)


def overlap(first: str, second: str) -> float:
    one, other = set(_words(first)), set(_words(second))
    return len(one & other) / (len(one | other) or 1)


PEERS: Mapping[str, Callable[[str, str], float]] = {
    "bag-of-words": bag_of_words,
    "overlap": overlap,
}


def _words(text: str) -> Counter[str]:
    return Counter(
        token.text.lower() for token in tokens(text) if token.kind != TokenKind.PUNCTUATION
    )


def _norm(counts: Counter[str]) -> float:
    return math.sqrt(sum(count * count for count in counts.values()))


def row(system: str, name: str, values: Sequence[float], gold: Sequence[float]) -> dict[str, Any]:
    return {
        "system": system,
        "set": name,
        "pearson": float(pearsonr(values, gold)[0]),
        "spearman": float(spearmanr(values, gold)[0]),
        "mse": fmean(
            (1 + 4 * max(0.0, value) - wanted) ** 2
            for value, wanted in zip(values, gold, strict=True)
        ),
        "n": len(values),
    }


def read(path: str) -> tuple[list[Pair], list[float]]:
    found = read_jsonl(path)
    if len(found) < 2:
        raise SystemExit(f"similarity: {path}: fewer than two pairs of sentences")
    gold = scored(path, found, "similarity")
    lacking = [n for n, line in enumerate(found, 1) if not {"premise", "hypothesis"} <= line.keys()]
    if lacking:
        raise SystemExit(f"similarity: {path}: row {lacking[0]} lacks premise or hypothesis")
    return [(str(line["premise"]), str(line["hypothesis"])) for line in found], gold


def ours(view: View, path: str) -> dict[str, Any]:
    """Our row of a file."""
    pairs, gold = read(path)
    return row("ours", stem(path), by_vectors(view, pairs), gold)


def peers(path: str) -> list[dict[str, Any]]:
    pairs, gold = read(path)
    return [
        row(system, stem(path), [measure(*pair) for pair in pairs], gold)
        for system, measure in PEERS.items()
    ]


def run(files: Files, *, encoder: Path | None = None) -> Rows:
    view = vectors(encoder)
    return [line for path in files for line in (ours(view, path), *peers(path))]
