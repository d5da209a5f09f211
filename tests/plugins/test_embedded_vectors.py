"""The shipped word vectors as a resource."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_embedded import artefact, textlint_pt_resources
from textlint_pt_embedded.vectors import (
    ARTEFACT,
    Hashing,
    Space,
    UsualDistances,
    WordVectors,
    murmur3,
    ngrams,
)

from textlint_pt.contract.analysis import DamagedResource
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText


@pytest.fixture(scope="module")
def space() -> Space:
    return Space.shipped()


def test_character_ngrams_of_word_vectors_equal_those_of_floret() -> None:
    assert ngrams("é", 4, 5) == ["<é>"]
    assert ngrams("lua", 4, 5) == ["<lua>", "<lua", "<lua>", "lua>"]
    assert ngrams("coração", 4, 5) == [
        "<coração>", "<cor", "<cora", "cora", "coraç", "oraç", "oraçã", "raçã", "ração", "ação",
        "ação>", "ção>",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "rows"),
    [
        ("é", [166, 14]),
        ("lua", [68, 4, 16, 133, 68, 4, 172, 125]),
        ("gato", [111, 52, 78, 81, 2, 59, 199, 131, 59, 154, 182, 194]),
        (
            "coração",
            [112, 180, 21, 138, 195, 15, 183, 144, 71, 102, 151, 136, 172, 22, 158, 0, 103, 104,
             192, 59, 101, 122, 79, 187],
        ),
    ],
)  # fmt: skip
def test_hashed_row_numbers_of_a_word_vector_equal_those_of_floret(
    word: str, rows: list[int]
) -> None:
    """Read off a table of 200 rows trained with floret 0.10.5."""
    hashing = Hashing(rows=200, hashes=2, shortest=4, longest=5, seed=2166136261)
    assert next(iter(hashing.rows_of([word]))).tolist() == rows


@pytest.mark.parametrize("length", [15, 16, 17, 31, 32, 48])
def test_murmur_hashes_do_not_depend_on_the_batch(length: int) -> None:
    key = b"x" * length
    alone = murmur3([key], 7)
    beside = murmur3([b"", key, b"y" * 70], 7)
    assert (alone[0] == beside[1]).all()


WORDS = ["gato", "gatos", "lua", "xilofone", "Zanzibar", "êêêêêê", "açaizeirozinho", "é"]


def test_every_word_has_a_word_vector_of_unit_length(space: Space) -> None:
    vectors = space.vectors(WORDS)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.permutations(WORDS), st.integers(1, len(WORDS)))
def test_word_vectors_do_not_depend_on_their_batch(words: list[str], cut: int) -> None:
    table, scales = _loaded()
    whole, parts = (Space(table, scales, _hashing(), {}) for _ in range(2))
    expected = whole.vectors(words)
    parted = np.concatenate([parts.vectors(words[:cut]), parts.vectors(words[cut:])])
    assert (expected == parted).all()


def _loaded() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    return rng.integers(-127, 128, (300, 8), dtype=np.int8), rng.random(8, dtype=np.float32)


def _hashing() -> Hashing:
    return Hashing(rows=300, hashes=2, shortest=4, longest=5, seed=2166136261)


def likeness(space: Space, a: str, b: str) -> float:
    x, y = space.vectors([a, b])
    return float(x @ y)


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [
        ("gato", "cachorro", "imposto"),
        ("lua", "estrelas", "servidor"),
        ("pão", "farinha", "navio"),
        ("rei", "rainha", "arquivo"),
        ("mar", "barco", "reitor"),
        ("juiz", "tribunal", "galinha"),
    ],
)
def test_word_vectors_of_one_topic_are_similar(
    space: Space, word: str, near: str, far: str
) -> None:
    assert likeness(space, word, near) > likeness(space, word, far) + 0.1


def test_bag_of_words_contains_content_words_with_offsets(space: Space) -> None:
    text = "A lua sorriu; «Lua!», disse-lhe o João, e a lua escondeu-se em www.lua.pt com covid-19."
    [bag] = space.bags([text])
    assert bag.words == ("lua", "sorriu", "disse", "lhe", "joão", "escondeu", "covid")
    places = zip(bag.starts, bag.ends, strict=True)
    assert [text[a:b].lower() for a, b in places] == list(bag.words)
    assert bag.weights.sum() == pytest.approx(1)
    # said three times it weighs more than a rarer word said once, a common word weighs least
    assert bag.words[bag.weights.argmax()] == "lua"
    assert bag.words[bag.weights.argmin()] == "lhe"


@pytest.mark.parametrize("text", ["", "E de que, para o que?", "1984: 3,5 %", "…", "a"])
def test_sentence_without_content_words_has_an_empty_bag_of_words(space: Space, text: str) -> None:
    [bag] = space.bags([text])
    assert len(bag) == 0
    assert bag.vectors.shape == (0, space.vectors(["lua"]).shape[1])


def test_bags_of_words_do_not_depend_on_their_batch(space: Space) -> None:
    texts = ["O barco voltou ao cais.", "", "As redes secavam ao sol, junto ao barco."]
    for alone, together in zip((space.bags([t])[0] for t in texts), space.bags(texts), strict=True):
        assert alone.words == together.words
        assert (alone.weights == together.weights).all()
        assert (alone.vectors == together.vectors).all()


def test_word_vector_model_provides_vectors_and_usual_sentence_distances() -> None:
    resource = next(one for one in textlint_pt_resources() if one.name == "embedded-vectors")
    vectors, usual = resource.analyses({})
    assert (vectors.name, usual.name) == ("word-vectors", "word-vectors-reference")
    assert vectors.digest == usual.digest == artefact.digest(ARTEFACT)
    assert all(Path(path).is_file() for path in resource.files({}))
    assert isinstance(vectors, WordVectors)
    assert len(vectors.run(["Era uma vez um rei."], {})) == 1
    assert isinstance(usual, UsualDistances)
    reference = usual.run(build("x.txt", "Olá.", PlainText()), {})
    assert len(reference["weights"]) == 4
    assert len(reference["standings"]) == len(reference["neighbours"]["percentiles"]) == 101
    assert reference["standings"] == sorted(reference["standings"])


def test_word_vector_files_are_under_8_mib() -> None:
    assert sum(Path(path).stat().st_size for path in artefact.paths(ARTEFACT)) < 8 * 2**20


@pytest.mark.parametrize("file", ["table.npy", "words.txt", "space.json"])
def test_damaged_word_vector_file_is_refused(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(artefact.DATA / ARTEFACT, tmp_path / ARTEFACT)
    path = tmp_path / ARTEFACT / file
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    monkeypatch.setattr(artefact, "DATA", tmp_path)
    artefact.verified.cache_clear()
    artefact.manifest.cache_clear()
    try:
        with pytest.raises(DamagedResource, match="damaged"):
            WordVectors().run(["Era uma vez um rei."], {})
    finally:
        artefact.verified.cache_clear()
        artefact.manifest.cache_clear()


def test_registering_the_word_vectors_does_not_import_numpy() -> None:
    script = (
        "import sys; from textlint_pt_embedded import textlint_pt_resources;"
        "[one.analyses({}) for one in textlint_pt_resources()]; assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
