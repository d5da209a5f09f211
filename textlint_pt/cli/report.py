"""`textlint-pt report FILE`: what whoever wrote a text wants to know, on a terminal or a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.cli.lint import prepare
from textlint_pt.cli.output import terminal_columns, write
from textlint_pt.cli.rule import of_family
from textlint_pt.contract.reporter import Segment
from textlint_pt.contract.rule import Rule
from textlint_pt.registry.documentation import family
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, opening, say, visible
from textlint_pt.report.report import DocumentReport, line_shown
from textlint_pt.reporters.figures import placed, score_name, within
from textlint_pt.reporters.overview import inside
from textlint_pt.reporters.rows import NARROWEST, changed, kind, wrap

#: columns of a page and of what is no terminal
_WIDTH = 80
#: what is judged of every text, whatever it is and has beside it
_OF_LANGUAGE = ("GRA1", "GRA2", "GRA3", "GRA4", "GRA5", "GRA9", "RED")
_STYLE = "main h1 { font-size: 1.6rem } main h2 { font-size: 1.1rem; margin: 1.6rem 0 0.4rem }"
#: kinds of problems that the first sentence names
_NAMED = 3


class Part(NamedTuple):
    title: str
    items: Sequence[str]
    is_numbered: bool = False


class About(NamedTuple):
    """What is said of one text: its name, the score, a sentence, and the rest in parts."""

    title: str
    score: str
    sentence: str
    parts: Sequence[Part]


def report(options: Mapping[str, Any]) -> int:
    """Write the report of each text; 2 where one cannot be read."""
    run = prepare(options)
    texts = list(run.texts())
    run.check_outputs(texts)
    documents = run.documents(texts)
    known = run.plugins.rules.values()
    told = [about(one, known, run.language) for one in documents if one.sentences]
    page = next((output.file for output in run.outputs if output.file), None)
    if page:
        write([(_page(told, run.language), "")], page)
    else:
        width = max(min(terminal_columns() or _WIDTH, _WIDTH), NARROWEST)
        segments = (part for one in told for part in _on_terminal(one, width))
        write(segments, None, options["color"])
    return 2 if run.tell(documents) else 0


def about(document: DocumentReport, rules: Iterable[type[Rule]], language: str) -> About:
    every = [*rules]
    rules = [rule for rule in every if rule.default]
    to_correct = [one for one in document.findings if _is_correction(one)]
    to_decide = [one for one in document.findings if not _is_correction(one)]
    found = {family(one.code, language) for one in document.findings}
    own = [rule for rule in rules if rule.code.startswith(_OF_LANGUAGE)]
    fine = [family(rule.code, language) for rule in _one_each(own, language)]
    fine = [name.lower() for name in fine if name not in found]
    read = [of_family(rule, every, language) for rule in _one_each(every, language)]
    right = say(
        language,
        "report-right",
        right=sum(one.right for one in read),
        read=sum(one.read for one in read),
        until=max((one.until for one in read), default=""),
    )
    parts = [
        Part(say(language, "report-correct"), [*map(_item, to_correct)], is_numbered=True),
        Part(say(language, "report-decide"), [*map(_item, to_decide)], is_numbered=True),
        Part(say(language, "report-fine"), [", ".join(fine)] if fine else []),
        Part(say(language, "report-unjudged"), [say(language, "report-not")]),
        Part(say(language, "report-how-right"), [right]),
    ]
    return About(
        f"{document.path} · {count(language, 'sentence', document.sentences)}",
        _score(document, language),
        _sentence(to_correct, to_decide, language),
        [part for part in parts if part.items],
    )


def _is_correction(finding: Finding) -> bool:
    """Whether it is plainly wrong and known how it should be; else whoever writes decides."""
    return finding.change is not None and finding.severity != "info"


def _one_each(rules: Iterable[type[Rule]], language: str) -> list[type[Rule]]:
    """One rule of each family."""
    return list({family(rule.code, language): rule for rule in rules}.values())


def _item(finding: Finding) -> str:
    said = changed(finding, _WIDTH)
    return f"l. {line_shown(finding)}  {said} · {visible(finding.message)}"


def _score(document: DocumentReport, language: str) -> str:
    score = document.score
    if score.total is None:
        why = say(language, score.reason or "nothing-measured")
        return f"{say(language, 'no_score')}: {why}"
    named = f"{score_name([score], language)} {round(100 * score.total)}{within(score, language)}"
    place = placed(score, language)
    return f"{named}  {_on_scale(score.place)}  {place}" if score.place is not None else named


def _on_scale(place: float) -> str:
    """A share of texts in [0, 1] as a point on a line of ten steps."""
    at = min(9, int(10 * place))
    return f"├{'─' * at}●{'─' * (9 - at)}┤"


def _sentence(to_correct: Sequence[Finding], to_decide: Sequence[Finding], language: str) -> str:
    if not to_correct and not to_decide:
        return say(language, "report-clean")
    kinds = Counter(kind(one) for one in to_correct).most_common(_NAMED)
    named = ", ".join(f"{inside(name)}{f' ×{n}' if n > 1 else ''}" for name, n in kinds)
    correct = say(language, "report-n-correct", count=len(to_correct), kinds=named)
    decide = say(language, "report-n-decide", count=len(to_decide))
    said = [correct if to_correct else "", decide if to_decide else ""]
    return f"{say(language, 'report-in-short')} {'; '.join(filter(None, said))}."


def _on_terminal(one: About, width: int) -> Iterator[Segment]:
    yield f"{opening(one.title)}\n", "bold"
    yield from _lines(one.score, width, "")
    yield "\n", ""
    yield from _lines(one.sentence, width, "")
    for part in one.parts:
        yield f"\n{part.title}\n", "bold"
        for number, item in enumerate(part.items, start=1):
            yield from _lines(item, width, f"{number:>3} " if part.is_numbered else "  ")
    yield "\n", ""


def _lines(text: str, width: int, label: str) -> Iterator[Segment]:
    for start, end in wrap(text, width - len(label)):
        yield f"{label}{text[start:end]}\n", ""
        label = " " * len(label)


def _page(told: Sequence[About], language: str) -> str:
    """A page to print or to hand on; it holds all that it needs."""
    from textlint_pt.reporters.html.elements import element
    from textlint_pt.reporters.html.page import head, look

    sections = [
        element(
            "section",
            element("h1", one.title),
            element("p", one.score),
            element("p", element("strong", one.sentence)),
            [
                [
                    element("h2", part.title),
                    element(
                        "ol" if part.is_numbered else "ul",
                        [element("li", item) for item in part.items],
                    ),
                ]
                for part in one.parts
            ],
        )
        for one in told
    ]
    start = head(say(language, "report-title"), look() + _STYLE)
    body = element("body", element("main", sections))
    return f'<!DOCTYPE html>\n<html lang="{language}">\n{start}\n{body}\n</html>\n'
