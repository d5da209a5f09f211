"""Phrases kept as data: how they are read and matched, and whether the data can be right."""

from __future__ import annotations

import pytest
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality import collocations
from textlint_pt_grammaticality.collocations import Parser, Reader
from textlint_pt_grammaticality.reading import table

FILES = ["calques.txt", "paronyms.txt", "pleonasms.txt"]


def matches(monkeypatch: pytest.MonkeyPatch, lines: str, text: str, variant: str = "") -> list[str]:
    """What the phrases of `lines` make of a text: "marked > suggestion"."""
    monkeypatch.setattr(collocations, "table", lambda name: lines.splitlines())
    for kept in (collocations.phrases, collocations.starting, collocations._beginning):
        kept.cache_clear()
    found = Reader("own", form_lexicon(), lambda: variant).matches(text)
    for kept in (collocations.phrases, collocations.starting, collocations._beginning):
        kept.cache_clear()
    return [f"{text[match.start : match.end]} > {match.suggestions[0]}" for match in found]


@pytest.mark.parametrize(
    ("line", "text", "expected"),
    [
        ("[<assumir>] que = <supor>", "Assumiram que vem.", ["Assumiram > Supuseram"]),
        ("[<assumir>] que = <supor>", "Assumimos o cargo.", []),
        (
            "[<aplicar> para] o = <aderir> a",
            "Aplicou para o clube.",
            ["Aplicou para o > Aderiu ao"],
        ),
        ("[em base ao|à] = com base em+", "Feito em base à lei.", ["em base à > com base na"]),
        ("<subir> [para cima] -de", "Subiram para cima de tudo.", []),
        ("<subir> [para cima] -de", "Subiram para cima.", ["Subiram para cima > Subiram"]),
        ("[a] b? c = d", "Há a c e a b c.", ["a > d", "a > d"]),
        (
            "[fim] @end = início",
            "É o fim, e o fim do dia é o fim.",
            ["fim > início", "fim > início"],
        ),
        ("@start [fim] = início", "Fim do dia. O fim.", ["Fim > Início"]),
        ("[mas] , porém = e", "Foi, mas, porém, voltou mas porém.", ["mas > e"]),
        ("[ter] ... tempo = haver", "Vai ter um muito bom tempo.", ["ter > haver"]),
        ("# anos [velho] = de idade", "Com 30 anos velho.", ["velho > de idade"]),
        ("[<rato>] depois = bocado\n- rato depois do", "Um rato depois do gato.", []),
        ("[<rato>] @noun = pó", "O rato comeu, e o rato gato.", ["rato > pó"]),
    ],
)
def test_patterns(
    monkeypatch: pytest.MonkeyPatch, line: str, text: str, expected: list[str]
) -> None:
    assert matches(monkeypatch, line, text) == expected


def test_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "PT [<deletar>] = <apagar>"
    assert matches(monkeypatch, line, "Ele deletou tudo.", "PT") == ["deletou > apagou"]
    assert matches(monkeypatch, line, "Ele deletou tudo.", "BR") == []
    line = "[<aplicar>] para = <candidatar-se>"
    assert matches(monkeypatch, line, "Eu apliquei para isso.", "PT") == [
        "apliquei > candidatei-me"
    ]
    assert matches(monkeypatch, line, "Eu apliquei para isso.", "BR") == [
        "apliquei > me candidatei"
    ]


@pytest.mark.parametrize("line", ["[a b", "a [b] [c] = d", "a b", "@nothing x = y"])
def test_a_line_that_is_no_phrase_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"brackets|instead|class"):
        list(Parser().phrases([line]))


@pytest.mark.parametrize("name", FILES)
def test_the_data_can_match(name: str) -> None:
    forms = form_lexicon()

    def known(lemma: str) -> bool:
        return any(
            reading.lemma == lemma
            for tag in ("VERB", "AUX", "NOUN", "ADJ")
            for _, form in forms.paradigm(lemma, tag)[:2]
            for reading in forms.readings(form)
        )

    lines = table(name)
    assert len(set(lines)) == len(lines) > 200
    found = list(Parser().phrases(lines))
    lemmas = {lemma for phrase in found for item in phrase.items for lemma in item.lemmas}
    lemmas |= {
        lemma.strip("<>").removesuffix("-se")
        for phrase in found
        for suggestion in phrase.suggestions
        for lemma in collocations._LEMMA.findall(suggestion)
    }
    assert {lemma for lemma in lemmas if not known(lemma)} == set()
    assert collocations.phrases(name)
