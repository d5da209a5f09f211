"""What a document costs, beside other systems and an earlier commit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks import throughput


def spend(number: float) -> Callable[[str], Any]:
    def work(text: str) -> None:
        end = time.process_time() + number
        while time.process_time() < end:
            pass

    return work


def test_throughput_benchmark_runs_the_systems_in_turn_on_each_text() -> None:
    turns: list[tuple[str, str]] = []

    def says(text: str) -> float:
        turns.append(("theirs", text))
        return 2.0

    def works(text: str) -> None:
        turns.append(("ours", text))
        spend(0.01)(text)

    spent = throughput.seconds({("ours", "x"): works, ("theirs", "x"): says}, ["a", "b"])
    assert spent["theirs", "x"] == 4.0
    assert 0.02 <= spent["ours", "x"] < 0.5
    assert turns[2:] == [("ours", "a"), ("theirs", "a"), ("ours", "b"), ("theirs", "b")]


@pytest.mark.parametrize(("ratio", "fails"), [(2.0, False), (20.0, True)])
def test_speed_check_fails_if_linting_is_slower_than_at_an_earlier_commit(
    ratio: float, fails: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(tmp_path, "base").write_text(f"abc\ndefault {ratio}\n", encoding="utf-8")
    Path(tmp_path, "a.txt").write_text("O rio corre.\n\nO mar sobe.\n", encoding="utf-8")

    @contextmanager
    def earlier(commit: str) -> Iterator[Callable[[Any], Callable[[str], float]]]:
        assert commit == "abc"
        yield lambda values: lambda text: 0.1

    monkeypatch.setattr(throughput, "_BASE", tmp_path / "base")
    monkeypatch.setattr(throughput, "earlier", earlier)
    monkeypatch.setattr(throughput, "current_version", lambda values: spend(0.01))
    monkeypatch.setattr(throughput, "run_gruen", lambda *given: None)

    def rows() -> list[dict[str, Any]]:
        return list(throughput.run([str(tmp_path / "a.txt")], presets="default", check=True))

    if fails:
        with pytest.raises(SystemExit, match=r"slower than abc allows: preset default: .*17\.00"):
            rows()
    else:
        by = {(row["system"], row["set"]): row for row in rows()}
        assert by["ours", "preset default"]["over_base"] > 2
        assert "over_base" not in by["ours", "mechanics"]


def test_recorded_benchmark_speed_states_the_commit_that_it_was_measured_at() -> None:
    known = throughput.reached()
    assert len(known.commit) >= 7
    assert known.ratios["default"] >= 1
