"""The shipped encoder's reader, on a small model made here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded import encoder
from textlint_pt_embedded.pieces import SPACE, UNK, Pieces

SENTENCES = (
    "O menino fala com a vizinha.",
    "A casa é alta.",
    "Falei ontem, às três e meia, com o João: chegou.",
    "Sim.",
)


def small_pieces() -> Pieces:
    special = [(mark, 0.0) for mark in ("<s>", "<pad>", "</s>", "<unk>")]
    letters = [(letter, -4.0) for letter in SPACE + "abcdefghijlmnopqrstuvxzáéíóúãçêàAFJOS.,:"]
    known = ["O", "A", "menino", "casa", "com", "a", "é", "fala", "vizinha", "às"]
    words = [(SPACE + word, -5.0) for word in known]
    return Pieces([*special, *letters, *words, (SPACE + "x", -9.0), ("ar", -3.0), (".", -1.0)])


def test_pieces_are_the_most_probable() -> None:
    pieces = small_pieces()
    ids, starts = pieces.encode("O menino dançar.")
    assert [pieces.pieces[i][0] for i in ids] == [
        "▁O",
        "▁menino",
        "▁",
        "d",
        "a",
        "n",
        "ç",
        "ar",
        ".",
    ]
    assert starts == [0, 2, 9, 9, 10, 11, 12, 13, 15]


def test_what_no_piece_covers_is_one_unknown() -> None:
    pieces = small_pieces()
    ids, starts = pieces.encode("a 猫猫 a")
    assert [i for i in ids if i == UNK] == [UNK]
    assert starts[ids.index(UNK)] == 2


def test_compatibility_characters_keep_their_offsets() -> None:
    pieces = small_pieces()
    ids, starts = pieces.encode("a ﬁa casa")
    assert [pieces.pieces[i][0] for i in ids][-1] == "▁casa"
    assert starts[-1] == 5


@given(st.text(max_size=60))
def test_offsets_rise_within_the_text(text: str) -> None:
    ids, starts = small_pieces().encode(text)
    assert len(ids) == len(starts)
    assert starts == sorted(starts)
    assert all(0 <= start < len(text) and not text[start].isspace() for start in starts)


def test_pieces_read_as_written(tmp_path: Path) -> None:
    pieces = small_pieces()
    pieces.write(tmp_path / "pieces.tsv")
    assert Pieces.read(tmp_path / "pieces.tsv").pieces == pieces.pieces


SHAPES = ["O", "menino", "3,5", "(fala)", "—", "com:", "«a»", "guarda-chuva…"]


@given(st.lists(st.sampled_from(SHAPES), min_size=1))
def test_every_token_has_a_probability(chosen: list[str]) -> None:
    text = " ".join(chosen)
    ids, starts = small_pieces().encode(text)
    found = encoder.words(text, starts, [0.5] * len(ids))
    assert all(text[word.start : word.end].strip() for word in found)
    assert found[-1].end == len(text)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> encoder.Model:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnxruntime")
    pytest.importorskip("onnx")
    from training.encoder.export import export
    from training.encoder.model import Encoder

    data, out = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("out")
    pieces = small_pieces()
    pieces.write(data / "pieces.tsv")
    for name in ("sentences", "held-out"):
        (data / f"{name}.txt").write_text("\n".join(SENTENCES), encoding="utf-8")
    torch.manual_seed(7)
    shape = {"pieces": len(pieces), "layers": 2, "width": 32, "heads": 4, "inner": 64,
             "positions": 128}  # fmt: skip
    export(Encoder(shape).eval(), data, out)
    return encoder.Model(out / "model.onnx", out / "pieces.tsv")


@pytest.fixture
def analysis(model: encoder.Model, monkeypatch: pytest.MonkeyPatch) -> encoder.EncoderAnalysis:
    made = encoder.EncoderAnalysis()
    monkeypatch.setitem(made.__dict__, "_model", model)
    return made


def test_the_same_bits_alone_batched_and_reordered(analysis: encoder.EncoderAnalysis) -> None:
    together = analysis.run(SENTENCES, {})
    backwards = list(reversed(analysis.run(SENTENCES[::-1], {})))
    alone = [analysis.run([sentence], {})[0] for sentence in SENTENCES]
    for one, two, three in zip(together, backwards, alone, strict=True):
        assert analysis.pack(one) == analysis.pack(two) == analysis.pack(three)


def test_values_survive_the_cache(analysis: encoder.EncoderAnalysis) -> None:
    for value in analysis.run(SENTENCES, {}):
        found = analysis.unpack(analysis.pack(value))
        assert found.vector.tobytes() == value.vector.tobytes()
        assert [word[:2] for word in found.words] == [word[:2] for word in value.words]
        assert analysis.pack(found) == analysis.pack(value)


def test_views(analysis: encoder.EncoderAnalysis) -> None:
    given = {"encoder": analysis.run(SENTENCES, {})}
    faults = encoder.ErrorProbabilities().run(SENTENCES, given)
    assert [SENTENCES[0][start:end] for start, end, _ in faults[0]] == [
        "O", "menino", "fala", "com", "a", "vizinha", "."
    ]  # fmt: skip
    assert all(0 <= chance <= 1 for sentence in faults for *_, chance in sentence)
    vectors = encoder.SentenceVectors().run(SENTENCES, given)
    assert [abs(float(np.linalg.norm(vector)) - 1) < 1e-4 for vector in vectors] == [True] * 4


def test_long_and_empty_sentences(model: encoder.Model) -> None:
    text = "O menino fala com a casa " * 60
    found = model.encode(text.strip())
    assert 100 <= len(found.words) <= encoder.LONGEST
    assert found.words[-1].end < len(text)
    nothing = model.encode("")
    assert nothing.words == () and not nothing.vector.any()


def test_analyses_name_what_they_need() -> None:
    names = {analysis.name for analysis in encoder.analyses()}
    assert names == {"encoder", "error-probabilities", "sentence-vectors"}
    assert all(set(analysis.needs) <= names for analysis in encoder.analyses())
