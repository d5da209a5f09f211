"""The sets of the model of choice, and a miniature training run."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from textlint_pt_embedded.choice_model import PAD, ChoiceModel, features, tokens
from textlint_pt_embedded.forms import form_lexicon

from tests.training.mini.topics import FRAMES, TOPICS
from training import choice
from training.choice import Corpus, Index

SETS = """\
words = ["barco | farinha | juiz"]
verbs = ["infligir | infringir"]
nouns = ["tráfego | tráfico"]

[[group]]
name = "noun or verb"
rows = "página número"
proxies = "livro | digo"
"""


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    path = tmp_path / "sets.toml"
    path.write_text(SETS, encoding="utf-8")
    return path


def test_confusable_word_sets_are_extended_with_their_inflected_forms(sets: Path) -> None:
    found = {one.name: one for one in choice.read_sets(sets, form_lexicon(), [])}
    verbs = found["infligir | infringir"]
    assert {("infligir", "infringir"), ("infligiu", "infringiu")} <= set(verbs.rows)
    assert ("tráfegos", "tráficos") in found["tráfego | tráfico"].rows
    group = found["noun or verb"]
    assert group.rows == (("página", "pagina"), ("número", "numero"), ("livro", "digo"))
    assert group.shown == 2  # "livro" is not taken for "digo"


def test_confusable_words_with_unequal_numbers_of_inflections_are_rejected(tmp_path: Path) -> None:
    path = tmp_path / "sets.toml"
    path.write_text('words = ["mal | mau ; mala | malha | mapa"]', encoding="utf-8")
    with pytest.raises(ValueError, match=r"mal \| mau: rows"):
        choice.read_sets(path, form_lexicon(), [])


def test_every_declared_set_of_confusable_words_can_be_read() -> None:
    found = choice.read_sets(choice.SETS, form_lexicon(), ["falar", "vender"])
    assert len({one.name for one in found}) == len(found) >= 250


def topical() -> Corpus:
    """Sentences of three topics, four to a document."""
    rng = random.Random(5)
    corpus = Corpus()
    for number in range(400):
        topic = rng.choice(sorted(TOPICS))
        for frame in FRAMES:
            words = rng.sample(TOPICS[topic], frame.count("{}"))
            corpus.add(frame.format(*words), number % choice.FOLDS, 1.0)
    return corpus


def test_confusable_word_features_are_equal_in_training_and_prediction() -> None:
    corpus, lexicon = Corpus(), form_lexicon()
    sentence = "Eles não viram a porta, mas o juiz abriu-a depressa às 10 horas."
    corpus.add("Outra frase antes.", 0, 1.0)
    corpus.add(sentence, 0, 1.0)
    corpus.add("E uma depois.", 0, 1.0)
    index = Index(corpus, ["juiz"], lexicon)
    trained = index.features(index.find("juiz"))
    model = ChoiceModel([], np.zeros(0, np.int8))
    words = tokens(sentence)
    known = np.array([PAD, *(model._of(word) for word in words)], dtype=np.uint64)
    at = np.array([words.index("juiz")])
    seen = features(
        known, np.arange(1, len(words) + 1), at, at, np.array([0]), np.array([len(words)])
    )
    assert trained.tolist() == seen.tolist()


def test_trained_model_selects_a_confusable_word_by_sentence_topic(
    sets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choice, "LAW_COUNT", 0)
    lexicon = form_lexicon()
    (one, *_) = choice.read_sets(sets, lexicon, [])
    for folder in (tmp_path / "one", tmp_path / "two"):
        choice.train(topical(), [one], folder, lexicon)
    files = [(tmp_path / name / "model.bin").read_bytes() for name in ("one", "two")]
    assert files[0] == files[1]
    model = ChoiceModel.load(tmp_path / "one" / "model.bin")
    (place,) = model.places("Com barco e sentença se faz um dia.")
    odds = dict(zip(place.members, place.log_odds, strict=True))
    assert (place.written, odds["barco"]) == ("barco", 0.0)
    assert odds["juiz"] > 1 > odds["farinha"]
    assert model.places("Vi a sala vazia.") == []
