"""What turns a sentence round against another that is nearly the same."""

from __future__ import annotations

import pytest
from textlint_pt_embedded.forms import form_lexicon

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


def test_passive_voice_of_a_sentence_is_not_a_contradiction() -> None:
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
