"""Forms that no lexicon has and that are no slips."""

from __future__ import annotations

import pytest
from textlint_pt_embedded.english_words import EnglishWords
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.sentence.channel import candidates
from textlint_pt_grammaticality.sentence.coinage import (
    is_coined,
    is_made_in_english,
    is_term,
    looks_foreign,
)

FORMS = form_lexicon()


@pytest.mark.parametrize(
    "form",
    ["mutador", "memoizador", "modelão", "sinofobia", "coocorrendo", "quinases", "virilíssimo",
     "sacolejante", "negacionismo", "adultização"],
)  # fmt: skip
def test_regular_derivations_missing_from_the_lexicon_are_accepted(form: str) -> None:
    assert not FORMS.known(form)
    assert is_coined(form, FORMS) or is_term(form)


@pytest.mark.parametrize(
    ("form", "meant"),
    [("contruídos", "construídos"), ("pensagem", "mensagem"), ("mapeam", "mapear"),
     ("abstrada", "abstrata"), ("coordendor", "coordenador"), ("mostar", "mostra"),
     ("escreveer", "escrever"), ("framewok", "framework"), ("utilizaçãod", "utilização")],
)  # fmt: skip
def test_misspellings_are_not_accepted_as_derivations(form: str, meant: str) -> None:
    assert not is_coined(form, FORMS)
    assert meant in [one.form for one in candidates(form, FORMS)]


@pytest.mark.parametrize("form", ["charts", "plumb", "registry", "tokenizers"])
def test_words_with_letter_sequences_foreign_to_portuguese_are_detected(form: str) -> None:
    assert looks_foreign(form)
    assert not looks_foreign("carta")


@pytest.mark.parametrize(
    ("form", "made"),
    [("adapters", True), ("retries", True), ("mapper", True), ("nullable", True),
     ("subdomain", True), ("rollback", True), ("timeframes", True),
     ("gulpada", False), ("limptar", False), ("senham", False), ("formade", False)],
)  # fmt: skip
def test_words_derived_by_english_affixes_are_detected(form: str, made: bool) -> None:
    assert is_made_in_english(form, EnglishWords().known) is made
