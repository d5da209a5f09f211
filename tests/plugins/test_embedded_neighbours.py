"""The shipped model of orthographic neighbours."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded import artefact
from textlint_pt_embedded.neighbours import LogBilinear, NeighboursResource, calibration, load


@pytest.mark.parametrize(
    ("text", "written", "meant"),
    [
        ("O carteiro deixou a encomenda à parta da casa.", "parta", "porta"),
        ("Cada minha do arquivo tem um nome.", "minha", "linha"),
        ("Ela eslava à janela, a olhar para o mar.", "eslava", "estava"),
    ],
)
def test_the_words_around_speak_for_what_is_meant(text: str, written: str, meant: str) -> None:
    found = {text[p.start : p.end]: p for p in LogBilinear().places(text)}
    assert found[written].words[0] == meant
    right = text.replace(written, meant)
    assert meant not in {right[p.start : p.end] for p in LogBilinear().places(right)}


def test_what_a_neighbour_says_does_not_hang_on_the_word_itself() -> None:
    texts = ["A casa fica longe.", "A causa fica longe."]
    odds = []
    for text, other in zip(texts, ["causa", "casa"], strict=True):
        place = next(p for p in load().places(text, -99) if p.start == 2)
        odds.append(place.log_odds[place.words.index(other)])
    assert odds[0] == pytest.approx(-odds[1], abs=1e-3)


@given(st.text(st.sampled_from("casa porta 12,.-’é\u0301«»\n😀Ab"), max_size=60))
def test_places_are_words_of_the_text(text: str) -> None:
    places = load().places(text, -99)
    for place in places:
        assert text[place.start : place.end].lower() in load().target
        assert list(place.log_odds) == sorted(place.log_odds, reverse=True)
        assert len(place.words) == len(place.log_odds)
    least = {place.start for place in load().places(text, 3.0)}
    assert least == {place.start for place in places if place.log_odds[0] >= 3.0}


def test_a_chance_grows_with_every_sign_that_speaks_for_it() -> None:
    model = LogBilinear()
    (place,) = model.places("O carteiro deixou a encomenda à parta da casa.")
    weak, strong = model.chance(place, 0.01, 0.0), model.chance(place, 0.9, 8.0)
    assert 0 < weak < strong < 1


def test_parts_of_compounds_are_left_alone() -> None:
    assert load().places("O guarda-parta-luz.", -99) == []
    assert load().places("", -99) == []


def test_the_resource_names_its_analysis_and_files() -> None:
    resource = NeighboursResource()
    assert [analysis.name for analysis in resource.analyses({})] == ["neighbours"]
    assert any(path.endswith("model.bin") for path in resource.files({}))
    assert artefact.manifest("neighbours").keys() == {"model.bin", "calibration.json"}
    figures = json.loads((artefact.DATA / "neighbours" / "figures.json").read_text("utf-8"))
    assert figures["asked_about"] == len(load().targets)
    assert calibration()["odds"] > 0
