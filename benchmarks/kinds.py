"""Is the kind of a text recognised?"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import read_jsonl, stem
from benchmarks.evaluation.corrected import linter
from textlint_pt.companions.input import Input
from textlint_pt.contract.view import SURE
from textlint_pt.text.kinds import recognise


def rows(name: str, texts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each kind: share of texts recognised, and of certain ones among them."""
    judge = linter()
    predictions: dict[str, list[tuple[str, float]]] = {}
    for one in texts:
        document = judge.read(Input(one.get("name") or "text.txt", one["text"].encode()))
        predictions.setdefault(one["kind"], []).append(next(iter(recognise(document).items())))
    results = {
        kind: [(predicted == kind, certainty >= SURE) for predicted, certainty in kind_predictions]
        for kind, kind_predictions in predictions.items()
    }
    results["all"] = [mark for group in results.values() for mark in group]
    return [
        {
            "set": name,
            "kind": kind,
            "n": len(group),
            "right": fmean(right for right, _ in group),
            "named": fmean(is_named for _, is_named in group),
            "named_right": fmean(named_right) if named_right else None,
        }
        for kind, group in results.items()
        for named_right in [[right for right, is_named in group if is_named]]
    ]


def run(files: Files) -> Rows:
    return [row for path in files for row in rows(stem(path), read_jsonl(path))]
