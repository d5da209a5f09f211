"""Questions of our own, found among sentences of our own; rates are those of the machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import question_speed as benchmark
from tests.benchmarks.test_aia_bde import LINES


def test_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "MATCHED", 20)
    source = "".join(json.dumps(line) + "\n" for line in LINES)
    (tmp_path / "questions.jsonl").write_text(source, encoding="utf-8")
    texts = tmp_path / "texts.txt"
    texts.write_text("".join(f"A casa {n} é azul. Ali.\n" for n in range(50)), encoding="utf-8")
    benchmark.main(["--data", str(tmp_path), "--texts", str(texts), "--size", "40", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["task"], row["system"], row["n"]) for row in rows] == [
        ("index", "ours", 40), ("index", "tf-idf", 40), ("index", "numpy", 40),
        ("match", "ours", 20), ("match", "tf-idf", 20), ("match", "numpy", 20),
    ]  # fmt: skip
    assert all(row["per_s"] > 0 for row in rows)
    assert 50 < rows[0]["top1"] <= rows[0]["top1000"] <= 100


def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = "".join(json.dumps(line) + "\n" for line in LINES)
    (tmp_path / "questions.jsonl").write_text(source, encoding="utf-8")
    for arguments, said in ((["absent.txt"], "absent.txt"), (["a.txt", "--size", "1"], "--size")):
        with pytest.raises(SystemExit) as ended:
            benchmark.main(["--data", str(tmp_path), "--texts", *arguments])
        assert said in capsys.readouterr().err + str(ended.value)
