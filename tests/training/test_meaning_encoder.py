"""The meaning encoder: packing, graph and reader, on weights of chance."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from textlint_pt_embedded.meaning_encoder import (
    MeaningTokens,
    MeaningVectors,
    Model,
    centred,
    places_of,
)
from textlint_pt_embedded.pieces import Pieces

from tests.training.mini import world, write
from training.meaning_encoder import export, graph, train, vocabulary

SENTENCES = (
    "O menino fala com a vizinha.",
    "A vizinha fala com o menino.",
    "A casa é alta.",
    "Sim.",
    "",
    "x" * 40,
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    return write(tmp_path_factory.mktemp("inputs"))


@pytest.fixture(scope="module")
def made(files: dict[str, list[Path]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("meaning")
    encoder = folder / "encoder"
    encoder.mkdir()
    Pieces(*zip(*world.pieces(), strict=True)).write(encoder / "pieces.tsv")
    out = folder / "out"
    (parallel,), (e5,) = files["parallel-docs"], files["e5"]
    export.run(parallel, encoder=encoder, weights=e5, layers=2, out=out)
    return out


@pytest.fixture(scope="module")
def model(made: Path) -> Model:
    return Model(made.joinpath)


def test_weights_that_four_bits_represent_exactly_are_recovered_exactly() -> None:
    rng = np.random.default_rng(3)
    whole = rng.integers(-8, 8, (6, 2, 32)).astype(np.float32)
    whole[:, :, 5] = -8  # the largest of a block is what its scale is made of
    scales = rng.random((6, 2, 1), dtype=np.float32) + 0.1
    matrix = (whole * scales).reshape(6, 64)
    nibbles, found = graph.q4(matrix)
    np.testing.assert_allclose(graph.unpacked(nibbles, found), matrix, rtol=1e-6)


def test_four_bit_quantisation_error_is_at_most_half_a_step() -> None:
    matrix = np.random.default_rng(4).normal(size=(8, 96)).astype(np.float32)
    nibbles, scales = graph.q4(matrix)
    assert nibbles.shape == (8, 3, 16)
    gap = np.abs(graph.unpacked(nibbles, scales) - matrix).reshape(8, 3, 32)
    assert (gap <= np.abs(scales)[..., None] * 1.01).all()
    blocks, unit = graph.scale_bytes(scales)
    np.testing.assert_allclose(blocks * unit, scales, atol=float(unit.max()))


def test_product_quantisation_preserves_repeated_vectors() -> None:
    rows = np.repeat(np.eye(6, dtype=np.float32), 5, axis=0)
    codes, book = vocabulary.product_code(rows)
    kept = book[np.arange(codes.shape[1]), codes].reshape(rows.shape)
    np.testing.assert_array_equal(kept, rows)


def test_meaning_encoder_vocabulary_is_extended_with_english_subwords() -> None:
    words = ["<s>", "<pad>", "</s>", "<unk>", "▁", "▁casa", "▁house", "▁hen", "▁old"]
    source = Pieces(words, [-1.0] * len(words))
    kept = vocabulary.extend(source, ["▁", "▁casa"], ["house old", "house"], 7)
    assert [source.pieces[i][0] for i in kept[4:]] == ["▁", "▁casa", "▁house"]
    assert vocabulary.coverage(source, kept, ["house casa hen old"]) == 0.5


def test_training_sentences_under_restrictive_licences_are_excluded(tmp_path: Path) -> None:
    import lzma

    rows = "en\tpt\tfile\tlicence\tvariety\na\tb\tp\tMIT\tx\nc\td\tp\tCC BY-NC 3.0\tx\n"
    rows += 'e "\tf\tq\tCC BY-SA 4.0\tx\ng "h\ti\tq\tCC BY 4.0\tx\n'
    path = tmp_path / "rows.tsv.xz"
    path.write_bytes(lzma.compress(rows.encode()))
    assert list(export.read_parallel(path)) == [("a", "b", "p"), ('g "h', "i", "q")]


def test_exported_meaning_encoder_records_its_layers_and_training_inputs(made: Path) -> None:
    card = (made / "CARD.md").read_text(encoding="utf-8")
    assert "All 2 layers" in card
    inputs = json.loads((made / "inputs.json").read_text(encoding="utf-8"))["inputs"]
    assert set(inputs) == {"e5.bin", "parallel.tsv.xz"}


def test_meaning_encoder_vectors_do_not_depend_on_the_batch(model: Model) -> None:
    together = model.encode(SENTENCES)
    for text, (vector, words) in zip(SENTENCES, together, strict=True):
        alone, own = model.encode([text])[0]
        assert alone.tobytes() == vector.tobytes()
        assert own.places == words.places
        assert own.vectors.tobytes() == words.vectors.tobytes()


def test_meaning_encoder_returns_offsets_of_every_word(model: Model) -> None:
    text = SENTENCES[0]
    vector, words = model.encode([text])[0]
    assert " ".join(text[a:b] for a, b in words.places) == "O menino fala com a vizinha"
    assert vector.shape == (words.vectors.shape[1],)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-4)
    np.testing.assert_allclose(np.linalg.norm(words.vectors, axis=1), 1, atol=2e-3)


def test_empty_sentence_has_a_zero_meaning_vector(model: Model) -> None:
    vector, words = model.encode([""])[0]
    assert not vector.any()
    assert words.places == ()
    assert MeaningTokens().reads_whole("", words)
    assert not MeaningTokens().reads_whole("Falta tudo.", words)


def test_centring_the_vector_of_a_single_word_gives_zero() -> None:
    assert not centred(np.ones((1, 4), dtype=np.float32)).any()


def test_meaning_encoder_assigns_every_subword_to_its_word() -> None:
    places, pieces = places_of("Ele viu-a ontem", [0, 4, 6, 8, 10])
    assert places == [(0, 3), (4, 9), (10, 15)]
    assert pieces == [(0, 1), (1, 4), (4, 5)]


def test_meaning_encoder_vectors_are_read_back_from_the_cache_unchanged(model: Model) -> None:
    for vector, words in model.encode(SENTENCES):
        again = MeaningTokens().unpack(MeaningTokens().pack(words))
        assert again.places == words.places
        np.testing.assert_array_equal(again.vectors, words.vectors)
        packed = MeaningVectors().pack(vector)
        np.testing.assert_array_equal(MeaningVectors().unpack(packed), vector)


def test_trained_meaning_encoder_is_exported(
    made: Path, files: dict[str, list[Path]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (text,), (weights,) = files["parallel-docs"], files["e5"]
    taught = tmp_path / "taught"
    given = {"weights": weights, "layers": 2}
    train.run(text, **given, encoder=made, out=taught, minutes=0.01)
    steps = [json.loads(line)["steps"] for line in capsys.readouterr().out.splitlines()]
    assert steps[0] == 0 and steps[-1] > 0
    out = tmp_path / "out"
    export.run(text, **given, checkpoint=taught / "checkpoint.pt", start=made, out=out)
    assert (out / "pieces.tsv").read_bytes() == (made / "pieces.tsv").read_bytes()
    assert (out / "weights.npz").read_bytes() != (made / "weights.npz").read_bytes()
    before, after = (Model(folder.joinpath).vectors(SENTENCES[:1])[0] for folder in (made, out))
    assert before @ after > 0.9
