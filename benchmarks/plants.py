"""Faults planted in whole pages of translations: how many the rules find, and other findings."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import Shown, read_text
from benchmarks.evaluation.corrected import linter
from benchmarks.pageplants import PLANTERS, STALE, WORDS, Page, Plant
from textlint_pt.companions.alignment import align_documents
from textlint_pt.companions.finder import Found
from textlint_pt.companions.input import Input
from textlint_pt.contract import UserError
from textlint_pt.contract.alignment import NotAligned
from textlint_pt.engine.memory import Memory
from textlint_pt.report.report import DocumentReport

SEED = 7
#: faults of a kind in one round (three that are alike are a convention), and the lines between two
#: of them at least
_A_ROUND, _APART = 2, 4
#: faults reported once for a page, wherever they are; kinds that get one finding where they
#: are many, so that no more than two of them together stand in a page
_ONCE = frozenset(("order",))
_SORTS = {"address": "link", "image": "link"}
#: the rules that compare markup: of faults in words they say nothing, and the others nothing of it
_OF_MARKUP = frozenset(("TRA004", "TRA013"))
#: what says that a page is not compared
_NOT_COMPARED = frozenset(("TRA010", "TRA011"))
#: times that a page is linted with faults, at most
_ROUNDS = 6
#: lines before and after a fault on which a finding counts
_NEAR = 1
#: what is no prose around a gap: blank lines, code, tags
_NO_PROSE = r"(?:\s|```(?:(?!```).)*```|<[^<>]*>|\{[{%][^{}]*[%}]\})*"
_BEFORE, _AFTER = re.compile(rf"{_NO_PROSE}\Z", re.DOTALL), re.compile(_NO_PROSE, re.DOTALL)
#: what a finding says, to tell new ones from those of the page as it is
FindingKey = tuple[str, str, str]


class Checker:
    """Lints pages with the rules of translations alone."""

    def __init__(self, select: Sequence[str], *, strict: bool = False) -> None:
        # most sentences of a page stay from one round to the next
        self.linter = linter(memory=Memory(), select=list(select), strict=strict)

    def lint(
        self, page: Page, target: str, former: str | None = None, **companions: str
    ) -> DocumentReport:
        """Return the report of a page compared with its companions (`former`: older source)."""
        names = {"source": page.english, "reference": f"before-{page.name}"}
        files = {role: (names[role], text.encode()) for role, text in companions.items()}
        found = Found(former=(f"before:{page.english}", former.encode())) if former else Found()
        entry = next(self.linter.lint([Input(page.name, target.encode(), files, found)]))
        if entry["error"]:
            print(f"{page.name}: {entry['error']}", file=sys.stderr)
        return entry

    def page(self, path: str) -> Page | None:
        """Return a page with its English and the sentences aligned one to one."""
        file = Path(path)
        english = file.with_name(f"{file.stem}.en{file.suffix}")
        target, source = read_text(path), read_text(str(english))
        documents = [
            self.linter.read(Input(str(name), text.encode()))
            for name, text in ((file, target), (english, source))
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
        return Page(path, str(english), target, source, pairs)


def rounds(
    page: Page, kinds: Sequence[str], clean: DocumentReport, rng: random.Random
) -> list[list[tuple[str, Plant]]]:
    """Return the faults of each round: few of a kind, apart from each other, in page order."""
    has_markup_findings = any(finding["code"] in _OF_MARKUP for finding in clean["findings"])
    limits = {
        kind: 1 if kind in _ONCE or (has_markup_findings and kind not in WORDS) else _A_ROUND
        for kind in kinds
    }
    wanted: list[tuple[str, Plant]] = []
    for kind in kinds:
        possible = list(PLANTERS[kind](page, rng))
        picked = rng.sample(possible, min(_ROUNDS * limits[kind], len(possible)))
        wanted += [(kind, plant) for plant in picked]
    rng.shuffle(wanted)
    found: list[list[tuple[str, Plant]]] = [[] for _ in range(_ROUNDS)]
    for kind, plant in wanted:
        line = page.line(plant.place)
        for planned in found:
            sorts = [_SORTS.get(other, other) for other, _ in planned]
            is_apart = all(abs(page.line(other.place) - line) >= _APART for _, other in planned)
            if is_apart and sorts.count(_SORTS.get(kind, kind)) < limits[kind]:
                planned.append((kind, plant))
                break
    return [sorted(planned, key=lambda fault: fault[1].start) for planned in found if planned]


def planted(text: str, plants: Sequence[Plant]) -> str:
    """Return the text with these faults, which stand in the order of the page."""
    for plant in reversed(plants):
        text = text[: plant.start] + plant.new + text[plant.end :]
    return text


def _codes(entry: DocumentReport) -> set[str]:
    return {finding["code"] for finding in entry["findings"]}


def keyed_findings(entry: DocumentReport) -> Iterator[tuple[FindingKey, Any]]:
    """Yield findings with what is equal in two runs of a page."""
    for finding in entry["findings"]:
        yield (finding["code"], finding["message"], finding["excerpt"]["text"]), finding


def _lines(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the first and last line on which a fault shows."""
    if start == end:
        before, after = _BEFORE.search(text, 0, start), _AFTER.match(text, end)
        start, end = before.start() if before else start, after.end() if after else end
    return text.count("\n", 0, start) + 1, text.count("\n", 0, end) + 1


