"""Word mover's distance: exact, a metric, and light to load."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textlint_pt.measures import wmd


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
def test_symmetric_and_bounded(x, y):
    there, back = distance(x, y), distance(y, x)
    assert math.isclose(there, back, abs_tol=1e-9)
    assert -1e-12 <= there <= 2 + 1e-9


@given(bags)
def test_zero_on_equal_bags(x):
    assert distance(x, x) == pytest.approx(0, abs=1e-9)


@given(bags, bags, bags)
def test_triangle_inequality(x, y, z):
    assert distance(x, z) <= distance(x, y) + distance(y, z) + 1e-9


@given(bags, bags, st.randoms(use_true_random=False))
def test_order_of_words_is_nothing(x, y, random):
    order = list(range(len(x)))
    random.shuffle(order)
    assert math.isclose(distance(reordered(x, order), y), distance(x, y), abs_tol=1e-9)


@given(bags, bags)
def test_flow_carries_all_mass(x, y):
    moved = wmd.word_movers_distance(x, y)
    assert moved is not None
    assert np.allclose(moved.flow.sum(axis=1), x.weights)
    assert np.allclose(moved.flow.sum(axis=0), y.weights)
    assert moved.distance == pytest.approx((moved.flow * wmd.euclidean(x.vectors, y.vectors)).sum())


@given(bags, bags)
def test_never_below_the_distance_of_the_centroids(x, y):
    gap = np.linalg.norm(x.weights @ x.vectors - y.weights @ y.vectors)
    assert distance(x, y) >= gap - 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_equals_brute_force_over_permutations(seed):
    rng = np.random.default_rng(seed)
    n = 5
    cost = rng.random((n, n))
    even = np.full(n, 1 / n)
    best = min(
        sum(cost[i, j] for i, j in enumerate(order)) for order in itertools.permutations(range(n))
    )
    assert wmd.transport(even, even, cost).distance == pytest.approx(best / n)


@settings(deadline=None, max_examples=25)
@given(bags, bags)
def test_equals_the_linear_programme(x, y):
    linprog = pytest.importorskip("scipy.optimize").linprog
    cost = wmd.euclidean(x.vectors, y.vectors)
    n, m = cost.shape
    rows = np.kron(np.eye(n), np.ones(m))
    columns = np.kron(np.ones(n), np.eye(m))
    solved = linprog(
        cost.ravel(), A_eq=np.vstack([rows, columns]), b_eq=np.concatenate([x.weights, y.weights])
    )
    assert distance(x, y) == pytest.approx(solved.fun, abs=1e-7)


def test_empty_bags_have_no_distance():
    some = random_bag(np.random.default_rng(0), 3)
    none = wmd.Bag((), (), (), np.empty(0), np.empty((0, 5), dtype=np.float32))
    assert wmd.word_movers_distance(some, none) is None
    assert wmd.word_movers_distance(none, none) is None
    with pytest.raises(ValueError, match="without words"):
        wmd.transport(none.weights, some.weights, np.empty((0, 3)))


def test_an_unsolved_plan_is_an_error(monkeypatch):
    monkeypatch.setattr(wmd, "_MAX_ITERATIONS", 1)
    x, y = (random_bag(np.random.default_rng(seed), 40) for seed in (1, 2))
    with pytest.raises(wmd.TransportError, match="40 x 40"):
        wmd.word_movers_distance(x, y)


def test_cosine():
    x = np.array([1.0, 0.0])
    assert wmd.cosine(x, x) == 1
    assert wmd.cosine(x, -x) == -1
    assert wmd.cosine(x, np.zeros(2)) == 0


LIGHT = """
import sys
import numpy as np
from textlint_pt.measures import wmd
even = np.full(2, .5)
assert wmd.transport(even, even, np.array([[0., 1.], [1., 0.]])).distance == 0
heavy = {name for name in sys.modules if name.split(".")[0] in ("torch", "scipy", "jax")}
assert not heavy, heavy
assert "ot" not in sys.modules and "ot.lp" not in sys.modules and "ot.utils" not in sys.modules
"""

THEN_POT = """
from textlint_pt.measures import wmd
ours = wmd.solver()
import ot, ot.lp
import numpy as np
assert ot.lp._network_simplex.emd_c is ours
rng = np.random.default_rng(3)
a, b, cost = rng.random(4), rng.random(6), rng.random((4, 6))
a /= a.sum(); b /= b.sum()
assert abs(ot.emd2(a, b, cost) - wmd.transport(a, b, cost).distance) < 1e-12
# the routine behind the stand-in, with a ground metric that needs it
assert ot.emd2_1d([0., 1.], [2., 3.], metric="cityblock") == 2
"""

POT_FIRST = """
import ot
from textlint_pt.measures import wmd
assert wmd.solver() is ot.lp._network_simplex.emd_c
"""


@pytest.mark.parametrize("script", [LIGHT, THEN_POT, POT_FIRST], ids=["light", "then", "first"])
def test_the_solver_alone_is_loaded(script):
    # POT brings in every array library it finds: without torch this takes seconds less
    environment = {**os.environ, "POT_BACKEND_DISABLE_PYTORCH": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr


def test_says_what_is_missing(monkeypatch):
    monkeypatch.delitem(sys.modules, "ot.lp.emd_wrap", raising=False)
    monkeypatch.setattr(wmd.importlib.util, "find_spec", lambda name: None)
    wmd.solver.cache_clear()
    with pytest.raises(ImportError, match="POT is not installed"):
        wmd.solver()
    wmd.solver.cache_clear()
