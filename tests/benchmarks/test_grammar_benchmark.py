"""The grammar benchmark on sentences of our own."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from benchmarks.grammar import main, planted
from benchmarks.planting import PLANTERS

SENTENCES = [
    "O ministro da saúde falou com os médicos do hospital (ver a página dois) em Lisboa.",
    "A equipa subiu ao palco há dois anos, mas a conclusão do projeto ficou para depois.",
    "Os alunos da escola saíram para o pátio, e ninguém deu pela falta do professor.",
    "O presidente disse que “a obra está pronta” e entrou no edifício pela porta do jardim.",
]


@pytest.mark.parametrize("code", [code for code, planter in PLANTERS.items() if not planter[1]])
def test_a_planter_changes_the_text_where_it_says(code: str) -> None:
    pairs = [pair for seed in range(5) for pair in _planted(code, seed)]
    assert pairs
    for clean, error in pairs:
        assert error.text != clean
        assert 0 <= error.start < error.end <= len(error.text) + 1


def _planted(code: str, seed: int) -> list:
    chance = Random(seed)
    made = [(text, PLANTERS[code].plant(text, chance)) for text in SENTENCES]
    return [(text, error) for text, error in made if error is not None]


def test_the_draw_is_the_same_every_time() -> None:
    planter = PLANTERS["GRA401"]
    assert list(planted("GRA401", planter, SENTENCES)) == list(
        planted("GRA401", planter, SENTENCES)
    )


def test_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.jsonl"
    rows = [{"doc": "a", "seg": i, "pt_PT": text} for i, text in enumerate(SENTENCES)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert main([str(path), "--plant", "--select", "GRA401,GRA404,GRA501", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "grammar"
    assert [row["code"] for row in printed["rows"]] == ["GRA401", "GRA404", "GRA501"]
    first, _, none = printed["rows"]
    assert first["system"] == "ours"
    assert first["n"] == len(SENTENCES)
    assert 0 < first["recall"] <= 1
    assert first["precision"] == 1
    assert (none["n"], none["recall"], none["precision"]) == (0, None, None)


def test_what_to_measure_must_be_said(tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path / "own.jsonl")])
