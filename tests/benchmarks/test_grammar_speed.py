"""The race of the rules on a small scale, and findings drawn to be read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import grammar_speed
from benchmarks.grammar import main
from benchmarks.grammar_read import drawn, share_right
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


def test_findings_are_drawn_with_their_places(
    clean: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    every = drawn([str(clean)], 99, "GRA902")
    assert [(one["id"], one["code"]) for one in every] == [
        ("own/d0", "GRA902"),
        ("own/d1", "GRA902"),
    ]
    assert all("[ninguem]" in one["text"] for one in every)
    assert main([str(clean), "--read", "2", "--select", "GRA902"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == drawn([str(clean)], 2, "GRA902")
    assert len(lines) == 2


def test_verdicts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "verdicts.json"
    place = {"id": "a/b", "start": 1, "end": 2}
    verdicts = [("GRA001", "right"), ("GRA001", "wrong"), ("GRA902", "open"), ("GRA902", "right")]
    rows = [{**place, "code": code, "verdict": verdict} for code, verdict in verdicts]
    path.write_text(json.dumps({"verdicts": rows}), encoding="utf-8")
    assert share_right(str(path)) == {
        "system": "ours",
        "point": "read",
        "right": 0.5,
        "n": 4,
        "by_code": {"GRA001": "1/2", "GRA902": "1/2"},
    }
    assert main(["--verdicts", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["n"] == 4
    path.write_text(json.dumps({"verdicts": [{**rows[0], "verdict": "perhaps"}]}))
    with pytest.raises(SystemExit, match="no verdict 'perhaps'"):
        share_right(str(path))
