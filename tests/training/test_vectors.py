"""A miniature training run on sentences of our own: does the whole path work?"""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from textlint_pt_embedded.vectors import Space
from textlint_pt_focus.surroundings import Distances, standing

from tests.training.mini import topics
from tests.training.mini.topics import TOPICS, paragraph
from training import usual_distances, vectors
from training.vectors import Source

SETTINGS = {
    **vectors.TRAINING,
    "bucket": 500,
    "dim": 12,
    "minCount": 1,
    "epoch": 40,
    "verbose": 0,
}


@pytest.fixture(scope="module")
def corpus_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    topics.write_corpus(folder)
    return folder


@pytest.fixture(scope="module")
def neighbours(corpus_folder: Path) -> Path:
    path = corpus_folder / "vizinhas.jsonl"
    path.write_text(topics.neighbours(), encoding="utf-8")
    return path


def make(folder: Path, neighbours: Path, out: Path) -> dict[str, object]:
    return vectors.build_vectors(
        [str(folder)], str(neighbours), out / "work", out / "vectors", SETTINGS
    )


def test_building_word_vectors_twice_gives_the_same_files(
    corpus_folder: Path, neighbours: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectors, "HELD_OUT", 0.3)
    monkeypatch.setattr(vectors, "EMPTY", 0.02)
    monkeypatch.setattr(usual_distances, "TEXTS", 8)
    monkeypatch.setattr(usual_distances, "PLANTED", 2)
    reference = make(corpus_folder, neighbours, tmp_path / "a")
    assert make(corpus_folder, neighbours, tmp_path / "b") == reference
    files = sorted(path.name for path in (tmp_path / "a/vectors").iterdir())
    assert files == ["scales.npy", "space.json", "table.npy", "words.txt"]
    for name in files:
        first, second = (tmp_path / run / "vectors" / name for run in "ab")
        assert first.read_bytes() == second.read_bytes(), name
    made = Space.read(tmp_path / "a/vectors")
    x, y, z = made.vectors(["barco", "praia", "juiz"])
    assert x @ y > x @ z + 0.3
    # a planted sentence is told from the others of its text
    rng = random.Random(5)
    text = [paragraph(rng, "mar", 1) for _ in range(9)]
    text.insert(4, "O juiz leu a sentença e o advogado anunciou um recurso.")
    distances = Distances(made.bags(text))
    around = [distances.around(number) for number in range(len(text))]
    values = [standing(one, reference) for one in around if one is not None]
    assert values.index(max(values)) == 4
    assert reference["gruen_median"] > 0


def test_word_vectors_equal_those_of_floret(tmp_path: Path) -> None:
    import floret

    rng = random.Random(6)
    text = tmp_path / "texto.txt"
    lines = [" ".join(rng.sample(TOPICS["mar"] + TOPICS["cozinha"], 8)) for _ in range(300)]
    text.write_text("\n".join(lines), encoding="utf-8")
    settings = {**SETTINGS, "epoch": 2, "minn": 3, "hashCount": 3}
    table, hashing = vectors.train_floret(text, settings)
    words = ["barco", "é", "otorrinolaringologista", "inconstitucionalissimamente", "ção", "água"]
    ours = vectors.word_vectors(table, hashing, words)
    theirs = floret.train_unsupervised(str(text), **settings)
    for word, vector in zip(words, ours, strict=True):
        # the file holds five figures of each number
        assert vector == pytest.approx(theirs.get_word_vector(word), rel=1e-4, abs=1e-6)


def test_floret_table_with_unexpected_word_markers_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "x.floret"
    path.write_text("1 2 4 5 2 7 [ ]\n0 0.5 0.5\n", encoding="utf-8")
    with pytest.raises(ValueError, match="marked"):
        vectors.read_floret(path)


def test_component_common_to_all_word_vectors_is_subtracted() -> None:
    rng = np.random.default_rng(1)
    hashing = vectors.Hashing(rows=400, hashes=2, shortest=4, longest=5, seed=2166136261)
    table = (rng.standard_normal((400, 10)) + 3.0).astype(np.float32)
    words = [word for topic in TOPICS.values() for word in topic]
    rest = vectors.without_common_components(table, hashing, words)
    means = vectors.word_vectors(rest.astype(np.float32), hashing, words)
    assert np.abs(means.mean(axis=0)).max() < 1e-5
    assert np.linalg.matrix_rank(rest) == 10 - vectors.COMPONENTS


def test_word_vector_quantisation_error_is_at_most_one_step() -> None:
    rng = np.random.default_rng(2)
    table = rng.standard_normal((5000, 6)) * np.arange(1, 7)
    whole, steps = vectors.quantised(table)
    assert whole.dtype == np.int8
    unpacked = whole * steps
    inside = np.abs(whole) < 127
    assert (np.abs(unpacked - table)[inside] <= np.broadcast_to(steps, table.shape)[inside]).all()
    assert np.abs(unpacked[~inside]).min() <= np.abs(table[~inside]).min() + steps.max()


def test_word_frequencies_weight_every_register_of_the_corpus_equally() -> None:
    sources = [
        Source("ms-manual", 0, ["servidor de dados " * 90]),
        Source("eltec-conto", 0, ["gato de rua"]),
        Source("discursos", 0, ["povo de lei"]),
    ]
    shares = vectors.frequencies(vectors.count_words(sources))
    assert next(iter(shares)) == "de"
    assert shares["de"] == pytest.approx((1 / 3, 1 / 3))
    assert shares["gato"] == shares["servidor"] == pytest.approx((1 / 9, 0.0))
    weights = vectors.content_weights(shares)
    assert weights["de"] == 0
    assert weights["gato"] > 0


def test_held_out_and_training_documents_of_word_vectors_do_not_overlap() -> None:
    sources = [Source(name, n, ["x"]) for name in ("ms-a", "eltec") for n in range(3000)]
    kept, held_out = vectors.split_held_out(sources)
    assert not {(s.name, s.number) for s in kept} & {(s.name, s.number) for s in held_out}
    assert 0.02 < len(held_out) / len(sources) < 0.07
    by_name = [sum(s.name == name for s in kept) / 3000 for name in ("ms-a", "eltec")]
    assert by_name[0] == pytest.approx(0.48, abs=0.05)
    assert by_name[1] == pytest.approx(0.96, abs=0.03)
    # parts that stand side by side go together
    assert len({s.block for s in held_out} & {s.block for s in kept}) == 0


def test_usual_sentence_distances_ignore_corpora_of_isolated_sentences() -> None:
    paragraphs = ["Uma frase com palavras. Outra frase com palavras."] * 12
    sources = [Source(name, 0, paragraphs) for name in ("ud-bosque", "dbpedia", "eltec")]
    assert [text.source for text in usual_distances.sample_stretches(sources)] == ["eltec"]
    assert usual_distances.sample_stretches([Source("eltec", 0, paragraphs[:2])]) == []
