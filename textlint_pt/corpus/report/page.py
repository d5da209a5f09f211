"""The page of a collection, in the look of `--format html`, and single figures as files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from textlint_pt import __version__
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus.report import figures
from textlint_pt.corpus.report.figures import Figure, group_names, grouped
from textlint_pt.corpus.report.scores import Grouping, Numbers, Scores
from textlint_pt.corpus.report.statistics import finite, median_interval
from textlint_pt.report.messages import CATALOGUE, catalogue
from textlint_pt.report.report import differ
from textlint_pt.reporters.figures import points
from textlint_pt.reporters.html import templates
from textlint_pt.reporters.html.words import Words

#: the texts of figures and of their page
WORDS = catalogue(Path(__file__).with_name("words.tsv"))
#: a score under this is low
_LOW_SCORE = 0.75
#: texts shown of the best and of the worst
_MAX_TEXTS = 8
#: of fewer documents no interval of 95 % of the median is inside them
_MIN_FOR_INTERVAL = 6
_SINGLE = re.compile(r"var\((--[\w-]+)\)")

#: the heads of a table and its rows
Table = tuple[Sequence[str], Sequence[Sequence[str]]]


class Collection:
    """A table, how it is divided, and the language of the page."""

    def __init__(self, scores: Scores, by: str | None, language: str) -> None:
        self.scores = scores
        self.words = Words(language, WORDS)
        self.grouping = scores.group(by) if by is not None else None

    def name(self, column: str) -> str:
        """Return what a column is called."""
        if column == "words":
            return self.words("words")
        known = CATALOGUE[self.words.language]
        return known.get(column, column) if column in ("score", *self.scores.dimensions) else column

    def numbers(self, column: str) -> Numbers:
        """Return a column as figures show it: the score and the dimensions from 0 to 100."""
        values = self.scores.numbers(column)
        return 100 * values if column in ("score", *self.scores.dimensions) else values

    def histogram(self, column: str) -> Figure:
        groups = self._groups(column)
        name = self.name(column)
        return figures.histogram(self.words("distribution", what=name), name, groups, self.words)

    def boxes(self, column: str) -> Figure:
        name = self.name(column)
        groups = self._groups(column)
        return figures.boxes(self.words("boxes", what=name), name, groups, self.words)

    def partials(self) -> Figure:
        """Draw a box plot of every dimension, of all documents."""
        columns = [column for column in self.measured if column != "score"]
        groups = [(self.name(column), finite(self.numbers(column))) for column in columns]
        what = self.words("dimensions").lower()
        return figures.boxes(self.words("boxes", what=what), what, groups, self.words)

    def trend(self, column: str) -> Figure | None:
        """Draw a column over the grouping column, or over the order of the table."""
        values = self.numbers(column)
        name = self.name(column)
        if self.grouping is None:
            over, positions = self.words("in-order"), np.arange(1.0, len(values) + 1)
        elif self.grouping.order is None:
            raise UserError(
                f"--by: {self.scores.path}: {self.grouping.column}: has no numbers to go by"
            )
        else:
            over, positions = self.grouping.column, self.grouping.order
        title = self.words("trend", what=name, over=over)
        return figures.trend(title, over, name, positions, values, self.words)

    def length(self, column: str) -> Figure | None:
        """Draw a column over the number of words of the documents."""
        name, over = self.name(column), self.name("words")
        counts, values = self.scores.numbers("words"), self.numbers(column)
        title = self.words("length", what=name)
        return figures.trend(title, over, name, counts, values, self.words)

    def correlation(self) -> Figure:
        columns = [*self.measured, "words"]
        named = [(self.name(column), self.scores.numbers(column)) for column in columns]
        title = f"{self.words('correlations')}: {self.words('partials')}"
        return figures.correlation(title, named, self.words)

    @property
    def measured(self) -> list[str]:
        """Return the score and the dimensions that some document has."""
        columns = ["score", *self.scores.dimensions]
        return [column for column in columns if len(finite(self.scores.numbers(column)))]

    def _groups(self, column: str) -> list[figures.Group]:
        groups = grouped(self.numbers(column), self.grouping, self.words)
        if not any(len(values) for _, values in groups):
            raise UserError(f"{self.scores.path}: {column}: no document has a value")
        return groups


#: what `corpus plot` draws, by its name
PLOTS: Mapping[str, Callable[[Collection, str], Figure | None]] = {
    "histogram": Collection.histogram,
    "box": Collection.boxes,
    "trend": Collection.trend,
    "length": Collection.length,
    "correlation": lambda collection, column: collection.correlation(),
}


def _file(name: str) -> str:
    return templates.file(Path(__file__).with_name(name))


def svg(figure: Figure) -> str:
    """Return a figure as an SVG file with its own style on white."""
    values = dict(re.findall(r"(--[\w-]+): ([^;]+);", templates.look().partition("@media")[0]))
    # a file has no custom properties of CSS: `var(--ink)` becomes the colour
    style = _SINGLE.sub(lambda found: values[found[1]], _file("plot.css"))
    opening, _, rest = str(figure.drawing).partition(">")
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', opening)
    assert size is not None
    width, height = (2 * float(side) for side in size.groups())
    opening += f' xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
    paper = f'<rect width="100%" height="100%" fill="{values["--paper"]}"/>'
    style = style.replace("width: 100%; max-width: 27rem; height: auto; ", "")
    return f"{opening}><style>{style}</style>{paper}{rest}\n"


def png(figure: Figure) -> bytes:
    """Return a figure as PNG, 1280 pixels wide; `UserError` if no renderer is installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise UserError("PNG needs resvg-py: pip install resvg-py") from error
    drawn = svg_to_bytes(svg_string=svg(figure), width=1280, font_family="sans-serif")
    return bytes(drawn)


