"""What is exchanged and dropped, and how it is judged."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from textlint_pt_embedded.meaning_encoder import WordMeanings, centred

from benchmarks import cross_lingual as benchmark
from benchmarks.cross_lingual import Judged, Segment

NOUNS = ("window", "garden", "kitchen", "teacher", "student", "village", "station", "market")
RENDERED = [
    "janela",
    "jardim",
    "cozinha",
    "professora",
    "estudante",
    "aldeia",
    "estação",
    "mercado",
]
OF = dict(zip(NOUNS, RENDERED, strict=True))


def segments(number: int = 12) -> list[Segment]:
    rng = random.Random(1)
    chosen = [rng.sample(NOUNS, 4) for _ in range(number)]
    return [Segment(" ".join(words), " ".join(OF[w] for w in words)) for words in chosen]


class Perfect:
    """Knows each word of both languages, and no other."""

    def encode(self, texts: Sequence[str]) -> list[tuple[np.ndarray, WordMeanings]]:  # type: ignore[type-arg]
        concepts = {word: at for at, pair in enumerate(OF.items()) for word in pair}
        found = []
        for text in texts:
            places, at = [], 0
            for word in text.split():
                start = text.index(word, at)
                at = start + len(word)
                places.append((start, at))
            words = np.eye(9, dtype=np.float32)[[concepts.get(w, 8) for w in text.split()]]
            found.append((words.sum(0), WordMeanings(tuple(places), centred(words))))
        return found


def renders(english: str, portuguese: str) -> bool:
    return OF[english] == portuguese


def test_an_exchanged_word_is_returned_with_its_offsets() -> None:
    before = segments()
    for segment, (changed, (start, end)) in zip(before, benchmark.exchange(before), strict=True):
        word = changed.portuguese[start:end]
        assert word not in segment.portuguese
        assert word in RENDERED
        others = len(segment.portuguese) - len(changed.portuguese[end:])
        assert segment.portuguese[:start] == changed.portuguese[:start]
        assert segment.portuguese[others:] == changed.portuguese[end:]


def test_the_only_rendering_of_a_word_is_dropped() -> None:
    before = segments()
    for segment, (changed, (start, end)) in zip(
        before, benchmark.drop(before, renders), strict=True
    ):
        word = segment.english[start:end]
        assert changed.english == segment.english
        assert OF[word] in segment.portuguese
        assert OF[word] not in changed.portuguese


def test_a_perfect_model_finds_every_damage() -> None:
    row = benchmark.measure(Perfect(), segments(), renders)  # type: ignore[arg-type]
    assert row["wrong_found"] == row["wrong_auc"] == 1
    assert row["dropped_found"] == row["dropped_auc"] == 1
    assert row["wrong_n"] == row["n"] == 12


def test_auc_and_found_share_match_hand_computed_values() -> None:
    row = Judged([0.1, 0.5], [0.0, 0.2, 0.4, 0.6]).rows("wrong")
    assert row["wrong_auc"] == pytest.approx((3 + 1) / 8)
    assert row["wrong_found"] == 0
    assert Judged([0.3], [0.3, 0.3]).rows("x")["x_auc"] == 0.5


def test_nearest_translation_accuracy_is_computed() -> None:
    plane = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]])
    assert benchmark.nearest(list(plane), list(plane + 5)) == 1
    assert benchmark.nearest(list(plane), list(plane[[1, 0, 2]])) == pytest.approx(1 / 3)


def test_a_row_without_a_translation_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "dev.jsonl"
    path.write_text(json.dumps({"en": "Yes.", "pt_PT": "Sim."}) + "\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="line 1 lacks pt"):
        benchmark.read(str(path))
