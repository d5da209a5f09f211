"""What the linter says of clean text: findings per 1,000 sentences, by code.

    python -m benchmarks.false_positives FILE… [--preset NAME] [--select RULES] [--worst N] [--json]
    python -m benchmarks.false_positives FILE… --pairs PAIRS [--encoder FOLDER] [--json]

Each finding on clean text is a candidate false one: `--worst` lists the first N of each code for
reading, drawn by seed 7.

With PAIRS (JSON Lines: `bad`, a sentence with one word changed, `start` and `bad_form` of it, and
where known `subject`, `phenomenon`, `treebank`) also the share of damaged sentences in which the
damage is found. Found: a finding's own span, of at most three words, overlaps the changed word or
the occurrence of `subject` nearest to it, in a sentence with at most two findings. `held_out` is
the share among pairs whose sentence is from no treebank's training part.

* `default`: the linter, by default with the rules of the model alone (GRA0).
* `oracle-N`: the probabilities of words alone (analysis `error-probabilities`), at the threshold
  that gives N findings in 1,000 of the clean sentences, read off them. A finding is a run of words
  at or above it, cut after three.

FOLDER has an exported encoder to take in the place of the package's; it has no default threshold.
A file with several Portuguese columns has a row for all of them and one for each.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.evaluation.common import emit, parser, read_jsonl, stem
from benchmarks.evaluation.texts import Item, load
from benchmarks.views import View, view
from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.faults import MOST_WORDS, Fault, suspects
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load as load_plugins

SEED = 7
#: findings in 1,000 clean sentences at which the curve is read
RATES = (3, 5, 10, 30)
MOST_FINDINGS = 2
Span = tuple[int, int]


# ------------------------------------------------------------------ the linter on clean text


def evaluate(
    name: str, items: Sequence[Item], linter: Linter, worst: int
) -> tuple[dict[str, Any], list[str]]:
    """The set's row, and lines to read."""
    sentences = 0
    codes: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    for entry in linter.lint(_sources(items)):
        sentences += entry.sentences
        for finding in entry.findings:
            codes[finding.code] += 1
            text, start, end = finding.excerpt.text, finding.excerpt.start, finding.excerpt.end
            marked = f"{text[:start]}[{text[start:end]}]{text[end:]}"
            related = "".join(f"\n      {one.excerpt.text}" for one in finding.related)
            examples[finding.code].append(
                f"{finding.code} {entry.path}:{finding.line}: {finding.message}"
                f"\n      {marked}{related}"
            )
    chance = random.Random(SEED)
    lines = [
        line
        for code in sorted(examples)
        for line in chance.sample(examples[code], min(worst, len(examples[code])))
    ]
    thousand = max(1, sentences) / 1000
    row = {
        "system": "ours",
        "set": name,
        "point": "default",
        "per_1000": sum(codes.values()) / thousand,
        "sentences": sentences,
        "by_code": {code: round(number / thousand, 3) for code, number in sorted(codes.items())},
    }
    return row, lines


def _sources(items: Iterable[Item]) -> list[Input]:
    return [Input(f"{item.name}{item.suffix}", item.text.encode()) for item in items]


def sets(path: str) -> dict[str, Sequence[Item]]:
    """Texts by set; several columns of a file also together, under the file's name."""
    found: dict[str, Sequence[Item]] = {**load(path)}
    together = [item for items in found.values() for item in items]
    return {stem(path): together, **found} if len(found) > 1 else found


# ------------------------------------------------------------------ damage that is found


def places(pair: Mapping[str, Any]) -> list[Span]:
    """Where a finding counts: the changed word, the occurrence of its subject nearest to it."""
    text: str = pair["bad"]
    start: int = pair["start"]
    found = [(start, start + len(pair["bad_form"]))]
    subject: str = pair.get("subject") or ""
    at = [i for i in range(len(text)) if subject and text.startswith(subject, i)]
    if at:
        nearest = min(at, key=lambda i: abs(i - start))
        found.append((nearest, nearest + len(subject)))
    return found


def is_found(pair: Mapping[str, Any], spans: Sequence[Span]) -> bool:
    """Whether one of the sentence's findings is at a place of the damage."""
    text: str = pair["bad"]
    return len(spans) <= MOST_FINDINGS and any(
        start < last and first < end and len(text[start:end].split()) <= MOST_WORDS
        for start, end in spans
        for first, last in places(pair)
    )


def covered(pairs: Sequence[Mapping[str, Any]], found: Sequence[bool]) -> dict[str, Any]:
    """Shares of pairs found, as keys of a row."""
    by: dict[str, list[bool]] = defaultdict(list)
    for pair, hit in zip(pairs, found, strict=True):
        by[pair.get("phenomenon") or pair.get("type") or ""].append(hit)
    held_out = [
        hit
        for pair, hit in zip(pairs, found, strict=True)
        if not str(pair.get("treebank", "")).endswith("-train")
    ]
    return {
        "covered": fmean(found) if found else None,
        "held_out": fmean(held_out) if held_out else None,
        "n": len(found),
        "by": {name: fmean(hits) for name, hits in sorted(by.items()) if name},
    }


