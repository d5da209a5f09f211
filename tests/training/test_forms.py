"""The builder of the form lexicon, on a handful of forms and a few sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textlint_pt_embedded.forms import FormLexicon

from training import forms as training
from training.__main__ import main

VERBS = """\
falar\tfalar+V+INF
falá\tfalar+V+INF
falar\tfalar+V+INF+3+SG
fala\tfalar+V+PRS+3+SG
falamos\tfalar+V+PRS+1+PL
falamo\tfalar+V+PRS+1+PL
falado\tfalar+V+PTPST+M+SG
falou\tfalar+V+PRF+3+SG
falares\tfalar+V+IMP+2+SG
valorizar\tvalorizar+V+INF
valoriza\tvalorizar+V+PRS+3+SG
lêem\tler+V+PRS+3+PL
ser\tser+V+INF
é\tser+V+PRS+3+SG
"""
NOUNS = """\
idéia\tidéia+N+F+SG
jibóias\tjibóia+N+F+PL
lingüiça\tlingüiça+N+F+SG
contêiner\tcontêiner+N+M+SG
herói\therói+N+M+SG
casa\tcasa+N+F+SG
não\tnão+N+M+SG
fonte de erro sem tabulador
"""
ADVERBS = "não\tnão+ADV+NEG\n"
TEXT = """\
Hoje a Marta falou com a casa. Depois falou Marta, e o brisário não falou.

Era da Marta a ideia, e a Marta falou: gostamos do brisário, ao brisário ouviu-se. Vem a Marta.
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> FormLexicon:
    folder = tmp_path_factory.mktemp("forms")
    morphobr, corpus, out = folder / "morphobr", folder / "corpus", folder / "out"
    morphobr.mkdir()
    corpus.mkdir()
    for name, text in (("verbs", VERBS), ("nouns", NOUNS), ("adverbs", ADVERBS)):
        (morphobr / f"{name}.dict").write_text(text, encoding="utf-8")
    for name in ("um", "dois", "gnome-user-docs", "guiafoca"):
        (corpus / f"{name}.txt").write_text(TEXT * 20, encoding="utf-8")
    arguments = ["--morphobr", str(morphobr), "--corpus", str(corpus), "--out", str(out)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "WORD_SOURCES", 2)
        main(["forms", *arguments])
        first = {path.name: path.read_bytes() for path in out.iterdir()}
        main(["forms", *arguments])
    assert {path.name: path.read_bytes() for path in out.iterdir()} == first
    return FormLexicon(str(out))


def lemmas(lexicon: FormLexicon, word: str) -> set[tuple[str, str]]:
    return {(reading.lemma, reading.upos) for reading in lexicon.readings(word)}


def test_verb_stems_before_clitics_are_not_forms_of_the_built_lexicon(built: FormLexicon) -> None:
    assert not built.readings("falá")
    assert not built.readings("falamo")
    assert {r.feature("Mood") for r in built.readings("falamos")} == {"Ind"}
    assert not built.readings("falares")


def test_built_lexicon_labels_old_spellings_and_adds_new_ones(built: FormLexicon) -> None:
    for old, new in (("idéia", "ideia"), ("jibóias", "jiboias"), ("lêem", "leem")):
        (before,), (today,) = built.readings(old), built.readings(new)
        assert before.feature("Style") == "Arch"
        assert today.feature("Style") is None
        assert before.lemma == today.lemma
    for kept in ("contêiner", "herói"):
        assert built.readings(kept)[0].feature("Style") is None


def test_verbs_added_to_the_built_lexicon_are_conjugated_by_analogy(built: FormLexicon) -> None:
    (reading,) = built.readings("prioriza")
    assert reading == (
        "priorizar",
        "VERB",
        "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin",
        "own",
    )


def test_copula_ser_is_an_auxiliary_verb_in_the_built_lexicon(built: FormLexicon) -> None:
    assert lemmas(built, "é") == {("ser", "AUX")}


def test_built_lexicon_adds_proper_names_and_new_words_of_the_corpus(built: FormLexicon) -> None:
    (name,) = built.readings("marta")
    assert name == ("Marta", "PROPN", "Gender=Fem", "name")
    (word,) = built.readings("brisário")
    assert word == ("brisário", "NOUN", "Gender=Masc|Number=Sing", "corpus")


def test_lexicon_build_ignores_share_alike_and_excluded_sources(
    built: FormLexicon, tmp_path: Path
) -> None:
    for name in ("um", "gnome-user-docs", "guiafoca"):
        (tmp_path / f"{name}.txt").write_text("", encoding="utf-8")
    assert [path.name for path in training.usable([str(tmp_path)])] == ["um.txt"]
    # 40 texts of two sources have it four times
    assert built.frequency("falou") == (4 * 40).bit_length()
    assert built.frequency("lingüiça") == 0


def test_built_lexicon_records_its_input_and_output_files(built: FormLexicon) -> None:
    folder = Path(built._name)
    inputs = json.loads((folder / "inputs.json").read_text(encoding="utf-8"))
    assert set(inputs["corpus"]) == {"um.txt", "dois.txt"}
    assert set(inputs["morphobr"]) == {"verbs.dict", "nouns.dict", "adverbs.dict"}
    files = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert set(files) == {"forms.dawg", "classes.txt", "words.json", "endings.json"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("heróico", "heroico"),
        ("estréiam", "estreiam"),
        ("apóio", "apoio"),
        ("enjôo", "enjoo"),
        ("dêem", "deem"),
        ("averigúe", "averigue"),
        ("feiúra", "feiura"),
        ("pólo", "polo"),
    ],
)
def test_old_spelling_is_modernised_when_building_the_lexicon(old: str, new: str) -> None:
    assert training.modern(old, {"pólo": "polo"}) == new


@pytest.mark.parametrize(
    "word",
    ["papéis", "herói", "destróier", "maiúscula", "aracnóideo", "mülleriano", "Piauí", "são"],
)
def test_current_spelling_is_kept_when_building_the_lexicon(word: str) -> None:
    assert training.modern(word, {}) == word


@pytest.mark.parametrize(
    ("noun", "many"),
    [("avião", "aviões"), ("hotel", "hotéis"), ("token", "tokens"), ("álbum", "álbuns")],
)
def test_plural_of_portuguese_nouns_is_formed_correctly(noun: str, many: str) -> None:
    assert training.plural(noun) == many


def test_common_misspellings_are_not_added_to_the_built_lexicon() -> None:
    uses = {
        "sistema": training.Use(count=9000, small=9000, where=0xFF),
        "sistma": training.Use(count=40, small=40, where=0xFF),
        "webinar": training.Use(count=40, small=40, where=0xFF),
        "sístema": training.Use(count=40, small=40, where=0xFF),
    }
    lexicon = {"sistema": {training.Entry("sistema", "NOUN", "Number=Sing", "lexicon")}}
    assert [form for form, _ in training.words_in_use(uses, lexicon)] == ["webinar"]
