"""Is the good sentence of a pair rated above the bad one?"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import mean
from typing import Any

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import read_jsonl, stem
from benchmarks.evaluation.views import analysed


def judge(pairs: Sequence[dict[str, Any]]) -> list[bool]:
    """Return of each pair whether its good sentence is rated higher."""
    goods = [[p["good"]] if isinstance(p["good"], str) else p["good"] for p in pairs]
    texts = [text for good, pair in zip(goods, pairs, strict=True) for text in (*good, pair["bad"])]
    log_odds = analysed("acceptability-log-odds", texts)
    # as in `texts`: the good sentences of a pair, then its bad one
    ratings = iter(-math.inf if odds is None else odds for odds in log_odds)
    result = []
    for good in goods:
        best = max(next(ratings) for _ in good)
        result.append(best > next(ratings))
    return result


def row(name: str, pairs: Sequence[dict[str, Any]], right: Sequence[bool]) -> dict[str, Any]:
    """Return the accuracy of a test set, and by phenomenon; `right`: the answer for each pair."""
    by: dict[str, list[bool]] = defaultdict(list)
    for pair, hit in zip(pairs, right, strict=True):
        phenomenon = pair.get("phenomenon") or pair.get("type")
        if phenomenon:
            by[phenomenon].append(hit)
    return {
        "set": name,
        "n": len(pairs),
        "accuracy": mean(right) if right else None,
        "by": {phenomenon: mean(hits) for phenomenon, hits in sorted(by.items())},
    }


def run(files: Files) -> Rows:
    for path in files:
        pairs = read_jsonl(path)
        yield row(stem(path), pairs, judge(pairs))
