"""The systems that `benchmarks.meaning_speed` times, and scores that are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import assin, meaning_speed, similarity
from benchmarks.inference import Shape

PAIRS = [
    ("O gato dorme no sofá.", "O gato dorme no sofá."),
    ("O gato dorme no sofá.", "A ministra assinou o acordo ontem em Genebra."),
    ("O rei venceu o conde na batalha.", "O conde venceu o rei na batalha."),
]


def test_likeness_by_all_that_is_shipped_and_by_vectors() -> None:
    whole, near = meaning_speed.ours()(PAIRS), meaning_speed.vectors()(PAIRS)
    assert whole[:2] == pytest.approx(near[:2])
    assert whole[0] == pytest.approx(5) and whole[1] < 3
    assert whole[2] < near[2]  # who does it to whom, by the parse


def test_the_peer_has_one_value_a_pair() -> None:
    pytest.importorskip("torch")
    small = Shape(layers=1, width=32, heads=2, inner=64, pieces=1)
    found = meaning_speed.pytorch(small)(PAIRS)
    assert found[0] == pytest.approx(1, abs=1e-5)
    assert all(-1.001 <= value <= 1.001 for value in found)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('{"premise": "a", "hypothesis": "b"}\n' * 2, "row 1 lacks similarity"),
        ('{"premise": "a", "hypothesis": "b", "similarity": "x"}\n' * 2, "is no number: 'x'"),
        ("Uma frase.\n", "line 1 is no JSON object"),
    ],
)
def test_pairs_without_scores(tmp_path: Path, lines: str, said: str) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(SystemExit, match=said):
        similarity.read(str(path))
    path.write_text(lines.replace("}", ', "entailment": "None"}'), encoding="utf-8")
    with pytest.raises(SystemExit, match=said):
        assin.read(path)


def test_pairs_without_sentences(tmp_path: Path) -> None:
    path = tmp_path / "pairs.jsonl"
    path.write_text('{"premise": "a"}\n', encoding="utf-8")
    with pytest.raises(SystemExit, match="row 1 lacks premise and hypothesis"):
        meaning_speed.sample(str(path), 1)
