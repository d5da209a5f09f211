"""One document: its score, its findings, its text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from textlint_pt.report.report import Notice
from textlint_pt.reporters.figures import points
from textlint_pt.reporters.html.beside import table
from textlint_pt.reporters.html.cards import card, notes_for, overview
from textlint_pt.reporters.html.elements import Element, element, text
from textlint_pt.reporters.html.marked import COST_STEPS, Marked
from textlint_pt.reporters.html.parts import notice_list
from textlint_pt.reporters.html.score import score_of


def section(marked: Marked, notices: Sequence[Notice], *, is_open: bool) -> Element:
    """Everything about one document, with its text open or folded."""
    entry, words = marked.entry, marked.words
    error = entry.error
    told = error or any(notice.code == entry.score.reason for notice in notices)
    return element(
        "section",
        element("h2", entry.path, id=marked.id),
        element("p", error, class_="failed") if error else "",
        notice_list(notices, words),
        "" if told and not marked.sides else score_of(entry.score, marked.id, words),
        [overview(marked), _reading(marked, is_open)] if marked.sides else "",
        class_="document",
        aria_labelledby=marked.id,
    )


def _reading(marked: Marked, is_open: bool) -> Element:
    words = marked.words
    beside = len(marked.sides) > 1
    outside = [n for n in range(len(marked.findings)) if n not in marked.anchored]
    return element(
        "details",
        element("summary", element("h3", words("beside" if beside else "read"))),
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
        open=is_open,
    )


def _cost_scale(marked: Marked) -> Element:
    """The legend of the colours of sentences, if any has a colour."""
    words = marked.words
    if not any(loss >= COST_STEPS[0] for loss, _ in marked.costs.values()):
        return text("")
    swatches = [
        element("li", words("from", value=points(least, words.language)), class_=f"cost-{step}")
        for step, least in enumerate(COST_STEPS, start=1)
    ]
    return element(
        "div", element("p", words("cost-scale")), element("ul", swatches), class_="scale"
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
