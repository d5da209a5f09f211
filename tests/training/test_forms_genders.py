"""Genders that we say nouns have (`training/forms_genders.tsv`) are those of the lexicon."""

from __future__ import annotations

import pytest
from textlint_pt_embedded.forms import form_lexicon

from training.forms import Entry, correct_genders, read_genders


def test_form_lexicon_contains_the_corrected_noun_genders() -> None:
    forms = form_lexicon()
    wrong = {
        lemma: (gender, {reading.feature("Gender") for reading in nouns})
        for lemma, gender in read_genders().items()
        if (nouns := [r for r in forms.readings(lemma) if r.upos == "NOUN" and r.lemma == lemma])
        and {f"Gender={r.feature('Gender')}" if r.feature("Gender") else "" for r in nouns}
        != {gender}
    }
    assert not wrong


@pytest.mark.parametrize(
    ("lemma", "gender"), [("dor", "Fem"), ("razão", "Fem"), ("modelo", "Masc"), ("firewall", None)]
)
def test_sample_nouns_have_the_corrected_gender_in_the_form_lexicon(
    lemma: str, gender: str | None
) -> None:
    nouns = [r for r in form_lexicon().readings(lemma) if r.upos == "NOUN"]
    assert {reading.feature("Gender") for reading in nouns} == {gender}


def test_gender_correction_of_a_lexicon_lemma_changes_its_noun_readings_only() -> None:
    noun = Entry("dor", "NOUN", "Number=Plur", "lexicon")
    small = Entry("dor", "NOUN", "Degree=Dim|Gender=Fem|Number=Sing", "lexicon")
    verb = Entry("dorar", "VERB", "VerbForm=Inf", "lexicon")
    lexicon = {"dores": {noun, verb}, "dorzinha": {small}}
    correct_genders(lexicon, {"dor": "Gender=Fem"})
    assert lexicon["dores"] == {noun._replace(features="Gender=Fem|Number=Plur"), verb}
    assert lexicon["dorzinha"] == {small}
