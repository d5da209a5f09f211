"""The whole page, made of functions that escape everything they are given (`elements`), which is
lighter than a template library.

Its content security policy allows the one style and the one script that it holds, by their digests,
and nothing from anywhere else. The script filters; without it everything is shown.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from textlint_pt import shipped
from textlint_pt.contract.reporter import Segment
from textlint_pt.report.messages import count, say
from textlint_pt.report.report import Notice, Report, notices
from textlint_pt.report.severity import SEVERITIES
from textlint_pt.reporters.figures import points
from textlint_pt.reporters.html.document import section
from textlint_pt.reporters.html.elements import Content, Element, element, raw, text
from textlint_pt.reporters.html.marked import Marked
from textlint_pt.reporters.html.parts import badge, notice_list, rect, svg
from textlint_pt.reporters.html.words import Words


def render(report: Report, language: str) -> Iterator[Segment]:
    """The page in pieces."""
    words = Words(language)
    own, shared = notices(report)
    shown = [
        Marked(number, document, words) for number, document in enumerate(report.documents, start=1)
    ]
    script = shipped.read_text(Path(__file__).with_name("page.js")).strip()
    start = head(words("title"), look(), script)
    yield f'<!DOCTYPE html>\n<html lang="{language}">\n{start}\n<body>\n', ""
    yield f"{_top(report, shown, shared, words)}\n", ""
    yield '<main id="documents">\n', ""
    for document, about in zip(shown, own, strict=True):
        # if there are many texts, those with nothing to show are folded
        is_open = len(shown) == 1 or bool(document.findings)
        yield f"{section(document, about, is_open=is_open)}\n", ""
    yield f"</main>\n{_foot(report, words)}\n{raw('script', script)}\n", ""
    yield "</body>\n</html>\n", ""


def head(title: str, style: str, script: str | None = None) -> Element:
    """What a page begins with; its policy allows the one style and the one script that it has."""
    allowed = f"script-src '{_digest(script)}'; " if script is not None else ""
    policy = (
        f"default-src 'none'; style-src '{_digest(style)}'; {allowed}"
        "base-uri 'none'; form-action 'none'"
    )
    return element(
        "head",
        element("meta", charset="utf-8"),
        Element(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        raw("style", style),
    )


def look() -> str:
    """The style of every page."""
    return shipped.read_text(Path(__file__).with_name("page.css")).strip()


def _digest(content: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


def _top(
    report: Report, shown: Sequence[Marked], shared: Sequence[Notice], words: Words
) -> Element:
    summary = report.summary
    line = words(
        "summary",
        findings=count(words.language, "finding", summary.findings),
        documents=count(words.language, "document", summary.documents),
        sentences=summary.sentences,
    )
    return text(
        [
            element("a", words("skip"), class_="skip", href="#documents"),
            element(
                "header",
                element("h1", words("title")),
                element("p", line, class_="summary"),
                element("p", element("strong", say(words.language, "partial")), role="alert")
                if report.partial
                else "",
                notice_list(shared, words),
            ),
            _index(shown, words) if len(shown) > 1 else "",
            _filter(report, words) if summary.findings else "",
        ]
    )


def _index(shown: Sequence[Marked], words: Words) -> Element:
    """All documents with score and findings, linked."""
    head = [element("th", words(name), scope="col") for name in ("document", "score", *SEVERITIES)]
    rows = []
    for document in shown:
        counts = Counter(finding.severity for finding in document.findings)
        total = document.entry.score.total
        rows.append(
            element(
                "tr",
                element(
                    "th",
                    element("a", document.entry.path, href=f"#{document.id}"),
                    scope="row",
                ),
                element(
                    "td",
                    [_small_bar(total), points(total, words.language)]
                    if total is not None
                    else "–",
                    class_="number",
                ),
                [
                    element(
                        "td",
                        str(counts[severity]),
                        class_=f"number {severity if counts[severity] else 'zero'}",
                    )
                    for severity in SEVERITIES
                ],
            )
        )
    return element(
        "nav",
        element("h2", words("documents"), id="index"),
        element(
            "div",
            element("table", element("thead", element("tr", head)), element("tbody", rows)),
            class_="scroll",
        ),
        class_="index",
        aria_labelledby="index",
    )


def _small_bar(share: float) -> Element:
    return svg(rect(0, 100, "track"), rect(0, 100 * share, "fill"), class_="small")


def _filter(report: Report, words: Words) -> Element:
    """Checkboxes to filter by; hidden until the script runs."""
    findings = [finding for document in report.documents for finding in document.findings]
    severities = Counter(finding.severity for finding in findings)
    codes = {finding.code: finding.name for finding in findings}
    boxes = [
        element(
            "fieldset",
            element("legend", words("severity")),
            [
                _box(
                    "severity",
                    severity,
                    [badge(severity, words), f" {severities[severity]}"],
                )
                for severity in SEVERITIES
                if severities[severity]
            ],
        ),
        element(
            "fieldset",
            element("legend", words("code")),
            [
                _box("code", code, [element("code", code), f" {number}"], codes[code])
                for code, number in report.summary.by_code.items()
            ],
        ),
    ]
    if any(d.whole_texts and len(d.whole_texts.sides) > 1 for d in report.documents):
        boxes.append(
            element(
                "fieldset",
                element("legend", words("beside")),
                element(
                    "label",
                    element("input", type="checkbox", id="only"),
                    f" {words('only')}",
                ),
            )
        )
    template = words("shown", shown="{shown}", all="{all}")
    return element(
        "form",
        boxes,
        element("button", words("all"), type="reset"),
        element("output", id="shown", data_template=template),
        id="filter",
        role="search",
        aria_label=words("filter"),
        autocomplete="off",
        hidden=True,
    )


def _box(kind: str, value: str, label: Content, title: str | None = None) -> Element:
    box = element("input", type="checkbox", name=kind, value=value, checked=True)
    return element("label", box, " ", label, title=title)


def _foot(report: Report, words: Words) -> Element:
    return element(
        "footer",
        element("p", words("made", version=report.tool.version)),
        element("p", element("code", report.signature)),
    )
