"""Fit how probable it is that a finding of the grammar rules is right.

    python -m training confidence signals SHEET… --files FILE… --out SIGNALS
    python -m training confidence cases FOLDER --out SIGNALS
    python -m training confidence pairs FILE… --out SIGNALS
    python -m training confidence fit SIGNALS… --firings FIRINGS [--out FILE] [--without SIGNAL…]
    python -m training confidence calibrate SIGNALS… [--out FILE]

`signals` looks up findings that were read (what `benchmarks.census publish` wrote, or rows of
`benchmarks.firings` with a `verdict`) in the files that they were drawn from and writes what is
known of each (`textlint_pt_grammaticality.judge.confidence`), a row a finding. `fit` weighs them:
a logistic regression with a penalty on every weight. Findings of `benchmarks.firings` that were
chosen to be read, and rows of `cases` (what the rules find in tests/rules, rightly or not) and of
`pairs` (of a bad sentence and a good one, as `benchmarks.life` reads them) have constants of their
own: how often findings are right is learnt from the draws.
FIRINGS (of `benchmarks.firings --least 0`) say how often each trigger fires in edited text.

Only sources of the public domain or under MIT, Apache, CC0, CC BY or CC BY-SA may be given here:
the weights ship. Of a cross-validation over documents, by which the weights are calibrated, `fit`
prints, for the whole and by rule, how many findings are reported and how many of them are right.
With `--without` it only prints that, for a fit that does not know these signals: what they are
worth.

`calibrate` changes one number, the constant, so that of findings in newly drawn texts as many are
right as the weights say. SIGNALS are of `signals --open`, where what readers may differ about
counts as not right; texts under any licence will do, as none of their words gets a weight. It
prints, by a cross-validation over sources, how many are reported and right before and after.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein
from textlint_pt_grammaticality.judge.confidence import (
    REPORTED,
    WEIGHTS,
    all_signals,
    confidence,
    odds,
    trigger,
    trigger_name,
    weights,
)
from textlint_pt_grammaticality.judge.language_rule import LanguageRule

from benchmarks.evaluation.command import Row
from benchmarks.evaluation.common import json_lines, read_jsonl, stem
from benchmarks.evaluation.corrected import corrected
from benchmarks.evaluation.documents import SampledDocument, read_documents
from benchmarks.life import differences, goods
from textlint_pt.contract.view import View
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding
from textlint_pt.text.document import Document
from training.inputs import write_json
from training.regression import logistic

SEED = 12
#: penalty on the square of a weight; of what belongs to one family, rule or message; of a word or a
#: kind of word with one rule, of which there are many
PENALTY, OWN_PENALTY, WORD_PENALTY = 1.2, 2.4, 8.0
#: weight of a nat of gain and of what the words alone say, before anything was read
PRIOR_WEIGHT = 0.3
#: triggers that fire so often in edited text are kept
MIN_FIRINGS = 3
FOLDS = 5
#: how many read findings a case of the tests or a pair is worth
CASES = 3


class Finder:
    """Findings of the grammar rules on by default, at any confidence, with their signals."""

    def __init__(self) -> None:
        """Load the rules of language and the analyses that they need."""
        self._plugins = load(third_party=False)
        rules = self._plugins.rules.values()
        self._rules = [
            rule() for rule in rules if issubclass(rule, LanguageRule) and rule.declared.default
        ]
        self._needs = sorted(
            {need for rule in self._rules for need in (*rule.declared.needs, *rule.declared.wants)}
        )
        self._analyzer = Analyzer(self._plugins.resources.values(), {})

    def found(self, text: str, suffix: str = ".txt") -> Iterator[tuple[Finding, Row]]:
        """Yield the findings in a text, each with its signals; `suffix` says its format."""
        path = f"text{suffix}"
        yield from self.found_in(build(path, text, self._plugins.format_for(path)))

    def found_in(self, document: Document) -> Iterator[tuple[Finding, Row]]:
        """Yield the findings in a document, each with the row of its signals."""
        (analysed,) = self._analyzer.run([document], self._needs)
        view = View(document, analysed.values)
        for rule in self._rules:
            options = {name: option.default for name, option in rule.options.items()}
            for finding in rule.in_prose(view, options):
                all_values = all_signals(rule.signals(view, finding), view, finding)
                signals = {k: round(v, 4) for k, v in all_values.items() if v}
                chance = max(rule.chance(finding, all_values), rule.least(finding))
                row = {
                    "code": finding.code,
                    "start": finding.span.start,
                    "end": finding.span.end,
                    "trigger": trigger(view, finding),
                    "weighed": chance == round(confidence(all_values), 3),
                    "signals": signals,
                }
                yield finding, row


# ------------------------------------------------------------------ rows


def read_rows(
    sheets: Sequence[str], files: Sequence[str], *, open_ones: bool = False
) -> Iterator[Row]:
    """Yield the signals of findings with a verdict; with `open_ones` also of open ones.

    Findings that the rules no longer make, and those of documents in no file, are skipped.
    """
    verdicts = ("right", "wrong", "open")[: 2 + open_ones]
    rows_of_document: dict[str, dict[tuple[str, int, int], Row]] = defaultdict(dict)
    for sheet in sheets:
        for row in read_jsonl(sheet):
            if row.get("verdict") in verdicts and row["code"].startswith("GRA"):
                rows_of_document[row["id"]][row["code"], row["start"], row["end"]] = row
    finder = Finder()
    for file in files:
        for document in read_documents("", Path(file)):
            rows = rows_of_document.pop(document.digest, {})
            for base, text in _parts(document, rows):
                for finding, signals in finder.found(text, document.suffix):
                    start, end = (base + offset for offset in finding.span)
                    verdict_row = rows.get((finding.code, start, end))
                    if verdict_row is not None:
                        yield {
                            **signals,
                            "start": start,
                            "end": end,
                            "id": document.digest,
                            "source": verdict_row.get("source", stem(file)),
                            "drawn": "register" in verdict_row,
                            "right": verdict_row["verdict"] == "right",
                        }


def _parts(
    document: SampledDocument, places: Collection[tuple[str, int, int]]
) -> Iterator[tuple[int, str]]:
    """Yield (offset, text) of what must be read for findings: their paragraphs.

    The whole document, where paragraphs are unknown.
    """
    text = document.text
    if document.suffix != ".txt":
        if places:
            yield 0, text
        return
    parts = set()
    for _, start, end in places:
        break_before = text.rfind("\n\n", 0, start)
        first = break_before + 2 if break_before >= 0 else 0
        last = text.find("\n\n", end)
        parts.add((first, text[first:] if last < 0 else text[first:last]))
    yield from sorted(parts)


def case_rows(folder: str) -> Iterator[Row]:
    """Yield rows of what the rules find in their own cases."""
    from textlint_pt.testing import load_cases

    finder = Finder()
    for case in load_cases(folder):
        values = case.values
        options = dict(values.get("options", {}))
        has_settings = options.pop("confidence", 0) == 1 or options
        if has_settings or set(values) & {"reference", "source", "preset"}:
            continue
        expected = Counter(str(finding["span"]) for finding in values["findings"])
        suffix = f".{values.get('format', 'txt')}"
        for finding, signals in finder.found(values["text"], suffix):
            marked_text = values["text"][finding.span.start : finding.span.end]
            if finding.code == case.rule:
                is_right = expected[marked_text] > 0
                yield {**signals, "id": f"case/{case}", "source": "cases", "right": is_right}


def pair_rows(files: Sequence[str]) -> Iterator[Row]:
    """Yield rows of what the rules find in pairs of a bad and a good sentence."""
    finder = Finder()
    for file in files:
        for number, pair in enumerate(read_jsonl(file)):
            texts = [(pair["bad"], goods(pair)), (goods(pair)[0], [])]
            for text, good_texts in texts:
                error_spans = [place for good in good_texts for place in differences(text, good)]
                for finding, signals in finder.found(text):
                    # of two words that disagree, either may be marked
                    spans = [finding.span, *(one.span for one in finding.related)]
                    right = any(
                        a < end and start < b for a, b in error_spans for start, end in spans
                    )
                    right = right and _brings_nearer(finding, text, good_texts)
                    identifier = f"case/{stem(file)}/{number}"
                    yield {**signals, "id": identifier, "source": "cases", "right": right}


def _brings_nearer(finding: Finding, text: str, goods: Sequence[str]) -> bool:
    """Return whether a finding's fix, if any, makes the text more similar to a good one."""
    corrected_text = corrected(text, [finding]) if finding.fix else None
    return corrected_text is None or any(
        Levenshtein.distance(corrected_text, good) < Levenshtein.distance(text, good)
        for good in goods
    )


