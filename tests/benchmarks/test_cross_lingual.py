"""How often the nearest translation is the segment's own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import cross_lingual as benchmark


def test_cross_lingual_accuracy_is_the_share_of_nearest_vectors_that_match() -> None:
    plane = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
    assert benchmark.nearest(list(plane), list(plane + 5)) == 1
    assert benchmark.nearest(list(plane), list(plane[[1, 0, 2]])) == pytest.approx(1 / 3)


def test_sentence_vector_is_nearest_to_that_of_its_translation() -> None:
    english = ["The cat is sleeping.", "The price of oil rose.", "Open the file in the editor."]
    portuguese = [
        "O gato está a dormir.",
        "O preço do petróleo subiu.",
        "Abra o ficheiro no editor.",
    ]
    row = benchmark.measure((english, portuguese))
    assert (row["top1"], row["n"]) == (1, 3)


def test_cross_lingual_benchmark_reports_a_sentence_without_translation(tmp_path: Path) -> None:
    path = tmp_path / "dev.jsonl"
    path.write_text(json.dumps({"en": "Yes.", "pt_PT": "Sim."}) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="line 1 lacks pt"):
        benchmark.read(str(path))