def linted(pairs: Sequence[Mapping[str, Any]], linter: Linter) -> list[bool]:
    """Whether the linter finds the damage; a paragraph a pair, so that each stands alone."""
    text, starts = "", []
    for pair in pairs:
        starts.append(len(text))
        text += f"{pair['bad']}\n\n"
    (entry,) = linter.lint([Input("pairs.txt", text.encode())])
    spans: dict[tuple[int, int | None], list[Span]] = defaultdict(list)
    at = 0
    for finding in entry["findings"]:  # in the order of their places
        while at + 1 < len(starts) and starts[at + 1] <= finding["start"]:
            at += 1
        here = (finding["start"] - starts[at], finding["end"] - starts[at])
        spans[at, finding["sentence"]].append(here)
    found = [False] * len(pairs)
    for (number, _), group in spans.items():
        found[number] |= is_found(pairs[number], group)
    return found


# ------------------------------------------------------------------ the curve


def findings(words: Sequence[Fault], threshold: float) -> list[Span]:
    """Places of suspect words as ranges of the sentence."""
    return [(place[0].start, place[-1].end) for place in suspects(words, threshold)]


def rate(clean: Sequence[Sequence[Fault]], threshold: float) -> float:
    """Findings in a thousand sentences."""
    return 1000 * sum(len(findings(words, threshold)) for words in clean) / max(1, len(clean))


def threshold_at(clean: Sequence[Sequence[Fault]], per_1000: float) -> float:
    """Lowest threshold with at most so many findings in a thousand sentences."""
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if rate(clean, middle) <= per_1000 else (middle, high)
    return high


def curve(
    name: str,
    clean: Sequence[Sequence[Fault]],
    pairs: Sequence[Mapping[str, Any]],
    damaged: Sequence[Sequence[Fault]],
) -> list[dict[str, Any]]:
    """A row for each of `RATES`."""
    rows = []
    for wanted in RATES:
        threshold = threshold_at(clean, wanted)
        found = [
            is_found(pair, findings(words, threshold))
            for pair, words in zip(pairs, damaged, strict=True)
        ]
        rows.append(
            {
                "system": "ours",
                "set": name,
                "point": f"oracle-{wanted}",
                "per_1000": rate(clean, threshold),
                "sentences": len(clean),
                "threshold": threshold,
                **covered(pairs, found),
            }
        )
    return rows


def curves(
    words: View, files: Iterable[str], pair_files: Iterable[str], linter: Linter
) -> list[dict[str, Any]]:
    """Rows of every set of clean text with every file of pairs; `words` shows sentences' words."""
    pairs = {stem(path): read_pairs(path) for path in pair_files}
    texts = {name: sentences(items, linter) for path in files for name, items in sets(path).items()}
    bad = {of: [pair["bad"] for pair in some] for of, some in pairs.items()}
    each = list(dict.fromkeys(text for some in (*texts.values(), *bad.values()) for text in some))
    seen = dict(zip(each, words(each), strict=True))  # a sentence of two sets is looked at once
    return [
        {**row, "pairs": of}
        for name, clean in texts.items()
        for of, some in pairs.items()
        for row in curve(name, [seen[t] for t in clean], some, [seen[t] for t in bad[of]])
    ]


def read_pairs(path: str) -> list[dict[str, Any]]:
    """The pairs that say which word was changed."""
    return [row for row in read_jsonl(path) if "bad_form" in row]


def sentences(items: Iterable[Item], linter: Linter) -> list[str]:
    """The sentences that rules see, of every kind."""
    return [
        sentence.text for source in _sources(items) for sentence in linter.read(source).sentences
    ]


# ------------------------------------------------------------------ the command


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser(__doc__)
    options.add_argument("files", nargs="+")
    options.add_argument("--preset", default="default")
    options.add_argument("--select", default=None)
    options.add_argument("--worst", type=int, default=0)
    options.add_argument("--pairs", action="append", default=[], metavar="FILE")
    options.add_argument("--encoder", type=Path, metavar="FOLDER")
    given = options.parse_args(arguments)
    values: dict[str, Any] = {"preset": given.preset, "language": "en"}
    select = given.select or ("GRA0" if given.pairs else None)
    if select:
        values["select"] = select.split(",")
    linter = Linter(load_plugins(), [Layer("benchmark", values)])
    rows: list[dict[str, Any]] = []
    if given.pairs:  # first, since it may be that nothing can show it
        rows = curves(view("error-probabilities", given.encoder), given.files, given.pairs, linter)
    if given.encoder is None:
        rows = [*_default_rows(given.files, given.pairs, linter, given.worst), *rows]
    emit("false_positives", [*given.files, *given.pairs], rows, given.json)


def _default_rows(
    files: Iterable[str], pair_files: Iterable[str], linter: Linter, worst: int
) -> list[dict[str, Any]]:
    shares = {}
    for path in pair_files:
        pairs = read_pairs(path)
        shares[stem(path)] = covered(pairs, linted(pairs, linter))
    rows = []
    for path in files:
        for name, items in (sets(path) if shares else load(path)).items():
            row, lines = evaluate(name, items, linter, worst)
            rows += [{**row, **share, "pairs": of} for of, share in shares.items()] or [row]
            for line in lines:
                print(line, file=sys.stderr)
    return rows


if __name__ == "__main__":
    main(sys.argv[1:])
