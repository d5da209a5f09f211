"""What translated pages have otherwise than their sources on purpose, as several of a run agree.

A finding may name the entries of `localised` that would declare what it says (`Finding.meant`).
What as many as `PAGES` pages would have declared in the same way counts as declared for them: they
are linted again with it. The report that is kept of a page depends on nothing else.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from textlint_pt.report.finding import Localised
from textlint_pt.report.messages import say
from textlint_pt.report.report import DocumentReport, Notice

#: pages on which the same is a convention
PAGES = 3
#: text that translations add, as a notice by whom they are: nobody asks about it
TEXTS, ADDED = "texts", "added"


def meant(entry: DocumentReport) -> set[Localised]:
    """The entries of `localised` that findings of a page name."""
    return {one for finding in entry.findings for one in finding.meant}


def agreed(entries: Iterable[DocumentReport]) -> dict[Localised, str]:
    """What several pages agree on, in order, each with the first of them by its path.

    Where they have several things in place of one, it is what most of them have.
    """
    pages: defaultdict[Localised, set[str]] = defaultdict(set)
    for entry in entries:
        for one in meant(entry):
            pages[one].add(entry.path)
    most: dict[tuple[str, str], Localised] = {}
    for one in sorted(pages, key=lambda one: (-len(pages[one]), one)):
        if len(pages[one]) >= PAGES:
            most.setdefault((one.key, one.old), one)
    return {one: min(pages[one]) for one in sorted(most.values())}


def with_agreed(
    options: Mapping[str, Mapping[str, Any]], agreed: Iterable[Localised]
) -> dict[str, Mapping[str, Any]]:
    """Options of rules with what pages agree on besides what is declared."""
    learnt: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for one in agreed:
        learnt[one.key][one.old] = one.new
    found: dict[str, Mapping[str, Any]] = {}
    for code, own in options.items():
        if "localised" in own:
            given = own["localised"]
            both = {key: {**learnt[key], **given.get(key, {})} for key in {*learnt, *given}}
            own = {**own, "localised": both}
        found[code] = own
    return found


def notice(agreed: Mapping[Localised, str], language: str) -> tuple[str, Notice] | None:
    """How to declare what pages agree on, for the first of them."""
    declared: defaultdict[str, dict[str, str]] = defaultdict(dict)
    paths = []
    for (key, old, new), path in agreed.items():
        if (key, new) != (TEXTS, ADDED):
            declared[key][old] = new
            paths.append(path)
    if not paths:
        return None
    entries = json.dumps(declared, ensure_ascii=False)
    said = say(language, "conventions", pages=PAGES, entries=entries)
    return min(paths), Notice("conventions", said)
