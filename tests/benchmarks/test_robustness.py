"""The benchmark of attacks, in small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import robustness


def test_rows(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robustness, "LINT", ("--select", "RED", *robustness.LINT))
    robustness.main(["--seconds", "0", "--sizes", "1", "--rounds", "1", "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "robustness"
    rows = {row["set"]: row for row in printed["rows"]}
    assert rows["fuzz"] == {
        "system": "ours", "set": "fuzz", "cases": 2, "crashed": 0, "hung": 0, "broken": 0
    }  # fmt: skip
    # of a child that this process forks, which may hold more than it
    assert rows["memory: 1 kB"]["rss_mb"] > 50
    assert rows["kills"] == {"system": "ours", "set": "kills", "n": 1, "recovered": 1}
    assert rows["bits"]["n"] == 1


def test_what_was_killed_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("O rio corre devagar.\n", encoding="utf-8")
    run = robustness.command(tmp_path, "text.txt", killed_after=0.0)
    assert run.status == -9
    assert run.out == b""


def test_texts_are_as_long_as_asked_and_vary() -> None:
    text = robustness.prose(20_000)
    assert 20_000 <= len(text.encode()) < 22_000
    sentences = text.replace("\n\n", " ").split(". ")
    assert len(set(sentences)) > 0.95 * len(sentences)
    assert text == robustness.prose(20_000)
