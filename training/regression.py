"""Logistic regression with a penalty on the weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def logistic(
    x: Floats, y: Floats, penalty: Floats, centre: Floats, counts: Floats | float = 1.0
) -> Floats:
    """Return the weights (features) of a logistic regression of `y` (0 or 1) on `x` (rows,
    features), by Newton's method. The penalty is on the squared distance of a weight from its
    `centre`; `counts`: how much a row weighs."""

    def loss(weights: Floats) -> float:
        odds = x @ weights
        misfit = (counts * (np.logaddexp(0, odds) - y * odds)).sum()
        return float(misfit + penalty @ (weights - centre) ** 2 / 2)

    weights = centre.copy()
    for _ in range(60):
        probability = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (counts * (y - probability)) - penalty * (weights - centre)
        curvature = counts * probability * (1 - probability)
        step = np.linalg.solve((x * curvature[:, None]).T @ x + np.diag(penalty), gradient)
        # halve a step that does not improve the loss
        before = loss(weights)
        while loss(weights + step) > before and float(np.abs(step).max()) > 1e-6:
            step /= 2
        weights += step
        if float(np.abs(step).max()) < 1e-6:
            break
    return weights
