"""Word mover's distance: exact, a metric, and equal to another solver's."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.text import wmd


def random_bag(rng: np.random.Generator, n: int, d: int = 5) -> wmd.Bag:
    weights = rng.random(n) + 0.05
    vectors = rng.standard_normal((n, d))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    places = tuple(range(n))
    return wmd.Bag(tuple(map(str, places)), places, places, weights / weights.sum(), vectors)


def reordered(bag: wmd.Bag, order: list[int]) -> wmd.Bag:
    return replace(bag, weights=bag.weights[order], vectors=bag.vectors[order])


bags = st.builds(
    lambda seed, n: random_bag(np.random.default_rng(seed), n),
    st.integers(0, 2**32 - 1),
    st.integers(1, 7),
)


def distance(x: wmd.Bag, y: wmd.Bag) -> float:
    moved = wmd.word_movers_distance(x, y)
    assert moved is not None
    return moved.distance


@given(bags, bags)
def test_word_movers_distance_is_symmetric_and_bounded(x, y):
    there, back = distance(x, y), distance(y, x)
    assert math.isclose(there, back, abs_tol=1e-9)
    assert -1e-12 <= there <= 2 + 1e-9


@given(bags)
def test_word_movers_distance_of_equal_bags_of_words_is_zero(x):
    assert distance(x, x) == pytest.approx(0, abs=1e-9)


@given(bags, bags, bags)
def test_word_movers_distance_satisfies_the_triangle_inequality(x, y, z):
    assert distance(x, z) <= distance(x, y) + distance(y, z) + 1e-9


@given(bags, bags, st.randoms(use_true_random=False))
def test_word_order_does_not_change_word_movers_distance(x, y, random):
    order = list(range(len(x)))
    random.shuffle(order)
    assert math.isclose(distance(reordered(x, order), y), distance(x, y), abs_tol=1e-9)


@given(bags, bags)
def test_word_movers_distance_flow_sums_to_all_word_weights(x, y):
    moved = wmd.word_movers_distance(x, y)
    assert moved is not None
    assert np.allclose(moved.flow.sum(axis=1), x.weights)
    assert np.allclose(moved.flow.sum(axis=0), y.weights)
    assert moved.distance == pytest.approx((moved.flow * wmd.euclidean(x.vectors, y.vectors)).sum())


@given(bags, bags)
def test_word_movers_distance_is_never_below_centroid_distance(x, y):
    gap = np.linalg.norm(x.weights @ x.vectors - y.weights @ y.vectors)
    assert distance(x, y) >= gap - 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_word_movers_distance_equals_brute_force_over_permutations(seed):
    rng = np.random.default_rng(seed)
    n = 5
    cost = rng.random((n, n))
    even = np.full(n, 1 / n)
    best = min(
        sum(cost[i, j] for i, j in enumerate(order)) for order in itertools.permutations(range(n))
    )
    assert wmd.transport(even, even, cost).distance == pytest.approx(best / n)


@pytest.fixture(scope="module")
def emd():
    """The same by another library."""
    with pytest.MonkeyPatch.context() as patch:
        # POT brings in every array library it finds: without torch this takes seconds less
        patch.setenv("POT_BACKEND_DISABLE_PYTORCH", "1")
        import ot

    return ot.emd2


@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 40), st.booleans())
def test_word_movers_distance_equals_that_of_another_solver(emd, seed, n, m, shares_words):
    rng = np.random.default_rng(seed)
    x, y = random_bag(rng, n), random_bag(rng, m)
    if shares_words:  # so that several plans are best
        k = min(n, m)
        y.vectors[:k] = x.vectors[:k]
    cost = wmd.euclidean(x.vectors, y.vectors)
    assert abs(distance(x, y) - emd(x.weights, y.weights, cost)) < 1e-9


def test_empty_bags_of_words_have_no_word_movers_distance():
    some = random_bag(np.random.default_rng(0), 3)
    none = wmd.Bag((), (), (), np.empty(0), np.empty((0, 5), dtype=np.float32))
    assert wmd.word_movers_distance(some, none) is None
    assert wmd.word_movers_distance(none, none) is None
    with pytest.raises(ValueError, match="without words"):
        wmd.transport(none.weights, some.weights, np.empty((0, 3)))


def test_optimal_transport_solver_is_exact_for_large_and_zero_costs():
    even = np.full(2, 0.5)
    crossed = np.array([[3e9, 1e9], [2e9, 4e9]])
    assert wmd.transport(even, even, crossed).distance == pytest.approx(1.5e9)
    assert wmd.transport(even, even, np.zeros((2, 2))).distance == 0


def test_cosine_similarity_matches_its_definition():
    x = np.array([1.0, 0.0])
    assert wmd.cosine(x, x) == 1
    assert wmd.cosine(x, -x) == -1
    assert wmd.cosine(x, np.zeros(2)) == 0
