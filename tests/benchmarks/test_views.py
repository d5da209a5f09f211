"""What analyses say of texts, for benchmarks."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.evaluation import views
from tests import toys


def test_a_missing_analysis_aborts_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(views, "load", lambda third_party: toys.plugins())
    with pytest.raises(SystemExit, match='nothing provides the analysis "error-probabilities"'):
        views.analysed("error-probabilities", ["Chove."])


def test_vectors_are_read_from_the_encoder_of_a_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Model:
        def __init__(self, file: object) -> None:
            assert file("model.onnx") == tmp_path / "model.onnx"  # type: ignore[operator]

        def vectors(self, texts: list[str]) -> object:
            return [[1.0] for _ in texts]

    monkeypatch.setattr("textlint_pt_embedded.encoder.Model", Model)
    assert views.vectors(tmp_path)(["Chove."]) == [[1.0]]
