"""`textlint-pt report FILE`: what whoever wrote a text wants to know, on a terminal or a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt import __version__
from textlint_pt.cli.lint import prepare, report_problems
from textlint_pt.cli.output import complain, terminal_columns, write
from textlint_pt.cli.rule import family_verdicts
from textlint_pt.cli.texts import texts as texts_of
from textlint_pt.contract.reporter import Segment
from textlint_pt.contract.rule import Rule
from textlint_pt.registry.documentation import family
from textlint_pt.report.finding import Finding
from textlint_pt.report.messages import count, opening, say, visible
from textlint_pt.report.report import COPIED, DocumentReport, assemble, line_shown
from textlint_pt.reporters.figures import placed, points, score_name, within
from textlint_pt.reporters.html.words import Words
from textlint_pt.reporters.overview import how_bad, in_short, inside
from textlint_pt.reporters.rows import NARROWEST, change_summary, elided, kind, wrap

#: columns of a page and of what is no terminal
_WIDTH = 80
#: what is judged of every text, whatever it is and has beside it
_LANGUAGE_RULES = ("GRA1", "GRA2", "GRA3", "GRA4", "GRA9", "RED")
_STYLE = """main h1 { font-size: 1.6rem } main h2 { font-size: 1.1rem; margin: 1.6rem 0 0.4rem }
@media print { section + section:has(h1) { break-before: page } }"""


class Part(NamedTuple):
    title: str
    items: Sequence[str]
    is_numbered: bool = False


class Ends(NamedTuple):
    """What is said of all texts together, before and after them."""

    first: Sequence[str]
    last: Sequence[Part]


class About(NamedTuple):
    """What is said of one text: its name, the score, a sentence, and the rest in parts."""

    title: str
    score: str
    sentence: str
    parts: Sequence[Part]


def report(options: Mapping[str, Any]) -> int:
    """Write the report of each text; return 2 if one cannot be read."""
    run = prepare(options)
    texts = list(texts_of(run))
    run.outputs.check(run.main.layers, texts)
    documents = run.documents(texts)
    rules = run.main.plugins.rules.values()
    read = sorted(
        (document for document in documents if document.sentences), key=how_bad, reverse=True
    )
    summaries = [about(document, rules, run.language) for document in read]
    for document in documents:
        if not document.sentences:  # a file that could not be read says so below
            for notice in document.notices:
                complain(f"{document.path}: {notice.message}")
    first_lines: list[str] = []
    if len(read) > 1:
        whole = assemble(documents, run.signature, __version__)
        first_lines = [*in_short(whole, run.language)]
    ends = Ends(first_lines, closing_parts(rules, run.language))
    page = run.outputs.file
    if page:
        write(_page(summaries, ends, run.language), page)
    else:
        width = max(min(terminal_columns() or _WIDTH, _WIDTH), NARROWEST)
        write(_on_terminal(summaries, ends, width), None, options["color"])
    return 2 if report_problems(run, documents) else 0


def about(document: DocumentReport, rules: Iterable[type[Rule]], language: str) -> About:
    """Return the summary of one document."""
    to_correct = [finding for finding in document.findings if _is_correction(finding)]
    to_decide = [finding for finding in document.findings if not _is_correction(finding)]
    found = {family(finding.code, language) for finding in document.findings}
    default_rules = [
        rule for rule in rules if rule.declared.default and rule.code.startswith(_LANGUAGE_RULES)
    ]
    names = [family(rule.code, language) for rule in _one_of_each_family(default_rules, language)]
    quiet_families = [name.lower() for name in names if name not in found]
    unit = _place(document)
    costly = [
        f"{unit} {sentence.line}  {elided(visible(sentence.text), _WIDTH)} · "
        f"{visible('; '.join(sentence.reasons))}"
        for sentence in document.costly_unmarked
    ]
    corrections = [_item(finding, unit) for finding in to_correct]
    decisions = [_item(finding, unit) for finding in to_decide]
    parts = [
        Part(say(language, "report-correct"), corrections, is_numbered=True),
        Part(say(language, "report-decide"), decisions, is_numbered=True),
        Part(_title(say(language, "costliest")), costly),
        Part(say(language, "report-fine"), [", ".join(quiet_families)] if quiet_families else []),
    ]
    return About(
        f"{document.path} · {count(language, 'sentence', document.sentences)}",
        _score(document, language),
        _summary_sentence(to_correct, to_decide, language),
        [part for part in parts if part.items],
    )


def _title(heading: str) -> str:
    return f"{heading[:1].upper()}{heading[1:]}".rstrip(":")


def closing_parts(rules: Iterable[type[Rule]], language: str) -> list[Part]:
    """Return what applies to all texts: what is not checked, and the precision of findings."""
    all_rules = [*rules]
    verdicts = [
        family_verdicts(rule, all_rules, language)
        for rule in _one_of_each_family(all_rules, language)
    ]
    precision = say(
        language,
        "report-right",
        right=sum(verdict.right for verdict in verdicts),
        read=sum(verdict.read for verdict in verdicts),
        until=max((verdict.until for verdict in verdicts), default=""),
    )
    return [
        Part(say(language, "report-unjudged"), [say(language, "report-not")]),
        Part(say(language, "report-how-right"), [precision, say(language, "unseen")]),
    ]


def _is_correction(finding: Finding) -> bool:
    return finding.change is not None and finding.severity != "info"


def _one_of_each_family(rules: Iterable[type[Rule]], language: str) -> list[type[Rule]]:
    return list({family(rule.code, language): rule for rule in rules}.values())


def _place(document: DocumentReport) -> str:
    """Return what the number before a finding counts: lines, or paragraphs of a word processor."""
    return "§" if document.path.lower().endswith(COPIED) else "l."


def _item(finding: Finding, unit: str) -> str:
    summary = change_summary(finding, _WIDTH)
    return f"{unit} {line_shown(finding)}  {summary} · {visible(finding.message)}"


def _score(document: DocumentReport, language: str) -> str:
    """Return the score of a document, or why there is none, as text."""
    score = document.score
    if score.total is None:
        why = say(language, score.reason or "nothing-measured")
        return f"{say(language, 'no_score')}: {why}"
    text = f"{score_name([score], language)} {points(score.total, language)}"
    text += within(score, language)
    if score.place is None:
        return text
    return f"{text}  {_on_scale(score.place)}  {placed(score, language)}"


def _on_scale(share: float) -> str:
    """Draw a share in [0, 1] as a point on a line of ten steps."""
    position = min(9, int(10 * share))
    return f"├{'─' * position}●{'─' * (9 - position)}┤"


def _summary_sentence(
    to_correct: Sequence[Finding], to_decide: Sequence[Finding], language: str
) -> str:
    """Return one sentence that counts the corrections and decisions."""
    if not to_correct and not to_decide:
        return say(language, "report-clean")
    counts: list[str] = []
    if to_correct:
        kinds = Counter(map(kind, to_correct)).most_common()
        listed = ", ".join(
            f"{inside(name)} ×{number}" if number > 1 else inside(name) for name, number in kinds
        )
        counts.append(say(language, "report-n-correct", count=len(to_correct), kinds=listed))
    if to_decide:
        counts.append(say(language, "report-n-decide", count=len(to_decide)))
    return f"{say(language, 'report-in-short')} {'; '.join(counts)}."


def _on_terminal(summaries: Sequence[About], ends: Ends, width: int) -> Iterator[Segment]:
    """Yield the summaries as styled text of a given width."""
    for line in ends.first:
        yield from _lines(line, width, "")
    for number, summary in enumerate(summaries):
        if number or ends.first:
            yield "\n", ""
        yield f"{opening(summary.title)}\n", "bold"
        yield from _lines(summary.score, width, "")
        yield "\n", ""
        yield from _lines(summary.sentence, width, "")
        yield from _parts(summary.parts, width)
    if summaries:
        yield from _parts(ends.last, width)


def _parts(parts: Sequence[Part], width: int) -> Iterator[Segment]:
    for part in parts:
        yield f"\n{part.title}\n", "bold"
        for number, item in enumerate(part.items, start=1):
            yield from _lines(item, width, f"{number:>3} " if part.is_numbered else "  ")


def _lines(text: str, width: int, label: str) -> Iterator[Segment]:
    for start, end in wrap(text, width - len(label)):
        yield f"{label}{text[start:end]}\n", ""
        label = " " * len(label)


def _page(summaries: Sequence[About], ends: Ends, language: str) -> Iterator[Segment]:
    """Yield the summaries as an HTML page without external resources."""
    from textlint_pt.reporters.html.templates import look, page

    title, style = say(language, "report-title"), look() + _STYLE
    for piece in page(
        "cli/report.html", title, Words(language), style, summaries=summaries, ends=ends
    ):
        yield piece, ""
