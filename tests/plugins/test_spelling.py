"""GRA901 to GRA903: candidates, the manner of a text, the project's dictionary."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.alternatives import alternatives, better
from textlint_pt_grammaticality.manner import is_capitals, manner
from textlint_pt_grammaticality.respelling import bare, divided, joined, marked, near, with_marks
from textlint_pt_grammaticality.spelling.corrections import corrections
from textlint_pt_grammaticality.spelling.unknown import unknown

from textlint_pt.companions.input import Input
from textlint_pt.config.config import option_files
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.faults import Fault
from textlint_pt.contract.view import View
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Document, Kind, Sentence, Text

FORMS = form_lexicon()
WORDS = st.text("abcçdefghijlmnopqrstuvxzáâãàéêíóôõú", min_size=1, max_size=12)


@given(WORDS)
def test_marked_spellings_have_the_same_letters(form: str) -> None:
    found = marked(form)
    assert form not in found
    assert len(set(found)) == len(found)
    assert {bare(other) for other in found} <= {bare(form)}


@given(WORDS)
def test_corrections_are_words_and_never_the_form(form: str) -> None:
    for other in corrections(form, FORMS):
        assert other != form
        assert all(FORMS.known(word) for word in other.split())


@pytest.mark.parametrize(
    ("form", "meant"),
    [
        ("poblema", "problema"),  # a letter too few
        ("probllema", "problema"),  # one too many
        ("porblema", "problema"),  # two exchanged
        ("tanbém", "também"),  # sounds the same
        ("voçe", "você"),  # cedilla and accent
        ("nescessário", "necessário"),
        ("compania", "companhia"),
        ("porcento", "por cento"),  # a space left out
        ("dacasa", "da casa"),
        ("disselhe", "disse-lhe"),  # a hyphen left out
        ("cabelereiro", "cabeleireiro"),  # listed
    ],
)
def test_the_likeliest_word_comes_first(form: str, meant: str) -> None:
    assert corrections(form, FORMS)[0] == meant


@pytest.mark.parametrize("form", ["cliquetivismo", "foursomes", "zz", "aaaaaaaa", "x" * 40])
def test_what_is_near_no_word_has_no_correction(form: str) -> None:
    assert not corrections(form, FORMS)


def test_marks_alone() -> None:
    assert with_marks("orgaos", FORMS, 3)[0].form == "órgãos"
    assert with_marks("porta", FORMS, 3) == []
    assert near("voce", FORMS, 4, 3)[0].form == "você"
    assert divided("semdúvida", FORMS, 9) == ["sem dúvida"]
    assert joined("casalhe", FORMS, 4) == ["casa-lhe"]
    assert joined("lhe", FORMS, 4) == []


def test_only_small_letters_and_words_at_the_start_are_judged() -> None:
    text = "Voce viu o Zebedeu e o tanbém? O Tanbém não, o TANBÉM não, o tanbém2 e o a_tanbém não."
    assert [place.written for place in unknown(text, FORMS)] == ["Voce", "tanbém"]
    text = "O pro\u00adblema e a resposa- bilidade são de %(quem)s."
    assert not list(unknown(text, FORMS))
    text = "Ele so queria ir ao km dois."
    assert [place.written for place in unknown(text, FORMS)] == ["so"]


# ------------------------------------------------------------------ the manner of a text


def view(*texts: str) -> View:
    sentences, start = [], 0
    for i, text in enumerate(texts):
        sentences.append(Sentence(i, Text.verbatim(text, start), Kind.PARAGRAPH, i, 0))
        start += len(text) + 1
    document = Document("x.txt", " ".join(texts), "text", (), tuple(sentences))
    return View(document, {"forms": FORMS})


GOOD = "A irmã não sabia se o avião já tinha saído, e ninguém lhe respondeu à mensagem."
LOST = "A irma nao sabia se o aviao ja tinha saido, e ninguem lhe respondeu, nem o irmao tambem."


def test_a_part_and_the_whole() -> None:
    assert manner(view(GOOD, GOOD)).fit == [True, True]
    part = manner(view(GOOD, GOOD, LOST))
    assert part.fit == [True, True, False]
    assert part.bare is not None
    assert not part.whole
    whole = manner(view(LOST, "Vou la.", LOST))
    assert whole.fit == [False, False, False]
    assert whole.whole
    assert whole.bare is not None
    assert whole.bare.sentence.text[whole.bare.start : whole.bare.end] == "irma"
    assert whole.bare.suggestion == "irmã"
    assert whole.bare.kept == 0


def test_found_once_a_view() -> None:
    seen = view(GOOD)
    assert manner(seen) is manner(seen)


@pytest.mark.parametrize(
    ("text", "capitals"),
    [
        ("ATENÇÃO: PORTA FECHADA", True),
        ("A ONU e a NATO reuniram-se em Lisboa.", False),
        ("OVNI", False),  # too little to tell
        ("123", False),
    ],
)
def test_capitals(text: str, capitals: bool) -> None:
    assert is_capitals(text) is capitals


# ------------------------------------------------------------------ the project's dictionary

TEXT = "O poblema mede-se em metros, disse o engenheiro."


def linted(folder: Path, rules: object, **more: object) -> list[str]:
    values = {"select": ["GRA901"], "rules": rules, **more}
    linter = Linter(load(third_party=False), [Layer("rules.yaml", values, folder)])
    (entry,) = linter.lint([Input("texto.txt", TEXT.encode())])
    return [finding["code"] for finding in entry["findings"]]


def test_a_dictionary_is_found_beside_the_file_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "palavras.txt").write_text("# nossas\nPoblema  # termo\n", encoding="utf-8")
    assert linted(tmp_path, {}) == ["GRA901"]
    assert linted(tmp_path, {"GRA9": {"vocabulary": "palavras.txt"}}) == []
    assert linted(tmp_path, {"GRA9": {"words": ["Poblema"]}}) == []
    assert linted(tmp_path, {}, vocabulary=["palavras.txt"]) == []
    # its older name
    assert linted(tmp_path, {"GRA9": {"dictionary": "palavras.txt"}}) == []
    assert linted(tmp_path, {}, dictionary="palavras.txt") == []


def test_a_dictionary_that_changes_makes_reports_stale(tmp_path: Path) -> None:
    layers = [
        Layer(
            "rules.yaml",
            {
                "rules": {"GRA9": {"dictionary": "palavras.txt", "words": ["x"]}},
                "paths": {"docs/**": {"rules": {"GRA901": {"dictionary": "docs.txt"}}}},
            },
            tmp_path,
        )
    ]
    named = option_files(layers, load(third_party=False))
    assert named == [str(tmp_path / "docs.txt"), str(tmp_path / "palavras.txt")]


def test_a_dictionary_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"rules\.GRA901\.dictionary: .*falta\.txt: no such file"):
        linted(tmp_path, {"GRA901": {"dictionary": "falta.txt"}})


def test_a_text_of_another_norm_is_said_once() -> None:
    slips = ["poblema", "esplicação", "resposável", "tanbém", "edefício", "compania", "enchergar"]
    text = "\n\n".join(
        f"Ontem o professor da turma falou de {one} aos alunos, que vieram com {other} para a aula."
        for one in slips
        for other in slips[:2]
    )
    entry = lint_text(text, select=["GRA901"], rules={"GRA901": {"uses": 99}})
    assert [finding["evidence"].get("others", 0) > 9 for finding in entry["findings"]] == [True]
    assert entry["findings"][0]["fix"] is None


# ------------------------------------------------------------------ alternatives


class _Word:
    def __init__(self, start: int, end: int, probability: float) -> None:
        self.start, self.end, self.probability = start, end, probability


class _Reader:
    """Doubts every word but those of the good sentence."""

    def __init__(self, good: str) -> None:
        self.good = good
        self.read: list[str] = []

    def faults(self, text: str) -> list[Fault]:
        self.read.append(text)
        return [_Word(0, len(text), 0.01 if text == self.good else 0.9)]


def test_the_form_that_helps_comes_first_and_ends_the_search() -> None:
    reader = _Reader("As casas foram vendidas.")
    bad = "As casas foi vendidas."
    place = [_Word(9, 12, 0.9)]
    found = better(bad, place, place, FORMS, reader)
    assert found[0][:3] == (9, 12, "foram")
    assert found[0].gain > 1.5
    assert not any("que foi" in text for text in reader.read)


def test_a_word_left_out_is_tried_last() -> None:
    reader = _Reader("Gosto de música.")
    place = [_Word(6, 12, 0.9)]
    found = better("Gosto música.", place, place, FORMS, reader)
    assert found[0].replacement == "de música"


def test_alternatives_keep_the_capital() -> None:
    kinds = list(alternatives("Foi", FORMS))
    assert "Foram" in kinds[0]
    assert "Era" in kinds[1]
    assert "De foi" in kinds[2]


@pytest.mark.parametrize(
    ("text", "code", "places"),
    [
        ("Entregar isso para um cliente é sem duvida o modo certo de agir.\n", "GRA902", 0),
        (
            "Fiz o controle de acesso a pagina sem nada mais. Eu usei isto e depois validava "
            "dentro do código da pagina assim poderia dar uma mensagem.\n",
            "GRA902",
            1,
        ),
    ],
)
def test_a_missing_accent_is_said_once(text: str, code: str, places: int) -> None:
    (finding,) = lint_text(text, select=["GRA2", "GRA4", "GRA9"])["findings"]
    assert (finding["code"], len(finding["related"])) == (code, places)
