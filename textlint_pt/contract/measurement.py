"""What metrics find, and what a dimension loses by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Cost(NamedTuple):
    """What a sentence has to do with the loss of a dimension.

    `amount` is not negative and in any unit: the dimension's loss is shared out in proportion.
    `reason` is a key of the metric's `messages`, filled with `fields`; `cause` one that says in a
    word or two what it belongs to in the account of what costs most.
    """

    sentence: int
    amount: float
    reason: str
    fields: Mapping[str, Any] = {}
    cause: str = ""


class Partial(NamedTuple):
    """One dimension's partial score of one document.

    `value` lies in `range`; `formula` says in words and symbols how it came about: a key of the
    metric's `messages`, or what stands for itself. `inputs` holds the numbers that went in. `value`
    None: not measurable here, `reason` says why. `loss`, in [0, 1]: what the measure takes of what
    findings leave of the calibrated score, by default nothing: the value stands beside the score.
    `costs`: the sentences that what is lost belongs to.
    """

    value: float | None
    range: tuple[float, float]
    formula: str
    inputs: Mapping[str, float] = {}
    reason: str | None = None
    costs: Sequence[Cost] = ()
    loss: float = 0.0


class Measurement(NamedTuple):
    """What a metric found: a value (or None) per sentence, and whatever its rules need besides."""

    values: Sequence[float | None]
    detail: Any = None
