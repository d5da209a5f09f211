"""Findings of the rules of translation in good human translations."""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from benchmarks.evaluation.command import Files, Row, Rows
from benchmarks.evaluation.common import read_jsonl, stem
from benchmarks.evaluation.measured import Count, Publish, published
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import Plugins
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.report.report import DocumentReport

SEED = 7
#: rules of the source alone, and those that need a reference
CODES = ("TRA003", "TRA004", "TRA005", "TRA006", "TRA008")
DRIFT = ("TRA001", "TRA002")


class Segment(NamedTuple):
    """A segment of the source with its translation; `reference` is another one, if there is."""

    source: str
    target: str
    reference: str | None = None


class Text(NamedTuple):
    """The segments of a document; `variant` is the target's, as "pt-BR", "" where unknown."""

    name: str
    segments: Sequence[Segment]
    variant: str = ""

    @property
    def has_other(self) -> bool:
        """Whether there is another translation."""
        return self.segments[0].reference is not None


# ------------------------------------------------------------------ data


def texts(path: str) -> dict[str, list[Text]]:
    """Return the texts of a file by set, one set for each Portuguese column."""
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
    """Lints with the rules of translation alone; analyses are kept in `cache`."""

    def __init__(self, worst: int, cache: Path | None = None, select: Sequence[str] = ()) -> None:
        """Load the rules; `worst`: findings of each that are shown."""
        self._cache = Cache(cache) if cache else None
        self._plugins: Plugins = load_plugins(third_party=False)
        self._linters: dict[tuple[str, ...], Linter] = {}
        self._worst = worst
        self._shown: Counter[str] = Counter()
        self.codes = tuple(
            c for c in (*DRIFT, *CODES) if c in self._plugins.rules and c in (select or (c,))
        )

    def linter(self, codes: Sequence[str], variant: str) -> Linter:
        """Return the linter of these rules for a variant, made once."""
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
        """Return the report of an input; errors are printed."""
        linter = self.linter([code for code in codes if code in self.codes], variant)
        entry = next(linter.lint([source], with_measures=True))
        for problem in (entry["error"], *linter.damaged):
            if problem:
                print(f"{source.path}: {problem}", file=sys.stderr)
        return entry

    def show(self, entry: DocumentReport) -> None:
        """Print the first findings of each rule."""
        for finding in entry.findings:
            code = finding.code
            self._shown[code] += 1
            if self._shown[code] <= self._worst:
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


def clean(name: str, texts_of_set: Sequence[Text], checker: Checker) -> Iterator[Row]:
    """Yield findings per 1,000 segments of good translations, as text, Markdown and PO."""
    codes = [code for code in CODES if code in checker.codes]
    counts: dict[str, Counter[str]] = {"": Counter(), "-md": Counter(), "-po": Counter()}
    for text in texts_of_set if codes else ():
        sources = [segment.source for segment in text.segments]
        targets = [segment.target for segment in text.segments]
        entries = {
            "": checker.lint(
                _source(text.name, ".txt", _paragraphs(targets), _paragraphs(sources)),
                CODES,
                text.variant,
            ),
            "-md": checker.lint(_linked(text), CODES, text.variant),
            "-po": checker.lint(_strings(text), CODES),
        }
        for kind, entry in entries.items():
            counts[kind].update(finding["code"] for finding in entry["findings"])
            checker.show(entry)
    size = sum(len(text.segments) for text in texts_of_set)
    for kind, by_code in counts.items():
        for code in codes:
            yield _clean_row(f"{name}{kind}", code, by_code[code], size)
    for code in DRIFT:
        if code in checker.codes and texts_of_set[0].has_other:
            yield _drifting(name, texts_of_set, code, checker)


def _drifting(name: str, texts_of_set: Sequence[Text], code: str, checker: Checker) -> Row:
    """Return the share of aligned sentences of two translations that a rule reports."""
    aligned = reported = count = 0
    for text in texts_of_set:
        first_translation, second_translation = (
            _paragraphs([segment[side] or "" for segment in text.segments]) for side in (1, 2)
        )
        # a rule at a time, since TRA002 supersedes TRA001
        entry = checker.lint(
            _source(text.name, ".txt", first_translation, None, second_translation), [code]
        )
        checker.show(entry)
        spans = [(finding["start"], finding["end"]) for finding in entry["findings"]]
        measured = [m for m in entry["measures"] if m["drift"] is not None]
        aligned += len(measured)
        reported += sum(_touches(spans, m["start"], m["end"]) for m in measured)
        count += len(spans)
    row = _clean_row(name, code, count, sum(len(text.segments) for text in texts_of_set))
    return row | {"share": reported / max(1, aligned), "n": aligned}


