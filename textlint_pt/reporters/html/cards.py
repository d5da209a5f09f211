"""Findings: one card each beside the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textlint_pt.report.finding import Excerpt, Finding, Related
from textlint_pt.report.report import DocumentReport, where
from textlint_pt.reporters.html.elements import Element, element, text
from textlint_pt.reporters.html.marked import Marked, letter
from textlint_pt.reporters.html.parts import badge, diverging
from textlint_pt.reporters.rows import kind, of_string

#: characters quoted on each side of a place
_AROUND = 60


def card(marked: Marked, number: int) -> Element:
    """A finding in full."""
    words, finding = marked.words, marked.findings[number]
    anchored = number in marked.anchored
    place = where(finding)
    title = element(
        "h4",
        element(
            "a" if anchored else "span",
            str(number + 1),
            class_="count",
            href=f"#{marked.name(number)}-at" if anchored else None,
            aria_label=f"{words('finding', number=number + 1)}, {words('back')}"
            if anchored
            else None,
        ),
        badge(finding.severity, words),
        element("strong", kind(finding)),
        _code(finding),
        element("span", place, class_="place"),
    )
    first = marked.repeats.get(number)
    if first is not None:
        said = element("a", finding.message, href=f"#{marked.name(first)}")
        return _article(marked, number, [title, element("p", said, class_="message")])
    parts = [
        title,
        element("p", finding.message, class_="message"),
        text("") if anchored else _quote(finding.excerpt, finding.severity),
        _string(finding, words.language),
        _related(marked, number, finding),
        diverging(marked.bars[number], words),
        _fix(marked, finding),
    ]
    return _article(marked, number, parts)


def _string(finding: Finding, language: str) -> Element:
    said = of_string(finding, language)
    return element("p", said, class_="string") if said else text("")


def _article(marked: Marked, number: int, parts: Sequence[Element]) -> Element:
    return element(
        "article",
        parts,
        class_=f"card {marked.findings[number].severity}",
        id=marked.name(number),
        tabindex="-1",
        **marked.data(number),
    )


def _code(finding: Finding) -> Element:
    """The rule's code; a link where there is a page about the rule."""
    code = element("code", finding.code)
    return element("a", code, href=finding.url) if finding.url else code


def notes_for(marked: Marked, sentences: Iterable[int]) -> Element:
    """Cards of the findings whose place ends in these sentences of the text."""
    cards = [card(marked, number) for number in marked.ending_in(sentences)]
    return element("div", cards, class_="notes") if cards else text("")


def _related(marked: Marked, number: int, finding: Finding) -> Element:
    if not finding.related:
        return text("")
    items = []
    for at, related in enumerate(finding.related):
        label = f"{number + 1}{letter(at)}"
        # where texts are shown side by side, the compared sentence is in the same row
        quoted = not (related.role in marked.sides and related.role != "text")
        items.append(
            element(
                "li",
                element("a", label, href=f"#{marked.name(number)}-at-{letter(at)}")
                if (number, at) in marked.related_anchored
                else element("span", label),
                f" {_where(marked.entry, related)}: {related.message}",
                _quote(related.excerpt, "related") if quoted else "",
            )
        )
    return element("ul", items, class_="related")


def _fix(marked: Marked, finding: Finding) -> Element:
    fix = finding.fix
    if fix is None:
        return text("")
    if finding.change:
        before, after = finding.change
        said = [element("del", before, lang="pt"), " → ", element("ins", after, lang="pt")]
        return element("p", said, class_="fix")
    edits = [
        element("ins", edit.text, lang="pt")
        if edit.text
        else element("em", marked.words("fix-remove"))
        for edit in fix.edits
    ]
    joined = [part for edit in edits for part in (" · ", edit)][1:]
    return element("p", f"{marked.words('fix')}: ", joined, class_="fix")


def _where(entry: DocumentReport, related: Related) -> str:
    """A place, without the path where it is the document's own."""
    place = where(related)
    return place if related.path == entry.path else f"{related.path}:{place}"


def _quote(excerpt: Excerpt, class_: str) -> Element:
    """The marked range with a little context."""
    shown, start, end = excerpt.text, excerpt.start, excerpt.end
    before = shown[:start] if start <= _AROUND else f"…{shown[start - _AROUND : start]}"
    after = shown[end:] if len(shown) - end <= _AROUND else f"{shown[end : end + _AROUND]}…"
    return element("q", before, element("mark", shown[start:end], class_=class_), after, lang="pt")
