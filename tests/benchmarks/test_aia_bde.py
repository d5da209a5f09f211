"""Variations of questions of our own are matched with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import aia_bde as benchmark

LINES = [
    {"id": "a", "question": "Como faço o registo da empresa?", "answer": "No balcão.",
     "VG1": ["Como registro a empresa?"], "VIN": ["Onde se regista a empresa?", "Quando abre?"]},
    {"id": "b", "question": "Quando abre a piscina?", "answer": "Às nove.", "VG1": []},
]  # fmt: skip


def test_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = "".join(json.dumps(line) + "\n" for line in LINES)
    (tmp_path / "questions.jsonl").write_text(source, encoding="utf-8")
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "b", "kind": "VUC", "variation": "abertura da piscina"}))
    benchmark.main(["--data", str(tmp_path), "--variations", str(more), "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "aia_bde"
    ours = {row["variation"]: row for row in printed["rows"] if row["system"] == "ours"}
    assert {kind: (row["top1"], row["n"]) for kind, row in ours.items()} == {
        "VG1": (100, 1), "VIN": (50, 2), "VUC": (100, 1)
    }  # fmt: skip
    assert any(row["system"] == "paper: Whoosh+" for row in printed["rows"])


def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        benchmark.main(["--data", str(tmp_path)])
    assert "questions.jsonl: no such file" in capsys.readouterr().err
