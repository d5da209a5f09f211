"""Does the score agree with people who grade texts?"""

from __future__ import annotations

import csv
import io
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np

from benchmarks.evaluation.command import Files, Rows
from benchmarks.evaluation.common import folder_or_stem, read_jsonl, read_text
from benchmarks.evaluation.corrected import linter as default_linter
from textlint_pt.companions.input import Input
from textlint_pt.engine.linter import Linter
from textlint_pt.report.report import DocumentReport

LEAST = 80
_NO_GRADES = ("id", "prompt", "text", "paragraphs", "title", "competences")


class Graded(NamedTuple):
    """A text and its grades by name."""

    text: str
    grades: Mapping[str, float]


def read(path: str) -> list[Graded]:
    """Return the graded texts of a file; ends the program if there is none."""
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
    """Return the text of a row with its grades by name."""
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


def _partial_score(dimension: str) -> Callable[[DocumentReport], float | None]:
    """Return a function to the partial score of a dimension."""

    def value(entry: DocumentReport) -> float | None:
        partial = entry.score.partials.get(dimension)
        return None if partial is None or partial.value is None else float(partial.value)

    return value


MEASURES: Mapping[str, Callable[[DocumentReport], float | None]] = {
    "score": lambda entry: entry.score.total,
    "grammaticality": _partial_score("grammaticality"),
    "redundancy": _partial_score("redundancy"),
    "focus": _partial_score("focus"),
    "findings": lambda entry: -len(entry.findings) / max(entry.words, 1),
    "words": lambda entry: entry.words,
}


def measured(linter: Linter, texts: Sequence[Graded]) -> list[DocumentReport]:
    return list(linter.lint(Input(f"{n}.txt", one.text.encode()) for n, one in enumerate(texts)))


def spearman(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return the rank correlation; None where a side does not vary."""
    from scipy.stats import spearmanr

    if len(one) < 3 or not np.ptp(one) or not np.ptp(other):
        return None
    return float(spearmanr(one, other).statistic)


def partial(one: Sequence[float], other: Sequence[float], fixed: Sequence[float]) -> float | None:
    """Return the partial rank correlation: that of two while a third is fixed."""
    ab, ac, bc = spearman(one, other), spearman(one, fixed), spearman(other, fixed)
    if ab is None or ac is None or bc is None or max(abs(ac), abs(bc)) > 1 - 1e-9:
        return None
    return (ab - ac * bc) / float(np.sqrt((1 - ac * ac) * (1 - bc * bc)))


def predicted_grades(
    values: Sequence[float], fitted_values: Sequence[float], grades: Sequence[float]
) -> list[float]:
    """Return for each value the grade of the same rank among the fitted texts."""
    ordered, ranked = np.sort(np.array(fitted_values, float)), np.sort(np.array(grades, float))
    # equal values share the middle of their ranks
    low, high = (np.searchsorted(ordered, values, side) for side in ("left", "right"))
    return [float(x) for x in ranked[np.minimum((low + high) // 2, len(ranked) - 1)]]


def kappa(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Cohen's kappa, weighted by squared differences of the grades."""
    a, b = np.array(one, float), np.array(other, float)
    by_chance = float(((a[:, None] - b[None, :]) ** 2).mean())
    return 1 - float(((a - b) ** 2).mean()) / by_chance if by_chance else None


def rows_of(
    name: str,
    texts: Sequence[Graded],
    linted: Sequence[DocumentReport],
    fit: tuple[Sequence[Graded], Sequence[DocumentReport]] | None,
    minimum: int = LEAST,
) -> list[dict[str, Any]]:
    """Return a row for each measure and grade: correlation with the grade, and kappa of grades
    predicted from the values; fitted on the texts `fit`, else cross-validated ("ours-cv").
    Texts of fewer than `minimum` words are left out."""
    rows: list[dict[str, Any]] = []
    for measure, value in MEASURES.items():
        for grade in dict.fromkeys(key for text in texts for key in text.grades):
            found = _pairs(texts, linted, value, grade, minimum)
            if len(found) < 3:
                continue
            values, grades, words, folds = map(list, zip(*found, strict=True))
            if fit is None:
                predicted = _cross_predicted(values, grades, folds)
            elif known := _pairs(*fit, value, grade, minimum):
                known_values, known_grades, *_ = zip(*known, strict=True)
                predicted = predicted_grades(values, known_values, known_grades)
            else:
                predicted = []
            row: dict[str, Any] = {"system": "ours" if fit else "ours-cv", "set": name}
            row |= {"measure": measure, "grade": grade, "n": len(found)}
            row |= {"spearman": spearman(values, grades), "partial": partial(values, grades, words)}
            rows.append(row | {"kappa": kappa(predicted, grades) if predicted else None})
    return rows


def _pairs(
    texts: Sequence[Graded],
    linted: Sequence[DocumentReport],
    value: Callable[[DocumentReport], float | None],
    grade: str,
    minimum: int,
) -> list[tuple[float, float, int, int]]:
    """Return measure, grade, words and half (0 or 1, by digest) of each text that has both."""
    return [
        (x, text.grades[grade], entry.words, zlib.crc32(text.text.encode()) % 2)
        for text, entry in zip(texts, linted, strict=True)
        if grade in text.grades and entry.words >= minimum and (x := value(entry)) is not None
    ]


def _cross_predicted(
    values: Sequence[float], grades: Sequence[float], folds: Sequence[int]
) -> list[float]:
    """Return grades predicted for each half from the other; [] if a half is empty."""
    predicted = [0.0] * len(values)
    for half in (0, 1):
        members = [n for n, which in enumerate(folds) if which == half]
        others = [n for n, which in enumerate(folds) if which != half]
        if not members or not others:
            return []
        found = predicted_grades(
            [values[n] for n in members], [values[n] for n in others], [grades[n] for n in others]
        )
        for n, grade in zip(members, found, strict=True):
            predicted[n] = grade
    return predicted


def run(
    files: Files,
    *,
    fit: Annotated[str | None, "texts whose grades the mapping is fitted on"] = None,
    least: Annotated[int, "words that a text needs"] = LEAST,
) -> Rows:
    """Yield the rows of each file of graded texts or of pairs."""
    linter = default_linter()
    fitted = None
    if fit:
        known = read(fit)
        fitted = known, measured(linter, known)
    for path in files:
        texts = read(path)
        yield from rows_of(folder_or_stem(path), texts, measured(linter, texts), fitted, least)
