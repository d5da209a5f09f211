"""What turns a sentence round against another that is nearly the same."""

from __future__ import annotations

import pytest
from textlint_pt_embedded.forms import form_lexicon

from textlint_pt.text.contrast import contrary, contrasts, exchanged, opposites
from textlint_pt.text.negation import denials, missed
from textlint_pt.text.parse import ParsedWord
from textlint_pt.text.turns import turns


def parsed(text: str, *rows: tuple[str, str, str, int, str]) -> list[ParsedWord]:
    words, at = [], 0
    for form, tag, lemma, head, relation in rows:
        at = text.index(form, at)
        words.append(ParsedWord(at, at + len(form), 0, form, tag, "", head, relation, lemma))
    return words


def kinds(first: str, second: str) -> list[str]:
    return [turn.kind for turn in turns(first, second, form_lexicon())]


@pytest.mark.parametrize(
    ("second", "kind"),
    [
        ("O menino não comprou três peras no mercado.", "negation"),
        ("O menino vendeu três peras no mercado.", "contrary"),
        ("O menino comprou 3 peras no mercado.", None),
        ("O menino deve ter comprado três peras no mercado.", "modality"),
        ("No mercado, o menino comprou três peras.", None),
        ("O rapaz comprou três peras no mercado.", None),
        ("Chovia muito e ninguém quis sair de casa.", None),
    ],
)
def test_contradictions_between_two_sentences_are_found(second: str, kind: str | None) -> None:
    first = "O menino comprou três peras no mercado."
    assert kinds(first, second) == ([kind] if kind else [])
    assert kinds(second, first) == ([kind] if kind else [])


def test_different_number_in_two_sentences_is_a_contradiction() -> None:
    first, second = "Comprou 12 peras no mercado ontem.", "Comprou 13 peras no mercado ontem."
    assert kinds(first, second) == ["contrary"]


ACTIVE = "gato viu cão"
ACTIVE_WORDS = parsed(
    ACTIVE,
    ("gato", "NOUN", "gato", 1, "nsubj"),
    ("viu", "VERB", "ver", -1, "root"),
    ("cão", "NOUN", "cão", 1, "obj"),
)


def test_swapped_subject_and_object_are_a_contradiction() -> None:
    text = "cão viu gato"
    words = parsed(
        text,
        ("cão", "NOUN", "cão", 1, "nsubj"),
        ("viu", "VERB", "ver", -1, "root"),
        ("gato", "NOUN", "gato", 1, "obj"),
    )
    (turn,) = turns(ACTIVE, text, form_lexicon(), (ACTIVE_WORDS, words))
    assert turn == ("roles", (0, 4), (8, 12))


def test_passive_version_of_a_sentence_does_not_contradict_it() -> None:
    text = "cão foi visto por gato"
    words = parsed(
        text,
        ("cão", "NOUN", "cão", 2, "nsubj:pass"),
        ("foi", "AUX", "ser", 2, "aux:pass"),
        ("visto", "VERB", "ver", -1, "root"),
        ("por", "ADP", "por", 4, "case"),
        ("gato", "NOUN", "gato", 2, "obl:agent"),
    )
    assert turns(ACTIVE, text, form_lexicon(), (ACTIVE_WORDS, words)) == ()


@pytest.mark.parametrize(
    ("text", "plain", "lexical"),
    [
        ("Não viu ninguém.", ["Não"], 0),
        ("Não «viu» ninguém.", ["Não"], 0),
        ("Ele viu ninguém.", [], 0),
        ("Ninguém viu.", ["Ninguém"], 0),
        ("Não, nunca vi.", ["Não", "nunca"], 0),
        ("Não veio, nem ligou.", ["Não"], 0),
        ("Não veio. Nem ligou.", ["Não", "Nem"], 0),
        ("Ele não só veio, sem dúvida, como ligou.", [], 0),
        ("nao sei", ["nao"], 0),
        ("É impossível, grande demais para nós.", [], 2),
    ],
)
def test_double_negation_in_a_clause_counts_as_one_negation(
    text: str, plain: list[str], lexical: int
) -> None:
    found = denials(text, form_lexicon())
    assert ([text[start:end] for start, end in found.plain], found.lexical) == (plain, lexical)


