"""Small parts of the page: bars, which print well and have their values in words beside them;
badges; notices."""

from __future__ import annotations

from collections.abc import Sequence

from textlint_pt.report.finding import Bar
from textlint_pt.report.report import Notice
from textlint_pt.reporters.html.elements import Element, element, text
from textlint_pt.reporters.html.words import Words

#: a sign for each severity, for readers who cannot rely on colour
_SIGNS = {"error": "✖", "warning": "▲", "info": "●"}


def svg(*shapes: Element, class_: str) -> Element:
    """A drawing whose content is given in words beside it."""
    return element(
        "svg", shapes, class_=class_, aria_hidden="true", focusable="false", width="100%"
    )


def rect(start: float, end: float, class_: str) -> Element:
    """A bar from `start` to `end`, in per cent of the width."""
    left, width = f"{min(start, end):.2f}%", f"{abs(end - start):.2f}%"
    return element("rect", x=left, y="0", width=width, height="100%", class_=class_)


def diverging(bars: Sequence[Bar], words: Words) -> Element:
    """Bars to the left and right of one line, all on one scale."""
    if not bars:
        return text("")
    most = max(abs(bar.value) for bar in bars) or 1.0
    rows = []
    for bar in bars:
        end = 50 + 50 * bar.value / most
        side = "gained" if bar.value > 0 else "lost"
        axis = element("line", x1="50%", x2="50%", y1="0", y2="100%", class_="axis")
        number = words.number(bar.value)
        rows.append(
            element(
                "tr",
                element("th", bar.label, scope="row"),
                element("td", svg(rect(50, end, side), axis, class_="bar")),
                element("td", f"+{number}" if bar.value > 0 else number, class_="number"),
                element("td", bar.note, lang="pt"),
            )
        )
    return element(
        "table", element("caption", words("bars")), element("tbody", rows), class_="bars"
    )


def badge(severity: str, words: Words) -> Element:
    """A severity in words and with its sign."""
    sign = element("span", _SIGNS[severity], aria_hidden="true")
    return element("span", sign, f" {words(severity)}", class_=f"badge {severity}")


def notice_list(about: Sequence[Notice], words: Words) -> Element:
    if not about:
        return text("")
    return element(
        "ul",
        [element("li", notice.message) for notice in about],
        class_="notices",
        aria_label=words("notices"),
    )
