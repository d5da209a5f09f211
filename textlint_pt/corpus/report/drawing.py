"""SVG by hand: axes, and what lies between them. Colours are those of the page (`plot.css`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from markupsafe import Markup

from textlint_pt.reporters.html.templates import environment
from textlint_pt.reporters.html.words import Words

#: units of a drawing, and what its axes take of them
WIDTH, LEFT, RIGHT, TOP, BOTTOM = 320.0, 36.0, 10.0, 10.0, 36.0


class Shape(NamedTuple):
    """An element of SVG; an attribute without a value is left out."""

    tag: str
    attributes: Mapping[str, str]
    text: str = ""


class Axis(NamedTuple):
    """Values from `low` to `high` on units from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return self.start + share * (self.end - self.start)


def across(low: float, high: float, left: float = RIGHT) -> Axis:
    """Return the axis under a picture; `left` is `LEFT` if there is a vertical one, too."""
    return Axis(low, high, left, WIDTH - RIGHT)


def up(low: float, high: float, height: float) -> Axis:
    return Axis(low, high, height - BOTTOM, TOP)


def ticks(low: float, high: float, max_ticks: int = 6) -> list[float]:
    """Return round numbers from `low` to `high`, at most `max_ticks` of them."""
    if not high > low:
        return [low]
    step = 10.0 ** np.floor(np.log10((high - low) / max_ticks))
    step *= next(f for f in (1, 2, 2.5, 5, 10, 20) if (high - low) / (f * step) <= max_ticks - 1)
    # a bound that is a multiple of the step stays one in spite of rounding
    first = np.ceil(low / step - 1e-9)
    last = np.floor(high / step + 1e-9)
    return [float(step * n) + 0.0 for n in np.arange(first, last + 1)]  # + 0.0: no minus zero


def drawing(label: str, height: float, shapes: Sequence[Shape]) -> Markup:
    """Return the picture; `label` says what it is to those who do not see it."""
    template = environment().get_template("corpus/report/drawing.html")
    size = f"{WIDTH:g} {height:g}"
    return Markup(template.render(label=label, size=size, shapes=shapes).rstrip())


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _placed(**places: float) -> dict[str, str]:
    return {name: number(value) for name, value in places.items()}


def rect(x: float, y: float, width: float, height: float, class_: str) -> Shape:
    at = _placed(x=min(x, x + width), y=min(y, y + height), width=abs(width), height=abs(height))
    return Shape("rect", {**at, "class": class_})


def stroke(x1: float, y1: float, x2: float, y2: float, class_: str) -> Shape:
    return Shape("line", {**_placed(x1=x1, y1=y1, x2=x2, y2=y2), "class": class_})


def path(points: Iterable[tuple[float, float]], class_: str, *, closed: bool = False) -> Shape:
    drawn = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return Shape("path", {"d": f"M{drawn}{'Z' if closed else ''}", "class": class_})


def dots(points: Iterable[tuple[float, float]], radius: float, class_: str) -> Shape:
    """Draw many small circles as one path."""
    r = number(radius)
    drawn = "".join(
        f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {number(2 * radius)} 0"
        f"a{r} {r} 0 1 0 {number(-2 * radius)} 0"
        for x, y in points
    )
    return Shape("path", {"d": drawn, "class": class_})  # each circle is two arcs


def label(x: float, y: float, text: str, class_: str = "", anchor: str = "middle") -> Shape:
    return Shape("text", {**_placed(x=x, y=y), "class": class_, "text-anchor": anchor}, text)


def horizontal_axis(axis: Axis, height: float, title: str, words: Words) -> list[Shape]:
    """Draw the horizontal axis with vertical grid lines at round numbers."""
    base = height - BOTTOM
    marks: list[Shape] = []
    for value in ticks(axis.low, axis.high):
        marks += [
            stroke(axis(value), TOP, axis(value), base, "grid"),
            label(axis(value), base + 14, words.number(value)),
        ]
    middle = (axis.start + axis.end) / 2
    return [*marks, label(middle, height - 4, title, "title")]


def vertical_axis(axis: Axis, words: Words) -> list[Shape]:
    """Draw the vertical axis with horizontal grid lines."""
    return [
        mark
        for value in ticks(axis.low, axis.high, 5)
        for mark in (
            stroke(LEFT, axis(value), WIDTH - RIGHT, axis(value), "grid"),
            label(LEFT - 5, axis(value) + 4, words.number(value), anchor="end"),
        )
    ]
