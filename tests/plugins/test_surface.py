"""BLEU, chrF, TER and METEOR beside the drift."""

from __future__ import annotations

import pytest
from textlint_pt_translation import surface

from textlint_pt import lint

REFERENCE = """\
O gato dorme no sofá da sala durante toda a tarde.

A porta da casa estava aberta quando cheguei ontem.
"""
TEXT = REFERENCE.replace("sofá", "tapete")


def test_every_translated_sentence_is_measured_by_bleu_chrf_ter_and_meteor() -> None:
    report = lint(TEXT, reference=REFERENCE, measures=True, config={"select": ["TRA001"]})
    changed, same = report.documents[0].measures
    assert [round(same[name], 2) for name in ("bleu", "chrf", "ter", "drift")] == [1, 1, 0, 0]
    assert round(changed["ter"], 3) == round(1 / 11, 3)  # one of ten words and a full stop
    assert 0.5 < changed["bleu"] < 0.9
    assert 0.5 < changed["chrf"] < 0.9
    assert 0.5 < changed["meteor"] < 0.95 < same["meteor"]


def test_sentence_meteor_score_counts_inflected_words_by_their_lemma() -> None:
    text = REFERENCE.replace("dorme", "dormia")
    report = lint(text, reference=REFERENCE, measures=True, config={"select": ["TRA001"]})
    inflected, other = (
        report.documents[0].measures[0]["meteor"],
        lint(TEXT, reference=REFERENCE, measures=True, config={"select": ["TRA001"]})
        .documents[0]
        .measures[0]["meteor"],
    )
    assert inflected > other


def test_bleu_and_chrf_metrics_are_unavailable_without_their_libraries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(surface, "find_spec", lambda library: None)
    assert surface.surface_metrics() == []
