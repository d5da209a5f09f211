"""GRA901 to GRA903: candidates, the manner of a text, the project's vocabulary."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_embedded.english_words import EnglishWords
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_embedded.ngram import NgramWording
from textlint_pt_grammaticality.document.manner import is_capitals, writing_style
from textlint_pt_grammaticality.sentence.channel import candidates, cost_of, standing
from textlint_pt_grammaticality.sentence.respelling import with_marks
from textlint_pt_grammaticality.spelling.unknown import Place, unknown

from textlint_pt.companions.input import Input
from textlint_pt.config.config import option_files
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.contract.view import View
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import load
from textlint_pt.testing import lint_text
from textlint_pt.text.document import Document, Kind, Sentence, Text

FORMS = form_lexicon()
WORDING, ENGLISH = NgramWording(), EnglishWords()
WORDS = st.text("abcçdefghijlmnopqrstuvxzáâãàéêíóôõú", min_size=1, max_size=12)


@settings(deadline=None)
@given(WORDS)
def test_spelling_candidates_are_lexicon_words_other_than_the_misspelling(form: str) -> None:
    for one in candidates(form, FORMS):
        assert one.form != form
        assert one.cost >= 0
        assert all(FORMS.known(word) for word in one.form.split())


def meant(form: str) -> str:
    return candidates(form, FORMS)[0].form


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ("poblema", "problema"),  # a letter too few
        ("probllema", "problema"),  # one too many
        ("porblema", "problema"),  # two exchanged
        ("tanbém", "também"),  # sounds the same
        ("voçe", "você"),  # cedilla and accent
        ("nescessário", "necessário"),
        ("compania", "companhia"),
        ("enxergando", "enxergando"),
        ("certfiique", "certifique"),  # two changes
        ("inviduais", "individuais"),  # two letters too few
        ("produçõa", "produção"),
        ("indepentende", "independente"),  # two letters apart changed over
        ("enconcontrar", "encontrar"),  # struck twice
        ("entualmente", "eventualmente"),  # two letters lost after the first
        ("populao", "população"),  # lost in the wrong encoding
        ("comprá", "comprar"),  # an infinitive as it is said
        ("fazê", "fazer"),
        ("inflamación", "inflamação"),  # as Spanish has it
        ("porcento", "por cento"),  # a space left out
        ("apartir", "a partir"),
        ("dacasa", "da casa"),
        ("disselhe", "disse-lhe"),  # a hyphen left out
        ("adquirilo", "adquiri-lo"),
        ("guardachuva", "guarda-chuva"),
        ("cabeleleiro", "cabeleireiro"),  # listed
        ("tbm", "também"),
    ],
)
def test_most_probable_spelling_correction_comes_first(form: str, word: str) -> None:
    if FORMS.readings(form):
        assert standing(form, FORMS) is None
    else:
        assert meant(form) == word


@pytest.mark.parametrize("form", ["cliquetivismo", "zzzz", "aaaaaaaa", "x" * 40])
def test_string_unlike_any_word_has_no_probable_spelling_correction(form: str) -> None:
    assert all(one.score < 0 for one in candidates(form, FORMS))


def test_spelling_candidates_by_frequent_types_of_error_have_lower_edit_cost() -> None:
    assert cost_of("voce", "você") < cost_of("vocé", "você") < cost_of("vace", "você")
    assert cost_of("caza", "casa") < cost_of("cada", "casa") < cost_of("cama", "casa")
    assert cost_of("casa", "casa") == 0


@pytest.mark.parametrize("form", ["casa", "felizmente", "reconectar", "refatorar", "cantáramos"])
def test_spelling_rule_accepts_lexicon_words_and_regular_derivations(form: str) -> None:
    assert standing(form, FORMS) is None


@pytest.mark.parametrize("form", ["coversa", "extramente", "apesenta"])
def test_lexicon_word_one_letter_from_a_frequent_word_may_be_a_misspelling(form: str) -> None:
    assert FORMS.known(form)
    assert standing(form, FORMS) is not None


def test_spelling_rule_restores_the_accents_of_a_word() -> None:
    assert with_marks("orgaos", FORMS, 3)[0] == "órgãos"
    assert with_marks("porta", FORMS, 3) == []


def places(text: str) -> list[Place]:
    return [one for one in unknown(text, FORMS, WORDING, ENGLISH) if one.chance >= 0.6]


def written(text: str) -> list[str]:
    return [text[place.start : place.end] for place in places(text)]


def test_spelling_rule_skips_capitalised_words_except_at_sentence_start() -> None:
    text = "Voce viu o Zebedeu e o tanbém? O Tanbém não, o TANBÉM não, o tanbém2 e o a_tanbém não."
    assert written(text) == ["Voce", "tanbém"]
    assert written("O pro\u00adblema e a resposa- bilidade são de %(quem)s.") == []
    assert written("Ele so queria ir ao km dois.") == ["so"]


@pytest.mark.parametrize(
    ("text", "form", "word"),
    [
        ("Qunado chegou, a porta estava aberta.", "Qunado", "quando"),
        ("Ontem a coversa durou até tarde.", "coversa", "conversa"),
        ("Ele cmo sempre chegou tarde.", "cmo", "como"),
        ("Ela quer vendê a casa da praia.", "vendê", "vender"),
        ("Ele vai formatalo ainda hoje.", "formatalo", "formatá-lo"),
    ],
)
def test_sentence_context_selects_the_spelling_correction(text: str, form: str, word: str) -> None:
    (place,) = places(text)
    assert (text[place.start : place.end], place.found[0].form) == (form, word)


@pytest.mark.parametrize(
    ("text", "form", "word"),
    [
        ("Vou coloca-la na mesa.", "coloca-la", "colocá-la"),
        ("Podemos leva-los para casa.", "leva-los", "levá-los"),
        ("O pre-natal começa cedo.", "pre", "pré"),
        ("O custo-beneficio é bom.", "beneficio", "benefício"),
        ("O som, video e luz são bons.", "video", "vídeo"),
        ("Realizamse muitas festas na cidade.", "Realizamse", "Realizam-se"),
        ("A vila é extramente bonita.", "extramente", "extremamente"),
        ("Vamos apesentar o trabalho amanhã.", "apesentar", "apresentar"),
        ("Alteracao Do Calendario De Eventos", "Alteracao", "Alteração"),
        ("Comprou duas (gemeas), e ficou feliz.", "gemeas", "gêmeas"),
        ("É simples de uasr.", "uasr", "usar"),
        ("Nesse caso o gerente vai escolhar outra loja.", "escolhar", "escolher"),
        ("O kubelet é o agente do k8s eecutado nos nós.", "eecutado", "executado"),
        ("o que quizer, meu amigo possue muita paea de confortavel", "confortavel", "confortável"),
        ("exelente tamanho, fácil transporte, dupla função, teclado e monitor, preço bom, cor boa.",
         "exelente", "excelente"),
    ],
)  # fmt: skip
def test_misspellings_are_reported_with_their_correction(text: str, form: str, word: str) -> None:
    found = lint_text(text, select=["GRA901", "GRA902"])["findings"]
    told = {text[one["start"] : one["end"]]: one["fix"]["edits"][0]["text"] for one in found}
    assert told.get(form) == word


@pytest.mark.parametrize(
    "text",
    [
        "Vou colocá-la na mesa, e tende-lo longe não convém.",
        "O preâmbulo pré-natal e o custo-benefício são bons.",
        "O aluno(a) traz o caderno, e a Realizamse não.",
        "Ontem o dr. Silva viu o sr. Costa e a Vivaldini.",
        # seldom in Brazil, and right where Portugal's forms stand
        "São os impactos sociais e económicos da eletrónica no ecrã dos utilizadores.",
    ],
)
def test_correct_words_are_not_reported_as_misspellings(text: str) -> None:
    assert not lint_text(text, select=["GRA901", "GRA902"])["findings"]


@pytest.mark.parametrize(
    ("bus", "words"),
    [("ônibus", ["úmida", "fenômeno"]), ("autocarro", ["húmida", "fenómeno"])],
)
def test_spelling_suggestions_follow_the_portuguese_variant_of_the_text(
    bus: str, words: list[str]
) -> None:
    text = f"O {bus} passou. A casa humida foi um fenomeno."
    found = lint_text(text, select=["GRA902"])["findings"]
    assert [one["fix"]["edits"][0]["text"] for one in found] == words


def test_italic_text_in_another_language_is_not_spell_checked() -> None:
    text = (
        "Diz que *facinora egregia bonae artis historiae* foi a gloria do povo,"
        " e *uma palavra com muinta pressa* conta."
    )
    found = lint_text(text, select=["GRA901", "GRA902"], path="a.md")["findings"]
    assert [text[one["start"] : one["end"]] for one in found] == ["gloria", "muinta"]


def test_spelling_suggestions_include_words_of_the_project_vocabulary(tmp_path: Path) -> None:
    own = tmp_path / "palavras.txt"
    own.write_text("Maricota\nKubernetes\n", encoding="utf-8")
    text = "A maricotta foi embora com o kubernets ontem."
    found = lint_text(text, select=["GRA9"], vocabulary=[str(own)])["findings"]
    assert [one["evidence"]["suggestions"] for one in found] == [["Maricota"], ["Kubernetes"]]


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


def test_paragraph_without_any_accents_is_not_spell_checked_word_by_word() -> None:
    assert writing_style(view(GOOD, GOOD)).checkable == [True, True]
    part = writing_style(view(GOOD, GOOD, LOST))
    assert part.checkable == [True, True, False]
    assert part.bare is not None
    assert not part.whole
    whole = writing_style(view(LOST, "Vou la.", LOST))
    assert whole.checkable == [False, False, False]
    assert whole.whole
    assert whole.bare is not None
    first = whole.bare.places[0]
    assert first.sentence.text[first.start : first.end] == "irma"
    assert first.suggestion == "irmã"
    assert whole.bare.kept == 0
    assert whole.readable == [True, True, True]


def test_writing_style_analysis_of_a_text_is_computed_only_once() -> None:
    seen = view(GOOD)
    assert writing_style(seen) is writing_style(seen)


def test_spelling_rule_limits_the_number_of_unknown_words_looked_up_per_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [f"{first} da vila vende pão {second} e café {third} aos clientes." for first, second,
             third in (("O dono", "gulpado", "frumo"), ("Golperta", "zurpo", "e leite"),
                       ("A loja", "fresco", "quente"), ("O dono", "zurpo", "frumo"))]  # fmt: skip
    assert writing_style(view(*texts)).outliers == []
    monkeypatch.setattr("textlint_pt_grammaticality.document.manner.LOOKED_UP", 2)
    found = writing_style(view(*texts))
    assert found.outliers == [1, 3]
    assert found.readable == [True, False, True, False]


@pytest.mark.parametrize(
    ("text", "capitals"),
    [
        ("ATENÇÃO: PORTA FECHADA", True),
        ("A ONU e a NATO reuniram-se em Lisboa.", False),
        ("OVNI", False),  # too little to tell
        ("123", False),
    ],
)
def test_text_written_entirely_in_capitals_is_detected(text: str, capitals: bool) -> None:
    assert is_capitals(text) is capitals


# ------------------------------------------------------------------ the project's vocabulary

TEXT = "O poblema mede-se em metros, disse o engenheiro."


def linted(folder: Path, rules: object, **more: object) -> list[str]:
    values = {"select": ["GRA901"], "rules": rules, **more}
    linter = Linter(load(third_party=False), [Layer("rules.yaml", values, folder)])
    (entry,) = linter.lint([Input("texto.txt", TEXT.encode())])
    return [finding["code"] for finding in entry["findings"]]


def test_vocabulary_file_path_is_relative_to_the_configuration_file(tmp_path: Path) -> None:
    (tmp_path / "palavras.txt").write_text("# nossas\nPoblema  # termo\n", encoding="utf-8")
    assert linted(tmp_path, {}) == ["GRA901"]
    assert linted(tmp_path, {"GRA9": {"vocabulary": "palavras.txt"}}) == []
    assert linted(tmp_path, {"GRA9": {"words": ["Poblema"]}}) == []
    assert linted(tmp_path, {}, vocabulary=["palavras.txt"]) == []


def test_changed_vocabulary_file_of_any_rule_invalidates_the_cache(tmp_path: Path) -> None:
    layers = [
        Layer(
            "rules.yaml",
            {
                "rules": {"GRA9": {"vocabulary": "palavras.txt", "words": ["x"]}},
                "paths": {"docs/**": {"rules": {"GRA901": {"vocabulary": "docs.txt"}}}},
            },
            tmp_path,
        )
    ]
    named = option_files(layers, load(third_party=False))
    assert named == [str(tmp_path / "docs.txt"), str(tmp_path / "palavras.txt")]


def test_missing_vocabulary_file_of_a_spelling_rule_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"rules\.GRA901\.vocabulary: .*falta\.txt: no such file"):
        linted(tmp_path, {"GRA901": {"vocabulary": "falta.txt"}})


def test_text_with_many_unknown_words_gets_one_spelling_finding() -> None:
    forms = ["quedrada", "corvada", "novilda", "tunelada", "galpada", "calmira", "portiva"]
    text = "\n\n".join(
        f"Ontem o professor falou de uma {one} aos alunos, que vieram com a {other} para a aula."
        for one in forms
        for other in forms[:2]
    )
    entry = lint_text(text, select=["GRA906"])
    (finding,) = entry["findings"]
    assert finding["evidence"]["others"] == 7  # without two that are terms of the text
    assert finding["severity"] == "info"
    assert finding["fix"] is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("O autor mostrou umas aplitudes aos alunos.", ["aplitudes"]),
        ("O maço de majericão é de todos os alunos.", ["majericão"]),
        ("O autor mostrou umas *aplitudes* aos alunos. São as aplitudes novas.", []),
        ("O autor mostrou **umas aplitudes aos alunos**.", ["aplitudes"]),
        ("O autor mostrou um adapter e dois rollbacks aos alunos.", []),
        ("O autor mostrou uns iterators e um outlier aos alunos.", []),
        ("O técnico trocou as gaxetas e os romaneios do setor.", []),  # words of a trade
        ("O autor mostrou um desastramento aos alunos.", []),  # far from any word
        ("O gráfico (fig:aplitudes) mostra isto aos alunos.", []),
    ],
)
def test_italic_and_english_terms_are_not_reported_as_unknown_words(
    text: str, found: list[str]
) -> None:
    entry = lint_text(text, path="a.md", select=["GRA906"])
    assert [text[finding["start"] : finding["end"]] for finding in entry["findings"]] == found


def test_fix_for_a_text_without_accents_restores_all_accents() -> None:
    text = "Voce nao sabe, mas eles tambem nao vao la. Ninguem esta em casa, so o cao ficou.\n"
    (finding,) = lint_text(text, select=["GRA9"])["findings"]
    assert finding["code"] == "GRA903"
    for edit in reversed(finding["fix"]["edits"]):
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    assert text.startswith("Você não sabe, mas eles também não vão lá. Ninguém")


def test_misspelling_alone_in_an_html_element_has_no_safe_fix() -> None:
    text = "<p>O operador <span>nao</span> inverte o valor, e isso nao muda.</p>"
    found = lint_text(text, path="a.html", select=["GRA902"])["findings"]
    assert [one["fix"]["applicability"] for one in found] == ["suggestion", "safe"]