class Run:
    """Counts of findings on pages as they are, and of faults found in them."""

    def __init__(self, pages: Sequence[Page], checker: Checker, each: int, worst: int) -> None:
        """Lint the pages without faults, to compare with."""
        self._checker, self._each, self._shown = checker, each, Shown(worst)
        clean = [(page, checker.lint(page, page.target, source=page.source)) for page in pages]
        compared = [one for one in clean if _NOT_COMPARED.isdisjoint(_codes(one[1]))]
        print(f"{len(compared)} of {len(clean)} pages are compared", file=sys.stderr)
        self._pages, self._clean = [page for page, _ in compared], [entry for _, entry in compared]
        #: by kind of fault and what it is compared with
        self._sizes: Counter[tuple[str, str]] = Counter()
        self._found: Counter[tuple[str, str]] = Counter()
        self._codes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._more: Counter[str] = Counter()

    def clean(self) -> Iterator[Row]:
        """Yield a row for each rule: its findings on the pages as they are."""
        sentences = sum(entry["sentences"] for entry in self._clean)
        counts: Counter[str] = Counter()
        for entry in self._clean:
            for (code, message, excerpt), finding in keyed_findings(entry):
                counts[code] += 1
                excerpts = (excerpt, *(one["excerpt"]["text"] for one in finding["related"]))
                place = f"{entry['path']}:{finding['line']}"
                self._shown(code, "\n      ".join((f"{place}: {message}", *excerpts)))
        for code, count in (*sorted(counts.items()), ("all", counts.total())):
            yield {
                **{"fault": None, "against": "source", "code": code, "n": count},
                "a_page": count / max(1, len(self._pages)),
                "per_1000": 1000 * count / max(1, sentences),
            }

    def faults(self, kinds: Sequence[str]) -> Iterator[Row]:
        """Yield a row for each kind of fault and companion: share found, and by which rules."""
        rng = random.Random(SEED)
        size: Counter[str] = Counter()
        for index in rng.sample(range(len(self._pages)), len(self._pages)):
            page = self._pages[index]
            for stale in (False, True):
                remaining = [k for k in kinds if (k in STALE) is stale and size[k] < self._each]
                for faults in rounds(page, remaining, self._clean[index], rng):
                    size.update(kind for kind, _ in faults)
                    self._round(page, self._clean[index], faults, stale)
        for kind in kinds:
            for (fault_kind, against), n in self._sizes.items():
                if fault_kind == kind:
                    codes = self._codes[kind, against]
                    row = {"fault": kind, "against": against, "n": n}
                    yield {**row, "found": self._found[kind, against] / n, "codes": dict(codes)}
                    yield from ({**row, "code": c, "found": hits / n} for c, hits in codes.items())
        for against, n in self._more.items():
            count = sum(size for (_, other), size in self._sizes.items() if other == against)
            row = {"fault": "all", "against": against, "n": count}
            yield {**row, "more": n / max(1, count)}

    def _round(
        self, page: Page, clean: DocumentReport, faults: Sequence[tuple[str, Plant]], stale: bool
    ) -> None:
        """Lint a page with its faults against source and earlier version, and count."""
        plants = [plant for _, plant in faults]
        if stale:
            changed = planted(page.source, plants)
            entry = self._checker.lint(page, page.target, source=changed, former=page.source)
            self._count(page, "since", clean, entry, faults, page.target, stale)
            return
        text = planted(page.target, plants)
        entry = self._checker.lint(page, text, source=page.source)
        self._count(page, "source", clean, entry, faults, text, stale)
        entry = self._checker.lint(page, text, reference=page.target)
        self._count(page, "before", None, entry, faults, text, stale)

    def _count(
        self,
        page: Page,
        against: str,
        clean: DocumentReport | None,
        entry: DocumentReport,
        faults: Sequence[tuple[str, Plant]],
        text: str,
        stale: bool,
    ) -> None:
        """Count new findings of a page: those on a fault, and others."""
        places: list[tuple[int, int]] = []
        # a fault displaces those after it
        shift = 0
        for _, plant in faults:
            start, end = plant.place
            if not stale:
                start, end = start + shift, end + shift + len(plant.new) - plant.end + plant.start
                shift += len(plant.new) - (plant.end - plant.start)
            places.append(_lines(text, start, max(start, end)))
        known_findings = Counter(key for key, _ in keyed_findings(clean)) if clean else Counter()
        is_hit = [False] * len(faults)
        for key, finding in keyed_findings(entry):
            if known_findings[key]:
                known_findings[key] -= 1
                continue
            start, end = finding["line"] - _NEAR, finding["end_line"] + _NEAR
            hit_faults = [
                i for i, (first, last) in enumerate(places) if start <= last and first <= end
            ]
            if against == "source" and len(finding["related"]) > 1:  # one for several places
                spans = [one["span"] for one in finding["related"]]
                translated = (
                    i for i, (_, plant) in enumerate(faults) if page.is_translation_of(plant, spans)
                )
                hit_faults = sorted({*hit_faults, *translated})
            self._more[against] += not hit_faults
            for i in hit_faults:
                if (key[0] in _OF_MARKUP) is (faults[i][0] in WORDS):
                    continue
                is_hit[i] = True
                self._codes[faults[i][0], against][key[0]] += 1
        for (kind, plant), is_found in zip(faults, is_hit, strict=True):
            self._sizes[kind, against] += 1
            self._found[kind, against] += is_found
            if not is_found:
                place = f"{page.name}:{page.line(plant.place) + 1}"
                self._shown(f"{kind} {against}", f"{place}\n      {page.around(plant)}")


def run(
    pages: Files,
    *,
    fault: Annotated[Sequence[str], "kinds, if not all"] = (),
    each: Annotated[int, "faults of a kind, at most"] = 200,
    select: Annotated[Sequence[str], "codes of rules"] = ("TRA",),
    strict: Annotated[bool, "what is right less than seven times in ten, too"] = False,
    worst: Annotated[int, "clean findings, faults missed"] = 0,
) -> Rows:
    """Yield the rows of clean pages and of planted faults."""
    if unknown := [kind for kind in fault if kind not in PLANTERS]:
        raise UserError(f"--fault: none is called {unknown[0]}: {', '.join(PLANTERS)}")
    checker = Checker(select, strict=strict)
    read = [checker.page(path) for path in pages if ".en." not in Path(path).name]
    found = Run([page for page in read if page is not None], checker, each, worst)
    yield from found.clean()
    yield from found.faults(fault or list(PLANTERS))
