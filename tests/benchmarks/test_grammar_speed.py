"""The race of the rules on a small scale."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import grammar_speed
from benchmarks.inference import Own, Shape

SENTENCES = [f"A casa número {i} está vazia e ninguem sabe porque." for i in range(4)]
SHAPE = Shape(layers=2, width=16, heads=2, inner=32, pieces=60, positions=24)


@pytest.fixture
def clean(tmp_path: Path) -> Path:
    path = tmp_path / "own.jsonl"
    rows = [{"doc": f"d{i // 2}", "pt": text} for i, text in enumerate(SENTENCES)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_race(clean: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    monkeypatch.setattr(grammar_speed, "STARTS", 1)
    monkeypatch.setattr(grammar_speed, "own", lambda _: Own(str, lambda text: 12))
    row = grammar_speed.measure(str(clean), 3, SHAPE)
    assert row["n"] == 3
    assert row["cold_s"] > 0
    assert 20 < row["rss_mb"] < 2000
    assert {"ratio", "cpu", "ms"} <= row.keys()


def test_a_program_that_finds_nothing_ends_the_race() -> None:
    with pytest.raises(SystemExit, match="found nothing"):
        grammar_speed.first_line([sys.executable, "-c", "pass"])