def page(collection: Collection) -> Iterator[str]:
    """Yield the page in pieces."""
    words, scores = collection.words, collection.scores
    order = np.argsort(scores.numbers("score"), kind="stable").tolist()  # NaN at the end
    scored = len(finite(scores.numbers("score")))
    worst_count = min(_MAX_TEXTS, scored)
    best_count = min(_MAX_TEXTS, scored - worst_count)  # no text is shown twice
    best = order[:scored][::-1][:best_count]
    texts = {"worst": scores.rows(order[:worst_count]), "best": scores.rows(best)}
    return templates.page(
        "corpus/report/page.html",
        words("title"),
        words,
        "\n".join((templates.look(), _file("plot.css"), _file("report.css"))),
        summary=_summary(collection),
        texts={name: shown for name, rows in texts.items() if (shown := [*rows])},
        collection=collection,
        groups=_groups(collection, collection.grouping) if scored and collection.grouping else None,
        figures=_sections(collection) if scored else (),
        unscored=_unscored(collection),
        version=__version__,
    )


def _summary(collection: Collection) -> str:
    """Return one sentence on documents and median score."""
    words, scores = collection.words, collection.scores
    values = finite(scores.numbers("score"))
    if not len(values):
        return words("summary-none", documents=scores.size)
    return words(
        "summary",
        documents=scores.size,
        scored=len(values),
        median=_points(float(np.median(values)), words),
        few=_low_scores(collection),
    )


def _low_scores(collection: Collection) -> str:
    """Return how many scores are low, and how often each dimension is the lowest."""
    words, scores = collection.words, collection.scores
    with np.errstate(invalid="ignore"):
        low = scores.numbers("score") < _LOW_SCORE
    if not low.any() or not scores.dimensions:
        return ""
    columns = np.stack([scores.numbers(dimension)[low] for dimension in scores.dimensions])
    lowest = np.where(np.isfinite(columns), columns, np.inf).argmin(0)
    lowest_counts = Counter(collection.name(scores.dimensions[n]) for n in lowest.tolist())
    causes = ", ".join(f"{name} {number}" for name, number in lowest_counts.most_common())
    limit = f"{100 * _LOW_SCORE:g}"
    return words("few", number=int(low.sum()), limit=limit, causes=causes)


def _sections(collection: Collection) -> Iterator[tuple[str, list[Figure]]]:
    """Yield the figures of each section."""
    grouping, measured = collection.grouping, collection.measured
    yield "scores", [collection.histogram("score"), collection.boxes("score")]
    if grouping is not None and grouping.order is not None:
        yield "trends", [*filter(None, map(collection.trend, measured))]
    if partials := measured[1:]:
        each = [collection.partials(), *map(collection.histogram, partials)]
        if grouping is not None:
            each += map(collection.boxes, partials)
        yield "dimensions", each
    yield "correlations", [collection.correlation()]
    yield "lengths", [*filter(None, map(collection.length, measured))]


def _groups(collection: Collection, grouping: Grouping) -> Table:
    """Return a table of groups with medians, intervals and which do not differ."""
    words = collection.words
    scores = collection.scores
    columns = collection.measured
    heads = [words(key) for key in ("group", "number", "scored")]
    for column in columns:
        heads += [f"{collection.name(column)}: {words('median').lower()}", words("interval")]
    heads.append(f"{words('score')}: {words('mean').lower()}")
    rows = []
    intervals: dict[str, tuple[float, float, float]] = {}
    values = {column: scores.numbers(column) for column in columns}
    for index, name in enumerate(group_names(grouping, words)):
        inside = grouping.codes == index
        scored = finite(values["score"][inside])
        cells = [name, str(int(inside.sum())), str(len(scored))]
        for column in columns:
            group_values = finite(values[column][inside])
            if not len(group_values):
                cells += ["–", "–"]
                continue
            low, high = median_interval(group_values)
            if column == "score":
                interval = (low, high) if len(group_values) >= _MIN_FOR_INTERVAL else (0.0, 1.0)
                intervals[name] = (float(np.median(group_values)), *interval)
            cells.append(_points(float(np.median(group_values)), words))
            cells.append(f"{_points(low, words)} – {_points(high, words)}")
        cells.append(_points(float(scored.mean()), words) if len(scored) else "–")
        rows.append(cells)
    heads.append(words("not-different"))
    for cells in rows:
        own_interval = intervals.get(cells[0])
        similar = [
            name
            for name, interval in intervals.items()
            if own_interval and name != cells[0] and not differ(own_interval, interval)
        ]
        cells.append(", ".join(similar) or "–")
    shown: Sequence[int] = range(len(heads))
    if len(rows) > 1:  # columns that are the same in all groups are left out, but for the counts
        shown = [column for column in shown if column < 3 or len({row[column] for row in rows}) > 1]
    return [heads[column] for column in shown], [[row[column] for column in shown] for row in rows]


def _points(value: float, words: Words) -> str:
    return points(value, words.language)


_BUT_WHAT = re.compile(r": [^:{]*\{.*")


def _unscored(collection: Collection) -> Table | None:
    """Return a table of the reasons for missing scores; None without any."""
    words, scores = collection.words, collection.scores
    found = scores.count("reason") if "reason" in scores.names else {}
    if not found:
        return None
    known = CATALOGUE[words.language]
    reasons = [_BUT_WHAT.sub("", known.get(reason, reason)) for reason in found]
    return [words("reason"), words("number")], [
        *zip(reasons, map(str, found.values()), strict=True)
    ]
