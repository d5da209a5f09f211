"""The benchmark of the command line runs every command and prints the keys it promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.cli import measure
from tests.conftest import ROOT

STORY = (ROOT / "examples" / "o-gato-e-a-lua.txt").read_text(encoding="utf-8")


def test_command_line_benchmark_measures_the_time_of_each_command(tmp_path: Path) -> None:
    rows = measure(f"{STORY}\n{STORY}", 1, tmp_path)
    ours = ["version", "help", "model-free", "small", "cold", "cached"]
    assert [row["command"] for row in rows] == ours
    cold, cached = rows[-2:]
    assert cached["cpu_ms"] < cold["cpu_ms"]
    assert all(row["ratio"] > 0 and row["cpu"] > 0 and row["ms"] > 0 for row in rows)


def test_command_line_benchmark_refuses_a_text_that_is_too_short(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="50 are needed"):
        measure("O gato dormia. A lua subia.\n", 1, tmp_path)
