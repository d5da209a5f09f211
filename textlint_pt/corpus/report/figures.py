"""Each figure: a drawing, and the same in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from markupsafe import Markup

from textlint_pt.corpus.report import drawing as draw
from textlint_pt.corpus.report.scores import Grouping, Numbers
from textlint_pt.corpus.report.statistics import bands, box, finite, line, spearman
from textlint_pt.reporters.html.words import Words

_BARS = 20
#: documents from which on a line of medians is no zigzag
ENOUGH = 100
#: points that are drawn one by one; of more, so many by chance
_POINTS = 500
_FEWEST = 5


class Figure(NamedTuple):
    """`rows` say what the drawing shows, under `head`; `note` what a reader has to know of it."""

    title: str
    drawing: Markup
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


#: a name and its values
Group = tuple[str, Numbers]


def grouped(values: Numbers, grouping: Grouping | None, words: Words) -> list[Group]:
    """The values of each group that has some; all of them where there are no groups."""
    if grouping is None:
        return [(words("all"), finite(values))]
    found = []
    for place, name in enumerate(grouping.names):
        inside = finite(values[grouping.codes == place])
        shown = words("others") if grouping.rest and place == len(grouping.names) - 1 else name
        if len(inside):
            found.append((shown, inside))
    return found


def _reach(groups: Sequence[Group]) -> tuple[float, float]:
    """What an axis spans: 0 to 1, and more where values go further."""
    low = min((float(values.min()) for _, values in groups), default=0.0)
    high = max((float(values.max()) for _, values in groups), default=1.0)
    return min(0.0, low), max(100.0 if high > 1 else 1.0, high) if high > 0 else 0.0


def _value(value: float, words: Words) -> str:
    return words.number(round(value, 3) + 0.0, 3)  # + 0.0: no minus zero


def histogram(title: str, measure: str, groups: Sequence[Group], words: Words) -> Figure:
    """Bars of the share of documents, a row a group, all on one scale; a line at the median."""
    row = 120.0 if len(groups) == 1 else 64.0
    height = draw.TOP + row * len(groups) + draw.BOTTOM
    low, high = _reach(groups)
    across = draw.across(low, high)
    shown = draw.below(across, height, measure, words)
    counts = [np.histogram(values, _BARS, (low, high)) for _, values in groups]
    shares = [100 * found / found.sum() for found, _ in counts]
    most = max((float(share.max()) for share in shares), default=1.0)
    room = row - (18.0 if len(groups) > 1 else 4.0)
    rows = []
    for place, ((name, values), share) in enumerate(zip(groups, shares, strict=True)):
        base, edges = draw.TOP + row * (place + 1), counts[place][1]
        bars = [bar for bar in zip(edges, edges[1:], share, strict=False) if bar[2]]
        for left, right, part in bars:
            wide = across(right) - across(left) - 0.8
            shown.append(draw.rect(across(left), base, wide, -room * float(part) / most, "fill"))
        median = across(float(np.median(values)))
        shown.append(draw.stroke(across.start, base, across.end, base, "base"))
        shown.append(draw.stroke(median, base, median, base - room, "median"))
        if len(groups) > 1:
            said = f"{name} ({len(values)})"
            shown.append(draw.label(across(low), base - room - 4, said, "name", "start"))
        for left, right, part in bars:
            span = f"{_value(left, words)} – {_value(right, words)}"
            rows.append([name, span, f"{words.number(round(float(part), 1), 3)} %"])
    head, note = [words("group"), measure, words("share")], words("median-line")
    return Figure(title, draw.drawing(f"{title}. {note}", height, shown), head, rows, note)


def boxes(title: str, measure: str, groups: Sequence[Group], words: Words) -> Figure:
    """A box plot a group, one under the other."""
    row = 40.0
    height = draw.TOP + row * len(groups) + draw.BOTTOM
    low, high = _reach(groups)
    across = draw.across(low, high)
    shown = draw.below(across, height, measure, words)
    rows = []
    for place, (name, values) in enumerate(groups):
        found = box(values)
        middle = draw.TOP + row * place + 27
        left, right, median = (across(x) for x in (found.first, found.third, found.median))
        shown += [
            draw.label(across(low), middle - 13, f"{name} ({len(values)})", "name", "start"),
            draw.stroke(across(found.low), middle, left, middle, "whisker"),
            draw.stroke(right, middle, across(found.high), middle, "whisker"),
            draw.rect(left, middle - 7, max(right - left, 0.5), 14, "box"),
            draw.stroke(median, middle - 7, median, middle + 7, "median"),
        ]
        outside = values[(values < found.low) | (values > found.high)]
        points = [(across(float(value)), middle) for value in _some(outside)]
        shown.append(draw.dots(points, 1.3, "dot"))
        five = [found.low, found.first, found.median, found.third, found.high]
        rows.append([name, str(len(values)), *(_value(one, words) for one in five)])
    head = [words(key) for key in ("group", "number", "low", "first", "median", "third", "high")]
    note = words("box-note")
    return Figure(title, draw.drawing(f"{title}. {note}", height, shown), head, rows, note)


def _some(values: Numbers) -> Numbers:
    if len(values) <= _POINTS:
        return values
    return np.sort(np.random.default_rng(7).choice(values, _POINTS, replace=False))


def trend(
    title: str, over: str, measure: str, at: Numbers, values: Numbers, words: Words
) -> Figure | None:
    """A measure over an ordered column: points, a straight line, medians and quartiles of bins.

    None where fewer than five documents have both.
    """
    both = np.isfinite(at) & np.isfinite(values)
    at, values = at[both], values[both]
    if len(at) < _FEWEST:
        return None
    height = 220.0
    low, high = _reach([(measure, values)])
    upward = draw.up(low, high, height)
    across = draw.across(float(at.min()), float(at.max()), draw.LEFT)
    shown = [*draw.below(across, height, over, words), *draw.beside(upward, words)]
    chosen = np.arange(len(at))
    if len(at) > _POINTS:
        chosen = np.sort(np.random.default_rng(7).choice(len(at), _POINTS, replace=False))
    points = [(across(float(at[n])), upward(float(values[n]))) for n in chosen]
    found = bands(at, values)
    has_line = len(found) > 1 and len(values) >= ENOUGH
    if has_line:
        first = [(across(one.at), upward(one.first)) for one in found]
        third = [(across(one.at), upward(one.third)) for one in reversed(found)]
        shown.append(draw.path([*first, *third], "band", closed=True))
    shown.append(draw.dots(points, 1.6, "dot"))
    middles = [(across(one.at), upward(one.median)) for one in found]
    if has_line:
        shown.append(draw.path(middles, "run"))
    fitted = line(at, values)
    said = words("trend-note" if has_line else "trend-only")
    if fitted is not None:
        slope, start = fitted
        ends = [(x, min(max(slope * x + start, low), high)) for x in (across.low, across.high)]
        shown.append(draw.path([(across(x), upward(y)) for x, y in ends], "fitted"))
        change = _value(round(slope * (across.high - across.low), 2), words)
        correlation = spearman(at, values)
        rho = "–" if correlation is None else _value(round(correlation, 2), words)
        said = f"{said} {words('trend-fit', change=change, rho=rho)}"
    if len(at) > _POINTS:
        said = f"{said} {words('sampled', shown=_POINTS, all=len(at))}"
    head = [over, words("number"), words("first"), words("median"), words("third")]
    rows = [
        [
            words.number(one.at),
            str(one.number),
            *(_value(value, words) for value in (one.first, one.median, one.third)),
        ]
        for one in found
    ]
    return Figure(title, draw.drawing(f"{title}. {said}", height, shown), head, rows, said)


def correlation(title: str, columns: Sequence[Group], words: Words) -> Figure:
    """Rank correlations of columns of one length, which may have NaN."""
    size = len(columns)
    left, top = 116.0, 24.0
    side = min(38.0, (draw.WIDTH - left - 4) / size)
    height = top + side * size + 4
    shown = []
    rows = []
    for row, (name, values) in enumerate(columns):
        y = top + side * row
        shown.append(draw.label(left - 6, y + side / 2 + 4, f"{name} {row + 1}", "name", "end"))
        shown.append(draw.label(left + side * (row + 0.5), top - 7, str(row + 1), "name"))
        cells = [name]
        for column, (_, others) in enumerate(columns):
            found = 1.0 if row == column else spearman(values, others)
            said = "–" if found is None else _value(round(found, 2), words)
            cells.append(said)
            step = 0 if found is None else min(4, int(abs(found) * 4 + 0.5))
            way = "plus" if (found or 0) > 0 else "minus"
            x = left + side * column
            shown.append(draw.rect(x, y, side - 1, side - 1, f"{way}-{step}"))
            shown.append(draw.label(x + side / 2, y + side / 2 + 4, said, "cell"))
        rows.append(cells)
    note = words("correlation-note")
    head = [words("group-by"), *(name for name, _ in columns)]
    return Figure(title, draw.drawing(f"{title}. {note}", height, shown), head, rows, note)
