"""Is the kind of a text recognised?"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import read_jsonl, stem
from textlint_pt.companions.input import Input
from textlint_pt.contract.view import SURE
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.text.kinds import recognise


def rows(name: str, texts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    linter = Linter(load(third_party=False), [])
    found: dict[str, list[tuple[str, float]]] = {}
    for one in texts:
        document = linter.read(Input(one.get("name") or "text.txt", one["text"].encode()))
        found.setdefault(one["kind"], []).append(next(iter(recognise(document).items())))
    marks = {
        kind: [(taken == kind, sure >= SURE) for taken, sure in f] for kind, f in found.items()
    }
    marks["all"] = [mark for group in marks.values() for mark in group]
    return [
        {
            "set": name,
            "kind": kind,
            "n": len(group),
            "right": fmean(right for right, _ in group),
            "named": fmean(said for _, said in group),
            "named_right": fmean(said_right) if said_right else None,
        }
        for kind, group in marks.items()
        for said_right in [[right for right, said in group if said]]
    ]


def run(files: Files) -> Rows:
    return [row for path in files for row in rows(stem(path), read_jsonl(path))]
