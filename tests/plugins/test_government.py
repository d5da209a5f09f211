"""GRA2xx and GRA3xx: what the cases in tests/rules do not show."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.patterns import FOLDER
from textlint_pt_grammaticality.sentence.governing import government
from textlint_pt_grammaticality.sentence.parsed import like

from textlint_pt.patterns.contractions import joined, split
from textlint_pt.patterns.joining import mesoclisis, verb_with_pronoun
from textlint_pt.patterns.loading import entries
from textlint_pt.testing import lint_text


@pytest.mark.parametrize(
    ("form", "pronouns", "expected"),
    [
        ("diria", ["se"], "dir-se-ia"),
        ("mostrará", ["nos"], "mostrar-nos-á"),
        ("trará", ["o"], "trá-lo-á"),
        ("venderão", ["as"], "vendê-las-ão"),
        ("poremos", ["o"], "pô-lo-emos"),
        ("faríamos", ["lhe"], "far-lhe-íamos"),
        ("disse", ["me"], ""),
    ],
)
def test_pronouns_are_inserted_into_future_verb_forms_by_mesoclisis(
    form: str, pronouns: list[str], expected: str
) -> None:
    assert mesoclisis(form, pronouns) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("ver", "o", "vê-lo"),
        ("tens", "o", "tem-lo"),
        ("farei", "o", "fá-lo-ei"),
        ("vemos", "nos", "vemo-nos"),
        ("la", "fá", "a faz"),
        ("no", "deram", "o deram"),
        ("nos", "habituámo", "nos habituámos"),
    ],
)
def test_portuguese_pronoun_is_attached_to_the_verb_or_placed_before_it(
    first: str, second: str, expected: str
) -> None:
    assert verb_with_pronoun(form_lexicon(), first, second) == expected


@given(st.text("abcçãõé", min_size=1, max_size=8), st.text("xyz", min_size=1, max_size=8))
def test_verb_government_correction_keeps_the_capital_letter(new: str, written: str) -> None:
    assert like(new, written) == new
    assert like(new, written.capitalize())[0].isupper()


def test_corrections_of_always_wrong_words_consist_of_lexicon_words() -> None:
    lexicon = form_lexicon()
    never = next(one for one in entries(FOLDER) if one.id == "common-confusion.never-right")
    right = [written.partition(">")[2] for written, _ in never.patterns]
    unknown = {
        word
        for form in right
        for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", form)
        if not lexicon.known(word)
    }
    assert unknown == set()


def test_verb_government_table_contains_only_words_of_the_lexicon() -> None:
    lexicon = form_lexicon()
    prepositions = {"a", "de", "em", "por", "com", "para", "sobre", "contra"}
    entries = [entry for found in government().entries.values() for entry in found]
    assert len(entries) > 550
    assert [entry.head for entry in entries if not lexicon.readings(entry.head)] == []
    for entry in entries:
        assert set(entry.takes) <= prepositions | {"-", "inf", "entre", "perante", "até", "quanto"}
        for slip in entry.slips:
            assert slip.level in ("never", "learner", "norm"), entry
            assert slip.wrong in prepositions | {"-", "que", "de que", "do que"}, entry
            assert slip.right in prepositions | {"-", "que", "de que"}, entry
            known = slip.before in ("", "inf", "pron", "um", "bare", "past")
            assert known or slip.before[1:] in government().classes, entry


@pytest.mark.parametrize(
    ("preposition", "word", "together"),
    [("de", "o", "do"), ("a", "as", "às"), ("em", "uma", "numa"), ("por", "a", "pela"),
     ("a", "aquele", "àquele"), ("com", "o", "com o"), ("-", "a", "a")],
)  # fmt: skip
def test_prepositions_contract_with_articles(preposition: str, word: str, together: str) -> None:
    assert joined(preposition, word) == together
    if " " not in together and preposition != "-":
        assert split(together) == (preposition, word)


def test_fix_of_an_always_wrong_expression_is_marked_safe() -> None:
    found = lint_text("Se por ventura ele vier, avise.", select=["GRA217"])["findings"]
    assert [finding["fix"]["applicability"] for finding in found if finding["fix"]] == ["safe"]


def test_clitic_finding_with_two_possible_corrections_has_no_automatic_fix() -> None:
    text = "Amanhã o guia mostrará-nos as grutas."
    every = {"GRA303": {"confidence": 0}}
    (found,) = lint_text(text, select=["GRA303"], rules=every)["findings"]
    assert found["fix"] is not None
    assert found["fix"]["applicability"] == "suggestion"
    assert sorted(found["evidence"]["suggestions"]) == ["mostrar-nos-á", "nos mostrará"]


def test_sentence_initial_pronoun_is_reported_in_pt_br_only_if_enabled() -> None:
    text = "Me disseram na recepção que o ônibus já tinha saído."
    rules = {"GRA302": {"brazilian": True, "confidence": 0}}
    assert lint_text(text, select=["GRA302"])["findings"] == []
    found = lint_text(text, select=["GRA302"], rules=rules)["findings"]
    assert [finding["code"] for finding in found] == ["GRA302"]


def test_clitic_finding_points_to_the_word_that_attracts_the_pronoun() -> None:
    text = "O carteiro não disse-me quando voltava."
    every = {"GRA301": {"confidence": 0}}
    (found,) = lint_text(text, select=["GRA301"], rules=every)["findings"]
    assert [text[r["start"] : r["end"]] for r in found["related"]] == ["não"]
