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
from textlint_pt.corpus.report.figures import Figure, grouped
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
_LOW = 0.75
#: texts shown of the best and of the worst
_TEXTS = 8
#: of fewer documents no interval of 95 % of the median is inside them
_LEAST = 6
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
        """What a column is called."""
        if column == "words":
            return self.words("words")
        known = CATALOGUE[self.words.language]
        return known.get(column, column) if column in ("score", *self.scores.dimensions) else column

    def numbers(self, column: str) -> Numbers:
        """A column as figures show it: the score and the dimensions from 0 to 100."""
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
        """Box plots of the score and of every dimension, of all documents."""
        columns = [column for column in self.measured if column != "score"]
        groups = [(self.name(one), finite(self.numbers(one))) for one in columns]
        what = self.words("dimensions").lower()
        return figures.boxes(self.words("boxes", what=what), what, groups, self.words)

    def trend(self, column: str) -> Figure | None:
        """Over the column that divides the documents, or over their order in the table."""
        values = self.numbers(column)
        name = self.name(column)
        if self.grouping is None:
            over, at = self.words("in-order"), np.arange(1.0, len(values) + 1)
        elif self.grouping.order is None:
            raise UserError(
                f"--by: {self.scores.path}: {self.grouping.column}: has no numbers to go by"
            )
        else:
            over, at = self.grouping.column, self.grouping.order
        title = self.words("trend", what=name, over=over)
        return figures.trend(title, over, name, at, values, self.words)

    def length(self, column: str) -> Figure | None:
        """Over the words of the documents."""
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
        """The score and the dimensions that some document has."""
        columns = ["score", *self.scores.dimensions]
        return [one for one in columns if len(finite(self.scores.numbers(one)))]

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
    """A figure by itself: its own style, on white."""
    values = dict(re.findall(r"(--[\w-]+): ([^;]+);", templates.look().partition("@media")[0]))
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
    """A figure by itself, 1280 pixels wide. `UserError`: what draws it is not installed."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise UserError("PNG needs resvg-py: pip install resvg-py") from error
    drawn = svg_to_bytes(svg_string=svg(figure), width=1280, font_family="sans-serif")
    return bytes(drawn)


def page(collection: Collection) -> Iterator[str]:
    """The page in pieces."""
    words, scores = collection.words, collection.scores
    order = np.argsort(scores.numbers("score"), kind="stable").tolist()  # NaN at the end
    there = len(finite(scores.numbers("score")))
    most = min(_TEXTS, there)
    best = order[:there][::-1][: min(_TEXTS, there - most)]
    texts = {"worst": scores.rows(order[:most]), "best": scores.rows(best)}
    return templates.page(
        "corpus/report/page.html",
        words("title"),
        words,
        "\n".join((templates.look(), _file("plot.css"), _file("report.css"))),
        summary=_summary(collection),
        texts={name: shown for name, rows in texts.items() if (shown := [*rows])},
        collection=collection,
        groups=_groups(collection, collection.grouping) if there and collection.grouping else None,
        figures=_sections(collection) if there else (),
        unscored=_unscored(collection),
        version=__version__,
    )


def _summary(collection: Collection) -> str:
    words, scores = collection.words, collection.scores
    values = finite(scores.numbers("score"))
    if not len(values):
        return words("summary-none", documents=scores.size)
    return words(
        "summary",
        documents=scores.size,
        scored=len(values),
        median=_points(float(np.median(values)), words),
        few=_few(collection),
    )


def _few(collection: Collection) -> str:
    """How many documents have a low score, and which dimension is the lowest of each."""
    words, scores = collection.words, collection.scores
    with np.errstate(invalid="ignore"):
        low = scores.numbers("score") < _LOW
    if not low.any() or not scores.dimensions:
        return ""
    columns = np.stack([scores.numbers(one)[low] for one in scores.dimensions])
    lowest = np.where(np.isfinite(columns), columns, np.inf).argmin(0)
    named = Counter(collection.name(scores.dimensions[n]) for n in lowest.tolist())
    causes = ", ".join(f"{name} {number}" for name, number in named.most_common())
    limit = f"{100 * _LOW:g}"
    return words("few", number=int(low.sum()), limit=limit, causes=causes)


def _sections(collection: Collection) -> Iterator[tuple[str, list[Figure]]]:
    """The figures, by what they are about."""
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
    """Groups side by side: how many, medians of the score with intervals, and of each dimension."""
    words = collection.words
    scores = collection.scores
    columns = collection.measured
    heads = [words(key) for key in ("group", "number", "scored")]
    for column in columns:
        heads += [f"{collection.name(column)}: {words('median').lower()}", words("interval")]
    heads.append(f"{words('score')}: {words('mean').lower()}")
    rows = []
    ends: dict[str, tuple[float, float, float]] = {}
    values = {column: scores.numbers(column) for column in columns}
    for place, name in enumerate(grouping.names):
        inside = grouping.codes == place
        shown = words("others") if grouping.rest and place == len(grouping.names) - 1 else name
        scored = finite(values["score"][inside])
        cells = [shown, str(int(inside.sum())), str(len(scored))]
        for column in columns:
            own = finite(values[column][inside])
            if not len(own):
                cells += ["–", "–"]
                continue
            low, high = median_interval(own)
            if column == "score":
                known = (low, high) if len(own) >= _LEAST else (0.0, 1.0)
                ends[shown] = (float(np.median(own)), *known)
            cells.append(_points(float(np.median(own)), words))
            cells.append(f"{_points(low, words)} – {_points(high, words)}")
        cells.append(_points(float(scored.mean()), words) if len(scored) else "–")
        rows.append(cells)
    heads.append(words("not-different"))
    for cells in rows:
        mine = ends.get(cells[0])
        alike = [n for n, one in ends.items() if mine and n != cells[0] and not differ(mine, one)]
        cells.append(", ".join(alike) or "–")
    told = [at for at in range(len(heads)) if at < 3 or len({row[at] for row in rows}) > 1]
    told = told if len(rows) > 1 else [*range(len(heads))]  # what is the same in all says nothing
    return [heads[at] for at in told], [[row[at] for at in told] for row in rows]


def _points(value: float, words: Words) -> str:
    return points(value, words.language)


_BUT_WHAT = re.compile(r": [^:{]*\{.*")


def _unscored(collection: Collection) -> Table | None:
    words, scores = collection.words, collection.scores
    found = scores.count("reason") if "reason" in scores.names else {}
    if not found:
        return None
    known = CATALOGUE[words.language]
    # without what a text looks like, which differs
    said = [_BUT_WHAT.sub("", known.get(reason, reason)) for reason in found]
    return [words("reason"), words("number")], [*zip(said, map(str, found.values()), strict=True)]
