"""Where TRA002's scale comes from, on two small texts in two translations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from training import drift, meaning
from training.__main__ import main

GARDEN = (
    ["O jardineiro regou as roseiras.", "As crianças traziam pêssegos.", "Ninguém o viu."],
    ["O jardineiro molhou as roseiras.", "Crianças traziam-lhe pêssegos.", "Ninguém o viu."],
)
PORT = (
    ["O barco saiu do porto cedo.", "Levava sal e azeite para a ilha.", "Não choveu."],
    ["O navio deixou o porto cedo.", "Transportava sal e azeite para a ilha.", "Não choveu."],
)


@pytest.fixture
def versions(tmp_path: Path) -> str:
    paths = []
    for name, first, second in (("a", GARDEN[0], PORT[0]), ("b", PORT[1], GARDEN[1])):
        path = tmp_path / f"{name}.txt"
        path.write_text("\n".join([*first, "", *second]) + "\n", "utf-8")
        paths.append(str(path))
    return ",".join(paths)


def test_aligned_sentences_of_two_translation_files_are_paired(versions: str) -> None:
    pairs = meaning.pairs_of(versions)
    assert [(pair.target, pair.reference) for pair in pairs] == [
        (GARDEN[0][0], GARDEN[1][0]),
        (GARDEN[0][1], GARDEN[1][1]),
        (PORT[0][0], PORT[1][0]),
        (PORT[0][1], PORT[1][1]),
    ]


def test_two_translations_in_one_text_file_are_paired_by_sentence(tmp_path: Path) -> None:
    path = tmp_path / "both.txt"
    documents = [GARDEN[0], PORT[0], GARDEN[1], PORT[1]]
    path.write_text("\n\n".join("\n".join(lines) for lines in documents) + "\n", "utf-8")
    assert len(meaning.pairs_of(str(path))) == 4


def test_meaning_training_command_writes_quantiles(
    versions: str, tmp_path: Path, capsys: Any
) -> None:
    output = tmp_path / "meaning.json"
    main(["meaning", versions, "--output", str(output)])
    about = json.loads(output.read_text("utf-8"))
    assert about["pairs"] == 4
    assert sorted(about["unrelated"]) == ["categories", "characters", "vectors", "words"]
    assert len(about["quantiles"]) == 1 + drift.STEPS
    assert about["quantiles"] == sorted(about["quantiles"])
    assert "of unrelated sentences" in capsys.readouterr().out


def test_drift_training_command_writes_quantiles_of_human_translation_pairs(tmp_path: Path) -> None:
    pairs, output = tmp_path / "pairs.jsonl", tmp_path / "human-pairs.json"
    rows = [
        {"doc": f"d{at}", "pt_PT": "O barco saiu do porto.", "pt_BR": "O barco deixou o cais."}
        for at in range(8)
    ]
    bare = {"doc": "d9", "pt_PT": "…", "pt_BR": "…"}
    pairs.write_text("\n".join(map(json.dumps, [*rows, bare])) + "\n", "utf-8")
    main(["drift", str(pairs), "--output", str(output)])
    about = json.loads(output.read_text("utf-8"))
    assert about["pairs"] == 8
    assert 0 < about["quantiles"][0] < 1.5