# ------------------------------------------------------------------ fitting


def triggers(paths: Sequence[str]) -> dict[str, float]:
    """Return how often each trigger fires in a million words of edited text."""
    counts: Counter[str] = Counter()
    words = 0
    for path in paths:
        for row in read_jsonl(path):
            if "code" in row:
                fix = row["suggestion"] if row["applicability"] else ""
                counts[trigger_name(row["code"], row["marked"], fix)] += 1
            elif "read" in row:
                words += sum(one["words"] for one in row["read"].values())
    million = max(words, 1) / 1e6
    return {
        name: round(number / million, 2)
        for name, number in sorted(counts.items())
        if number >= MIN_FIRINGS
    }


#: signals of rows that were not drawn as texts come: cases and pairs, and those chosen to be read
#: for what they are
_COLLECTED = frozenset({"case", "chosen"})


def _is_case(row: Row) -> bool:
    """Return whether a row is of a rule's case or of a pair."""
    identifier: str = row["id"]
    return identifier.startswith("case/")


def _centre(name: str) -> float:
    """Return what a weight is pulled to: above 0 for what models and words say for a finding."""
    return PRIOR_WEIGHT if name.endswith(("*prior", "*gain")) else 0.0


def _penalty(name: str) -> float:
    """Return the penalty on the square of a weight: the more of a kind of signal, the higher."""
    if name in _COLLECTED:
        return 0.01
    if not name.startswith("GRA"):
        return PENALTY
    return WORD_PENALTY if " " in name.partition("*")[0] else OWN_PENALTY


