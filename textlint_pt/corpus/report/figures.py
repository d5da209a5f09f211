"""Each figure: a drawing, and the same in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from markupsafe import Markup

from textlint_pt.corpus.report import drawing as draw
from textlint_pt.corpus.report.scores import Grouping, Numbers
from textlint_pt.corpus.report.statistics import bands, box, finite, line, spearman
from textlint_pt.reporters.html.words import Words

_BINS = 20
#: documents from which on a line of medians is no zigzag
ENOUGH = 100
#: points that are drawn one by one; of more, so many by chance
_MAX_POINTS = 500
_MIN_POINTS = 5


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
    """Return the values of each non-empty group; one group of all without grouping."""
    if grouping is None:
        return [(words("all"), finite(values))]
    found = []
    for index, name in enumerate(group_names(grouping, words)):
        group_values = finite(values[grouping.codes == index])
        if len(group_values):
            found.append((name, group_values))
    return found


def group_names(grouping: Grouping, words: Words) -> Sequence[str]:
    return [*grouping.names[:-1], words("others")] if grouping.has_rest else grouping.names


def _axis_range(groups: Sequence[Group]) -> tuple[float, float]:
    """Return the range of an axis: [0, 1] or [0, 100], wider if values are outside."""
    low = min((float(values.min()) for _, values in groups), default=0.0)
    high = max((float(values.max()) for _, values in groups), default=1.0)
    if high <= 0:
        return min(0.0, low), 0.0
    usual_high = 100.0 if high > 1 else 1.0
    return min(0.0, low), max(usual_high, high)


def _value(value: float, words: Words) -> str:
    return words.number(round(value, 3) + 0.0, 3)  # + 0.0: no minus zero


def histogram(title: str, measure: str, groups: Sequence[Group], words: Words) -> Figure:
    """Draw one row of bars per group, with a line at the median."""
    row_height = 120.0 if len(groups) == 1 else 64.0
    height = draw.TOP + row_height * len(groups) + draw.BOTTOM
    low, high = _axis_range(groups)
    across = draw.across(low, high)
    shapes = draw.horizontal_axis(across, height, measure, words)
    counts = [np.histogram(values, _BINS, (low, high)) for _, values in groups]
    shares = [100 * bin_counts / bin_counts.sum() for bin_counts, _ in counts]
    max_share = max((float(share.max()) for share in shares), default=1.0)
    max_height = row_height - (18.0 if len(groups) > 1 else 4.0)  # room for the group's name
    rows = []
    for group_index, ((name, values), share) in enumerate(zip(groups, shares, strict=True)):
        base, edges = draw.TOP + row_height * (group_index + 1), counts[group_index][1]
        for left, right, bar_share in zip(edges, edges[1:], share, strict=False):
            if not bar_share:
                continue
            x, bar_width = across(left), across(right) - across(left) - 0.8
            bar_height = -max_height * float(bar_share) / max_share  # upwards
            shapes.append(draw.rect(x, base, bar_width, bar_height, "fill"))
            span = f"{_value(left, words)} – {_value(right, words)}"
            rows.append([name, span, f"{words.number(round(float(bar_share), 1), 3)} %"])
        median = across(float(np.median(values)))
        shapes.append(draw.stroke(across.start, base, across.end, base, "base"))
        shapes.append(draw.stroke(median, base, median, base - max_height, "median"))
        if len(groups) > 1:
            heading = f"{name} ({len(values)})"
            shapes.append(draw.label(across(low), base - max_height - 4, heading, "name", "start"))
    head, note = [words("group"), measure, words("share")], words("median-line")
    return Figure(title, draw.drawing(f"{title}. {note}", height, shapes), head, rows, note)


def boxes(title: str, measure: str, groups: Sequence[Group], words: Words) -> Figure:
    """Draw one box plot per group."""
    row_height = 40.0
    height = draw.TOP + row_height * len(groups) + draw.BOTTOM
    low, high = _axis_range(groups)
    across = draw.across(low, high)
    shapes = draw.horizontal_axis(across, height, measure, words)
    rows = []
    for group_index, (name, values) in enumerate(groups):
        quartiles = box(values)
        middle = draw.TOP + row_height * group_index + 27
        edges = (quartiles.first, quartiles.third, quartiles.median)
        left, right, median = (across(edge) for edge in edges)
        shapes += [
            draw.label(across(low), middle - 13, f"{name} ({len(values)})", "name", "start"),
            draw.stroke(across(quartiles.low), middle, left, middle, "whisker"),
            draw.stroke(right, middle, across(quartiles.high), middle, "whisker"),
            draw.rect(left, middle - 7, max(right - left, 0.5), 14, "box"),
            draw.stroke(median, middle - 7, median, middle + 7, "median"),
        ]
        outside = values[(values < quartiles.low) | (values > quartiles.high)]
        points = [(across(float(value)), middle) for value in _sampled(outside)]
        shapes.append(draw.dots(points, 1.3, "dot"))
        five = [quartiles.low, quartiles.first, quartiles.median, quartiles.third, quartiles.high]
        rows.append([name, str(len(values)), *(_value(value, words) for value in five)])
    head = [words(key) for key in ("group", "number", "low", "first", "median", "third", "high")]
    note = words("box-note")
    return Figure(title, draw.drawing(f"{title}. {note}", height, shapes), head, rows, note)


def _sampled(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    if len(values) <= _MAX_POINTS:
        return values
    return np.sort(np.random.default_rng(7).choice(values, _MAX_POINTS, replace=False))


def trend(
    title: str, over: str, measure: str, positions: Numbers, values: Numbers, words: Words
) -> Figure | None:
    """Draw values over an ordered column with trend line and binned quartiles; None if too few."""
    both = np.isfinite(positions) & np.isfinite(values)
    positions, values = positions[both], values[both]
    if len(positions) < _MIN_POINTS:
        return None
    height = 220.0
    low, high = _axis_range([(measure, values)])
    upward = draw.up(low, high, height)
    across = draw.across(float(positions.min()), float(positions.max()), draw.LEFT)
    shapes = [
        *draw.horizontal_axis(across, height, over, words),
        *draw.vertical_axis(upward, words),
    ]
    sample = _sampled(np.arange(len(positions)))
    points = [(across(float(positions[n])), upward(float(values[n]))) for n in sample]
    bins = bands(positions, values)
    has_line = len(bins) > 1 and len(values) >= ENOUGH
    if has_line:
        first = [(across(bin_.at), upward(bin_.first)) for bin_ in bins]
        third = [(across(bin_.at), upward(bin_.third)) for bin_ in reversed(bins)]
        shapes.append(draw.path([*first, *third], "band", closed=True))
    shapes.append(draw.dots(points, 1.6, "dot"))
    middles = [(across(bin_.at), upward(bin_.median)) for bin_ in bins]
    if has_line:
        shapes.append(draw.path(middles, "run"))
    fitted = line(positions, values)
    note = words("trend-note" if has_line else "trend-only")
    if fitted is not None:
        slope, start = fitted
        ends = [(x, min(max(slope * x + start, low), high)) for x in (across.low, across.high)]
        shapes.append(draw.path([(across(x), upward(y)) for x, y in ends], "fitted"))
        change = _value(round(slope * (across.high - across.low), 2), words)
        correlation = spearman(positions, values)
        rho = "–" if correlation is None else _value(round(correlation, 2), words)
        note = f"{note} {words('trend-fit', change=change, rho=rho)}"
    if len(positions) > _MAX_POINTS:
        note = f"{note} {words('sampled', shown=_MAX_POINTS, all=len(positions))}"
    head = [over, words("number"), words("first"), words("median"), words("third")]
    rows = [
        [
            words.number(bin_.at),
            str(bin_.number),
            *(_value(value, words) for value in (bin_.first, bin_.median, bin_.third)),
        ]
        for bin_ in bins
    ]
    return Figure(title, draw.drawing(f"{title}. {note}", height, shapes), head, rows, note)


def correlation(title: str, columns: Sequence[Group], words: Words) -> Figure:
    """Draw the rank correlations of columns of equal length, which may have NaN."""
    size = len(columns)
    left, top = 116.0, 24.0
    side = min(38.0, (draw.WIDTH - left - 4) / size)
    height = top + side * size + 4
    shapes = []
    rows = []
    for row, (name, values) in enumerate(columns):
        y = top + side * row
        shapes.append(draw.label(left - 6, y + side / 2 + 4, f"{name} {row + 1}", "name", "end"))
        shapes.append(draw.label(left + side * (row + 0.5), top - 7, str(row + 1), "name"))
        cells = [name]
        for column, (_, others) in enumerate(columns):
            coefficient = 1.0 if row == column else spearman(values, others)
            shown_value = "–" if coefficient is None else _value(round(coefficient, 2), words)
            cells.append(shown_value)
            shade = 0 if coefficient is None else min(4, int(abs(coefficient) * 4 + 0.5))
            sign = "plus" if (coefficient or 0) > 0 else "minus"
            x = left + side * column
            shapes.append(draw.rect(x, y, side - 1, side - 1, f"{sign}-{shade}"))
            shapes.append(draw.label(x + side / 2, y + side / 2 + 4, shown_value, "cell"))
        rows.append(cells)
    note = words("correlation-note")
    head = [words("group-by"), *(name for name, _ in columns)]
    return Figure(title, draw.drawing(f"{title}. {note}", height, shapes), head, rows, note)
