"""`textlint-pt status PATH…`: how far translations are behind their sources, page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from textlint_pt.cli import lint as linting
from textlint_pt.cli.output import terminal_columns, write
from textlint_pt.cli.texts import texts as texts_of
from textlint_pt.companions.finder import Origin
from textlint_pt.companions.history import History
from textlint_pt.companions.input import Input
from textlint_pt.contract.errors import UserError
from textlint_pt.report.messages import say, visible
from textlint_pt.report.report import DocumentReport
from textlint_pt.report.safe_json import dumps
from textlint_pt.reporters.overview import baselined
from textlint_pt.reporters.rows import NARROWEST, cells, wrap

FORMATS = ("text", "json", "badge")
#: what compares a translation with its source, without models
RULES = (
    *("TRA003", "TRA004", "TRA005", "TRA006", "TRA010", "TRA011", "TRA012", "TRA013", "TRA014"),
    "TRA015",
)
_STALE, _MISSING, _UNTRANSLATED, _INCOMPARABLE = "TRA015", "TRA006", "TRA005", "TRA011"
#: shares of pages that are up to date from which a badge has a colour
_COLOURS = ((0.95, "brightgreen"), (0.8, "green"), (0.6, "yellow"), (0.0, "red"))


class Page(NamedTuple):
    """A translated page, as a row of the table."""

    page: str
    #: None: it is missing or cannot be read
    source: str | None
    #: commits to the source since it was translated
    behind: int
    #: sentences whose source changed
    stale: int
    #: sentences of the source that it lacks
    missing: int
    #: strings in the language of the source
    untranslated: int
    #: all findings, also those that a baseline accepts
    findings: int
    #: whether it can be compared with its source, and is not behind it
    current: bool

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """Return the numbers of the table, in the order of its columns."""
        return self.behind, self.stale, self.missing, self.untranslated, self.findings


def status(options: Mapping[str, Any]) -> int:
    """Print the table of pages; return 2 if a page could not be checked."""
    form = options["format"] or "text"
    if form not in FORMATS:
        raise UserError(f'status --format: unknown format "{form}"; known: {", ".join(FORMATS)}')
    overrides = {"select": options["select"] or list(RULES), "format": "text"}
    run = linting.prepare({**options, **overrides})
    texts = list(texts_of(run))
    run.outputs.check(run.main.layers, texts)
    documents = run.documents(texts)
    pages = list(_pages(texts, documents, is_compared=not options["select"]))
    if not pages:
        raise UserError(say(run.language, "nothing-to-align"))
    file = run.outputs.file
    if form == "json":
        rows = [page._asdict() for page in pages]
        written = dumps({"pages": rows}, 2) + "\n"
    elif form == "badge":
        written = dumps(_badge(pages, run.language)) + "\n"
    else:
        lines = [*_table(pages, run.language)]
        columns = None if file else terminal_columns()
        if columns and columns < cells(lines[0]):
            lines = [*_narrow_lines(pages, run.language, max(columns, NARROWEST))]
        written = "".join(f"{line}\n" for line in lines)
    write([(written, "")], file)
    return 2 if linting.report_problems(run, documents) or run.configurations.refused_plugins else 0


def _pages(
    texts: Iterable[Input], documents: Iterable[DocumentReport], *, is_compared: bool
) -> Iterator[Page]:
    """Yield pages that have or should have a source, the most outdated first."""
    history = History()
    found: list[Page] = []
    for text, document in zip(texts, documents, strict=True):
        sources: list[str | None]
        sources = [one.path for one in text.found.companions if one.role == "source"]
        sources += [path for role, (path, _) in text.companions.items() if role == "source"]
        sources += [None for code, _ in text.found.notes if code.startswith("source-")]
        if not sources:
            continue
        source = sources[0]
        findings = [*document.findings, *baselined(document)]
        stale = sum(finding.code == _STALE for finding in findings)
        missing = _evidence_total(findings, _MISSING, "sentences")
        untranslated = _evidence_total(findings, _UNTRANSLATED, "strings")
        is_comparable = all(finding.code != _INCOMPARABLE for finding in findings)
        is_behind = stale or missing or untranslated
        behind = 0
        if source is not None and not (is_compared and _is_source_unchanged(text)):
            behind = history.commits_behind(text.path, source)
        found.append(
            Page(
                text.path,
                source,
                behind=behind,
                stale=stale,
                missing=missing,
                untranslated=untranslated,
                findings=len(findings),
                current=source is not None and is_comparable and not is_behind,
            )
        )
    yield from sorted(
        found, key=lambda page: (page.current, page.source is not None, -page.behind, page.page)
    )


def _is_source_unchanged(text: Input) -> bool:
    origins = [one.origin for one in text.found.companions if one.role == "source"]
    return origins == [Origin.MAPPING] and text.found.former is None


def _evidence_total(findings: Sequence[Any], code: str, key: str) -> int:
    """Return the sum of an evidence value over a rule's findings (1 where it is absent)."""
    evidences = [finding.evidence for finding in findings if finding.code == code]
    if code == _MISSING:
        evidences = [evidence for evidence in evidences if key in evidence]
    return sum(int(evidence.get(key, 1)) for evidence in evidences)


def _narrow_lines(pages: Sequence[Page], language: str, width: int) -> Iterator[str]:
    """Yield the table as a list for narrow terminals, without zeros."""
    heads = say(language, "status-heads").split("|")[1:]
    for page in pages:
        numbers = zip(heads, page.counts, strict=True)
        counts = " · ".join(f"{head}: {number}" for head, number in numbers if number)
        for indent, text in (
            ("", _named(page, language)),
            ("  ", counts or say(language, "status-current")),
        ):
            space = width - len(indent)
            yield from (f"{indent}{text[start:end]}" for start, end in wrap(text, space))
    current = sum(page.current for page in pages)
    yield ""
    yield say(language, "status-total", current=current, pages=len(pages))


def _named(page: Page, language: str) -> str:
    named = visible(page.page)
    return named if page.source else f"{named} ({say(language, 'status-no-source')})"


def _table(pages: Sequence[Page], language: str) -> Iterator[str]:
    """Yield a Markdown table whose last row has the totals."""
    heads = say(language, "status-heads").split("|")
    total = [sum(column) for column in zip(*(page.counts for page in pages), strict=True)]
    current = sum(page.current for page in pages)
    rows = [[_named(page, language), *map(str, page.counts)] for page in pages]
    rows.append(
        [say(language, "status-total", current=current, pages=len(pages)), *map(str, total)]
    )
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    for name, *numbers in (heads, rule, *rows):
        shown = [name.ljust(widths[0])]
        shown += [cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True)]
        yield f"| {' | '.join(shown)} |"


def _badge(pages: Sequence[Page], language: str) -> dict[str, Any]:
    """Return the JSON of a shields.io badge."""
    current = sum(page.current for page in pages)
    share = current / len(pages)
    return {
        "schemaVersion": 1,
        "label": say(language, "status-label"),
        "message": f"{current}/{len(pages)}",
        "color": next(colour for least, colour in _COLOURS if share >= least),
    }