class Fit:
    """Rows as a matrix and the weights of their signals."""

    def __init__(self, rows: Sequence[Row], table: Mapping[str, float]) -> None:
        """Build the matrix of signals, targets and penalties; `table`: trigger rates."""
        self.rows = rows
        for row in rows:
            trigger_rate = math.log1p(table.get(row["trigger"], 0.0))
            row["signals"] |= {"trigger": trigger_rate, f"{row['code'][:4]}*trigger": trigger_rate}
            if _is_case(row):
                row["signals"]["case"] = 1.0
            if not row.get("drawn", True):
                row["signals"]["chosen"] = 1.0
        names = Counter(name for row in rows for name in row["signals"])
        self.names = sorted(name for name, number in names.items() if number > 1)
        column_of = {name: i for i, name in enumerate(self.names)}
        self.x = np.zeros((len(rows), len(self.names)))
        for i, row in enumerate(rows):
            for name in row["signals"].keys() & column_of.keys():
                self.x[i, column_of[name]] = row["signals"][name]
        self.y = np.array([float(row["right"]) for row in rows])
        self.penalty = np.array([_penalty(name) for name in self.names])
        self.centre = np.array([_centre(name) for name in self.names])

    def weights(self, is_selected: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        rows = slice(None) if is_selected is None else is_selected
        return logistic(self.x[rows], self.y[rows], self.penalty, self.centre)

    def shipped(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weights without those of how rows were collected."""
        result = weights.copy()
        for signal in _COLLECTED & set(self.names):
            result[self.names.index(signal)] = 0.0
        return result

    def calibration(self, chances: NDArray[np.float64]) -> tuple[float, float]:
        """Return slope and shift that calibrate the log-odds of read findings (Platt 1999).

        `chances`: the probability of each row by weights fitted on other documents.
        """
        is_read = np.array([not _is_case(row) for row in self.rows])
        odds = np.log(chances[is_read] / (1 - chances[is_read]))
        x = np.stack([odds, np.ones_like(odds)], axis=1)
        weights = logistic(x, self.y[is_read], np.zeros(2), np.array([1.0, 0.0]))
        return float(weights[0]), float(weights[1])

    def held_out(self) -> NDArray[np.float64]:
        """Return the probability of each row by weights fitted on other documents."""
        fold = np.array([Random(row["id"]).randrange(FOLDS) for row in self.rows])
        result = np.zeros(len(self.rows))
        for number in range(FOLDS):
            weights = self.shipped(self.weights(fold != number))
            odds = self.x[fold == number] @ weights
            result[fold == number] = 1 / (1 + np.exp(-odds))
        return result


def summary(fit: Fit, chances: NDArray[np.float64]) -> Iterator[str]:
    """Yield lines on the rows that were read: reported, right, and calibration by bins."""
    groups: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for row, chance in zip(fit.rows, chances, strict=True):
        if not _COLLECTED & set(row["signals"]):
            for name in ("all", row["code"][:4], row["code"]):
                groups[name].append((float(chance), row["right"]))
    for name, pairs in sorted(groups.items()):
        reported = [right for chance, right in pairs if chance >= REPORTED]
        right_count = sum(right for _, right in pairs)
        share = sum(reported) / len(reported) if reported else math.nan
        yield (
            f"{name:8} {len(pairs):5} read, {right_count:4} right; reported {len(reported):4}, "
            f"right {sum(reported):4} ({share:.2f})"
        )
    odds = np.array([chance if right else 1 - chance for chance, right in groups["all"]])
    yield f"log-loss {-np.log(np.clip(odds, 1e-4, 1)).mean():.4f} of {len(odds)}"
    for low, high in pairwise((0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.97, 1.01)):
        bin_ = [(c, right) for c, right in groups["all"] if low <= c < high]
        if bin_:
            mean_chance = sum(c for c, _ in bin_) / len(bin_)
            share_right = sum(right for _, right in bin_) / len(bin_)
            yield f"said {mean_chance:.2f}, was {share_right:.2f} of {len(bin_)}"


def signals(
    sheets: Sequence[str],
    *,
    files: Sequence[str],
    out: Path,
    open: Annotated[bool, "with what readers may differ about"] = False,
) -> None:
    """Write the signals of the annotated findings of `sheets` to a file."""
    out.write_text(json_lines(read_rows(sheets, files, open_ones=open)), encoding="utf-8")


def cases(folder: str, *, out: Path) -> None:
    out.write_text(json_lines(case_rows(folder)), encoding="utf-8")


def pairs(files: Sequence[str], *, out: Path) -> None:
    out.write_text(json_lines(pair_rows(files)), encoding="utf-8")


def fit(
    signals: Sequence[str],
    *,
    firings: Annotated[Sequence[str], "without: as counted before"] = (),
    out: Path = WEIGHTS,
    without: Annotated[Sequence[str], "signals"] = (),
) -> None:
    """Fit the weights of the signals, print cross-validated results, and write the weights."""
    table = triggers(firings) if firings else dict(weights().triggers)
    # what the encoder suspects in a bad sentence is nearly always what is wrong with it
    rows = [
        row
        for path in signals
        for row in read_jsonl(path)
        for _ in range(CASES * (row["code"] != "GRA001") if _is_case(row) else 1)
    ]
    for row in rows:
        row["signals"] = {k: v for k, v in row["signals"].items() if k not in without}
    fitted_model = Fit(rows, table)
    held_out = fitted_model.held_out()
    slope, shift = fitted_model.calibration(held_out)
    odds = slope * np.log(held_out / (1 - held_out)) + shift
    print(*summary(fitted_model, 1 / (1 + np.exp(-odds))), sep="\n")
    if without:
        return
    shipped = slope * fitted_model.shipped(fitted_model.weights())
    fitted = dict(zip(fitted_model.names, map(float, shipped), strict=True))
    fitted["constant"] += shift
    fitted = {name: round(value, 4) for name, value in fitted.items() if name not in _COLLECTED}
    write_json(out, {"weights": fitted, "triggers": table}, indent=0)


def _shift(before: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Return the nats to add to log-odds so that the share of right findings is met."""
    x = np.stack([before, np.ones_like(before)], axis=1)
    return float(logistic(x, right, np.array([1e9, 0.0]), np.array([1.0, 0.0]))[1])


def calibrate(signals: Sequence[str], *, out: Path = WEIGHTS) -> None:
    """Fit the constant to newly drawn texts and write it with the other weights."""
    rows = [row for path in signals for row in read_jsonl(path) if row["weighed"]]
    before = np.array([odds(row["signals"]) for row in rows])
    right = np.array([float(row["right"]) for row in rows])
    fold = np.array([Random(row["source"]).randrange(FOLDS) for row in rows])
    after = before.copy()
    for number in range(FOLDS):
        after[fold == number] += _shift(before[fold != number], right[fold != number])
    for name, log_odds in (("before", before), ("after", after)):
        is_reported = 1 / (1 + np.exp(-log_odds)) >= REPORTED
        for code in ("", "GRA001"):
            selected = is_reported & np.array([row["code"].startswith(code) for row in rows])
            print(f"{name} {code}: reported {selected.sum()}, right {right[selected].sum():.0f}")
    shipped = weights()
    constant = round(shipped.signals["constant"] + _shift(before, right), 4)
    calibrated = {**shipped.signals, "constant": constant}
    write_json(out, {"weights": calibrated, "triggers": dict(shipped.triggers)}, indent=0)
