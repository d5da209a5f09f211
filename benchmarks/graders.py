"""Does the score agree with people who grade texts?"""

from __future__ import annotations

import csv
import io
import zlib
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Annotated, Any, NamedTuple

import numpy as np

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import folder_or_stem, read_jsonl, read_text
from textlint_pt.companions.input import Input
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load as load_plugins
from textlint_pt.report.report import DocumentReport

LEAST = 80
_NO_GRADES = ("id", "prompt", "text", "paragraphs", "title", "competences")
Numbers = Any


class Graded(NamedTuple):
    """A text and its grades by name."""

    text: str
    grades: Mapping[str, float]


def read(path: str) -> list[Graded]:
    rows: Sequence[Mapping[str, Any]]
    if ".csv" in path:
        rows = list(csv.DictReader(io.StringIO(read_text(path))))
    else:
        rows = read_jsonl(path)
    found = [_graded(row) for row in rows]
    if not any(one.text and one.grades for one in found):
        raise SystemExit(f"benchmarks: {path}: no row with a text and a grade")
    return found


def _graded(row: Mapping[str, Any]) -> Graded:
    text = row.get("text") or "\n\n".join(row.get("paragraphs") or ())
    grades = {f"c{n}": float(value) for n, value in enumerate(row.get("competences") or (), 1)}
    for name, value in row.items():
        if name not in _NO_GRADES and (number := _number(value)) is not None:
            grades["all" if name == "score" else name] = number
    return Graded(text, grades)


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _beside(dimension: str) -> Callable[[DocumentReport], float | None]:
    def value(entry: DocumentReport) -> float | None:
        partial = entry.score.partials.get(dimension)
        return None if partial is None or partial.value is None else float(partial.value)

    return value


MEASURES: Mapping[str, Callable[[DocumentReport], float | None]] = {
    "score": lambda entry: entry.score.total,
    "grammaticality": _beside("grammaticality"),
    "redundancy": _beside("redundancy"),
    "focus": _beside("focus"),
    "findings": lambda entry: -len(entry.findings) / max(entry.words, 1),
    "words": lambda entry: entry.words,
}


def read_pairs(path: str) -> list[tuple[str, str]]:
    """A good and a bad text of each row; [] if they are no pairs."""
    if ".csv" in path:
        return []
    found = []
    for row in read_jsonl(path):
        goods, bads = (
            [row[key]] if isinstance(row.get(key), str) else list(row.get(key) or ())
            for key in ("good", "bad")
        )
        found += [(good, bad) for good in goods[:1] for bad in bads[:1]]
    return found


def measured(linter: Linter, texts: Sequence[Graded]) -> list[DocumentReport]:
    return list(linter.lint(Input(f"{n}.txt", one.text.encode()) for n, one in enumerate(texts)))


def ranks(values: Sequence[float]) -> Numbers:
    from scipy.stats import rankdata

    return rankdata(values)


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """None where one does not vary."""
    a, b = ranks(one), ranks(other)
    if len(a) < 3 or not np.ptp(a) or not np.ptp(b):
        return None
    return float(np.corrcoef(a, b)[0, 1])


def partial(one: Sequence[float], other: Sequence[float], fixed: Sequence[float]) -> float | None:
    """Rank correlation of two with a third held fixed."""
    ab, ac, bc = spearman(one, other), spearman(one, fixed), spearman(other, fixed)
    if ab is None or ac is None or bc is None or max(abs(ac), abs(bc)) > 1 - 1e-9:
        return None
    return (ab - ac * bc) / float(np.sqrt((1 - ac * ac) * (1 - bc * bc)))


