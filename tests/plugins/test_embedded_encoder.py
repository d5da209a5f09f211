"""The shipped encoder's reader, on a small model made here."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_embedded import encoder, textlint_pt_resources
from textlint_pt_embedded.parse import Place, interpret
from textlint_pt_embedded.pieces import SPACE, UNK, Pieces
from textlint_pt_embedded.words import split

from textlint_pt.text.parse import ParsedWord

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
    more = [(SPACE + "x", -9.0), ("ar", -3.0), (".", -1.0)]
    return Pieces(*zip(*special, *letters, *words, *more, strict=True))


def test_tokenizer_chooses_the_most_probable_subwords() -> None:
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


def test_tokenizer_joins_unknown_characters_into_one_unknown_subword() -> None:
    pieces = small_pieces()
    ids, starts = pieces.encode("a 猫猫 a")
    assert [i for i in ids if i == UNK] == [UNK]
    assert starts[ids.index(UNK)] == 2


def test_subwords_after_compatibility_characters_keep_their_offsets() -> None:
    pieces = small_pieces()
    ids, starts = pieces.encode("a ﬁa casa")
    assert [pieces.pieces[i][0] for i in ids][-1] == "▁casa"
    assert starts[-1] == 5


@given(st.text(max_size=60))
def test_subword_offsets_increase_within_the_text(text: str) -> None:
    ids, starts = small_pieces().encode(text)
    assert len(ids) == len(starts)
    assert starts == sorted(starts)
    assert all(0 <= start < len(text) and not text[start].isspace() for start in starts)


def test_subword_vocabulary_is_read_back_as_written(tmp_path: Path) -> None:
    pieces = small_pieces()
    pieces.write(tmp_path / "pieces.tsv")
    assert Pieces.read(tmp_path / "pieces.tsv").pieces == pieces.pieces


SHAPES = ["O", "menino", "3,5", "(fala)", "—", "com:", "«a»", "guarda-chuva…"]


@given(st.lists(st.sampled_from(SHAPES), min_size=1))
def test_encoder_error_probabilities_cover_the_words_up_to_the_text_end(chosen: list[str]) -> None:
    text = " ".join(chosen)
    ids, starts = small_pieces().encode(text)
    found = encoder.words(encoder.first_pieces(split(text), starts), [0.5] * len(ids))
    assert all(text[word.start : word.end].strip() for word in found)
    assert found[-1].end == len(text)


LABELS = {
    "tags": ["ADP", "DET", "NOUN", "PUNCT", "VERB"],
    "features": ["", "Gender=Fem|Number=Sing", "Gender=Masc|Number=Sing"],
    "relations": ["case", "det", "nsubj", "root"],
}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> encoder.Model:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from training.encoder.export import export
    from training.encoder.model import Encoder

    data, out = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("out")
    pieces = small_pieces()
    pieces.write(data / "pieces.tsv")
    for name in ("sentences", "held-out"):
        (data / f"{name}.txt").write_text("\n".join(SENTENCES), encoding="utf-8")
    (data / "labels.json").write_text(json.dumps(LABELS), encoding="utf-8")
    torch.manual_seed(7)
    shape = {"pieces": len(pieces), "layers": 2, "width": 32, "heads": 4, "inner": 64,
             "positions": 128}  # fmt: skip
    made = Encoder(shape, {name: len(found) for name, found in LABELS.items()}).eval()
    for table in (made.parser.arc, made.parser.relation):  # they begin at zero
        torch.nn.init.normal_(table)
    export(made, data, data, out)
    return encoder.Model(out.joinpath)


@pytest.fixture
def analysis(model: encoder.Model, monkeypatch: pytest.MonkeyPatch) -> encoder.EncoderAnalysis:
    monkeypatch.setattr(encoder, "model", lambda: model)
    return encoder.EncoderAnalysis()


@given(st.lists(st.lists(st.sampled_from(SHAPES), max_size=30).map(" ".join), min_size=2))
@settings(max_examples=40, deadline=None)
def test_encoder_model_output_does_not_depend_on_batch_or_order(
    model: encoder.Model, texts: list[str]
) -> None:
    pack = encoder.EncoderAnalysis().pack
    together, backwards = model.encode(texts), model.encode(texts[::-1])[::-1]
    for text, one, two in zip(texts, together, backwards, strict=True):
        assert pack(one) == pack(two) == pack(model.encode([text])[0])


def test_encoder_batches_sentences_of_similar_length(
    model: encoder.Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["O menino fala " * count for count in range(1, 12)]
    cut = [model._cut(text) for text in texts]
    runs: list[int] = []
    read = model._pass

    def counted(group: list[encoder._Read], *wanted: Any) -> Any:
        runs.append(len(group))
        return read(group, *wanted)

    monkeypatch.setattr(model, "_pass", counted)
    model.encode(texts)
    assert len(runs) < len({one.framed for one in cut})


def test_encoder_model_output_is_read_back_from_the_cache_unchanged(
    analysis: encoder.EncoderAnalysis,
) -> None:
    for value in analysis.run(SENTENCES, {}):
        found = analysis.unpack(analysis.pack(value))
        assert [word[:2] for word in found.words] == [word[:2] for word in value.words]
        assert found.choices == value.choices
        assert analysis.pack(found) == analysis.pack(value)


def test_encoder_returns_an_error_probability_for_every_word(
    analysis: encoder.EncoderAnalysis,
) -> None:
    given = {"encoder": analysis.run(SENTENCES, {})}
    faults = encoder.ErrorProbabilities().run(SENTENCES, given)
    assert [SENTENCES[0][start:end] for start, end, _ in faults[0]] == [
        "O", "menino", "fala", "com", "a", "vizinha", "."
    ]  # fmt: skip
    assert all(0 <= chance <= 1 for sentence in faults for *_, chance in sentence)


def test_sentence_vectors_do_not_depend_on_the_batch(analysis: encoder.EncoderAnalysis) -> None:
    vectors = encoder.SentenceVectors()
    together = vectors.run([*SENTENCES, ""], {})
    assert [round(float(np.linalg.norm(one)), 4) for one in together] == [1, 1, 1, 1, 0]
    for text, one in zip(SENTENCES, together, strict=False):
        assert vectors.pack(vectors.run([text], {})[0]) == vectors.pack(one)
        assert vectors.unpack(vectors.pack(one)).tolist() == one.tolist()


def test_encoder_truncates_long_sentences_and_accepts_empty_ones(model: encoder.Model) -> None:
    text = "O menino fala com a casa " * 60
    found = model.encode([text.strip()])[0]
    assert 100 <= len(found.words) <= encoder.LONGEST
    assert found.words[-1].end < len(text)
    (nothing,) = model.encode([""])
    assert nothing.words == nothing.choices == ()


def lemma(form: str, tag: str, features: str) -> str:
    return f"{form.lower()}/{tag}"


def parse(model: encoder.Model, text: str) -> tuple[ParsedWord, ...]:
    return interpret(text, model.encode([text])[0].choices, model.labels, lemma)


@given(st.lists(st.sampled_from([*SHAPES, "da", "nos", "Falei-lhe", "dir-se-ia"]), min_size=1))
@settings(max_examples=40, deadline=None)
def test_dependency_parse_gives_every_word_a_head(model: encoder.Model, chosen: list[str]) -> None:
    text = " ".join(chosen)
    found = parse(model, text)
    assert [word.head for word in found].count(-1) == 1
    assert all(word.lemma == lemma(word.form, word.tag, "") for word in found)
    assert all((word.head < 0) == (word.relation == "root") for word in found)
    # the words of a contraction stand in one place, others side by side
    spans = [(word.start, word.end) for word in found]
    assert spans == sorted(spans)
    for place, (word, other) in enumerate(itertools.pairwise(found)):
        assert word.end <= other.start or (spans[place] == spans[place + 1] and other.part > 1)
    for start in range(len(found)):
        at, steps = start, 0
        while at >= 0:
            at, steps = found[at].head, steps + 1
            assert steps <= len(found)


def test_dependency_parses_are_computed_from_cached_encoder_output(
    analysis: encoder.EncoderAnalysis, model: encoder.Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoder.artefact, "verified", lambda _, name: Path(name))
    monkeypatch.setattr(encoder.Labels, "read", lambda _: model.labels)
    monkeypatch.setattr(encoder, "lemmas", lambda: lemma)
    kept = [analysis.unpack(analysis.pack(value)) for value in analysis.run(SENTENCES, {})]
    found = encoder.ParseAnalysis().run(SENTENCES, {"encoder": kept})
    assert found == [parse(model, sentence) for sentence in SENTENCES]
    assert not encoder.ParseAnalysis.cached


def test_parser_splits_contractions_and_clitics_as_treebanks_do(model: encoder.Model) -> None:
    text = "Da casa, João dir-lhe-ia: vê-la."
    shown = [(text[w.start : w.end], w.part, w.form) for w in parse(model, text)]
    assert shown == [
        ("Da", 1, "De"), ("Da", 2, "a"), ("casa", 0, "casa"), (",", 0, ","), ("João", 0, "João"),
        ("dir", 1, "diria"), ("lhe", 2, "lhe"), (":", 0, ":"), ("vê", 1, "vê"), ("la", 2, "la"),
        (".", 0, "."),
    ]  # fmt: skip


@pytest.mark.parametrize(("logit", "forms"), [(1.0, ["em", "os"]), (-1.0, ["nos"])])
def test_parser_model_decides_whether_nos_is_a_pronoun_or_a_contraction(
    model: encoder.Model, monkeypatch: pytest.MonkeyPatch, logit: float, forms: list[str]
) -> None:
    calls = []
    scores = model._parser._scores

    def decided(*arguments: Any) -> list[dict[str, np.ndarray]]:
        calls.append(arguments)
        return [
            found | {"split": np.full_like(found["split"], logit)} for found in scores(*arguments)
        ]

    monkeypatch.setattr(model._parser, "_scores", decided)
    assert [word.form for word in parse(model, "Ela nos fala.")] == ["Ela", *forms, "fala", "."]
    assert len(calls) == (1 if logit > 0 else 2)
    assert [word.form for word in parse(model, "Ela da casa.")][1:3] == ["de", "a"]


def test_long_sentences_are_parsed_up_to_the_token_limit(model: encoder.Model) -> None:
    text = "O menino fala com a casa " * 60
    encoded = model.encode([text.strip()])[0]
    found = interpret(text.strip(), encoded.choices, model.labels, lemma)
    assert [word[:2] for word in found] == [word[:2] for word in encoded.words]
    places = [Place(word.start, word.end, 0) for word in found]
    beyond = [*places, Place(len(text) - 5, len(text) - 1, 0)]
    assert len(model.read(text, beyond)) <= len(places) + 1
    assert model.read(text, []) == model.read("", places) == ()


def test_encoder_model_analyses_need_no_analysis_of_another_model() -> None:
    resource = next(one for one in textlint_pt_resources() if one.name == "encoder")
    analyses = resource.analyses({})
    names = {analysis.name for analysis in analyses}
    views = {"error-probabilities", "sentence-vectors", "parse", "edits"}
    assert names == {"encoder", *views}
    assert all(set(analysis.needs) <= names for analysis in analyses)
