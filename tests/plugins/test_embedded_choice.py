"""The shipped model of choice."""

from __future__ import annotations

import json

import pytest
from textlint_pt_embedded import artefact, textlint_pt_resources
from textlint_pt_embedded.choice import LinearChoice, load

from textlint_pt import portuguese


@pytest.mark.parametrize(
    ("text", "written", "meant"),
    [
        ("O publico aplaudiu de pé.", "publico", "público"),
        ("A loja esta fechada desde ontem.", "esta", "está"),
        ("Indique o cumprimento do tubo em centímetros.", "cumprimento", "comprimento"),
        ("Há risco eminente de queda do muro.", "eminente", "iminente"),
        ("Casa o cliente não pague, o contrato acaba.", "Casa", "caso"),
    ],
)
def test_sentence_context_favours_the_intended_confusable_word(
    text: str, written: str, meant: str
) -> None:
    start = text.index(written)
    choice = LinearChoice()
    (odds,) = choice.log_odds(text, start, start + len(written), (meant,)) or (0.0,)
    assert odds > 2.5
    right = text.replace(written, meant)
    (back,) = choice.log_odds(right, start, start + len(meant), (written.lower(),)) or (0.0,)
    assert back == pytest.approx(-odds)  # it never looks at the word itself


def test_confusable_words_in_a_text_are_found_with_exact_offsets() -> None:
    text = "«Ela está cá», disse-nos o João, que mora à beira-mar há anos."
    for place in LinearChoice().places(text):
        assert text[place.start : place.end].lower() == place.written
        assert place.log_odds[place.members.index(place.written)] == 0
        assert len(place.members) == len(place.log_odds) == len(place.limits)
    assert "nos" not in {place.written for place in LinearChoice().places(text)}


def test_word_outside_every_confusable_word_set_has_no_correction_probability() -> None:
    choice = LinearChoice()
    assert choice.log_odds("O gato dorme.", 2, 6, ("rato",)) is None
    assert choice.log_odds("A sessão acabou.", 2, 8, ("vez",)) is None
    assert choice.places("") == []


def test_every_confusable_word_set_has_a_measured_precision_of_at_least_0_9() -> None:
    figures = json.loads((artefact.DATA / "choice" / "figures.json").read_text(encoding="utf-8"))
    declared = sum(map(len, portuguese.choice_sets().values()))
    assert len(figures) == declared >= 250
    for one in figures:
        for pair in one.get("pairs", ()):
            assert pair["precision"] >= 0.9
    shipped = {table.name for table in load().tables}
    assert {one["set"] for one in figures if one["on"]} <= shipped
    assert artefact.manifest("choice").keys() == {"model.bin"}


def test_confusable_word_model_provides_one_analysis_and_lists_its_file() -> None:
    resource = next(one for one in textlint_pt_resources() if one.name == "choice")
    assert [analysis.name for analysis in resource.analyses({})] == ["choice"]
    assert any(path.endswith("model.bin") for path in resource.files({}))
