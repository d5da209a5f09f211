"""What renders a term of the source, over an invented lexicon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from textlint_pt_translation.pairs import Pair, Side
from textlint_pt_translation.renderings import Renderings

from textlint_pt.contract.forms import Reading
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load
from textlint_pt.text.document import Span


class Forms:
    """Every word is a noun and its own lemma, but for a plural and a preposition."""

    def analyse(self, word: str) -> tuple[Reading, ...]:
        kind = "ADP" if word == "sobre" else "NOUN"
        return (Reading(word.removesuffix("s"), kind, "", "lexicon"),)


_OTHERS = {
    word: frozenset(others.split())
    for word, others in (
        ("boat", "barco"),
        ("gold", "ouro"),
        ("bring", "trazem"),
        ("old", "velho"),
        ("much", "muito"),
    )
}


LISTED = {"cart": frozenset(("zorra",))}


class Lexicon:
    _nouns: Mapping[str, frozenset[str]] = {"ship": frozenset(("navio", "barco"))}

    def noun(self, form: str) -> str:
        return form.removesuffix("s")

    def nouns(self, noun: str) -> frozenset[str]:
        return self._nouns.get(noun, frozenset())

    def words(self, form: str) -> frozenset[str]:
        return self.nouns(form) | _OTHERS.get(form, frozenset())

    def alike(self, noun: str, other: str) -> bool:
        return {noun, other} == {"zorra", "trenó"}


def side(text: str) -> Side:
    document = build("a.txt", text, load(third_party=False).format_for("a.txt"))
    return Side(document.sentences, text, Span(0, len(text)))


def varied(
    *lines: tuple[str, str], least: int = 2, fewest: int = 99
) -> list[tuple[str, str, int, str, int]]:
    pairs = [Pair(side(ours), side(theirs), "source") for theirs, ours in lines]
    forms: Any = Forms()
    return [
        (found.term, found.word, len(found.places), found.usual, found.uses)
        for found in Renderings(pairs, forms, Lexicon(), LISTED).varied(least, fewest)
    ]


USUAL = [("The ship came.", "Veio um navio."), ("A ship sank.", "Um navio foi ao fundo.")] * 2


def test_a_word_that_the_lexicon_gives_for_the_term() -> None:
    expected = [("ship", "barco", 1, "navio", 4)]
    assert varied(*USUAL, ("Ships are white.", "Barcos são brancos.")) == expected
    once = (*USUAL, ("Ships are white.", "Barcos são brancos."))
    assert varied(*once, least=3) == []
    # wherever else the page has the term
    assert varied(*once, least=9, fewest=4) == expected
    assert varied(*once, ("No ship.", "Nada."), least=9, fewest=4) == []


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Ships are white.", "Navios são brancos."),
        ("Ships are white.", "Gatos, cães, ratos são animais que não vivem no mar."),
        ("Ships are white.", "São brancos, como se sabe desde há muito tempo, os barcos."),
        ("Ships are white, the boat says.", "São brancos, diz quem está no barco."),
        ("Ships of any Barco are white.", "São brancos os de Barco."),
        ("The barcode of ships.", "O barco."),
    ],
    ids=["usual", "unlike", "elsewhere", "accounted for", "a name", "accounted by likeness"],
)
def test_what_is_no_other_word_for_it(source: str, target: str) -> None:
    assert varied(*USUAL, (source, target)) == []


def test_a_term_that_the_lexicon_lacks_is_told_by_where_its_words_stand() -> None:
    lines = [("The kibitka came.", "Veio um trenó."), ("No kibitka.", "Nenhum trenó.")] * 2
    other = ("The kibitka left.", "Uma zorra saiu.")
    assert varied(*lines, other) == [("kibitka", "zorra", 1, "trenó", 4)]
    # the word stands for other things too, so that it may not be the term's
    assert varied(*lines, other, *[("Nobody is here.", "Ninguém traz um trenó.")] * 3) == []


def test_a_word_that_is_listed_for_the_term() -> None:
    lines = [("The cart came.", "Veio um carro."), ("No cart at all.", "Nenhum carro.")] * 2
    other = ("Cart and jam.", "Zorra, doce, mel.")
    expected = [("cart", "zorra", 1, "carro", 4)]
    assert varied(*lines, other, least=4) == expected
    # it may stand for other things too, and further away
    assert varied(*lines, other, ("Nobody.", "Nenhuma zorra."), least=4) == expected


def test_what_is_left_over_on_both_sides() -> None:
    gold = (
        "The ships of old bring much gold to us.",
        "Os batéis de velho trazem muito ouro a nós.",
    )
    assert varied(*USUAL, gold) == [("ship", "batéi", 1, "navio", 4)]
    elsewhere = (
        "The ships of old bring much gold to us.",
        "Velho, muito ouro a nós trazem batéis.",
    )
    assert varied(*USUAL, elsewhere) == []
    # two words of the source have nothing that stands for them
    lost = ("Gold old ships bring us to much.", "Num os batéis, os que nos de lá vêm cá.")
    assert varied(*USUAL, lost) == []


def test_words_that_stand_in_many_places_are_no_slip() -> None:
    others: Sequence[tuple[str, str]] = [("Ships are white.", "Barcos são brancos.")] * 2
    assert varied(*USUAL, *USUAL, *others) == []
    assert varied(*USUAL * 5, *others) == [("ship", "barco", 2, "navio", 20)]
