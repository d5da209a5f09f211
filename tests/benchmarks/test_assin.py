"""The table of ASSIN, on pairs and values of our own."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from benchmarks import assin as benchmark
from benchmarks.__main__ import main
from benchmarks.assin import Gold, Predictions
from benchmarks.evaluation.pair_features import (
    Pair,
    Rarity,
    Views,
    common,
    contradiction_features,
    lexical,
)
from textlint_pt.contract import Categorised
from textlint_pt.text.wmd import Bag

NOUNS = ["gato", "cão", "menino", "livro", "carro", "jardim", "rio", "casa", "peixe", "vento"]


class Words(NamedTuple):
    places: list[tuple[int, int]]
    vectors: np.ndarray  # type: ignore[type-arg]


def known(texts: Sequence[str], cache: Any = None) -> Views:
    """Every word is a direction of its own; a sentence is the mean of its words."""
    tokens, vectors, bags, categories = {}, {}, {}, {}
    for text in texts:
        said = text.rstrip(".").split()
        places = [(text.index(word), text.index(word) + len(word)) for word in said]
        own = np.eye(24)[[hash_of(word) for word in said]]
        tokens[text] = Words(places, own)
        mean = own.mean(0) + 0.01
        vectors[text] = mean / np.linalg.norm(mean)
        starts, ends = (tuple(place[i] for place in places) for i in (0, 1))
        bags[text] = Bag(tuple(said), starts, ends, np.full(len(said), 1 / len(said)), own)
        ids = tuple((a, b, (hash_of(w) % 5,)) for (a, b), w in zip(places, said, strict=True))
        categories[text] = Categorised(tuple("abcde"), ids)
    return Views(categories, tokens, vectors, bags)


def hash_of(word: str) -> int:
    return sum(map(ord, word)) % 24


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Pairs whose likeness is the share of their words that is equal."""
    rng = random.Random(5)
    for start in ("assin1-ptbr", "assin1-ptpt", "assin2"):
        for part, number in (("train", 60), ("dev", 30)):
            rows = []
            for at in range(number):
                one = rng.sample(NOUNS, 4)
                kept = one[: at % 5]
                other = kept + rng.sample([n for n in NOUNS if n not in one], 4 - len(kept))
                names = {4: "Paraphrase" if start != "assin2" else "Entailment", 3: "Entailment"}
                rows.append(
                    {"premise": " ".join(one) + ".", "hypothesis": " ".join(other) + ".",
                     "similarity": 1.0 + len(kept), "entailment": names.get(len(kept), "None")}
                )  # fmt: skip
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (tmp_path / f"{start}-{part}.jsonl").write_text(lines, encoding="utf-8")
    return tmp_path


def rows_of(
    capsys: pytest.CaptureFixture[str], *arguments: str
) -> dict[tuple[str, str], dict[str, Any]]:
    main(["assin", *arguments, "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "assin"
    return {(row["system"], row["set"]): row for row in printed["rows"]}


def test_assin_benchmark_results_include_this_linter_and_published_systems(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "views", known)
    plain = ["baseline-majority", "baseline-overlap", "solo-queue", "reciclagem", "ours"]
    rows = rows_of(capsys, "--data", str(data), "--only", *plain)
    paper = rows["paper: Solo Queue", "ptbr-test"]
    assert (paper["pearson"], paper["mse"], paper["f1"]) == (0.70, 0.38, None)
    assert rows["paper: baseline overlap", "ptpt-test"]["accuracy"] == 0.8175
    for name in ("ptbr-dev", "ptpt-dev", "assin2-dev"):
        assert [system for system, of in rows if of == name] == plain
        assert rows["baseline-majority", name]["pearson"] == 0
        # likeness is what the overlap counts
        assert rows["baseline-overlap", name]["pearson"] > 0.99
        assert rows["solo-queue", name]["pearson"] > 0.9


@pytest.mark.parametrize("left_out", [(), ("meaning",), ("lexicon", "numbers")])
def test_trained_similarity_models_predict_assin_similarity_and_entailment(
    data: Path, left_out: tuple[str, ...]
) -> None:
    gold = [benchmark.read(data / f"assin2-{part}.jsonl") for part in ("train", "dev")]
    views = known([text for one in gold for pair in one.pairs for text in pair])
    task = benchmark.Task("assin2-dev", gold[0], gold[0], gold[1], views)
    found = benchmark.row("x", "y", benchmark.without(*left_out)(task), gold[1])
    assert found["pearson"] > 0.95
    assert found["f1"] > 0.8


def test_assin_test_sets_are_recognised_by_file_name(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "views", known)
    path = data / "assin1-ptpt-test.jsonl"
    path.write_bytes((data / "assin1-ptpt-dev.jsonl").read_bytes())
    rows = rows_of(
        capsys, "--data", str(data), "--test", str(path), "--only", "baseline-majority", "ours"
    )
    assert ("ours", "ptpt-test") in rows
    assert ("ours", "ptbr-test") not in rows
    with pytest.raises(SystemExit, match="says neither ptbr nor ptpt nor assin2"):
        benchmark.which(Path("pairs.jsonl"))


def test_assin_sentence_pair_without_similarity_score_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "assin2-train.jsonl"
    path.write_text('{"premise": "a", "hypothesis": "b", "entailment": "None"}\n', encoding="utf-8")
    with pytest.raises(SystemExit, match="line 1 lacks similarity"):
        benchmark.read(path)
    with pytest.raises(SystemExit, match="no assin1-ptbr or"):
        benchmark.tasks(tmp_path / "away", [], None)


def test_assin_data_file_without_sentence_pairs_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "assin2-dev.jsonl"
    path.write_text("", encoding="utf-8")
    with pytest.raises(SystemExit, match="no rows"):
        benchmark.read(path)


def test_assin_correlation_and_accuracy_match_hand_computed_values() -> None:
    gold = Gold([Pair("a", "b")] * 4, [1.0, 2.0, 3.0, 4.0], ["A", "A", "B", "B"])
    found = benchmark.row("x", "y", Predictions([2.0, 3.0, 4.0, 5.0], ["A", "B", "B", "B"]), gold)
    assert found["pearson"] == pytest.approx(1)
    assert found["mse"] == 1
    assert found["accuracy"] == 0.75
    assert found["f1"] == pytest.approx((2 / 3 + 4 / 5) / 2)


def test_assin_sentence_pair_features_match_hand_computed_values() -> None:
    pair = Pair("O João não comprou 3 livros.", "O João comprou três revistas, ontem.")
    assert common(pair) == [4 / 7, 4 / 8]
    shared, lost, gained, *_ = contradiction_features(pair)
    assert (shared, lost, gained) == (1, 0, 0)
    assert contradiction_features(pair)[4:8] == [1, 0, 1, 1.0]
    rarity = Rarity([*pair])
    assert rarity.cosine(Pair(pair[0], pair[0])) == pytest.approx(1)
    assert len(lexical(pair, rarity)) == len(lexical(Pair("a", "b"), rarity))
