"""Words as each variant writes them."""

from __future__ import annotations

import pytest

from textlint_pt.text.variants import in_variant, spelling, variant_of, variant_of_text


@pytest.mark.parametrize(
    ("word", "portugal", "brazil"),
    [
        ("húmida", "húmida", "úmida"),
        ("úmida", "húmida", "úmida"),
        ("econômico", "económico", "econômico"),
        ("utilizador", "utilizador", "utilizador"),
        ("casa", "casa", "casa"),
        ("planejamento", "planeamento", "planejamento"),
        ("comboio", "comboio", "comboio"),  # another word: "trem"
    ],
)
def test_words_are_converted_to_european_or_brazilian_portuguese(
    word: str, portugal: str, brazil: str
) -> None:
    assert [in_variant(word, way) for way in ("PT", "BR", "")] == [portugal, brazil, word]


@pytest.mark.parametrize(
    ("form", "now"),
    [
        ("ceptro", "cetro"),
        ("projéctil", "projétil"),
        ("hidroeléctrica", "hidroelétrica"),
        ("vice-directora", "vice-diretora"),
        ("hidreléctrica", "hidrelétrica"),
        ("unidireccional", "unidirecional"),
        ("proteccionismo", "protecionismo"),
        ("activássemos", "ativássemos"),
        ("injectou", "injetou"),
        ("projectores", "projetores"),
        ("active", None),
        ("activate", None),
        ("optimization", None),
        ("unidade", None),
        ("intacto", None),
        ("detectou", None),
        ("lingüiça", "linguiça"),
        ("vêem", "veem"),
        ("enjôos", "enjoos"),
        ("idéias", "ideias"),
        ("véio", None),
        ("heróico", "heroico"),
        ("constrói", None),
        ("averigúe", "averigue"),
        ("ações", "acções"),
        ("ótimo", "óptimo"),
        ("retroacção", None),
    ],
)
def test_words_are_converted_to_the_1990_spelling_agreement(form: str, now: str | None) -> None:
    found = spelling(form)
    assert (found.other if found else None) == now


@pytest.mark.parametrize(
    ("written", "inside", "way", "other"),
    [
        ("fenómenos", False, "european", "fenômenos"),
        ("fenômeno", False, "brazilian", "fenómeno"),
        ("estômago", False, None, ""),
        ("Fenómeno", False, None, ""),
        ("falámos", False, "european", "falamos"),
        ("ámos", False, None, ""),
        ("planeamento", False, "european", "planejamento"),
        ("autocarro", False, "european", ""),
        ("Autocarro", False, "european", ""),
        ("Autocarro", True, None, ""),
        ("Moscou", True, "brazilian", "Moscovo"),
        ("Moscou", False, None, ""),
        ("casa", False, None, ""),
    ],
)
def test_european_or_brazilian_variant_of_a_word_is_detected(
    written: str, inside: bool, way: str | None, other: str
) -> None:
    found = variant_of(written, inside)
    assert (found.way if found else None, found.other if found else "") == (way, other)


@pytest.mark.parametrize(
    ("text", "variant"),
    [
        ("Esqueci o telemóvel no autocarro.", "pt-PT"),
        ("Perdi o celular no ônibus; o autocarro é outro, e o ônibus também.", "pt-BR"),
        ("Um ônibus, dois autocarros e outro autocarro.", "pt-PT"),
        ("Um ônibus e um autocarro.", None),
        ("O trem e o celular.", None),  # both have the words, in some sense
        ("Nada aqui.", None),
    ],
)
def test_text_is_european_or_brazilian_if_such_words_are_twice_as_frequent(
    text: str, variant: str | None
) -> None:
    assert variant_of_text(text) == variant
