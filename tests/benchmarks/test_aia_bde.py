"""Variations of questions of our own are matched with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main

LINES = [
    {"id": "a", "question": "Como faço o registo da empresa?", "answer": "No balcão.",
     "VG1": ["Como registro a empresa?"], "VIN": ["Onde se regista a empresa?", "Quando abre?"]},
    {"id": "b", "question": "Quando abre a piscina?", "answer": "Às nove.", "VG1": []},
]  # fmt: skip


def test_aia_bde_benchmark_matches_rephrased_questions_to_their_originals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "".join(json.dumps(line) + "\n" for line in LINES)
    (tmp_path / "questions.jsonl").write_text(source, encoding="utf-8")
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "b", "kind": "VUC", "variation": "abertura da piscina"}))
    main(["aia_bde", "--data", str(tmp_path), "--variations", str(more), "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "aia_bde"
    ours = {row["variation"]: row for row in printed["rows"] if row["system"] == "ours"}
    assert {kind: (row["top1"], row["n"]) for kind, row in ours.items()} == {
        "VG1": (100, 1), "VIN": (50, 2), "VUC": (100, 1)
    }  # fmt: skip
    assert any(row["system"] == "paper: Whoosh+" for row in printed["rows"])


def test_aia_bde_benchmark_classifies_questions_by_website_and_type(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    things = ["casa", "porta", "mesa", "rua", "loja", "sala", "ponte", "praia", "torre", "escola"]
    forms = {"Definição": "O que é a {}?", "Tempo": "Quando abre a {}?"}
    lines = [
        {"id": f"{kind}{at}", "source": kind[:1], "question": form.format(thing),
         "answer": f"{kind} da {thing}.", "VG1": [form.format(thing).lower()]}
        for kind, form in forms.items() for at, thing in enumerate(things)
    ]  # fmt: skip
    types = [{"id": one["id"], "type": str(one["id"])[:-1], "tie": False} for one in lines]
    for name, content in (("questions.jsonl", lines), ("question_types_dev.jsonl", types)):
        (tmp_path / name).write_text("".join(json.dumps(one) + "\n" for one in content), "utf-8")
    main(["aia_bde", "--data", str(tmp_path), "--json"])
    rows = [row for row in json.loads(capsys.readouterr().out)["rows"] if "n" in row]
    of_sources = {row["system"]: row["f1"] for row in rows if row["experiment"] == 2}
    assert of_sources == {"ours": 100, "ours-fitted": 100, "tf-idf": 100}
    of_types = [row for row in rows if row["experiment"] == 3 and row["variation"] == "question"]
    assert {row["system"]: row["accuracy"] for row in of_types if row["types"] == 2} == {
        "ours-cv": 100, "tf-idf": 100
    }  # fmt: skip


def test_aia_bde_benchmark_reports_a_missing_data_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["aia_bde", "--data", str(tmp_path)])
    assert "questions.jsonl: no such file" in capsys.readouterr().err
