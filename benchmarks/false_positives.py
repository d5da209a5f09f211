"""What the linter says of clean text: findings per 1,000 sentences, by code."""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from benchmarks.evaluation.command import Files, Misses, Rows, Select
from benchmarks.evaluation.corrected import linter
from benchmarks.evaluation.texts import Item, load
from textlint_pt.companions.input import Input
from textlint_pt.engine.linter import Linter

SEED = 7


def evaluate(
    name: str, items: Sequence[Item], linter: Linter, worst: int
) -> tuple[dict[str, Any], list[str]]:
    """The set's row, and lines to read."""
    sentences = 0
    codes: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    for entry in linter.lint(
        [Input(f"{item.name}{item.suffix}", item.text.encode()) for item in items]
    ):
        sentences += entry.sentences
        for finding in entry.findings:
            codes[finding.code] += 1
            text, start, end = finding.excerpt.text, finding.excerpt.start, finding.excerpt.end
            marked = f"{text[:start]}[{text[start:end]}]{text[end:]}"
            related = "".join(f"\n      {one.excerpt.text}" for one in finding.related)
            examples[finding.code].append(
                f"{finding.code} {entry.path}:{finding.line}: {finding.message}"
                f"\n      {marked}{related}"
            )
    rng = random.Random(SEED)
    lines = [
        line
        for code in sorted(examples)
        for line in rng.sample(examples[code], min(worst, len(examples[code])))
    ]
    thousand = max(1, sentences) / 1000
    row = {
        "system": "ours",
        "set": name,
        "point": "default",
        "per_1000": sum(codes.values()) / thousand,
        "sentences": sentences,
        "by_code": {code: round(number / thousand, 3) for code, number in sorted(codes.items())},
    }
    return row, lines


def run(files: Files, *, preset: str = "default", select: Select = None, worst: Misses = 0) -> Rows:
    values = {"preset": preset} | ({"select": select.split(",")} if select else {})
    judge = linter(third_party=True, **values)
    for path in files:
        for name, items in load(path).items():
            row, lines = evaluate(name, items, judge, worst)
            yield row
            print("".join(f"{line}\n" for line in lines), end="", file=sys.stderr)
