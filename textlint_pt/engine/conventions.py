"""What translated pages have otherwise than their sources on purpose, as several of a run agree.

A finding may name the entries of `localised` that would declare what it says (`Finding.meant`).
What at least `MIN_PAGES` pages would have declared in the same way counts as declared for them:
they are linted again with it. The report that is kept of a page depends on nothing else.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from textlint_pt.companions.input import Input
from textlint_pt.report.finding import Localised
from textlint_pt.report.messages import say
from textlint_pt.report.report import DocumentReport, Notice

#: pages on which the same is a convention
MIN_PAGES = 3
#: text that translations add, as a notice by whom they are: nobody asks about it
TEXTS, ADDED = "texts", "added"


class Conventions:
    """What pages of a run agree on."""

    def __init__(self) -> None:
        #: each with the first page that has it
        self._first_pages: dict[Localised, str] = {}

    def settled(
        self,
        pages: Sequence[Input],
        entries: Iterable[DocumentReport],
        lint: Callable[[Sequence[Input]], Iterator[DocumentReport]],
        language: str,
    ) -> Iterator[DocumentReport]:
        """Yield reports in order; from the first that suggests a convention on, when all are there.

        Pages that suggest what has become a convention are linted again with it.
        """
        pending: list[tuple[Input, DocumentReport]] = []
        try:
            for page, entry in zip(pages, entries, strict=True):
                if not pending and not suggested_conventions(entry):
                    yield entry
                else:
                    pending.append((page, entry))
        except KeyboardInterrupt:
            yield from (entry for _, entry in pending)
            raise
        self._first_pages |= common_conventions(entry for _, entry in pending)
        shared = tuple(sorted(self._first_pages))
        concerned = {
            page.path: page._replace(found=page.found._replace(localised=shared))
            for page, entry in pending
            if not suggested_conventions(entry).isdisjoint(shared)
        }
        new_reports = lint([*concerned.values()]) if concerned else iter(())
        first_path, notice = _notice(self._first_pages, language) or ("", None)
        for page, entry in pending:
            final = next(new_reports) if page.path in concerned else entry
            if notice and page.path == first_path:
                final = final.replace(notices=[*final.notices, notice])
            yield final


def suggested_conventions(entry: DocumentReport) -> set[Localised]:
    """Return the entries of `localised` that findings of a page name."""
    return {one for finding in entry.findings for one in finding.meant}


def common_conventions(entries: Iterable[DocumentReport]) -> dict[Localised, str]:
    """Return conventions that enough pages share, each with its first page."""
    pages: defaultdict[Localised, set[str]] = defaultdict(set)
    for entry in entries:
        for convention in suggested_conventions(entry):
            pages[convention].add(entry.path)
    chosen: dict[tuple[str, str], Localised] = {}
    for convention in sorted(pages, key=lambda convention: (-len(pages[convention]), convention)):
        if len(pages[convention]) >= MIN_PAGES:
            chosen.setdefault((convention.key, convention.old), convention)
    return {convention: min(pages[convention]) for convention in sorted(chosen.values())}


def with_conventions(
    options: Mapping[str, Mapping[str, Any]], common_conventions: Iterable[Localised]
) -> dict[str, Mapping[str, Any]]:
    """Return options by rule code, where `localised` also has the shared conventions (differences
    from the source that several translated pages have); what the user declared takes precedence."""
    found_conventions: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for one in common_conventions:
        found_conventions[one.key][one.old] = one.new
    found: dict[str, Mapping[str, Any]] = {}
    for code, rule_options in options.items():
        if "localised" in rule_options:
            declared = rule_options["localised"]
            merged = {
                key: {**found_conventions[key], **declared.get(key, {})}
                for key in {*found_conventions, *declared}
            }
            rule_options = {**rule_options, "localised": merged}
        found[code] = rule_options
    return found


def _notice(first_pages: Mapping[Localised, str], language: str) -> tuple[str, Notice] | None:
    """Return the notice on how to declare the conventions, and the page to show it on."""
    declared: defaultdict[str, dict[str, str]] = defaultdict(dict)
    paths = []
    for (key, old, new), path in first_pages.items():
        if (key, new) != (TEXTS, ADDED):
            declared[key][old] = new
            paths.append(path)
    if not paths:
        return None
    entries = json.dumps(declared, ensure_ascii=False)
    text = say(language, "conventions", pages=MIN_PAGES, entries=entries)
    return min(paths), Notice("conventions", text)
