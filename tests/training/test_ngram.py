"""A miniature training run on sentences of our own: does the whole path work?"""

from __future__ import annotations

import lzma
import random
from pathlib import Path
from statistics import mean

import numpy as np
import pytest
from textlint_pt_embedded import artefact
from textlint_pt_embedded import ngram_model as model
from textlint_pt_embedded.ngram_model import NgramModel
from textlint_pt_embedded.tokens import tokens

from tests.training.mini.agreement import LEXICON, sentences
from training import corpus, ngram
from training.__main__ import main


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A corpus of some 280 sentences, ten a document, and a lexicon for its words."""
    texts, words = tmp_path_factory.mktemp("corpus"), tmp_path_factory.mktemp("lexicon")
    lines = sentences()
    documents = ["\n".join(lines[at : at + 10]) for at in range(0, len(lines), 10)]
    with lzma.open(texts / "frases.txt.xz", "wt", encoding="utf-8") as stream:
        stream.write("\n\n".join(documents) + "\n")
    inner = texts / "inner"
    inner.mkdir()
    (inner / "not-read.txt").write_text("Isto não se lê.\n", encoding="utf-8")
    (words / "words.dict").write_text(LEXICON, encoding="utf-8")
    return texts, words


@pytest.fixture(scope="module")
def sizes() -> ngram.Sizes:
    return ngram.Sizes(
        words=60,
        class_count=10,
        own_class=12,
        rare=1000,
        ending_types=1,
        word_gains=(0.5, 0.5),
        class_gains=(0.5, 0.5),
    )


@pytest.fixture(scope="module")
def trained(
    folders: tuple[Path, Path], sizes: ngram.Sizes, tmp_path_factory: pytest.TempPathFactory
) -> NgramModel:
    path = tmp_path_factory.mktemp("model") / "model.bin"
    read = ngram.read([str(folders[0])])
    ngram.train(read, folders[1], path, sizes)
    return NgramModel.load(path)


def rate(trained: NgramModel, text: str) -> float:
    return mean(token.log_probability for token in trained.score([text])[0])


def test_subfolders_of_the_training_corpus_are_not_read(folders: tuple[Path, Path]) -> None:
    assert [path.name for path in corpus.sources([str(folders[0])])] == ["frases.txt.xz"]
    documents = list(corpus.documents(folders[0] / "frases.txt.xz"))
    assert sum(map(len, documents)) == len(sentences())
    assert 0 <= corpus.draw("qualquer texto") < 1


def test_trained_ngram_model_prefers_sentences_to_shuffled_ones(trained: NgramModel) -> None:
    rng = random.Random(7)
    for good in sentences()[:30]:
        words = good.rstrip(".").lower().split()
        rng.shuffle(words)
        bad = " ".join(words).capitalize() + "."
        assert bad == good or rate(trained, good) > rate(trained, bad)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (
            "O pescador voltou à aldeia muito cansado.",
            "O pescador voltaram à aldeia muito cansado.",
        ),
        ("A menina ficou calada.", "O menina ficou calada."),
        ("As crianças chegaram ao cais.", "As crianças chegou ao cais."),
    ],
)
def test_trained_ngram_model_gives_agreement_errors_lower_probability(
    trained: NgramModel, good: str, bad: str
) -> None:
    assert rate(trained, good) > rate(trained, bad)


def test_ngram_model_classifies_unknown_words_by_their_ending(trained: NgramModel) -> None:
    vocabulary = trained.vocabulary
    guessed = vocabulary.identify("pescadas", 0, False)
    assert guessed not in vocabulary.words.values()
    assert guessed == vocabulary.guess("remadas") != vocabulary.guess("remados")
    assert vocabulary.identify("IBGE", 0, False) == model.ACRONYM
    assert vocabulary.identify("Joana", 0, False) == model.NAME_A
    assert vocabulary.identify("JavaScript", 0, False) == model.CODELIKE


def test_ngram_probabilities_of_all_words_sum_to_1(trained: NgramModel) -> None:
    """After any context; values are bytes on a scale, so only nearly."""
    size = len(trained.vocabulary.classes)
    everything = np.arange(1, size)
    for context in ("A menina", "O pescador voltou ao", "Muito"):
        before = trained.vocabulary.encode(list(tokens(context)))[:-1]
        stream = np.array([i for word in everything for i in (*before, word)])
        for part in (
            trained.by_word.log_probabilities(stream),
            trained.by_class.log_probabilities(trained.vocabulary.classes[stream].astype(np.int64))
            + trained.emission.at(stream),
        ):
            assert np.exp(part[len(before) :: len(before) + 1]).sum() == pytest.approx(1, abs=0.05)


def test_ngram_training_command_writes_the_same_bytes_every_time(
    folders: tuple[Path, Path],
    sizes: ngram.Sizes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(ngram, "HELD_OUT", 0.3)
    monkeypatch.setattr(ngram, "SIZES", sizes)
    arguments = ["ngram", str(folders[0]), "--lexicon", str(folders[1])]
    made = []
    for name in ("a", "b"):
        monkeypatch.setattr(artefact, "DATA", tmp_path / name)
        assert main(arguments) == 0
        folder = tmp_path / name / ngram.NAME
        names = sorted(path.name for path in folder.iterdir())
        assert names == ["inputs.json", "manifest.json", "model.bin"]
        made.append([path.read_bytes() for path in sorted(folder.iterdir())])
    assert made[0] == made[1]
    assert "n-grams kept" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("tags", "label"),
    [
        ("N+DIM+F+PL", "N.F.P"),
        ("A+SG", "A.-.S"),
        ("V+PTPST+M+PL", "P.M.P"),
        ("V+PTPST", "P.M.S"),
        ("V+GRD", "GER"),
        ("V+INF+1+SG", "INF"),
        ("V+INF+3+PL", "INF.3P"),
        ("V+INF", "INF"),
        ("V+SBJP+2+SG", "SUB.2S"),
        ("V+COND+3+SG", "PST.3S"),
        ("ADV+NEG", "ADV"),
    ],
)
def test_morphological_tags_are_converted_to_inflection_labels(tags: str, label: str) -> None:
    assert ngram._inflection(tags.split("+")) == label
