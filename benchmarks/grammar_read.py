"""Findings drawn to be read one by one, and what their readers said.

Asked for by `python -m benchmarks.grammar FILE… --read N` and `… --verdicts FILE`. N findings of
the grammar rules that are on by default are drawn by seed 7 from all the texts together and printed
as JSON Lines with what stands around them. Read, they become a file of verdicts, which holds no
text: `{"verdicts": [{"id", "start", "end", "code", "verdict"}]}`, where `verdict` is "right" for an
error, "wrong" for none and "open" where readers may differ (counted as wrong). `id` names the text
as `benchmarks.texts` does, after its set; offsets are characters of that text.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.common import read_text
from benchmarks.texts import load
from textlint_pt.config import Layer
from textlint_pt.linter import Linter, Source
from textlint_pt.plugins import load as load_plugins

SEED = 7
RULES = "GRA"
VERDICTS = ("right", "wrong", "open")
#: characters shown on either side of a finding
AROUND = 160


def findings(paths: Sequence[str], select: str = RULES) -> Iterator[dict[str, Any]]:
    """Every finding in the files, with its place and what stands around it."""
    plugins = load_plugins(third_party=False)
    codes = [code for code, rule in plugins.rules.items() if rule.default]
    values = {"select": [c for c in codes if c.startswith(select)], "language": "en"}
    linter = Linter(plugins, [Layer("benchmark", values)])
    for path in paths:
        for name, items in load(path).items():
            sources = [Source(f"{item.name}{item.suffix}", item.text.encode()) for item in items]
            for item, entry in zip(items, linter.lint(sources), strict=True):
                for found in entry["findings"]:
                    start, end = found["start"], found["end"]
                    text = item.text
                    yield {
                        "id": f"{name}/{item.name}",
                        "start": start,
                        "end": end,
                        "code": found["code"],
                        "verdict": "",
                        "message": found["message"],
                        "text": f"{text[max(0, start - AROUND) : start]}[{text[start:end]}]"
                        f"{text[end : end + AROUND]}",
                    }


def drawn(paths: Sequence[str], number: int, select: str = RULES) -> list[dict[str, Any]]:
    """The findings to read, in the order of their texts."""
    every = list(findings(paths, select))
    chosen = random.Random(SEED).sample(range(len(every)), min(number, len(every)))
    return [every[at] for at in sorted(chosen)]


def show(paths: Sequence[str], number: int, select: str = RULES) -> None:
    for found in drawn(paths, number, select):
        print(json.dumps(found, ensure_ascii=False))


def share_right(path: str) -> dict[str, Any]:
    """The row of a file of verdicts."""
    verdicts = json.loads(read_text(path))["verdicts"]
    for one in verdicts:
        if one["verdict"] not in VERDICTS:
            raise SystemExit(f"grammar: {path}: {one['id']}: no verdict {one['verdict']!r}")
    right = Counter(one["code"] for one in verdicts if one["verdict"] == "right")
    every = Counter(one["code"] for one in verdicts)
    return {
        "system": "ours",
        "point": "read",
        "right": right.total() / every.total() if verdicts else None,
        "n": len(verdicts),
        "by_code": {code: f"{right[code]}/{every[code]}" for code in sorted(every)},
    }
