"""Kinds of text as somebody named them, and as they are recognised."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from tests.test_kinds import TEXTS


def test_genre_benchmark_counts_correct_and_wrong_genre_predictions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"kind": "law", "text": TEXTS["law"]}, {"kind": "letter", "text": TEXTS["law"]}]
    path = tmp_path / "texts.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    main(["kinds", str(path), "--json"])
    found = {row["kind"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert (found["law"]["right"], found["letter"]["right"], found["all"]["n"]) == (1, 0, 2)
    assert found["all"]["right"] == 0.5
