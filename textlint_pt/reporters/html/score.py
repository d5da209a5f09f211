"""The score of a document: a bar of all the points, and a line for each dimension."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt.report.messages import say
from textlint_pt.report.report import Score
from textlint_pt.reporters.figures import decimal, placed, points, signed, terms, unaccepted, within
from textlint_pt.reporters.html.elements import Element, element, text
from textlint_pt.reporters.html.parts import rect, svg
from textlint_pt.reporters.html.words import Words
from textlint_pt.reporters.overview import costs


def score_of(score: Score, name: str, words: Words) -> Element:
    """The total and how it is computed; `name` is the document's on the page."""
    heading = element("h3", words("score"), id=f"{name}-score")
    if score.total is None:
        why = say(words.language, score.reason or "nothing-measured")
        said = f"{say(words.language, 'no_score')}: {why}"
        return element("div", heading, element("p", said), class_="score")
    beside = placed(score, words.language), unaccepted(score, words.language)
    total = element(
        "p",
        element("strong", points(score.total, words.language)),
        element("span", f"/100{within(score, words.language)}"),
        "".join(f" · {said}" for said in beside if said),
        class_="total",
    )
    how = element(
        "details", element("summary", words("how")), _how(score, name, words), class_="how"
    )
    return element("div", heading, total, how, class_="score")


def _how(score: Score, name: str, words: Words) -> Element:
    """What costs how much, as the terminal has it; how that is computed is folded."""
    table = _breakdown(score, name, words)
    if score.profile != "calibrated":
        return table
    causes = [
        element("li", element("strong", signed(loss, words.language).replace("-", "−")), f" {what}")
        for loss, what in costs(score, words.language)
    ]
    folded = element("details", element("summary", words("formula")), table, class_="how")
    return text([element("ul", causes, class_="causes") if causes else "", folded])


def _breakdown(score: Score, name: str, words: Words) -> Element:
    """A bar of all the points, then a line for each dimension: they add up to the total."""
    language = words.language
    calibrated = score.profile == "calibrated"
    total = score.total or 0.0
    digits = 1 if calibrated else 4
    shares = terms(score)
    stack, at = [rect(0, 100 * total, "kept")], 100 * total
    rows = []
    for (dimension, partial), share in zip(score.partials.items(), shares, strict=True):
        if calibrated:
            stack.append(rect(at, at - share, f"dimension {dimension}"))
            at -= share
        value = partial.value
        if value is None:
            continue  # what was not looked at costs nothing
        low, high = partial.range
        bar = text("")
        if low is not None and high is not None and low < high:
            lost = 100 * (high - value) / (high - low)  # an empty bar is a good one
            bar = svg(rect(0, 100, "track"), rect(0, lost, f"dimension {dimension}"), class_="bar")
        rows.append(
            element(
                "tr",
                element("th", say(language, dimension), scope="row"),
                element("td", bar, class_="drawn"),
                element("td", decimal(value, 3, language), class_="number"),
                element("td", signed(share, language, digits).replace("-", "−"), class_="number"),
                element("td", partial.formula, class_="formula"),
            )
        )
    head = element(
        "tr",
        element("th", words("dimension"), scope="col"),
        element("th", words("value"), scope="colgroup", colspan="2"),
        element("th", words("loss" if calibrated else "share"), scope="col", class_="number"),
        element("th", words("formula"), scope="col", class_="formula"),
    )
    foot = element(
        "tr",
        element("th", words("total"), scope="row"),
        element("td"),
        element("td"),
        element("td", points(total, language), class_="number"),
        element("td", _sum(total, shares, language) if calibrated else "", class_="formula"),
    )
    table = element(
        "table",
        element("thead", head),
        element("tbody", rows),
        element("tfoot", foot),
        class_="breakdown",
        aria_labelledby=f"{name}-score",
    )
    return text([svg(*stack, class_="stack") if calibrated else "", table])


def _sum(total: float, shares: Sequence[float], language: str) -> str:
    losses = [f" − {decimal(-share, 1, language)}" for share in shares if share]
    return f"100{''.join(losses)} = {points(total, language)}" if losses else ""
