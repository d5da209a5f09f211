"""No sentence by which models are judged stands in what they were trained on."""

from __future__ import annotations

import pytest

from training import fingerprints
from training.corpus import fingerprint


@pytest.mark.parametrize("model", ["encoder", "ngram", "vectors"])
def test_training_and_evaluation_sentences_do_not_overlap(model: str) -> None:
    trained, judged = fingerprints.read(model), fingerprints.read("evaluation")
    assert len(trained) > 1_000
    assert len(judged) > 100
    assert not trained & judged
    assert all(found.startswith(fingerprints.SAMPLED) for found in trained | judged)


def test_sentence_fingerprints_ignore_case_and_punctuation() -> None:
    sentences = [f"A frase de número {i} fala de gatos." for i in range(3_000)]
    drawn = fingerprints.of_sentences(sentences)
    assert 3 <= len(drawn) <= 30
    again = fingerprints.sample(fingerprint(f"{text.upper()}!") for text in sentences)
    assert drawn == again
    assert fingerprints.of_sentences(["Sim."]) == []
