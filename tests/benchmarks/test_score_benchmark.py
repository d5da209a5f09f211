"""What is done to texts, and what is counted of their scores."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks import score
from benchmarks.evaluation.texts import Item

SENTENCES = [f"O barco número {n} saiu do porto com a vela rasgada." for n in range(40)]


@pytest.mark.parametrize(("every", "least", "most"), [(20, 2, 2), (1, 36, 40)])
def test_score_benchmark_inserts_an_error_into_every_nth_sentence(
    every: int, least: int, most: int
) -> None:
    blocks = [SENTENCES[:25], SENTENCES[25:]]
    changed = score.errors(blocks, random.Random(1), every)
    pairs = zip(blocks[0] + blocks[1], changed[0] + changed[1], strict=True)
    assert least <= sum(before != after for before, after in pairs) <= most


def entry(kind: str, total: float | None, sentences: int, focus: float) -> dict[str, Any]:
    partials = {"focus": {"value": focus}}
    return {"sentences": sentences, "score": {"kind": kind, "total": total, "partials": partials}}


def test_median_scores_by_genre_and_correlation_with_length_are_computed() -> None:
    linted: Any = [
        *(entry("news", 0.9 + n / 1000, 10 + n, 0.9 - n / 100) for n in range(5)),
        *(entry("manual", 0.8, 30 + n, 0.5 - n / 100) for n in range(5)),
        entry("classic", 0.1, 99, 0.1),
        entry("classic", None, 2, 0.9),
    ]
    items = [Item(str(n), "") for n in range(len(linted))]
    found = score.evenness(items, linted)
    assert found["spread"] == pytest.approx(0.102)
    assert found["median"] == pytest.approx(0.8)
    assert found["focus_length"] == pytest.approx(-1)
    named = [Item(str(n), "", kind="all") for n in range(len(linted))]
    assert score.evenness(named, linted)["spread"] == 0
