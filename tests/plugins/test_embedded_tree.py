"""Maximum spanning trees against every tree there is."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from textlint_pt_embedded.parse import best_tree


def is_tree(heads: list[int]) -> bool:
    """One dependent of the root, and every word reaches it."""
    if sum(head == 0 for head in heads) != 1:
        return False
    for start in range(1, len(heads) + 1):
        node, steps = start, 0
        while node and steps <= len(heads):
            node, steps = heads[node - 1], steps + 1
        if node:
            return False
    return True


def total(scores: np.ndarray, heads: tuple[int, ...] | list[int]) -> float:
    return float(sum(scores[i, head] for i, head in enumerate(heads)))


sizes = st.integers(1, 5).flatmap(
    lambda n: arrays.arrays(np.float32, (n, n + 1), elements=st.floats(-20, 20, width=16))
)


@settings(max_examples=150, deadline=None)
@given(sizes)
def test_maximum_spanning_tree_has_the_highest_score_of_all_trees(scores: np.ndarray) -> None:
    n = len(scores)
    heads = best_tree(scores)
    assert is_tree(heads)
    best = max(
        total(scores, candidate)
        for candidate in itertools.product(range(n + 1), repeat=n)
        if is_tree(list(candidate))
    )
    assert abs(total(scores, heads) - best) < 1e-4


@settings(max_examples=30, deadline=None)
@given(st.integers(6, 60), st.integers(0, 10_000))
def test_maximum_spanning_tree_is_found_for_long_sentences(n: int, seed: int) -> None:
    assert is_tree(best_tree(np.random.default_rng(seed).normal(size=(n, n + 1))))


def test_maximum_spanning_tree_of_no_words_is_empty() -> None:
    assert best_tree(np.zeros((0, 1))) == []