def _clean_row(name: str, code: str, count: int, size: int) -> Row:
    return {"set": name, "code": code, "false_per_1000": 1000 * count / max(1, size), "n": size}


def whole_file(path: str, checker: Checker) -> Iterator[Row]:
    """Yield findings per 1,000 sentences of a translated file."""
    file = Path(path)
    english = file.with_name(f"{file.stem}.en{file.suffix}")
    companions = {"source": (str(english), english.read_bytes())} if english.exists() else {}
    entry = checker.lint(Input(path, file.read_bytes(), companions), CODES)
    checker.show(entry)
    counts = Counter(finding["code"] for finding in entry["findings"])
    for code in CODES:
        if code in checker.codes:
            yield _clean_row(file.name, code, counts[code], entry["sentences"])


# ------------------------------------------------------------------ files

_PLACEHOLDERS = ("%s", "%(name)s", "{0}", "{name}", "{{ count }}", "${path}", "%1$s", "<b>%s</b>")
_WORD = re.compile(r"(?<=\s)[^\W\d_]{3,}(?=\s)")
_SPACE = re.compile(r"(?<=[^\W\d_]) (?=[^\W\d_])")


def _paragraphs(segments: Iterable[str]) -> str:
    return "\n\n".join(segments)


def _linked(text: Text) -> Input:
    """Return Markdown with a word linked in every segment, on both sides."""
    rng = random.Random(SEED)
    sides = [_with_link(segment, rng) for segment in text.segments]
    return _source(text.name, ".md", *(_paragraphs(side[i] for side in sides) for i in (1, 0)))


def _with_link(segment: Segment, rng: random.Random) -> tuple[str, str]:
    """Return source and target with a link around a word in the middle of each."""
    link = f"https://example.org/{rng.randrange(10**6)}"
    source, target, _ = segment
    source_word, target_word = (_WORD.search(side, len(side) // 3) for side in (source, target))
    if source_word is None or target_word is None:
        return source, target
    linked = (f"[{place.group()}]({link})" for place in (source_word, target_word))
    return _put(source, source_word, next(linked)), _put(target, target_word, next(linked))


def _strings(text: Text) -> Input:
    """Return a PO file with a placeholder in every segment, on both sides."""
    rng = random.Random(SEED)
    language = text.variant.replace("-", "_") or "pt"
    catalogue = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Language: {language}\\n"\n'
    )
    for number, segment in enumerate(text.segments):
        source, target = _with_placeholder(segment, rng)
        catalogue += (
            f'\nmsgctxt "{number}"\nmsgid "{_escaped(source)}"\nmsgstr "{_escaped(target)}"\n'
        )
    return _source(text.name, ".po", catalogue, None)


def _with_placeholder(segment: Segment, rng: random.Random) -> tuple[str, str]:
    """Return source and target with a placeholder in the middle of each."""
    placeholder = f" {rng.choice(_PLACEHOLDERS)} "
    source, target, _ = segment
    source_gap, target_gap = (_SPACE.search(side, len(side) // 3) for side in (source, target))
    if source_gap is None or target_gap is None:
        return source, target
    return _put(source, source_gap, placeholder), _put(target, target_gap, placeholder)


def _put(text: str, place: re.Match[str], new: str) -> str:
    return f"{text[: place.start()]}{new}{text[place.end() :]}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _touches(spans: Sequence[tuple[int, int]], low: int, high: int) -> bool:
    return any(low < end and start < high for start, end in spans)


def counts(rows: Sequence[Row]) -> Iterator[Count]:
    """Yield the figures that the pages of the rules show."""
    for row in rows:
        rate = row["false_per_1000"] if row.get("share") is None else 1000 * row["share"]
        yield Count(row["code"], "false-per-1000", rate, row["n"], row["set"])


def run(
    files: Files,
    *,
    select: Annotated[Sequence[str], "these rules"] = (),
    worst: Annotated[int, "findings of each"] = 0,
    publish: Publish = None,
) -> Rows:
    """Return the findings per 1,000 of each file and rule."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(worst, Path(folder), select)
        for path in files:
            if ".jsonl" not in path:
                rows.extend(whole_file(path, checker))
                continue
            for name, found in texts(path).items():
                rows.extend(clean(name, found, checker))
    return published(rows, "translation_checks", counts(rows), publish)
