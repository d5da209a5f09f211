"""The grammar benchmark on sentences of our own."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from benchmarks.evaluation.planting import PLANTERS
from benchmarks.grammar import main, planted

SENTENCES = [
    "O ministro da saúde falou com os médicos do hospital (ver a página dois) em Lisboa.",
    "A equipa subiu ao palco há dois anos, mas a conclusão do projeto ficou para depois.",
    "Os alunos da escola saíram para o pátio, e ninguém deu pela falta do professor.",
    "O presidente disse que “a obra está pronta” e entrou no edifício pela porta do jardim.",
    "A decisão definitiva foi adiada, e os trabalhadores não receberam nada nesse mês.",
]
#: with a place for each error of government, form and placement
MORE = [
    "Voltaram à cidade onde nasceu o pai, porque a viagem de barco durou um mês.",
    "O guia começou a falar e fez um bom trabalho para explicar a história.",
    "O acordo entre a câmara e o clube tem a fim de linha marcado para maio.",
    "Se não chover e se eles tiverem tempo, os rapazes podem ficar connosco.",
    "A proposta foi eleita pela sala, que se cansou e que não se calou mais.",
    "A festa se tornará famosa, e a vizinha tinha-se queixado do barulho.",
    "O palco foi feito de pedra, e a casa é muito bonita por dentro.",
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
    made = [(text, PLANTERS[code].plant(text, chance)) for text in SENTENCES + MORE]
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


def _write(path: Path, rows: list[dict]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


BROKEN = [
    ("As casas perto do rio foi vendidas no inverno.", "foi", "foram", "sv-number"),
    ("As portas do prédio estavam fechada desde ontem.", "fechada", "fechadas", "sp-number"),
]


def test_agreement_found_called_and_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clean = _write(tmp_path / "own.jsonl", [{"pt": text} for text in SENTENCES])
    pairs = _write(
        tmp_path / "broken.jsonl",
        [
            {
                "good": bad.replace(bad_form, good_form),
                "bad": bad,
                "start": bad.index(bad_form),
                "bad_form": bad_form,
                "phenomenon": phenomenon,
            }
            for bad, bad_form, good_form, phenomenon in BROKEN
        ],
    )
    others = _write(
        tmp_path / "others.jsonl",
        [{"good": ["Ele saiu."], "bad": "Ele de de casa saiu.", "type": "doubled"}],
    )
    assert main([clean, pairs, others, "--json"]) == 0
    other, *rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["point"] for row in rows] == ["default", "oracle-5", "oracle-10"]
    for row in rows:
        assert (row["set"], row["pairs"], row["n"]) == ("own", "broken", 2)
        assert (row["per_1000"], row["covered"]) == (0, 1)
        assert (row["right_code"], row["fixed"]) == (1, 1)
        assert row["by"] == row["right_by"] == {"sp-number": 1, "sv-number": 1}
    assert rows[0]["confidence"] == 0.6
    assert rows[1]["confidence"] >= rows[2]["confidence"]
    assert (other["set"], other["covered"], other["in_good"]) == ("others", 1, 0)
