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
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, say
from textlint_pt.report.report import Notice, Report, notices
from textlint_pt.report.severity import SEVERITIES
from textlint_pt.reporters.html.document import section
from textlint_pt.reporters.html.elements import Content, Element, element, raw, text
from textlint_pt.reporters.html.marked import Marked
from textlint_pt.reporters.html.parts import badge, notice_list
from textlint_pt.reporters.html.words import Words
from textlint_pt.reporters.overview import how_bad, in_short
from textlint_pt.reporters.rows import kind

#: of more texts than these all but the first are folded
_OPEN = 3
#: more kinds of problems than these are folded in the filter
_KINDS = 8


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
    yield f"{_top(report, shared, words)}\n", ""
    yield '<main id="documents">\n', ""
    # the worst come first; of many the others are folded, one line each
    pairs = [*zip(shown, own, strict=True)]
    pairs.sort(key=lambda pair: how_bad(pair[0].entry), reverse=True)
    for place, (document, about) in enumerate(pairs):
        is_open = not place or len(shown) <= _OPEN
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


def _top(report: Report, shared: Sequence[Notice], words: Words) -> Element:
    summary = report.summary
    counted = words(
        "summary",
        findings=count(words.language, "finding", summary.findings),
        documents=count(words.language, "document", summary.documents),
        sentences=summary.sentences,
    )
    lines = [*in_short(report, words.language)] if len(report.documents) > 1 else [counted]
    return text(
        [
            element("a", words("skip"), class_="skip", href="#documents"),
            element(
                "header",
                element("h1", words("title")),
                [element("p", line, class_="summary") for line in lines],
                element("p", element("strong", say(words.language, "partial")), role="alert")
                if report.partial
                else "",
                notice_list(shared, words),
            ),
            _filter(report, words) if summary.findings else "",
        ]
    )


def _filter(report: Report, words: Words) -> Element:
    """Checkboxes to filter by; hidden until the script runs."""
    findings = [finding for document in report.documents for finding in document.findings]
    severities = Counter(finding.severity for finding in findings)
    boxes = [
        element(
            "fieldset",
            element("legend", words("severity")),
            [
                _box("severity", severity, [badge(severity, words), f" {severities[severity]}"])
                for severity in SEVERITIES
                if severities[severity]
            ],
        ),
        _of_kinds(findings, words),
    ]
    if any(d.whole_texts and len(d.whole_texts.sides) > 1 for d in report.documents):
        boxes.append(
            element(
                "fieldset",
                element("legend", words("beside")),
                element("label", element("input", type="checkbox", id="only"), f" {words('only')}"),
                element(
                    "label", element("input", type="checkbox", id="changed"), f" {words('changed')}"
                ),
            )
        )
    template = words("shown", shown="{shown}", all="{all}")
    return element(
        "form",
        boxes,
        element("button", words("all"), type="reset"),
        element("output", id="shown", data_template=template),
        element("button", "‹", type="button", id="before", aria_label=words("before"), title="K"),
        element("button", "›", type="button", id="next", aria_label=words("next"), title="J"),
        id="filter",
        role="search",
        aria_label=words("filter"),
        autocomplete="off",
        hidden=True,
    )


def _of_kinds(findings: Sequence[Finding], words: Words) -> Element:
    """A box for each kind of problem; many are folded, so that they do not cover the text."""
    codes = {kind(finding): finding.code for finding in findings}
    legend = words("code")
    boxes = [
        _box("kind", name, f"{name} {number}", codes[name])
        for name, number in Counter(map(kind, findings)).most_common()
    ]
    if len(boxes) <= _KINDS:
        return element("fieldset", element("legend", legend), boxes)
    return element(
        "details",
        element("summary", f"{legend} ({len(boxes)})"),
        element("fieldset", boxes, aria_label=legend),
    )


def _box(kind: str, value: str, label: Content, title: str | None = None) -> Element:
    box = element("input", type="checkbox", name=kind, value=value, checked=True)
    return element("label", box, " ", label, title=title)


def _foot(report: Report, words: Words) -> Element:
    return element(
        "footer",
        element("p", words("made", version=report.tool.version)),
        element(
            "details",
            element("summary", words("signature")),
            element("p", element("code", report.signature)),
        ),
    )
