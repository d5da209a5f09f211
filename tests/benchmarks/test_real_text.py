"""What counts as found and as corrected in reports, marked texts, essays and pairs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import essays, reports
from benchmarks.__main__ import main

Rows = list[dict[str, Any]]


def rows_of(
    benchmark: str,
    lines: Rows,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> Rows:
    path = tmp_path / "set.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert main([benchmark, str(path), "--json"]) == 0
    found: Rows = json.loads(capsys.readouterr().out)["rows"]
    return found


def test_user_report_benchmark_counts_found_errors_and_false_alarms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "before.txt").write_text("A ponte liga as duas margens do rio.\n", "utf-8")
    (tmp_path / "after.txt").write_text("O barco chega ao fim da tarde.\n", "utf-8")
    wrong = {"family": "accent", "wrong": True, "span": "esta", "fix": "está", "variant": "any"}
    lines: Rows = [
        {"text": "O portão do jardim esta aberto desde ontem.", **wrong},
        {"text": "A casa fica longe.", **wrong, "span": "fica", "fix": "ficam / estão"},
        {"text": "Esta casa é antiga.", "family": "accent", "wrong": False, "span": None},
    ]
    both = rows_of("reports", lines, tmp_path, capsys)
    assert [row["family"] for row in both] == ["all", "accent"]
    expected = {"n": 2, "found": 0.5, "fixed": 0.5, "found_in_long": 0.5, "right": 1, "false": 0}
    assert {key: both[0][key] for key in expected} == expected


def test_user_reported_error_is_located_as_a_whole_word_if_possible() -> None:
    assert reports.places("Na casa a venda.", "a") == [(8, 9)]
    assert reports.places("Disse-lhe.", "isse") == [(1, 5)]


def test_real_text_benchmark_counts_annotated_errors_found_and_fixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Esta pagina mostra o que os leitor procuram."
    errors = [
        {"start": 5, "end": 11, "form": "pagina", "correct": "página", "kind": "accent"},
        {"start": 12, "end": 18, "form": "mostra", "correct": "mostrou", "type": "tense"},
    ]
    lines: Rows = [{"text": text, "errors": errors}]
    rows = {row["set"]: row for row in rows_of("realtext", lines, tmp_path, capsys)}
    assert rows["set/accent"]["found"] == rows["set/accent"]["fixed"] == 1
    assert rows["set/tense"]["found"] == rows["set/tense"]["fixed"] == 0
    assert rows["set/all"]["n"] == 2
    assert rows["set/all"]["elsewhere"] == pytest.approx(1000 / 8)  # "os leitor"


@pytest.mark.parametrize(
    ("original", "corrected", "kinds"),
    [
        ("A agua corre.", "A água corre.", ["accent"]),
        ("Assim ele foi.", "Assim, ele foi.", ["comma"]),
        ("Ele foi a a praia.", "Ele foi a praia.", ["function word"]),
        ("Ela gosta de o mar.", "Ela gosta do mar.", ["function word"]),
        ("Com certeza não.", "Concerteza não.", [""]),
        ("Com certeza não.", "Comcerteza não.", ["split or joined"]),
        ("Os dois chegou cedo.", "Os dois chegaram cedo.", ["inflection"]),
        ("O probrema é esse.", "O problema é esse.", ["near word"]),
        ("Em 1990 choveu.", "Em 1991 choveu.", [""]),
        ("Um homem alto e forte veio.", "Veio gente.", [""]),
    ],
)
def test_teacher_corrections_of_essays_are_classified_by_error_type(
    original: str, corrected: str, kinds: list[str]
) -> None:
    assert [change.kind for change in essays.changes(original, corrected)] == kinds


def test_essay_benchmark_counts_corrections_that_findings_overlap(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original = "Esta pagina mostra o que os leitor procuram."
    lines: Rows = [{"original": original, "corrected": original.replace("pagina", "página")}]
    whole, accent = rows_of("essays", lines, tmp_path, capsys)
    assert (whole["n"], whole["recall"], whole["touch"]) == (1, 1, 0.5)
    assert whole["f05"] == pytest.approx(1.25 * 0.5 / (0.25 * 0.5 + 1))
    assert (accent["kind"], accent["n"], accent["recall"]) == ("accent", 1, 1)


def test_sentence_pair_results_are_grouped_by_error_type_writer_and_level(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = {"bad": "Esta pagina é longa.", "good": "Esta página é longa."}
    lines: Rows = [{**pair, "category": "accent", "level": "hard", "writer": "a"}]
    rows = rows_of("life", lines, tmp_path, capsys)
    names = [(row["kind"], row["writer"], row["level"]) for row in rows]
    assert names == [
        ("all", "all", "all"), ("accent", "all", "all"),
        ("all", "all", "hard"), ("all", "a", "all"),
    ]  # fmt: skip
    assert all(row["found"] == 1 and row["false_good"] == 0 for row in rows)
