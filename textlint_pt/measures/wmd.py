"""Word mover's distance: the least work that turns one bag of words into another.

Exact optimal transport (earth mover's distance) by the network simplex of POT. POT's package
imports torch and scipy wherever they are installed, which takes seconds; its solver is one compiled
extension that needs neither, so that file alone is loaded.

Source: Kusner, Sun, Kolkin & Weinberger 2015, From Word Embeddings To Document Distances.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Vectors = NDArray[np.float32] | NDArray[np.float64]

_SOLVER = "ot.lp.emd_wrap"
_LOADING = Lock()
_OPTIMAL = 1
_MAX_ITERATIONS = 100_000


@dataclass(frozen=True, slots=True)
class Bag:
    """The distinct content words of a sentence: what is moved.

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


class Transport(NamedTuple):
    """An optimal plan. `flow[i, j]` is the mass moved from i to j; all of it adds up to 1.

    `distance` is the sum of flow times cost, in the unit of the cost.
    """

    distance: float
    flow: Floats


class TransportError(RuntimeError):
    """The solver gave no optimal plan."""


@cache
def solver() -> Callable[..., Any]:
    """`emd_c` of POT without importing POT."""
    with _LOADING:
        module = sys.modules.get(_SOLVER) or _load_alone()
    function: Callable[..., Any] = module.emd_c
    return function


def _load_alone() -> ModuleType:
    """Load the extension while stand-ins hold the place of its parent packages.

    It asks its parents for one function, `ot.utils.dist`, and only to pass it on in a routine not
    used here; the stand-in fetches the real one if it is ever called. The stand-ins are taken away
    again, so a later `import ot` finds the true package and shares this solver with it.
    """
    found = importlib.util.find_spec("ot")
    if found is None or not found.submodule_search_locations:
        raise ImportError("the package POT is not installed; reinstall textlint-pt")
    folder = Path(found.submodule_search_locations[0]) / "lp"
    candidates = [folder / f"emd_wrap{suffix}" for suffix in EXTENSION_SUFFIXES]
    path = next((file for file in candidates if file.is_file()), None)
    if path is None:
        raise ImportError(f"{folder}: POT's solver emd_wrap is not there; reinstall POT")
    names = [name for name in ("ot", "ot.lp", "ot.utils") if name not in sys.modules]
    for name in names:
        sys.modules[name] = ModuleType(name)
    if "ot.utils" in names:
        vars(sys.modules["ot.utils"])["dist"] = _real_dist
    try:
        loader = ExtensionFileLoader(_SOLVER, str(path))
        spec = importlib.util.spec_from_file_location(_SOLVER, path, loader=loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    finally:
        for name in names:
            del sys.modules[name]
    sys.modules[_SOLVER] = module
    return module


def _real_dist(*arguments: Any, **named: Any) -> Any:
    from ot.utils import dist

    return dist(*arguments, **named)


def transport(a: Floats, b: Floats, cost: Floats) -> Transport:
    """Cheapest way to move the masses `a` (n) onto the masses `b` (m) at `cost` (n, m).

    Masses are positive and each side adds up to 1; costs are finite. With a metric as cost the
    distance is a metric on bags; it lies between the least and the greatest cost.
    """
    if not (len(a) and len(b)):
        raise ValueError("a bag without words has no distance")
    a = np.ascontiguousarray(a, dtype=np.float64)
    b = np.ascontiguousarray(b, dtype=np.float64)
    # the solver wants both sums equal to the last bit it can see
    flow, distance, _, _, code = solver()(
        a / a.sum(), b / b.sum(), np.ascontiguousarray(cost, dtype=np.float64), _MAX_ITERATIONS, 1
    )
    if code != _OPTIMAL:
        raise TransportError(f"no optimal transport for {len(a)} x {len(b)} words (code {code})")
    return Transport(float(distance), flow)


def euclidean(x: Vectors, y: Vectors) -> Floats:
    """Distances (n, m) between the rows of x (n, d) and y (m, d).

    Between rows of unit length they lie in [0, 2] and grow with the angle: the root of twice the
    cosine distance.
    """
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    squares = (x * x).sum(axis=1)[:, None] + (y * y).sum(axis=1)[None, :] - 2.0 * (x @ y.T)
    # a word against itself is exactly 0, which rounding alone would make about 1e-8
    squares[squares < 1e-12] = 0.0
    distances: Floats = np.sqrt(squares)
    return distances


def word_movers_distance(a: Bag, b: Bag) -> Transport | None:
    """Word mover's distance of two bags, in [0, 2]; 0 for equal ones.

    `flow[i, j]` is the weight that moves from word i of `a` to word j of `b`. None if a bag is
    empty: nothing can be said then.
    """
    if not (len(a) and len(b)):
        return None
    return transport(a.weights, b.weights, euclidean(a.vectors, b.vectors))


def cosine(x: Floats, y: Floats) -> float:
    """Cosine of two vectors, in [-1, 1]; 0 if either has no length."""
    norm = float(np.linalg.norm(x) * np.linalg.norm(y))
    return float(np.clip(x @ y / norm, -1.0, 1.0)) if norm else 0.0
