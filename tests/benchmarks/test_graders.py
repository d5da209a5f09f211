"""What graders said, and how measures agree with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import graders
from benchmarks.graders import (
    Graded,
    kappa,
    partial,
    predicted_grades,
    read,
    rows_of,
    spearman,
)
from textlint_pt.report.report import DocumentReport, Score

TEXT = "Uma redação curta."


def test_essay_grades_are_read_from_json_lines_and_csv(tmp_path: Path) -> None:
    lines = tmp_path / "essays.jsonl"
    row = {"id": 7, "prompt": 3, "paragraphs": [TEXT, TEXT], "competences": [120, 80], "score": 200}
    lines.write_text(json.dumps(row) + "\n", "utf-8")
    assert read(str(lines)) == [Graded(f"{TEXT}\n\n{TEXT}", {"c1": 120, "c2": 80, "all": 200})]
    table = tmp_path / "notas.csv"
    table.write_text(f"id,text,nota,turma\n1,{TEXT},7.5,B\n", "utf-8")
    assert read(str(table)) == [Graded(TEXT, {"nota": 7.5})]
    table.write_text("id,text\n1,x\n", "utf-8")
    with pytest.raises(SystemExit, match="no row with a text and a grade"):
        read(str(table))


def test_partial_correlation_of_grades_removes_effect_of_text_length() -> None:
    words = [1.0, 2, 3, 4, 5, 6, 7, 8]
    grades = [2.0, 1, 4, 3, 6, 5, 8, 7]
    both = [w + g for w, g in zip(words, grades, strict=True)]
    assert spearman(words, grades) == pytest.approx(0.905, abs=0.001)
    assert partial(both, grades, words) == pytest.approx(1.0, abs=0.05)
    assert spearman(words, [1.0] * 8) is None


def test_essay_score_predicts_the_human_grade_of_the_same_rank() -> None:
    assert predicted_grades([0.0, 5.0, 99.0], [1, 2, 9, 10], [40, 80, 120, 160]) == [40, 120, 160]
    assert kappa([1, 2, 3], [1, 2, 3]) == 1.0
    assert kappa([2, 2, 2, 2], [1, 2, 3, 2]) == pytest.approx(0.0)


def report(total: float, words: int) -> DocumentReport:
    return DocumentReport("a.txt", 9, words, "pt", None, Score(total, "calibrated"))


@pytest.mark.parametrize("fitted", [True, False])
def test_essay_grade_benchmark_reports_results_for_each_measure_and_grade(fitted: bool) -> None:
    texts = [Graded(f"{TEXT} {n}", {"c1": 40.0 * (n // 4)}) for n in range(20)]
    linted = [report(n / 20, 100 + n % 7) for n in range(20)]
    rows: list[dict[str, Any]] = rows_of("x", texts, linted, (texts, linted) if fitted else None)
    score, findings, words = rows
    assert [row["measure"] for row in rows] == ["score", "findings", "words"]
    assert (score["set"], score["grade"], score["n"]) == ("x", "c1", 20)
    assert score["system"] == ("ours" if fitted else "ours-cv")
    assert score["spearman"] > 0.95 and score["kappa"] > 0.8
    assert findings["spearman"] is None
    assert words["partial"] is None
    assert rows_of("x", texts, linted, None, minimum=1000) == []


def test_essay_grade_benchmark_can_measure_the_score_of_one_dimension() -> None:
    assert graders.MEASURES["focus"](report(1.0, 9)) is None
