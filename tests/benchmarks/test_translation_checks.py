"""The benchmark of translation checks runs on small files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks import translation_checks
from benchmarks.__main__ import main

PAIRS = [
    (
        "The ship left Lisbon in 1994 with 250 people.",
        "O navio saiu de Lisboa em 1994 com 250 pessoas.",
    ),
    (
        "Nobody had heard of the storm near Faro.",
        "Ninguém tinha ouvido falar da tempestade perto de Faro.",
    ),
    ("The captain did not want to wait for the doctor.", "O capitão não quis esperar pelo médico."),
    (
        "On March 5 the sea was calm again, he wrote.",
        "A 5 de março o mar estava outra vez calmo, escreveu.",
    ),
    (
        "The contact with the registry office was lost.",
        "Perdeu-se o contacto com a conservatória do registo.",
    ),
    (
        "They came home after three weeks, tired and happy.",
        "Voltaram três semanas depois, cansados e felizes.",
    ),
]


#: another translator's
OTHERS = (
    "O barco partiu de Lisboa em 1994, com 250 pessoas a bordo.",
    "Ninguém ouvira falar da tempestade ao pé de Faro.",
    "O capitão não quis ficar à espera do médico.",
    "No dia 5 de março o mar acalmou de novo, escreveu ele.",
    "Perdeu-se o contacto com o registo civil.",
    "Vieram para casa ao fim de três semanas, cansados e contentes.",
)


def rows_of(
    path: Path,
    rows: list[dict[str, Any]],
    codes: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> list[dict[str, Any]]:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    main(["translation_checks", str(path), "--json", "--select", *codes])
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["rows"]
    return found


def test_translation_check_benchmark_reports_only_the_wrong_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"doc": "a", "seg": i, "en": en, "pt_PT": pt} for i, (en, pt) in enumerate(PAIRS)]
    codes = translation_checks.CODES
    found = rows_of(tmp_path / "dev.jsonl", rows, codes, monkeypatch, capsys)
    assert {row["code"] for row in found} == set(codes)
    assert all(row["false_per_1000"] == 0 for row in found)
    wrong = [{**row, "pt_PT": row["pt_PT"].replace("250", "520")} for row in rows]
    found = rows_of(tmp_path / "dev.jsonl", wrong, ["TRA003"], monkeypatch, capsys)
    assert {row["false_per_1000"] for row in found} == {1000 / len(PAIRS)}


def test_translation_check_benchmark_compares_two_translations_both_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {"doc": "a", "seg": i, "en": en, "pt_PT": pt, "pt_BR": other}
        for i, ((en, pt), other) in enumerate(zip(PAIRS, OTHERS, strict=True))
    ]
    found = rows_of(tmp_path / "two.jsonl", rows, ["TRA001"], monkeypatch, capsys)
    assert [(row["set"], row["share"], row["n"]) for row in found] == [
        ("two-pt_PT", 0, len(PAIRS)),
        ("two-pt_BR", 0, len(PAIRS)),
    ]
