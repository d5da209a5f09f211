"""benchmarks.spelling: what is found of marked words, and what else is blamed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import spelling
from benchmarks.__main__ import main
from benchmarks.spelling import GoldError, Report, Row, best_correct_rank, counted


def test_spelling_benchmark_ranks_the_intended_word_among_the_suggestions() -> None:
    row = Row("O poblema é outro.", [GoldError(2, 9, ("problema",), "typo")])
    (mark,) = row.marks
    assert best_correct_rank(row, mark, [Report(2, 9, ["problema"], True)]) == 0
    assert best_correct_rank(row, mark, [Report(0, 9, ["O pólen", "O problema"], True)]) == 1
    assert (
        best_correct_rank(row, mark, [Report(2, 9, ["pomo", "poema", "polo", "problema"], True)])
        is None
    )
    assert best_correct_rank(row, mark, [Report(12, 17, ["problema"], True)]) is None


def test_spelling_benchmark_counts_findings_outside_annotated_errors_as_false() -> None:
    marks = [GoldError(0, 3, ("não",), "diac"), GoldError(4, 11, ("Samsung",), "other")]
    rows = [Row("nao samsumg casa rua", marks)]
    said = [[Report(0, 3, ["não"], True), Report(4, 11, [], False), Report(12, 16, ["caça"], True)]]
    (row,) = counted("x", "ours", rows, said)
    assert (row["n"], row["found"], row["top1"], row["top3"]) == (1, 1, 1, 1)
    assert (row["false_per_1000_words"], row["sure"]) == (250, 250)


def test_spelling_benchmark_reads_each_supported_data_file_layout(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marked = tmp_path / "marked.jsonl"
    error = {"start": 2, "end": 9, "correct": "problema", "type": "typo"}
    wrong = {"text": "A coisa era um tanbém.", "wrong": True, "span": "tanbém", "fix": "também"}
    rows = [
        {"text": "O poblema é que ninguém quis esperar.", "errors": [error]},
        {**wrong, "family": "typo"},
        {"text": "A porta estava aberta.", "wrong": False},
    ]
    marked.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    right = tmp_path / "right.txt"
    right.write_text("A porta estava aberta.\n\nO rio corria devagar.\n", encoding="utf-8")
    main(["spelling", str(marked), str(right), "--select", "GRA9", "--alone", "--json"])
    found = json.loads(capsys.readouterr().out)["rows"]
    assert found[0] == {
        "set": "marked",
        "system": "ours",
        "n": 2,
        "found": 1.0,
        "top1": 1.0,
        "top3": 1.0,
        "false_per_1000_words": 0.0,
        "sure": 0.0,
    }
    assert found[1] == {
        "set": "right",
        "system": "ours",
        "n": 0,
        "false_per_1000_words": 0.0,
        "sure": 0.0,
    }


def test_spelling_benchmark_locates_a_reported_error_as_a_whole_word(tmp_path: Path) -> None:
    said = {"text": "Ela foi a feira.", "wrong": True, "span": "a", "fix": "à", "family": "crase"}
    file = tmp_path / "reports.jsonl"
    file.write_text(json.dumps(said) + "\n", encoding="utf-8")
    (row,) = spelling.rows_of(str(file))
    assert row.marks == [GoldError(8, 9, ("à",), "crase")]
