"""What the rules of translations say of good human translations; which planted faults they find.

    python -m benchmarks.translation_checks FILE… [--select CODE…] [--worst N] [--json]

FILE: JSON Lines with `en` and Portuguese columns (`pt`, `pt_PT`, `pt_BR`), the segments of a
document by `doc`; or a file of translations (PO, XLIFF, TMX), or one with its English beside it as
NAME.en.EXT: of these two only what is found is counted.

A row with `false_per_1000` is of clean pairs: findings of `code` in 1,000 segments, with the source
at hand. Each set is read three times: as paragraphs (the set's name), as Markdown with a link in
every segment (`-md`), and as a PO file with a placeholder in every one (`-po`). TRA001 and TRA002
compare with a reference: where the data has two translations, each is compared with the other one,
and `share` is the share of the `n` aligned sentences that are reported. With one translation there
is nothing to compare that would not be equal, so there are no such rows.

A row with `fault` is of faults planted with seed 7 in about one segment in ten: `recall` is the
share of the `n` faults that have a finding of `code` on them, or of any of the rules with a row for
the fault (`any`). For a sentence left out it may stand on the sentence before or after. What it is
compared with, by the set: the source, or, for faults that TRA001 and TRA002 are to find, the other
translation where there are two (the set's name); the text as it was before the fault came into it
(`-before`), which is what a hook does that watches a page.

`--publish looked-at|held-out`: writes the figures onto the pages of the rules, too.

`--select`: these rules alone. `--worst`: also prints the first N clean findings of each code and
the first N faults missed.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from benchmarks import faulty
from benchmarks.evaluation.common import emit, parser, read_jsonl, stem
from benchmarks.evaluation.measured import Count, add_option, publish
from benchmarks.faulty import Rendered, Segment, Text
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import Plugins
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.report.report import DocumentReport

SEED = 7
#: rules of the source alone, and those that need a reference
CODES = tuple(f"TRA00{i}" for i in range(3, 9))
DRIFT = ("TRA001", "TRA002")


class Against(Enum):
    """What a faulty text is compared with."""

    SOURCE = "source"
    OTHER = "other translation"
    BEFORE = "as it was before"


#: which rules are to find a fault
FINDERS: Mapping[Against, Mapping[str, tuple[str, ...]]] = {
    Against.SOURCE: {
        "number-changed": ("TRA003",),
        "placeholder-dropped": ("TRA004",),
        "link-dropped": ("TRA004",),
        "left-in-english": ("TRA005",),
        "sentence-dropped": ("TRA006",),
        "other-variant": ("TRA008",),
        "term-varied": ("TRA007",),
    },
    Against.OTHER: {
        "left-in-english": DRIFT,
        "sentence-swapped": (*DRIFT, "TRA006"),
        "negation-removed": DRIFT,
    },
    Against.BEFORE: {
        "number-changed": ("TRA003",),
        "left-in-english": ("TRA005", *DRIFT),
        "sentence-dropped": ("TRA006",),
        "sentence-swapped": (*DRIFT, "TRA006"),
        "negation-removed": DRIFT,
    },
}
#: in place of a code: what any of the rules found that are to find a fault
ANY = "any"
Row = dict[str, Any]


# ------------------------------------------------------------------ data


def texts(path: str) -> dict[str, list[Text]]:
    """Texts by set: one set for each Portuguese column."""
    rows = read_jsonl(path)
    columns = [key for key in rows[0] if key == "pt" or key.startswith("pt_")]
    result: dict[str, list[Text]] = {}
    for column in columns:
        other = next((name for name in columns if name != column), None)
        grouped: dict[str, list[Segment]] = defaultdict(list)
        for row in rows:
            grouped[str(row.get("doc", stem(path)))].append(
                Segment(row["en"], row[column], row[other] if other else None)
            )
        variant = column.replace("_", "-") if "_" in column else ""
        name = f"{stem(path)}-{column}" if len(columns) > 1 else stem(path)
        result[name] = [Text(doc, segments, variant) for doc, segments in grouped.items()]
    return result


class Checker:
    """Lints with the rules of translations alone; what a sentence gave is kept in `cache`."""

    def __init__(self, worst: int, cache: Path | None = None, select: Sequence[str] = ()) -> None:
        self._cache = Cache(cache) if cache else None
        self._plugins: Plugins = load_plugins(third_party=False)
        self._linters: dict[tuple[str, ...], Linter] = {}
        self._worst = worst
        self._shown: Counter[tuple[str, str]] = Counter()
        self.codes = tuple(
            c for c in (*DRIFT, *CODES) if c in self._plugins.rules and c in (select or (c,))
        )

    def linter(self, codes: Sequence[str], variant: str) -> Linter:
        key = (*codes, variant)
        if key not in self._linters:
            layer = Layer(
                "benchmark",
                {
                    "select": list(codes),
                    "language": "en",
                    "rules": {"TRA008": {"target": variant}} if variant else {},
                },
            )
            self._linters[key] = Linter(self._plugins, [layer], self._cache)
        return self._linters[key]

    def lint(self, source: Input, codes: Sequence[str], variant: str = "") -> DocumentReport:
        linter = self.linter([code for code in codes if code in self.codes], variant)
        entry = next(linter.lint([source], with_measures=True))
        for problem in (entry["error"], *linter.damaged):
            if problem:
                print(f"{source.path}: {problem}", file=sys.stderr)
        return entry

    def miss(
        self, fault: str, code: str, text: Text, rendered: Rendered, places: Sequence[int]
    ) -> None:
        """Print faults that were not found."""
        for at in places:
            self._shown[fault, code] += 1
            if self._shown[fault, code] <= self._worst:
                place = rendered.places[at]
                print(f"{fault}: no {code} in {text.name}, segment {at + 1}")
                print(f"      {text.segments[at].source}")
                print(
                    f"      {rendered.data[slice(*place)] if place else text.segments[at].target}"
                )

    def show(self, entry: DocumentReport) -> None:
        for finding in entry.findings:
            code = finding.code
            self._shown["clean", code] += 1
            if self._shown["clean", code] <= self._worst:
                print(f"{code} {entry.path}:{finding.line}: {finding.message}")
                for excerpt in (finding.excerpt, *(one.excerpt for one in finding.related)):
                    print(f"      {excerpt.text}")


def _source(
    name: str, suffix: str, target: str, source: str | None, reference: str | None = None
) -> Input:
    companions = {
        role: (f"{role}-{name}{suffix}", text.encode())
        for role, text in (("source", source), ("reference", reference))
        if text is not None
    }
    return Input(f"{name}{suffix}", target.encode(), companions)


# ------------------------------------------------------------------ clean


def clean(name: str, found: Sequence[Text], checker: Checker) -> Iterator[Row]:
    """Findings on good translations, three times read."""
    codes = [code for code in CODES if code in checker.codes]
    counts: dict[str, Counter[str]] = {"": Counter(), "-md": Counter(), "-po": Counter()}
    for text in found if codes else ():
        sources = [segment.source for segment in text.segments]
        targets = [segment.target for segment in text.segments]
        entries = {
            "": checker.lint(
                _source(text.name, ".txt", faulty.lines(targets).data, faulty.lines(sources).data),
                CODES,
                text.variant,
            ),
            "-md": checker.lint(_linked(text)[0], CODES, text.variant),
            "-po": checker.lint(_strings(text)[0], CODES),
        }
        for kind, entry in entries.items():
            counts[kind].update(finding["code"] for finding in entry["findings"])
            checker.show(entry)
    size = sum(len(text.segments) for text in found)
    for kind, by_code in counts.items():
        for code in codes:
            yield _clean_row(f"{name}{kind}", code, by_code[code], size)
    for code in DRIFT:
        if code in checker.codes and found[0].has_other:
            yield _drifting(name, found, code, checker)


def _drifting(name: str, found: Sequence[Text], code: str, checker: Checker) -> Row:
    """The aligned sentences of one translation that drift from the other one."""
    aligned = reported = count = 0
    for text in found:
        ours, theirs = (
            faulty.lines([segment[side] for segment in text.segments]).data for side in (1, 2)
        )
        # a rule at a time, since TRA002 supersedes TRA001
        entry = checker.lint(_source(text.name, ".txt", ours, None, theirs), [code])
        checker.show(entry)
        spans = [(finding["start"], finding["end"]) for finding in entry["findings"]]
        measured = [m for m in entry["measures"] if m["drift"] is not None]
        aligned += len(measured)
        reported += sum(_touches(spans, m["start"], m["end"]) for m in measured)
        count += len(spans)
    row = _clean_row(name, code, count, sum(len(text.segments) for text in found))
    return row | {"share": reported / max(1, aligned), "n": aligned}


def _clean_row(name: str, code: str, count: int, size: int) -> Row:
    return {
        "system": "ours",
        "set": name,
        "code": code,
        "fault": None,
        "recall": None,
        "false_per_1000": 1000 * count / max(1, size),
        "n": size,
    }


def whole_file(path: str, checker: Checker) -> Iterator[Row]:
    """Findings on a file of translations, or on one with its English beside it."""
    file = Path(path)
    english = file.with_name(f"{file.stem}.en{file.suffix}")
    companions = {"source": (str(english), english.read_bytes())} if english.exists() else {}
    entry = checker.lint(Input(path, file.read_bytes(), companions), CODES)
    checker.show(entry)
    counts = Counter(finding["code"] for finding in entry["findings"])
    for code in CODES:
        if code in checker.codes:
            yield _clean_row(file.name, code, counts[code], entry["sentences"])


# ------------------------------------------------------------------ faults


def _linked(text: Text) -> tuple[Input, Rendered, list[int]]:
    """Markdown with a link in every segment."""
    return _dropped(text, faulty.with_link, random.Random(SEED), faults=False)


def _strings(text: Text) -> tuple[Input, Rendered, list[int]]:
    """A PO file with a placeholder in every segment."""
    return _dropped(text, faulty.with_placeholder, random.Random(SEED), faults=False)


def _dropped(
    text: Text, put: Any, chance: random.Random, *, faults: bool
) -> tuple[Input, Rendered, list[int]]:
    """A file with what `put` puts into every segment; with faults, lost from one in ten."""
    at = set(faulty.chosen(len(text.segments), chance)) if faults else set()
    planted: list[int] = []
    sides: list[tuple[str, str]] = []
    for i, segment in enumerate(text.segments):
        made = put(segment, chance)
        if made is None:
            sides.append((segment.source, segment.target))
            continue
        both, without = made
        if i in at:
            planted.append(i)
        sides.append((both.source, without if i in at else both.target))
    if put is faulty.with_link:
        rendered = faulty.lines([target for _, target in sides])
        source = faulty.lines([source for source, _ in sides]).data
        return _source(text.name, ".md", rendered.data, source), rendered, planted
    rendered = faulty.catalogue(sides, text.variant)
    return _source(text.name, ".po", rendered.data, None), rendered, planted


def planted(
    fault: str, text: Text, chance: random.Random, against: Against = Against.SOURCE
) -> tuple[Input, Rendered, list[int]]:
    """A text with one kind of fault beside what it is compared with; the segments that have it."""
    if fault == "link-dropped":
        return _dropped(text, faulty.with_link, chance, faults=True)
    if fault == "placeholder-dropped":
        return _dropped(text, faulty.with_placeholder, chance, faults=True)
    targets: list[str | None] = [segment.target for segment in text.segments]
    changed: dict[int, str | None] = {}
    if fault == "sentence-dropped":
        changed = dict.fromkeys(faulty.chosen(len(targets), chance))
    elif fault == "sentence-swapped":
        changed.update(faulty.swapped(text, chance))
    elif fault == "term-varied":
        changed.update(faulty.varied_terms(text, chance))
    else:
        planter = (
            faulty.other_variant(text.variant)
            if fault == "other-variant"
            else faulty.PLANTERS[fault]
        )
        made = {i: planter(segment, chance) for i, segment in enumerate(text.segments)}
        possible = [i for i, target in made.items() if target is not None]
        # one in ten of all segments, as far as the fault can occur in so many
        wanted = max(1, len(targets) // 10)
        picked = chance.sample(possible, min(len(possible), wanted))
        changed = {i: made[i] for i in sorted(picked)}
    for i, target in changed.items():
        targets[i] = target
    rendered = faulty.lines(targets)
    side = {Against.SOURCE: 0, Against.BEFORE: 1, Against.OTHER: 2}[against]
    other = faulty.lines([segment[side] for segment in text.segments]).data
    companions = (other, None) if against is Against.SOURCE else (None, other)
    return _source(text.name, ".txt", rendered.data, *companions), rendered, sorted(changed)


def recall(name: str, found: Sequence[Text], checker: Checker) -> Iterator[Row]:
    for against, finders in FINDERS.items():
        if against is Against.OTHER and not found[0].has_other:
            continue
        for fault, codes in finders.items():
            wanted = [code for code in codes if code in checker.codes]
            if wanted:
                yield from _recall(name, found, checker, fault, wanted, against)


def _recall(
    name: str,
    found: Sequence[Text],
    checker: Checker,
    fault: str,
    codes: Sequence[str],
    against: Against,
) -> Iterator[Row]:
    chance = random.Random(SEED)
    hits: Counter[str] = Counter()
    size = 0
    for text in found:
        source, rendered, places = planted(fault, text, chance, against)
        if not places:
            continue
        size += len(places)
        by_any: set[int] = set()
        for code in codes:  # one at a time, since some supersede others
            entry = checker.lint(source, [code], text.variant if code == "TRA008" else "")
            spans = [(f["start"], f["end"]) for f in entry["findings"]]
            on = [at for at in places if _is_on(spans, rendered, at)]
            hits[code] += len(on)
            by_any.update(on)
            checker.miss(fault, code, text, rendered, sorted({*places} - {*on}))
        hits[ANY] += len(by_any)
    for code in (*codes, *([ANY] if len(codes) > 1 else [])):
        yield {
            "system": "ours",
            "set": f"{name}-before" if against is Against.BEFORE else name,
            "code": code,
            "fault": fault,
            "recall": hits[code] / size if size else None,
            "false_per_1000": None,
            "n": size,
        }


def _is_on(spans: Sequence[tuple[int, int]], rendered: Rendered, at: int) -> bool:
    """Whether a finding touches the segment; of one left out, the one before or after it."""
    place = rendered.places[at]
    beside = [place] if place else rendered.places[max(0, at - 1) : at + 2]
    return any(_touches(spans, *near) for near in beside if near)


def _touches(spans: Sequence[tuple[int, int]], low: int, high: int) -> bool:
    return any(low < end and start < high for start, end in spans)


def counts(rows: Sequence[Row]) -> Iterator[Count]:
    """What the pages of the rules show."""
    for row in rows:
        code, name = row["code"], row["set"]
        if row["fault"] is None:
            rate = row["false_per_1000"] if row.get("share") is None else 1000 * row["share"]
            yield Count(code, "false-per-1000", rate, row["n"], name)
        elif code != ANY and row["recall"] is not None:
            yield Count(code, "found", row["recall"], row["n"], name, row["fault"])


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("files", nargs="+", metavar="FILE")
    arguments.add_argument("--select", nargs="+", default=(), metavar="CODE", help="these rules")
    arguments.add_argument("--worst", type=int, default=0, help="clean findings, faults missed")
    add_option(arguments)
    given = arguments.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(given.worst, Path(folder), given.select)
        for path in given.files:
            if ".jsonl" not in path:
                rows.extend(whole_file(path, checker))
                continue
            for name, found in texts(path).items():
                rows.extend(clean(name, found, checker))
                rows.extend(recall(name, found, checker))
    emit("translation_checks", given.files, rows, given.json)
    if given.publish:
        publish("translation_checks", counts(rows), given.publish)


if __name__ == "__main__":
    main()
