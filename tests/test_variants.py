"""Words as each variant writes them."""

from __future__ import annotations

import pytest

from textlint_pt.text.variants import in_variant, spelling


@pytest.mark.parametrize(
    ("word", "portugal", "brazil"),
    [
        ("húmida", "húmida", "úmida"),
        ("úmida", "húmida", "úmida"),
        ("econômico", "económico", "econômico"),
        ("utilizador", "utilizador", "utilizador"),
        ("casa", "casa", "casa"),
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
    ],
)
def test_words_are_converted_to_the_1990_spelling_agreement(form: str, now: str | None) -> None:
    found = spelling(form)
    assert (found.other if found else None) == now
