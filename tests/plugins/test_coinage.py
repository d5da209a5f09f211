"""Forms that no lexicon has and that are no slips."""

from __future__ import annotations

import pytest
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.coinage import is_borrowed, is_coined, is_term
from textlint_pt_grammaticality.spelling.corrections import corrections
from textlint_pt_grammaticality.spelling.unknown import unknown

FORMS = form_lexicon()


@pytest.mark.parametrize(
    "form",
    ["mutar", "mutado", "mutador", "mocka", "memoizado", "implementador", "modelão", "estilosa",
     "sinofobia", "coocorrendo", "quinases"],
)  # fmt: skip
def test_well_made_words(form: str) -> None:
    assert not FORMS.known(form)
    assert is_coined(form, FORMS) or is_term(form)
    assert corrections(form, FORMS) == ()


@pytest.mark.parametrize(
    ("form", "meant"),
    [("contruídos", "construídos"), ("pensagem", "mensagem"), ("mapeam", "mapear"),
     ("abstrada", "abstrata"), ("coordendor", "coordenador"), ("mostar", "mostra"),
     ("escreveer", "escrever"), ("framewok", "framework"), ("utilizaçãod", "utilização")],
)  # fmt: skip
def test_slips_are_none(form: str, meant: str) -> None:
    assert not is_coined(form, FORMS)
    assert meant in corrections(form, FORMS)


@pytest.mark.parametrize("form", ["charts", "plumb", "registry", "tokenizers"])
def test_borrowed_words_and_their_plurals(form: str) -> None:
    assert corrections(form, FORMS) == ()


def test_a_form_like_no_word_may_still_be_a_slip_for_a_borrowed_one() -> None:
    assert not is_borrowed("framewok", ["framework"], FORMS)
    assert is_borrowed("charts", ["chart"], FORMS)


@pytest.mark.parametrize(
    "text",
    [
        "Falava de um jantar frio, une chose qui ne valut rien, e de outras coisas.",
        "Trazia umas pistolas que lá chamam coups de poing e que varam uma porta.",
        "Os guardas querem levá - lo para casa ainda hoje.",
        "A posição index do vetor guarda o valor.",
    ],
)
def test_what_stands_in_foreign_words_or_is_cut_off(text: str) -> None:
    assert [place for place in unknown(text, FORMS) if corrections(place.form, FORMS)] == []
