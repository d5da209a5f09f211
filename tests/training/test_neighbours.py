"""Which words are neighbours, and a miniature training run."""

from __future__ import annotations

import dataclasses
import io
import random
from pathlib import Path

import numpy as np
import pytest
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.neighbours_model import NeighboursModel

from training import neighbours
from training.choice import Corpus
from training.neighbours import Known, Text


@pytest.mark.parametrize(
    ("word", "other", "is_one"),
    [
        ("parta", "porta", True),
        ("ciente", "cliente", True),
        ("prefeito", "perfeito", True),
        ("maca", "maçã", True),
        ("tenras", "terras", True),
        ("cama", "cazna", False),  # no word
        ("casa", "casas", False),  # one word, inflected
        ("menino", "menina", False),
        ("contato", "contacto", False),  # one word, in two variants
        ("econômico", "económico", False),
        ("canta", "canto", False),  # share a verb
        ("pare", "para", True),  # "para" is a preposition, too
        ("para", "pare", False),
        ("casa", "mesa", False),  # two letters
    ],
)
def test_neighbours(word: str, other: str, is_one: bool) -> None:
    near = neighbours.neighbours(Known.of([word, other], form_lexicon()))
    assert (other in near.get(word, set())) is is_one


def corpus() -> Corpus:
    """Sentences in which what stands between the words around tells *gato* from *mato*."""
    chance = random.Random(3)
    made = Corpus()
    for number in range(600):
        animal = chance.choice(["bebe leite", "dorme no sofá", "mia alto"])
        plant = chance.choice(["cresce depressa", "seca no verão", "cobre o muro"])
        made.add(f"O gato {animal}.", number % 3, 1.0)
        made.add(f"O mato {plant}.", number % 3, 1.0)
    return made


def test_a_word_is_chosen_by_the_words_around(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = dataclasses.replace(
        neighbours.SIZES, words=100, size=8, steps=120, batch=64, random=4, rate=0.3
    )
    monkeypatch.setattr(neighbours, "SIZES", small)
    monkeypatch.setattr("textlint_pt_embedded.neighbours_model.COMMON", 3)
    paths = [tmp_path / "one.bin", tmp_path / "two.bin"]
    for path in paths:
        text = Text(corpus(), form_lexicon())
        network = neighbours.train(text, io.StringIO())
        neighbours.save(network, text, path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    model = NeighboursModel.load(paths[0])
    (place,) = (p for p in model.places("O mato mia alto.", -99) if p.start == 2)
    assert place.words[0] == "gato"
    assert place.log_odds[0] > 1
    (place,) = (p for p in model.places("O mato seca no verão.", -99) if p.start == 2)
    assert place.log_odds[0] < -1
    limits = neighbours.figures(network, text)
    assert limits[0]["recall"] >= limits[-1]["recall"]


def test_the_program_computes_what_the_network_does(tmp_path: Path) -> None:
    text = Text(corpus(), form_lexicon())
    monkey = dataclasses.replace(neighbours.SIZES, size=8)
    network = neighbours.Network(len(text.words), len(text.targets), monkey.size, text.counts)
    neighbours.save(network, text, tmp_path / "model.bin")
    model = NeighboursModel.load(tmp_path / "model.bin")
    at = int(np.flatnonzero(text.asked >= 0)[5])
    import torch

    with torch.no_grad():
        near, far = (torch.tensor(part) for part in text.windows(np.array([at])))
        theirs = network(near, far).numpy()[0]
    low, high = int(text.low[at]), int(text.high[at])
    ours = model._contexts(text.around[low:high].astype(np.int64), np.array([at - low]))[0]
    assert ours == pytest.approx(theirs, abs=0.02)
