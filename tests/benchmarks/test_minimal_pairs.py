"""The minimal-pairs benchmark on pairs of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main
from benchmarks.minimal_pairs import judge

PAIRS = [
    {
        "phenomenon": "det-noun-number",
        "good": "As janelas estavam abertas.",
        "bad": "As janela estavam abertas.",
    },
    {
        "phenomenon": "sv-number",
        "good": "Os alunos chegaram cedo.",
        "bad": "Os alunos chegou cedo.",
    },
    {
        "phenomenon": "sv-number",
        "good": "Nada mudou por aqui.",
        "bad": "Nada mudou por aqui.",
    },
]


def test_minimal_pairs_benchmark_counts_preferred_good_sentences_by_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own_pairs.jsonl"
    path.write_text("".join(json.dumps(pair) + "\n" for pair in PAIRS), encoding="utf-8")
    assert main(["minimal_pairs", str(path), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "minimal_pairs"
    (whole,) = printed["rows"]
    assert whole == {
        "system": "ours",
        "set": "own_pairs",
        "n": 3,
        "accuracy": pytest.approx(2 / 3),
        "by": {"det-noun-number": 1.0, "sv-number": 0.5},
    }


def test_minimal_pair_is_judged_by_its_best_scored_good_sentence() -> None:
    good = ["Refiro aos me trabalhos.", "Refiro-me aos trabalhos."]
    assert judge([{"good": good, "bad": "Refiro-me à trabalhos."}]) == [True]


def test_minimal_pair_with_equal_scores_counts_as_wrong() -> None:
    assert judge([{"good": "É tarde.", "bad": "É tarde."}]) == [False]
