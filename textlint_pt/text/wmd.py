"""Word mover's distance: the least work that turns one bag of words into another.

Exact optimal transport (earth mover's distance) by the network simplex of LEMON, from pylmcf.

Source: Kusner, Sun, Kolkin & Weinberger 2015, From Word Embeddings To Document Distances.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Vectors = NDArray[np.float32] | NDArray[np.float64]

#: the solver counts in 64-bit integers, so mass times cost must fit: units of a bag, and of the
#: greatest cost
_MASS, _COST = 1 << 35, 1 << 27


@dataclass(frozen=True, slots=True, eq=False)
class Bag:
    """The distinct content words of a sentence: what is moved. Equal only to itself.

    `words` (n) in order of first appearance, as compared (lower case); `starts`, `ends` where each
    first stands in the sentence; `weights` (n), positive, adding up to 1; `vectors` (n, d) of unit
    length. A sentence without content words has an empty bag.
    """

    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    weights: Floats
    vectors: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.words)


class LookedUp(Bag):
    """A bag that looks its vectors up whenever they are asked for: they are most of it, and those
    of most sentences are asked for once."""

    __slots__ = ("_look_up",)
    _look_up: Callable[[Sequence[str]], NDArray[np.float32]]

    def __init__(
        self,
        words: tuple[str, ...],
        starts: tuple[int, ...],
        ends: tuple[int, ...],
        weights: Floats,
        look_up: Callable[[Sequence[str]], NDArray[np.float32]],
    ) -> None:
        values = {"words": words, "starts": starts, "ends": ends, "weights": weights}
        for name, value in {**values, "_look_up": look_up}.items():
            object.__setattr__(self, name, value)

    @property
    def vectors(self) -> NDArray[np.float32]:
        return self._look_up(self.words)


def stacked(bags: Sequence[Bag]) -> NDArray[np.float32]:
    """Return the vectors (n, d) of all words of the bags, by one quick look-up if possible."""
    look_ups = [bag._look_up if isinstance(bag, LookedUp) else None for bag in bags]
    shared_look_up = look_ups[0]
    if shared_look_up is not None and all(one == shared_look_up for one in look_ups):
        return shared_look_up([word for bag in bags for word in bag.words])
    return np.concatenate([bag.vectors for bag in bags])


class Transport(NamedTuple):
    """An optimal plan. `flow[i, j]` is the mass moved from i to j; all of it adds up to 1.

    `distance` is the sum of flow times cost, in the unit of the cost.
    """

    distance: float
    flow: Floats


def transport(a: Floats, b: Floats, cost: Floats) -> Transport:
    """Return the cheapest flow of masses `a` (n) to `b` (m) at `cost` (n, m), within 1e-9; each
    side sums to 1."""
    if not (len(a) and len(b)):
        raise ValueError("a bag without words has no distance")
    if len(a) == 1 or len(b) == 1:  # there is only one way
        flow = np.outer(a, b)
    else:
        flow = _cheapest_flow(a, b, cost)
    return Transport(float((flow * cost).sum()), flow)


def _cheapest_flow(a: Floats, b: Floats, cost: Floats) -> Floats:
    """Return the cheapest flow (n, m) from `a` to `b`, by a network simplex on integers.

    The graph has an edge from each of the n sources to each of the m targets.
    """
    # imported only here, and without `pylmcf.__version__`, whose import is slow and of no use
    version = ModuleType("pylmcf.__version__")
    version.__dict__.update(__version__="", include=None)
    sys.modules.setdefault(version.__name__, version)
    from pylmcf import Graph

    rows, columns = cost.shape
    supply = np.rint(np.concatenate([a, -b]) * _MASS).astype(np.int64)
    supply[supply.argmax()] -= supply.sum()  # the greatest mass absorbs the rounding
    nodes = np.arange(rows + columns, dtype=np.int64)
    graph = Graph(rows + columns, np.repeat(nodes[:rows], columns), np.tile(nodes[rows:], rows))
    graph.set_node_supply(supply)
    graph.set_edge_capacities(np.full(rows * columns, _MASS, dtype=np.int64))
    graph.set_edge_costs(np.rint(cost.ravel() * (_COST / (cost.max() or 1.0))).astype(np.int64))
    graph.solve()
    flow: Floats = graph.result().reshape(rows, columns) / _MASS
    return flow


def euclidean(x: Vectors, y: Vectors) -> Floats:
    """Return distances (n, m) of rows of x and y; for unit rows in [0, 2]."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    # |x - y|² = |x|² + |y|² - 2xy
    squares = (x * x).sum(axis=1)[:, None] + (y * y).sum(axis=1)[None, :] - 2.0 * (x @ y.T)
    # a word against itself is exactly 0, which rounding alone would make about 1e-8
    squares[squares < 1e-12] = 0.0
    distances: Floats = np.sqrt(squares)
    return distances


def word_movers_distance(a: Bag, b: Bag) -> Transport | None:
    """Return the distance of two bags, in [0, 2], and its flow; None if one is empty."""
    if not (len(a) and len(b)):
        return None
    return transport(a.weights, b.weights, euclidean(a.vectors, b.vectors))


def cosine(x: Floats, y: Floats) -> float:
    """Return cosine of two vectors, in [-1, 1]; 0 if either has no length."""
    norm = float(np.linalg.norm(x) * np.linalg.norm(y))
    return float(np.clip(x @ y / norm, -1.0, 1.0)) if norm else 0.0
