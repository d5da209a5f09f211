"""Correlations with what people say, with vectors of our own."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benchmarks import similarity as benchmark
from benchmarks.__main__ import main

PAIRS = [
    ("O menino dorme.", "O menino dorme.", 5.0),
    ("O menino dorme.", "A menina dorme.", 4.0),
    ("O menino dorme.", "O rio corre.", 2.0),
    ("Chove.", "O rio corre.", 1.0),
]
#: directions of sentences in a plane
ANGLES = {"O menino dorme.": 0.0, "A menina dorme.": 0.4, "O rio corre.": 1.2, "Chove.": 2.9}


def vectors(texts: Sequence[str]) -> list[np.ndarray]:  # type: ignore[type-arg]
    assert len(set(texts)) == len(texts)
    return [np.array([math.cos(ANGLES[text]), math.sin(ANGLES[text])]) for text in texts]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "own-dev.jsonl"
    path.write_text(
        "".join(
            json.dumps({"premise": first, "hypothesis": second, "similarity": value}) + "\n"
            for first, second, value in PAIRS
        ),
        encoding="utf-8",
    )
    return str(path)


def test_rows(
    file: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "vectors", lambda folder: vectors)
    main(["similarity", file, "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert (printed["benchmark"], printed["data"]) == ("similarity", [file])
    rows = printed["rows"]
    assert [row["system"] for row in rows] == ["ours", "bag-of-words", "overlap"]
    assert all((row["set"], row["n"]) == ("own-dev", 4) for row in rows)
    cosines = [1, math.cos(0.4), math.cos(1.2), math.cos(1.7)]
    gold = [value for *_, value in PAIRS]
    assert rows[0]["pearson"] == pytest.approx(np.corrcoef(cosines, gold)[0, 1])
    assert rows[0]["spearman"] == pytest.approx(1)
    scaled = [1 + 4 * max(0, cosine) for cosine in cosines]
    errors = [(one - other) ** 2 for one, other in zip(scaled, gold, strict=True)]
    assert rows[0]["mse"] == pytest.approx(sum(errors) / 4)


def test_peers() -> None:
    assert benchmark.overlap("O menino dorme.", "o rio dorme!") == pytest.approx(2 / 4)
    assert benchmark.bag_of_words("O rio, o mar.", "O mar") == pytest.approx(3 / math.sqrt(12))
    assert benchmark.bag_of_words("Sim.", "…") == benchmark.overlap("?", "!") == 0
