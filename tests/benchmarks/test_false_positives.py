"""Findings on clean text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.evaluation import corrected, views
from tests import toys


def test_rows_and_what_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(corrected, "load", lambda third_party: toys.plugins())
    clean = tmp_path / "own.jsonl"
    clean.write_text('{"text": "Era um GATO. Era uma vez.", "id": 1}\n', encoding="utf-8")
    main(["false_positives", str(clean), "--select", "TOY001", "--worst", "1", "--json"])
    out, err = capsys.readouterr()
    (row,) = json.loads(out)["rows"]
    assert row == {
        "system": "ours",
        "set": "own",
        "point": "default",
        "per_1000": 500.0,
        "sentences": 2,
        "by_code": {"TOY001": 500.0},
    }
    assert "TOY001" in err and "Era um [GATO]." in err


def test_nothing_shows_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "load", lambda third_party: toys.plugins())
    with pytest.raises(SystemExit, match='nothing provides the analysis "error-probabilities"'):
        views.analysed("error-probabilities", ["Chove."])


def test_an_encoder_of_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Model:
        def __init__(self, file: object) -> None:
            assert file("model.onnx") == tmp_path / "model.onnx"  # type: ignore[operator]

        def vectors(self, texts: list[str]) -> object:
            return [[1.0] for _ in texts]

    monkeypatch.setattr("textlint_pt_embedded.encoder.Model", Model)
    assert views.vectors(tmp_path)(["Chove."]) == [[1.0]]
