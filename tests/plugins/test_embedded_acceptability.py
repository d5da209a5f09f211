"""The mix of the shipped models' opinions of a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textlint_pt_embedded import acceptability, artefact
from textlint_pt_embedded.acceptability import Acceptability, LogOdds, Signs, signs
from textlint_pt_embedded.encoder import EncoderAnalysis, WordFault
from textlint_pt_embedded.ngram import TokenProbabilities

from textlint_pt.contract.analysis import DamagedResource

PAIRS = [
    ("As janelas da casa estavam abertas.", "As janela da casa estavam abertas."),
    ("Os alunos da nova escola chegaram cedo.", "Os alunos da nova escola chegou cedo."),
    ("A reunião de ontem foi muito demorada.", "A reunião de ontem foi muito demorado."),
    ("Eu não sei o que aconteceu.", "Eu não sabemos o que aconteceu."),
    ("Ela gosta de ler à noite.", "Ela gosta ler de à noite."),
    ("Fomos à praia no domingo.", "Fomos praia à no domingo."),
]


def odds(texts: Sequence[str]) -> list[float | None]:
    given = {
        "encoder": EncoderAnalysis().run(texts, {}),
        "token-probabilities": TokenProbabilities().run(texts, {}),
    }
    return LogOdds().run(texts, given)


@pytest.mark.parametrize(("good", "bad"), PAIRS)
def test_correct_sentences_have_higher_acceptability_than_wrong_ones(good: str, bad: str) -> None:
    high, low = odds([good, bad])
    assert high is not None
    assert low is not None
    assert high > low + 1


def test_sentence_of_one_word_or_only_numbers_has_no_acceptability() -> None:
    assert odds(["", "Sim.", "12 34 56 78 90"]) == [None, None, None]


def test_sentence_acceptability_is_the_logistic_function_of_its_log_odds() -> None:
    found = Acceptability().run(["a"] * 4, {"acceptability-log-odds": [0.0, None, 800.0, -800.0]})
    assert found == [0.5, None, 1.0, 0.0]


def test_acceptability_log_odds_are_read_back_from_the_cache_unchanged() -> None:
    analysis = LogOdds()
    for number in (None, -3.25, 1.0):
        assert analysis.unpack(analysis.pack(number)) == number


def test_error_probabilities_of_0_and_1_give_finite_acceptability_features() -> None:
    text = "As janela da casa estavam abertas."
    (tokens,) = TokenProbabilities().run([text], {})
    found = signs(text, [WordFault(0, 2, 1.0), WordFault(3, 9, 0.0)], tokens)
    assert found is not None
    assert found.sound == pytest.approx(-13.8, abs=0.1)
    assert found.worst == pytest.approx(13.8, abs=0.1)
    assert len(Signs._fields) + 1 == len(acceptability.weights())


def test_damaged_acceptability_model_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artefact, "manifest", lambda name: {"calibration.json": ("0", "0")})
    artefact.verified.cache_clear()
    acceptability.weights.cache_clear()
    try:
        with pytest.raises(DamagedResource, match=r"calibration\.json"):
            acceptability.weights()
    finally:
        acceptability.weights.cache_clear()
        artefact.verified.cache_clear()
