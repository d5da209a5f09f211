"""Faults planted in whole pages of translations; which the rules find, and what they say besides.

    python -m benchmarks.plants PAGE… [--fault KIND…] [--each N] [--worst N] [--json]

PAGE: a translated page with its English beside it as NAME.en.EXT. Both are taken to be right, so
take pages of a date: the English as it was when the page was translated.

A row has `fault`, `against` (`source`; `before`: the page as it was without the fault, which is
what a hook sees; for `stale-…`, where the English is what changes, `since`: the English of before
and of now), `n` planted, `found`, the share with a new finding on their lines, and `more`, new
findings elsewhere for each fault. Rows without a fault are of the pages as they are: findings by
`code`, for each page and for 1,000 sentences.

Planted with seed 7, at most `--each` of a kind (200), a few a page and no two of them near each
other. Planters know both languages by lists of their own; they share no table with the rules.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.evaluation.common import emit, parser, read_text
from benchmarks.pageplants import PLANTERS, STALE, Page, Plant
from textlint_pt.companions.alignment import align_documents
from textlint_pt.companions.finder import Found
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.alignment import NotAligned
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.report.report import DocumentReport

SEED = 7
#: faults of a kind on one page (three that are alike are a convention), and the lines between two
#: of them at least
_A_PAGE, _APART = 2, 8
#: lines before and after a fault on which a finding counts
_NEAR = 1
Row = dict[str, Any]
#: what a finding says, to tell new ones from those of the page as it is
Said = tuple[str, str, str]


class Checker:
    """Lints pages with the rules of translations alone."""

    def __init__(self, select: Sequence[str]) -> None:
        plugins = load_plugins(third_party=False)
        values = {"select": list(select), "language": "en"}
        self.linter = Linter(plugins, [Layer("benchmark", values)])

    def lint(
        self, page: Page, ours: str, former: str | None = None, **companions: str
    ) -> DocumentReport:
        given = {
            role: (page.english if role != "reference" else f"before-{page.name}", text.encode())
            for role, text in companions.items()
        }
        found = Found(former=(f"before:{page.english}", former.encode())) if former else Found()
        entry = next(self.linter.lint([Input(page.name, ours.encode(), given, found)]))
        if entry["error"]:
            print(f"{page.name}: {entry['error']}", file=sys.stderr)
        return entry

    def page(self, path: str) -> Page | None:
        """A page with its English and the sentences that answer each other one to one."""
        file = Path(path)
        english = file.with_name(f"{file.stem}.en{file.suffix}")
        ours, theirs = read_text(path), read_text(str(english))
        documents = [
            self.linter.read(Input(str(name), text.encode()))
            for name, text in ((file, ours), (english, theirs))
        ]
        try:
            links = align_documents(documents[0], documents[1], lexical=False).links
        except NotAligned:
            return None
        pairs = [
            (documents[0].sentences[link.left], documents[1].sentences[link.right])
            for link in links
            if (link.left_end - link.left, link.right_end - link.right) == (1, 1)
        ]
        return Page(path, str(english), ours, theirs, pairs)


def chosen(page: Page, kind: str, chance: random.Random) -> list[Plant]:
    """A few faults of a kind, apart from each other, in the order of the page."""
    possible = list(PLANTERS[kind](page, chance))
    chance.shuffle(possible)
    kept: list[Plant] = []
    for plant in possible:
        at = page.line(plant.place)
        if all(abs(page.line(other.place) - at) >= _APART for other in kept):
            kept.append(plant)
        if len(kept) == _A_PAGE:
            break
    return sorted(kept)


def planted(text: str, plants: Sequence[Plant]) -> str:
    for plant in reversed(plants):
        text = text[: plant.start] + plant.new + text[plant.end :]
    return text


def said(entry: DocumentReport) -> Iterator[tuple[Said, Any]]:
    for finding in entry["findings"]:
        yield (finding["code"], finding["message"], finding["excerpt"]["text"]), finding


class Count:
    """What was found of one kind of fault."""

    def __init__(self) -> None:
        self.size = self.found = self.more = 0
        self.codes: Counter[str] = Counter()

    def add(
        self, clean: DocumentReport, entry: DocumentReport, places: Sequence[tuple[int, int]]
    ) -> list[bool]:
        """Count the findings of a page with faults on these lines."""
        old = Counter(key for key, _ in said(clean))
        hit = [False] * len(places)
        for key, finding in said(entry):
            if old[key]:
                old[key] -= 1
                continue
            lines = range(finding["line"] - _NEAR, finding["end_line"] + _NEAR + 1)
            on = [i for i, (first, last) in enumerate(places) if _meet(lines, first, last)]
            self.more += not on or all(hit[i] for i in on)
            if on:
                self.codes[key[0]] += 1
            for i in on:
                hit[i] = True
        self.size += len(places)
        self.found += sum(hit)
        return hit


def _meet(lines: range, first: int, last: int) -> bool:
    return lines.start <= last and first < lines.stop


class Run:
    """The pages, what they have as they are, and what is found of faults in them."""

    def __init__(self, pages: Sequence[Page], checker: Checker, each: int, worst: int) -> None:
        self._pages, self._checker, self._each, self._worst = pages, checker, each, worst
        self._clean = [checker.lint(page, page.ours, source=page.theirs) for page in pages]

    def clean(self) -> Iterator[Row]:
        sentences = sum(entry["sentences"] for entry in self._clean)
        counts: Counter[str] = Counter()
        for entry in self._clean:
            for (code, message, excerpt), finding in said(entry):
                counts[code] += 1
                if counts[code] <= self._worst:
                    print(f"{code} {entry['path']}:{finding['line']}: {message}\n      {excerpt}")
                    for one in finding["related"]:
                        print(f"      {one['excerpt']['text']}")
        for code, count in (*sorted(counts.items()), ("all", counts.total())):
            yield {
                **{"fault": None, "against": "source", "code": code, "n": count},
                "a_page": count / max(1, len(self._pages)),
                "per_1000": 1000 * count / max(1, sentences),
            }

    def fault(self, kind: str) -> Iterator[Row]:
        """What is found of one kind, against each of what a page may be compared with."""
        chance = random.Random(f"{SEED} {kind}")
        counts: dict[str, Count] = defaultdict(Count)
        missed: Counter[str] = Counter()
        size = 0
        for at in chance.sample(range(len(self._pages)), len(self._pages)):
            page = self._pages[at]
            plants = chosen(page, kind, chance)[: self._each - size]
            if not plants:
                continue
            size += len(plants)
            for against, clean, entry in self._linted(kind, page, self._clean[at], plants):
                shift = 0
                places = []
                text = page.ours if kind in STALE else planted(page.ours, plants)
                for plant in plants:
                    start = plant.place[0] + (0 if kind in STALE else shift)
                    end = max(start, plant.place[1] + (0 if kind in STALE else shift))
                    shift += len(plant.new) - (plant.end - plant.start)
                    end = end if kind in STALE else max(start, start + len(plant.new))
                    places.append((text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1))
                hits = counts[against].add(clean, entry, places)
                for plant, hit in zip(plants, hits, strict=True):
                    missed[against] += not hit
                    if not hit and missed[against] <= self._worst:
                        print(f"{kind} {against} {page.name}:{page.line(plant.place)}: {plant}")
        for against, count in counts.items():
            yield {
                **{"fault": kind, "against": against, "n": count.size},
                "found": count.found / max(1, count.size),
                "more": count.more / max(1, count.size),
                "codes": dict(count.codes),
            }

    def _linted(
        self, kind: str, page: Page, clean: DocumentReport, plants: Sequence[Plant]
    ) -> Iterator[tuple[str, DocumentReport, DocumentReport]]:
        """Against what, the report of the page without the faults and with them."""
        if kind in STALE:
            now = planted(page.theirs, plants)
            entry = self._checker.lint(page, page.ours, source=now, former=page.theirs)
            yield "since", clean, entry
            return
        text = planted(page.ours, plants)
        yield "source", clean, self._checker.lint(page, text, source=page.theirs)
        before = self._checker.lint(page, page.ours, reference=page.ours)
        yield "before", before, self._checker.lint(page, text, reference=page.ours)


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("pages", nargs="+", metavar="PAGE")
    arguments.add_argument("--fault", nargs="+", choices=tuple(PLANTERS), default=tuple(PLANTERS))
    arguments.add_argument("--each", type=int, default=200, help="faults of a kind, at most")
    arguments.add_argument("--select", nargs="+", default=("TRA",), metavar="CODE")
    arguments.add_argument("--worst", type=int, default=0, help="clean findings, faults missed")
    given = arguments.parse_args()
    checker = Checker(given.select)
    read = [checker.page(path) for path in given.pages if ".en." not in Path(path).name]
    pages = [page for page in read if page is not None]
    run = Run(pages, checker, given.each, given.worst)
    rows = list(run.clean())
    for kind in given.fault:
        rows.extend(run.fault(kind))
    emit("plants", given.pages, rows, given.json)


if __name__ == "__main__":
    main()