@pytest.mark.parametrize(
    ("first", "second", "lacking"),
    [
        ("A porta abre sozinha.", "A porta não abre sozinha.", ["não abre"]),
        ("É possível abrir a porta.", "Não é possível abrir a porta.", ["Não é possível"]),
        ("É impossível abrir a porta.", "Não é possível abrir a porta.", []),
        (
            "O gato dorme e o cão come.",
            "O gato não dorme e o cão não come.",
            ["não dorme", "não come"],
        ),
        ("Não abra a porta azul da rua, e depois abra.", "Não abra a porta. Não entre.", []),
        ("Chove.", "A porta não abre.", []),
    ],
)
def test_negation_missing_from_one_of_two_sentences_is_found(
    first: str, second: str, lacking: list[str]
) -> None:
    forms = form_lexicon()
    for one, other, at in ((first, second, 0), (second, first, 1)):
        found = missed(one, other, forms)
        assert [second[m.start : m.end] for m in found[at]] == lacking
        assert found[1 - at] == []


@pytest.mark.parametrize(
    ("first", "second", "alike", "other"),
    [
        ("O preço vai aumentar já.", "O preço vai diminuir já.", ["aumentar diminuir"], None),
        ("Vi 12 peras no chão.", "Vi 12 mil peras no chão.", ["12 12 mil"], None),
        ("Vi 1.000 peras no chão.", "Vi mais 1000 peras no chão.", [], None),
        ("Ative já a opção.", "Desative já a opção.", ["Ative Desative"], None),
        ("O servidor envia ao cliente.", "O cliente envia ao servidor.", [], None),
        ("A porta fica aberta.", "A porta não fica fechada.", [], ["aberta fechada"]),
        ("Os preços aumentaram.", "Os custos diminuíram muito.", [], ["aumentaram diminuíram"]),
        ("Os preços aumentaram.", "Os preços cresceram e os custos diminuíram.", [], []),
        ("Os preços aumentaram e subiram.", "Diminuíram.", [], ["aumentaram Diminuíram"]),
    ],
)
def test_antonyms_and_different_numbers_in_two_sentences_are_paired(
    first: str, second: str, alike: list[str], other: list[str] | None
) -> None:
    for found, expected in ((contrasts, alike), (opposites, alike if other is None else other)):
        assert [
            f"{first[one.start : one.end]} {second[one.other_start : one.other_end]}"
            for one in found(first, second, form_lexicon())
        ] == expected


def test_antonyms_are_found_in_a_list_or_by_a_negative_prefix() -> None:
    pairs = (("aberto", "fechado"), ("legal", "ilegal"), ("casa", "gato"), ("1", "2"), ("1", "um"))
    assert [contrary(*pair) for pair in pairs] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("O gato dorme na sala.", "O cão dorme na sala.", ("gato", "cão")),
        ("O gato dorme na sala.", "A vaca dorme na sala.", ("gato", "vaca")),
        ("O gato dorme bem.", "O cão dorme bem.", ("gato", "cão")),
        ("O gato dorme na sala.", "A gata dorme na sala.", None),
        ("O gato dorme na sala.", "O cão come na sala.", None),
        ("O preço subiu este mês.", "O preço cresceu este mês.", None),
        ("Vi 12 gatos na sala.", "Vi 13 gatos na sala.", None),
        ("Vi o gato.", "Vi o cão.", None),
    ],
)
def test_single_content_word_that_differs_between_two_sentences_is_found(
    first: str, second: str, words: tuple[str, str] | None
) -> None:
    found = exchanged(first, second, form_lexicon())
    place = found and found.place
    assert words == (
        place and (first[place.start : place.end], second[place.other_start : place.other_end])
    )
