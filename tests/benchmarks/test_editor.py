"""The benchmark of the language server runs to its end and prints the keys it promises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import editor
from benchmarks.__main__ import main
from tests.conftest import ROOT

STORY = ROOT / "examples" / "o-gato-e-a-lua.txt"


def test_editor_benchmark_measures_edit_time_and_memory_per_text_size(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor, "QUIET", 0.3)
    main(["editor", str(STORY), "--sentences", "4", "8", "--edits", "2", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["set"] for row in rows] == ["o-gato-e-a-lua-4", "o-gato-e-a-lua-8"]
    for row in rows:
        assert row["n"] == 2
        assert row["rss_mb"] > 10
        assert 0 < row["quick_s"] <= row["open_s"]
        assert 0 < row["p50_s"] <= row["p95_s"]
        assert 0 < row["gap_s"] <= 2 * editor.PAUSE + 1
        assert row["cpu_s"] >= 0


def test_editor_benchmark_refuses_a_text_that_is_too_short(tmp_path: Path) -> None:
    short = tmp_path / "a.txt"
    short.write_text("O gato dormia. A lua subia.\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="50 are needed"):
        main(["editor", str(short)])