def foretold(
    values: Sequence[float], known: Sequence[float], grades: Sequence[float]
) -> list[float]:
    """The grade of the same rank among texts that are `known` with their grades."""
    ordered, ranked = np.sort(np.array(known, float)), np.sort(np.array(grades, float))
    low, high = (np.searchsorted(ordered, values, side) for side in ("left", "right"))
    return [float(x) for x in ranked[np.minimum((low + high) // 2, len(ranked) - 1)]]


def kappa(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Cohen's kappa weighted by squared differences of the grades as they are."""
    a, b = np.array(one, float), np.array(other, float)
    by_chance = float(((a[:, None] - b[None, :]) ** 2).mean())
    return 1 - float(((a - b) ** 2).mean()) / by_chance if by_chance else None


def rows_of(
    name: str,
    texts: Sequence[Graded],
    linted: Sequence[DocumentReport],
    fit: tuple[Sequence[Graded], Sequence[DocumentReport]] | None,
    least: int = LEAST,
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for measure, value in MEASURES.items():
        for grade in dict.fromkeys(key for text in texts for key in text.grades):
            found = _pairs(texts, linted, value, grade, least)
            if len(found) < 3:
                continue
            ours, theirs, words, halves = map(list, zip(*found, strict=True))
            if fit is None:
                told = _crossed(ours, theirs, halves)
            else:
                known = _pairs(*fit, value, grade, least)
                told = foretold(ours, [k[0] for k in known], [k[1] for k in known]) if known else []
            row: dict[str, Any] = {"system": "ours" if fit else "ours-cv", "set": name}
            row |= {"measure": measure, "grade": grade, "n": len(found)}
            row |= {"spearman": spearman(ours, theirs), "partial": partial(ours, theirs, words)}
            rows.append(row | {"kappa": kappa(told, theirs) if told else None})
    return rows


def rows_of_pairs(
    name: str, goods: Sequence[DocumentReport], bads: Sequence[DocumentReport]
) -> list[dict[str, Any]]:
    """Rows by measure; the number of words is what nothing but length says."""
    rows = []
    measures = {**MEASURES, "score": left}
    for measure, value in measures.items():
        pairs = [
            (x, y, good.words, bad.words)
            for good, bad in zip(goods, bads, strict=True)
            if (x := value(good)) is not None and (y := value(bad)) is not None
        ]
        if len(pairs) < 3:
            continue
        above, below, words, words_below = map(list, zip(*pairs, strict=True))
        ours, grades = [*above, *below], [1.0] * len(pairs) + [0.0] * len(pairs)
        rows.append(
            {
                "set": name,
                "measure": measure,
                "grade": "good",
                "n": len(pairs),
                "auc": fmean((x > y) + (x == y) / 2 for x, y, *_ in pairs),
                "spearman": spearman(ours, grades),
                "partial": partial(ours, grades, [*words, *words_below]),
            }
        )
    return rows


def left(entry: DocumentReport) -> float:
    """What the score is, or would be of a longer text."""
    return 1 - float(sum(one.loss for one in entry.score.partials.values()))


def _pairs(
    texts: Sequence[Graded],
    linted: Sequence[DocumentReport],
    value: Callable[[DocumentReport], float | None],
    grade: str,
    least: int,
) -> list[tuple[float, float, int, int]]:
    """Measure, grade, words and half of each text that has both."""
    return [
        (x, text.grades[grade], entry.words, zlib.crc32(text.text.encode()) % 2)
        for text, entry in zip(texts, linted, strict=True)
        if grade in text.grades and entry.words >= least and (x := value(entry)) is not None
    ]


def _crossed(ours: Sequence[float], theirs: Sequence[float], halves: Sequence[int]) -> list[float]:
    """What each half foretells of the other, [] where one is empty."""
    told = [0.0] * len(ours)
    for half in (0, 1):
        here = [n for n, which in enumerate(halves) if which == half]
        there = [n for n, which in enumerate(halves) if which != half]
        if not here or not there:
            return []
        found = foretold(
            [ours[n] for n in here], [ours[n] for n in there], [theirs[n] for n in there]
        )
        for n, grade in zip(here, found, strict=True):
            told[n] = grade
    return told


def run(
    files: Files,
    *,
    fit: Annotated[str | None, "texts whose grades the mapping is fitted on"] = None,
    least: Annotated[int, "words that a text needs"] = LEAST,
) -> Rows:
    linter = Linter(load_plugins(), [])
    fitted = None
    if fit:
        known = read(fit)
        fitted = known, measured(linter, known)
    for path in files:
        if pairs := read_pairs(path):
            goods, bads = (
                measured(linter, [Graded(text, {}) for text in side])
                for side in zip(*pairs, strict=True)
            )
            yield from rows_of_pairs(folder_or_stem(path), goods, bads)
        else:
            texts = read(path)
            linted = measured(linter, texts)
            yield from rows_of(folder_or_stem(path), texts, linted, fitted, least)
