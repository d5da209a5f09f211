"""How the recogniser of kinds and the figures of human texts are fitted."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from tests.test_kinds import TEXTS
from textlint_pt.text import kinds
from training import peers
from training.peers import Measured, Text


def test_text_sampled_from_a_long_document_is_within_length_limits() -> None:
    rng = random.Random(1)
    assert peers.stretch(["Uma frase curta."] * 3, rng) is None
    for _ in range(20):
        found = peers.stretch(["Uma frase curta. Outra frase."] * 100, rng)
        assert found is not None
        assert peers.SHORTEST <= found.count(".") <= peers.LONGEST + 2


def test_at_most_a_fixed_number_of_texts_is_sampled_from_each_document() -> None:
    document = [f"O rio número {n} corre devagar. Ninguém o atravessa." for n in range(40)]
    texts = list(peers.texts_of("other", "rios", [document, document], 100))
    assert len(texts) == 2 * peers.STRETCHES
    assert {text.number for text in texts} == {0, 1}
    assert len(list(peers.texts_of("other", "rios", [document, document], 3))) == 3


def test_about_half_the_documents_are_held_out_of_score_calibration() -> None:
    used = sum(peers.drawn_from([f"Documento {n}."]) for n in range(400))
    assert 150 < used < 250


def test_genre_classifier_regression_separates_typical_texts() -> None:
    told = {kind: text for kind, text in TEXTS.items() if kind in peers.FITTED}
    texts = [Text(kind, kind, n, text) for kind, text in told.items() for n in range(5)]
    names, values, numbers = peers.table(texts)
    fitted = peers.regression(names, values, numbers)
    for text in texts[::5]:
        counted = kinds.features([text.text])
        assert next(iter(kinds.classify(counted, fitted))) == text.kind
    found = peers.confusion(texts, names, values, numbers)
    assert all(found[kind][kind] == 5 for kind in told)
    card = peers.card(texts, found)
    assert "| manual | 5 | 100% | – | manual 5 |" in card


#: the mean rank of a text of one word by kind, as made up here
BASES = {kind: 0.4 + 0.05 * n for n, kind in enumerate(peers.FITTED)}


def test_focus_baseline_is_fitted_for_each_genre_and_text_length() -> None:
    noise = np.random.default_rng(3)
    found = [
        Measured(kind, base - 0.02 * math.log(n) + noise.normal(0, 0.03), n, 0.9)
        for kind, base in BASES.items()
        for n in [100, 200, 400, 800, 1600] * 40
    ]
    ranks = peers.usual_ranks(found)
    assert ranks["kinds"] == pytest.approx(BASES, abs=0.02)
    assert ranks["length"] == pytest.approx(-0.02, abs=0.005)
    assert ranks["spread"][0] + ranks["spread"][1] / 20 == pytest.approx(0.03, abs=0.006)


def test_score_percentiles_of_human_texts_are_computed_by_genre() -> None:
    found = [Measured("news", 0.5, 99, n / 100) for n in range(101)]
    found += [Measured("other", 0.5, 99, 0.0)] * 101
    places = peers.places(found)
    assert places["news"][:2] == [0.025, 0.075]
    assert places["other"][:10] == [0.0] * 10
    assert len(places["other"]) == peers.STEPS


def test_score_calibration_measures_a_limited_number_of_texts_per_genre() -> None:
    texts = [Text("news", "a", n, "t") for n in range(199)] + [Text("manual", "b", 0, "t")]
    chosen = peers.sample_of_each_kind(texts)
    assert [text.kind for text in chosen].count("news") == peers.MEASURED
    assert [text.kind for text in chosen].count("manual") == 1
