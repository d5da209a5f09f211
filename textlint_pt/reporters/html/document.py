"""One document: its score, its findings, its text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from textlint_pt.report.messages import count, say
from textlint_pt.report.report import Notice, Score
from textlint_pt.reporters.figures import decimal, placed, points, signed, terms, unaccepted, within
from textlint_pt.reporters.html.beside import table
from textlint_pt.reporters.html.cards import card, notes_for
from textlint_pt.reporters.html.elements import Element, element, text
from textlint_pt.reporters.html.marked import COST_STEPS, Marked
from textlint_pt.reporters.html.parts import notice_list, rect, svg
from textlint_pt.reporters.html.words import Words
from textlint_pt.reporters.overview import baselined, costs, nothing
from textlint_pt.reporters.rows import change_summary

#: sentences that are listed with what they cost
_COSTLIEST = 20
#: problems that are named above the text, in so many letters each
_FIRST, _COLUMNS = 8, 40


def section(marked: Marked, notices: Sequence[Notice], *, is_open: bool) -> Element:
    """Everything about one document, open or folded to one line."""
    entry, words = marked.entry, marked.words
    error = entry.error
    told = error or any(notice.code == entry.score.reason for notice in notices)
    found = len(marked.findings)
    accepted = len(baselined(entry))
    said = count(words.language, "finding", found) if found else ""
    if not found and not error:
        said = nothing(accepted, words.language)
    if said and accepted:
        said = say(words.language, "accepted-in", what=said, count=accepted)
    said = said[:1].upper() + said[1:]
    total = entry.score.total
    score = f"{words('score')} {points(total, words.language)}" if total is not None else ""
    return element(
        "section",
        element(
            "details",
            element(
                "summary",
                element("h2", entry.path, id=marked.id),
                element("span", said, class_="facts" if found else "facts clean"),
                element("span", score, class_="facts folded") if score else "",
            ),
            element("p", error, class_="failed") if error else "",
            notice_list(notices, words),
            "" if told and not marked.sides else score_of(entry.score, marked.id, words),
            _first(marked) if marked.sides else "",
            _reading(marked) if marked.sides else "",
            class_="text-of",
            open=is_open,
        ),
        class_="document",
        aria_labelledby=marked.id,
    )


def _first(marked: Marked) -> Element:
    """Links to the first problems, which may stand far down in the text."""
    numbers = [n for n in range(len(marked.findings)) if n not in marked.repeats]
    links = [
        element(
            "li",
            element("a", change_summary(marked.findings[n], _COLUMNS), href=f"#{marked.name(n)}"),
            data_ref=marked.name(n),
        )
        for n in numbers[:_FIRST]
    ]
    left = len(marked.findings) - len(links)
    more = element("li", f"… {marked.words('more', count=left)}") if left else ""
    return element("ul", links, more, class_="first") if links else text("")


def _reading(marked: Marked) -> Element:
    words = marked.words
    beside = len(marked.sides) > 1
    outside = [n for n in range(len(marked.findings)) if n not in marked.anchored]
    return element(
        "div",
        element("h3", words("beside" if beside else "read"), class_="unseen"),
        element(
            "div",
            element("p", words("elsewhere")),
            [card(marked, number) for number in outside],
            class_="notes outside",
        )
        if outside
        else "",
        _cost_scale(marked),
        table(marked) if beside else _paragraphs(marked),
        class_="reading",
    )


def _cost_scale(marked: Marked) -> Element:
    """What sentences cost, folded: the text has its colours only while it is open."""
    words = marked.words
    costly = [(loss, at, why) for at, (loss, why) in marked.costs.items() if loss >= COST_STEPS[0]]
    if not costly:
        return text("")
    sentences = marked.sides["text"].sentences
    listed = [
        element(
            "li",
            element(
                "a", words("line", line=sentences[at].line), href=f"#{marked.id}-text-{at + 1}"
            ),
            words("costs", points=points(loss, words.language), reasons="; ".join(why)),
        )
        for loss, at, why in sorted(costly, key=lambda one: (-one[0], one[1]))[:_COSTLIEST]
    ]
    swatches = [
        element("li", words("from", value=points(least, words.language)), class_=f"cost-{step}")
        for step, least in enumerate(COST_STEPS, start=1)
    ]
    return element(
        "details",
        element("summary", words("cost-scale")),
        element("ul", swatches, class_="scale"),
        element("ul", listed),
        class_="costs",
    )


def _paragraphs(marked: Marked) -> Element:
    """Blocks with the cards of their findings in the margin."""
    sentences = marked.sides["text"].sentences
    rows = []
    for _, block in groupby(range(len(sentences)), key=lambda index: sentences[index].block):
        indices = list(block)
        first = sentences[indices[0]]
        rows.append(
            element(
                "div",
                element(
                    "span",
                    str(first.line),
                    class_="line",
                    title=marked.words("line", line=first.line),
                    aria_hidden="true",
                ),
                element(
                    "blockquote" if first.kind == "quote" else "p",
                    marked.sentences("text", indices),
                    class_=f"block {first['kind']}",
                    lang="pt",
                    dir="auto",
                ),
                notes_for(marked, indices),
                class_="row",
            )
        )
    return element("div", rows, class_="text")


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
