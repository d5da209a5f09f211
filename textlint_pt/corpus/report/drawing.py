"""SVG by hand: axes, and what lies between them. Colours are those of the page (`plot.css`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from textlint_pt.reporters.html.elements import Content, Element, element
from textlint_pt.reporters.html.words import Words

#: units of a drawing, and what its axes take of them
WIDTH, LEFT, RIGHT, TOP, BOTTOM = 320.0, 36.0, 10.0, 10.0, 36.0


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
    """The axis under a picture; `left`: `LEFT` where another stands beside it."""
    return Axis(low, high, left, WIDTH - RIGHT)


def up(low: float, high: float, height: float, top: float = TOP) -> Axis:
    return Axis(low, high, height - BOTTOM, top)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from `low` to `high`, at most so many."""
    if not high > low:
        return [low]
    step = 10.0 ** np.floor(np.log10((high - low) / most))
    step *= next(f for f in (1, 2, 2.5, 5, 10, 20) if (high - low) / (f * step) <= most - 1)
    first = np.ceil(low / step - 1e-9)
    last = np.floor(high / step + 1e-9)
    return [float(step * n) + 0.0 for n in np.arange(first, last + 1)]  # + 0.0: no minus zero


def drawing(label: str, height: float, *content: Content) -> Element:
    """The picture; `label` says what it is to those who do not see it."""
    return element(
        "svg",
        content,
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        class_="plot",
        role="img",
        aria_label=label,
        focusable="false",
    )


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, width: float, height: float, class_: str, **more: str) -> Element:
    return element(
        "rect",
        x=number(min(x, x + width)),
        y=number(min(y, y + height)),
        width=number(abs(width)),
        height=number(abs(height)),
        class_=class_,
        **more,
    )


def stroke(x1: float, y1: float, x2: float, y2: float, class_: str) -> Element:
    return element(
        "line", x1=number(x1), y1=number(y1), x2=number(x2), y2=number(y2), class_=class_
    )


def path(points: Iterable[tuple[float, float]], class_: str, *, closed: bool = False) -> Element:
    drawn = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return element("path", d=f"M{drawn}{'Z' if closed else ''}", class_=class_)


def dots(points: Iterable[tuple[float, float]], radius: float, class_: str) -> Element:
    """Many small circles as one path."""
    r = number(radius)
    drawn = "".join(
        f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 0 {number(2 * radius)} 0"
        f"a{r} {r} 0 1 0 {number(-2 * radius)} 0"
        for x, y in points
    )
    return element("path", d=drawn, class_=class_)


def label(x: float, y: float, said: str, class_: str = "", anchor: str = "middle") -> Element:
    return element(
        "text", said, x=number(x), y=number(y), class_=class_ or None, text_anchor=anchor
    )


def below(
    axis: Axis, height: float, title: str, words: Words, at: Sequence[float] = (), top: float = TOP
) -> list[Element]:
    """The axis under a picture, with lines through it; `at`: where, unless at round numbers."""
    base = height - BOTTOM
    marks: list[Element] = []
    for value in at or ticks(axis.low, axis.high):
        marks += [
            stroke(axis(value), top, axis(value), base, "grid"),
            label(axis(value), base + 14, words.number(value)),
        ]
    middle = (axis.start + axis.end) / 2
    return [*marks, label(middle, height - 4, title, "title")]


def beside(axis: Axis, words: Words, most: int = 5) -> list[Element]:
    """The axis to the left of a picture, with lines through it."""
    return [
        mark
        for value in ticks(axis.low, axis.high, most)
        for mark in (
            stroke(LEFT, axis(value), WIDTH - RIGHT, axis(value), "grid"),
            label(LEFT - 5, axis(value) + 4, words.number(value), anchor="end"),
        )
    ]
