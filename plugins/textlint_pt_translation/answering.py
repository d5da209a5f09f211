"""Which numbers of a translation correspond to those of its source, and which do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from textlint_pt_translation.quantity import Number, Strength, Value, units

#: units that must agree where the number agrees: others may be expressed in other ways
_EXACT = frozenset({"length", "mass", "volume", "time", "size", "money", "temperature"})
#: allowed error of a conversion, since translators round
_ROUNDED, _ROUNDED_TIME = 0.12, 0.085
#: the same if both numbers have three or more digits
_EXACTLY = 0.03
#: allowed difference between per cent and a fraction: a third is 33%
_NEAR_SHARE = 0.005
#: maximal characters between two measures that are one: "5 feet and 4 inches"
_BESIDE = 5


class Disagreement(NamedTuple):
    """Numbers of both sides without a counterpart on the other; one of them may be None.

    `units` says that the numbers are the same and their units differ.
    """

    source: Number | None
    target: Number | None
    units: bool = False


def disagreements(source: Sequence[Number], target: Sequence[Number]) -> list[Disagreement]:
    """Return numbers of a sentence and its translation that do not correspond.

    Numbers without a counterpart are paired in order, first those in digits. One that is left over
    counts only if it is in digits.
    """
    lost = [n for n in source if n.strength and not any(answers(n, one) for one in target)]
    new = [n for n in target if n.strength and not any(answers(one, n) for one in source)]
    lost, new = _without_lists(lost, new, target)
    new, lost = _without_lists(new, lost, source)
    for in_source in lost:
        if year := next((n for n in new if _is_short_year(in_source, n)), None):
            lost = [n for n in lost if n is not in_source]
            new = [n for n in new if n is not year]
    lost, new = _without_converted(lost, new, [*_sums(source), *_sums(target)])
    alone = [(number, (number,)) for number in (*source, *target)]
    lost, new = _without_converted(lost, new, alone)
    for side in (lost, new):
        side.sort(key=lambda n: (-n.strength, n.start))
    paired = min(len(lost), len(new))
    return [
        *map(Disagreement, lost[:paired], new[:paired]),
        *(Disagreement(n, None) for n in lost[paired:] if n.asks_alone),
        *(Disagreement(None, n) for n in new[paired:] if n.asks_alone),
        *(
            Disagreement(source[i], target[j], units=True)
            for i, j in sorted(_answers(source, target).items())
            if _other_unit(source[i], target[j])
        ),
    ]


def answers(source: Number, target: Number) -> bool:
    """Return whether two numbers have a reading in common; that of a name must be in digits."""
    if (source.named or target.named) and Strength.WEAK in (source.strength, target.strength):
        return False
    if not source.values.isdisjoint(target.values):
        return True
    return _is_share(source, target) or _is_share(target, source)


def _is_share(one: Number, other: Number) -> bool:
    """Return whether one number is a percentage equal to the other: "25%", "a quarter"."""
    return (one.unit == "%") > (other.unit == "%") and any(
        isinstance(value, float)
        and isinstance(share, float)
        and (0 < share < 1 or other.strength is Strength.WEAK)  # also "the double"
        and abs(value / 100 - share) <= _NEAR_SHARE
        for value in one.values
        for share in other.values
    )


def _is_short_year(one: Number, other: Number) -> bool:
    """Return whether one is the last two digits of the other, a year: "1994", "94"."""
    year, short = sorted((one, other), key=lambda n: n.start - n.end)
    return (
        short.end - short.start == 2
        and not short.unit
        and {one.strength, other.strength} == {Strength.FIGURES}
        and any(
            isinstance(value, float) and 1900 <= value < 2100 and value % 100 in short.values
            for value in year.values
        )
    )


def _answers(source: Sequence[Number], target: Sequence[Number]) -> dict[int, int]:
    """Return by index of the number in the source that of its counterpart in the target, each used
    once."""
    answered: dict[int, int] = {}
    order = sorted(range(len(source)), key=lambda i: (-source[i].strength, len(source[i].values)))
    for i in order:
        free = (j for j in range(len(target)) if j not in answered.values())
        fits = [j for j in free if answers(source[i], target[j])]
        if fits:
            unit = source[i].unit
            answered[i] = min(fits, key=lambda j: (target[j].unit != unit, -target[j].strength, j))
    return answered


def _without_lists(
    found: Sequence[Number], beside: Sequence[Number], other: Sequence[Number]
) -> tuple[list[Number], list[Number]]:
    """Return `found` and `beside`, numbers of one side, without those that the other side (`other`)
    writes as several numbers, and without their parts."""
    left, rest = list(found), list(beside)
    for number in found:
        if number.parts and all(any(p in n.values for n in other) for p in number.parts):
            left = [n for n in left if n is not number]
            rest = [n for n in rest if n.values.isdisjoint(number.parts)]
    return left, rest


def _sums(side: Sequence[Number]) -> Iterator[tuple[Number, tuple[Number, ...]]]:
    """Yield sums of two adjacent measures ("11 stone 4 pounds") with their parts."""
    for great, small in pairwise(side):
        if not {great.unit, small.unit} <= units().keys() or small.start - great.unit_end > _BESIDE:
            continue
        (measure, size), (other, other_size) = units()[great.unit], units()[small.unit]
        if measure == other and size > other_size:
            values: frozenset[Value] = frozenset(
                a + b * other_size / size
                for a in great.values
                for b in small.values
                if isinstance(a, float) and isinstance(b, float)
            )
            yield great._replace(values=values), (great, small)


def _without_converted(
    lost: Sequence[Number],
    new: Sequence[Number],
    measures: Sequence[tuple[Number, tuple[Number, ...]]],
) -> tuple[list[Number], list[Number]]:
    """Return the numbers left on each side without pairs that are one measure in two units, which
    may both stand on one side: "80 °F (27 °C)"."""
    left, rest = list(lost), list(new)
    for measure, numbers in measures:
        same = [n for n in rest if n not in numbers and _converted(measure, n)]
        if same:
            rest = [n for n in rest if n not in same]
            left = [n for n in left if n not in numbers]
        if not any(n in left for n in numbers):
            same = [n for n in left if _converted(measure, n)]
            if same:
                left = [n for n in left if n not in same]
                rest = [n for n in rest if n not in numbers]
    return left, rest


def _converted(source: Number, target: Number) -> bool:
    """Return whether one number is the other in another unit, with the rounding that people use."""
    if source.unit not in units() or target.unit not in units():
        return False
    if source.unit == target.unit != "°":
        return False
    (dimension, size), (other, other_size) = units()[source.unit], units()[target.unit]
    if dimension != other or dimension == "money":
        return False
    for value in source.values:
        for in_target in target.values:
            if not isinstance(value, float) or not isinstance(in_target, float):
                continue
            if dimension == "temperature":  # also differences of temperature
                exact = [(value - 32) / 1.8, value * 1.8 + 32, value / 1.8, value * 1.8]
            else:
                exact = [value * size / other_size]
            if any(
                abs(expected - in_target) <= _tolerance(value, in_target, expected, dimension)
                for expected in exact
            ):
                return True
    return False


def _tolerance(value: float, in_target: float, expected: float, dimension: str) -> float:
    """Return how far `in_target`, converted from `value`, may differ from the exact result."""
    if dimension == "temperature":
        return 1.5
    if all(len(f"{number:.6g}".strip("0.").replace(".", "")) > 2 for number in (value, in_target)):
        return _EXACTLY * expected
    if dimension == "time":
        return _ROUNDED_TIME * expected
    return max(_ROUNDED * expected, min(0.75, expected / 2))


def _other_unit(source: Number, target: Number) -> bool:
    """Return whether numbers have different units of one dimension, such as miles for metres."""
    if source.unit == target.unit or source.unit not in units() or target.unit not in units():
        return False
    if "°" in (source.unit, target.unit) or _converted(source, target):
        return False  # the scale of the degrees is not given
    (dimension, size), (other, other_size) = units()[source.unit], units()[target.unit]
    if dimension != other or dimension not in _EXACT:
        return False
    return size == other_size or abs(size - other_size) > _ROUNDED * size  # a yard is a metre
