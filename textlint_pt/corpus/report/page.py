"""The page of a collection, in the look of `--format html`, and single figures as files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from textlint_pt import __version__, shipped
from textlint_pt.contract.errors import UserError
from textlint_pt.corpus.report import figures
from textlint_pt.corpus.report.figures import Figure, grouped
from textlint_pt.corpus.report.scores import Grouping, Numbers, Scores
from textlint_pt.corpus.report.statistics import finite, median_interval
from textlint_pt.report.messages import CATALOGUE, catalogue
from textlint_pt.report.report import differ
from textlint_pt.reporters.figures import points
from textlint_pt.reporters.html.elements import Content, Element, element, raw, text
from textlint_pt.reporters.html.page import head, look
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
    return shipped.read_text(Path(__file__).with_name(name)).strip()


def svg(figure: Figure) -> str:
    """A figure by itself: its own style, on white."""
    values = dict(re.findall(r"(--[\w-]+): ([^;]+);", look().partition("@media")[0]))
    style = _SINGLE.sub(lambda found: values[found[1]], _file("plot.css"))
    opening, _, rest = figure.drawing.partition(">")
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', opening)
    assert size is not None
    width, height = (2 * float(side) for side in size.groups())
    opening += f' xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
    paper = element("rect", width="100%", height="100%", fill=values["--paper"])
    style = style.replace("width: 100%; max-width: 27rem; height: auto; ", "")
    return f"{opening}>{raw('style', style)}{paper}{rest}\n"


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
    style = f"{look()}\n{_file('plot.css')}\n{_file('report.css')}"
    start = head(words("title"), style)
    yield f'<!DOCTYPE html>\n<html lang="{words.language}">\n{start}\n<body>\n'
    yield _top(collection)
    yield '\n<main id="figures" class="collection">\n'
    if len(finite(scores.numbers("score"))):
        yield from (f"{part}\n" for part in _sections(collection) if part)
    yield f"{_unscored(collection)}</main>\n{_foot(collection)}\n</body>\n</html>\n"


def _top(collection: Collection) -> Element:
    words, scores = collection.words, collection.scores
    values = finite(scores.numbers("score"))
    if len(values):
        line = words(
            "summary",
            documents=scores.size,
            scored=len(values),
            median=points(float(np.median(values)), words.language),
            few=_few(collection),
        )
    else:
        line = words("summary-none", documents=scores.size)
    return text(
        [
            element("a", words("skip"), class_="skip", href="#figures"),
            element("header", element("h1", words("title")), element("p", line, class_="summary")),
        ]
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


def _sections(collection: Collection) -> Iterator[Element]:
    """What is lowest and why, then the figures."""
    words, grouping = collection.words, collection.grouping
    order = np.argsort(collection.scores.numbers("score"), kind="stable")  # NaN at the end
    there = len(finite(collection.scores.numbers("score")))
    most = min(_TEXTS, there)
    worst = [int(n) for n in order[:most]]
    best = [int(n) for n in order[:there][::-1][: min(_TEXTS, there - most)]]
    yield _section(words("worst"), "worst", _texts(collection, worst))
    if best:
        yield _section(words("best"), "best", _texts(collection, best))
    measured = collection.measured
    partials = measured[1:]
    if grouping is not None:
        yield _groups(collection, grouping)
    shown: list[Figure | None] = [collection.histogram("score"), collection.boxes("score")]
    yield _section(words("scores"), "scores", _figures(shown, words))
    over_order = grouping is not None and grouping.order is not None
    if over_order:
        trends = [collection.trend(column) for column in measured]
        yield _section(words("trends"), "trends", _figures(trends, words))
    if partials:
        each = [collection.histogram(column) for column in partials]
        if grouping is not None:
            each += [collection.boxes(column) for column in partials]
        shown = [collection.partials(), *each]
        yield _section(words("dimensions"), "dimensions", _figures(shown, words))
    yield _section(
        words("correlations"), "correlations", _figures([collection.correlation()], words)
    )
    lengths = [collection.length(column) for column in measured]
    yield _section(words("lengths"), "lengths", _figures(lengths, words))


def _section(title: str, name: str, *content: Content, class_: str | None = None) -> Element:
    heading = element("h2", title, id=name)
    return element("section", heading, content, class_=class_, aria_labelledby=name)


def _figures(shown: Sequence[Figure | None], words: Words) -> Element:
    drawn = [
        element(
            "figure",
            element("figcaption", figure.title),
            figure.drawing,
            element("p", figure.note),
            element(
                "details",
                element("summary", words("table")),
                element("div", _table(figure.head, figure.rows, figure.title), class_="scroll"),
            ),
        )
        for figure in shown
        if figure is not None
    ]
    return element("div", drawn, class_="figures")


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], said: str) -> Element:
    top = element("tr", [element("th", one, scope="col") for one in columns])
    body = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            [element("td", cell, class_="number") for cell in row[1:]],
        )
        for row in rows
    ]
    return element(
        "table", element("thead", top), element("tbody", body), aria_label=said, tabindex="-1"
    )


def _groups(collection: Collection, grouping: Grouping) -> Element:
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
    heads, rows = [heads[at] for at in told], [[row[at] for at in told] for row in rows]
    title = words("groups", column=grouping.column)
    table = element(
        "div",
        _table(heads, rows, title),
        class_="scroll",
        tabindex="0",
        role="region",
        aria_label=title,
    )
    note = element("p", words("interval-note"))
    return _section(title, "groups", table, note, class_="groups")


def _points(value: float, words: Words) -> str:
    return points(value, words.language)


def _texts(collection: Collection, numbers: Sequence[int]) -> Element:
    rows = collection.scores.rows(numbers)
    return element("ul", [_text(collection, row) for row in rows], class_="texts")


def _text(collection: Collection, row: Mapping[str, Any]) -> Element:
    words = collection.words
    partials = [
        f"{collection.name(one)} {_points(row[one], words)}"
        for one in collection.scores.dimensions
        if row[one] is not None
    ]
    costs = [
        element(
            "li",
            element("q", cost["text"], lang="pt", dir="auto"),
            element(
                "p",
                f"{words('line', line=cost['line'])}, ",
                words(
                    "costs",
                    points=points(cost["loss"], words.language),
                    reasons="; ".join(cost["reasons"] or ()),
                ),
            ),
        )
        for cost in row.get("costliest") or ()
    ]
    where = "" if row["path"] == row["id"] else f"{row['path']}, "
    facts = f"{where}{row['words']} {words('words')}; {', '.join(partials)}"
    return element(
        "li",
        element(
            "h3",
            element("strong", points(row["score"], words.language)),
            element("span", row["id"]),
        ),
        element("p", facts),
        element("ul", costs) if costs else element("p", words("nothing-costs")),
        class_="one",
    )


_BUT_WHAT = re.compile(r": [^:{]*\{.*")


def _unscored(collection: Collection) -> Element:
    words = collection.words
    if "reason" not in collection.scores.names:
        return text("")
    found = collection.scores.count("reason")
    if not found:
        return text("")
    known = CATALOGUE[words.language]
    # without what a text looks like, which differs
    rows = [
        [_BUT_WHAT.sub("", known.get(reason, reason)), str(number)]
        for reason, number in found.items()
    ]
    table = _table([words("reason"), words("number")], rows, words("unscored"))
    return _section(words("unscored"), "unscored", table, class_="groups")


def _foot(collection: Collection) -> Element:
    words = collection.words
    return element(
        "footer",
        element("p", words("made", version=__version__)),
        element(
            "details",
            element("summary", words("signature")),
            element("code", collection.scores.signature),
        ),
    )
