"""Questions and answers of documents, what they ask for, and finding the one that was meant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from textlint_pt_questions.choices import choices
from textlint_pt_questions.duplicate_question import duplicates
from textlint_pt_questions.kinds import Asked, asked, is_question_page
from textlint_pt_questions.reading import Question, questions
from textlint_pt_questions.retrieval import (
    Field,
    Index,
    Search,
    by_meaning,
    lexical,
    ranked,
)
from textlint_pt_questions.searcher import search
from textlint_pt_questions.terms import runs, stems

from textlint_pt.contract import Document
from textlint_pt.formats.building import build
from textlint_pt.registry.plugins import load

PLUGINS = load(third_party=False)


def document(raw: str, path: str) -> Document:
    return build(path, raw, PLUGINS.format_for(path))


def read(raw: str, path: str) -> list[tuple[str, str]]:
    """What is read, after a check that it stands where it says."""
    there = document(raw, path)
    found = questions(there)
    for one in found:
        for part in (*one.asked, *one.answer):
            assert raw[slice(*part.span)] == part.text
    return [(one.text, one.answer_text) for one in found]


MARKDOWN = """# Perguntas frequentes

## 1. Como faço o registo?

Vá ao balcão. Leve o cartão.

**Quanto custa?**

Custa 10 euros.

**Onde fica?** Na praça.

- P: Qual é?
- R: É este.

Pergunta 7: Vendi a casa. Tenho de avisar?

Resposta: Sim.

# Outras páginas

O que mais? Nada.
"""


def test_questions_and_answers_are_read_from_markdown() -> None:
    assert read(MARKDOWN, "a.md") == [
        ("Como faço o registo?", "Vá ao balcão. Leve o cartão."),
        ("Quanto custa?", "Custa 10 euros."),
        ("Onde fica?", "Na praça."),
        ("Qual é?", "É este."),
        ("Vendi a casa. Tenho de avisar?", "Sim."),
    ]
    assert {one.section for one in questions(document(MARKDOWN, "a.md"))} == {
        "Perguntas frequentes"
    }


@pytest.mark.parametrize(
    ("path", "raw"),
    [
        (
            "a.rst",
            "Como é?\n-------\n\nAssim.\n\n**Quanto custa?**\n\nDez.\n\n"
            "Quando abre?\n    Às nove.\n",
        ),
        (
            "a.adoc",
            "== Como é?\n\nAssim.\n\n*Quanto custa?*\n\nDez.\n\n[qanda]\nQuando abre?:: Às nove.\n",
        ),
        (
            "a.html",
            "<h2>Como é?</h2><p>Assim.</p><details><summary>Quanto custa?</summary><p>Dez.</p>"
            "</details><dl><dt>Quando abre?</dt><dd>Às nove.</dd></dl>",
        ),
        (
            "a.txt",
            "P: Como é?\nR: Assim.\n\nP: Quanto custa?\nR: Dez.\nP: Quando abre?\nR: Às nove.\n",
        ),
    ],
)
def test_questions_and_answers_are_read_from_rst_asciidoc_html_and_text(
    path: str, raw: str
) -> None:
    assert read(raw, path) == [
        ("Como é?", "Assim."),
        ("Quanto custa?", "Dez."),
        ("Quando abre?", "Às nove."),
    ]


#: Markdown, and its questions with their answers and sections
SECTIONS = (
    ("# Um\n\n## Como é?\n\nAssim.\n\n### Nota\n\nMais.\n\n## Quando?\n\nJá.\n",
     [("Como é?", "Assim. Mais.", "Um"), ("Quando?", "Já.", "Um")]),
    ("# Um\n\n## Como é?\n\nAssim.\n\n### Parte\n\n#### Quando?\n\nJá.\n",
     [("Como é?", "Assim.", "Um"), ("Quando?", "Já.", "Parte")]),
    ("## Como é?\n\nAssim.\n\n### Parte\n\n**Quando?**\n\nJá.\n",
     [("Como é?", "Assim.", ""), ("Quando?", "Já.", "Parte")]),
    ("## Como é?\n\nAssim.\n\n## Fim\n\nTexto.\n\n**Quando?**\n\nJá.\n",
     [("Como é?", "Assim.", ""), ("Quando?", "Já.", "Fim")]),
)  # fmt: skip


@pytest.mark.parametrize(("raw", "wanted"), SECTIONS)
def test_text_under_subheadings_of_a_question_heading_belongs_to_its_answer(
    raw: str, wanted: Sequence[tuple[str, str, str]]
) -> None:
    found = questions(document(raw, "a.md"))
    assert [(one.text, one.answer_text, one.section) for one in found] == wanted
    for one in found:
        assert one.answer_span is not None
        assert raw[slice(*one.span)] == one.text
        assert raw[slice(*one.answer_span)].startswith(one.answer[0].text)
        assert raw[slice(*one.answer_span)].endswith(one.answer[-1].text)


def test_documents_of_questions_and_answers_are_recognised() -> None:
    asking = "## Onde fica?\n\nAli.\n\n## Quando abre?\n\nJá.\n\n## Quem paga?\n\nNós.\n\n"
    assert is_question_page(document(f"# Ajuda\n\n{asking}", "a.md"))
    assert is_question_page(document(f"{asking}## Contactos\n\nAqui.\n", "a.md"))
    others = "".join(f"## Parte {n}\n\nTexto.\n\n" for n in range(3))
    assert not is_question_page(document(f"# Ajuda\n\n{others}{asking}", "a.md"))
    assert not is_question_page(document("## Onde fica?\n\nAli.\n", "a.md"))
    assert not is_question_page(document(asking.partition("## Quem")[0], "a.md"))
    assert not is_question_page(document(asking + others, "a.md"))


def test_questions_and_answers_are_read_from_json_lines() -> None:
    raw = (
        '{"pergunta": "Quando abre?", "resposta": "Às nove. Ou antes."}\n'
        '{"pergunta": "Diga a cor", "opcoes": ["Azul", "Verde"], "gabarito": "B"}\n'
        '{"pergunta": "Onde?"}\n'
        '{"pergunta": "E a forma?", "opcoes": ["Redonda", "Plana"], "gabarito": "Oval"}\n'
        '{"pergunta": "Quem?", "resposta": "Ana.", "opcoes": ["Rui", "Eva"], "gabarito": "A"}\n'
    )
    assert read(raw, "a.jsonl") == [
        ("Quando abre?", "Às nove. Ou antes."), ("Diga a cor", "Verde"), ("Onde?", ""),
        ("E a forma?", ""), ("Quem?", "Ana."),
    ]  # fmt: skip
    assert read("pergunta,resposta\nOnde?,Ali.\n", "a.csv") == [("Onde?", "Ali.")]
    assert is_question_page(document(raw, "a.jsonl"))
    (found,) = search([document(raw, "a.jsonl")], "Quando é que abre?", 1, lambda name, texts: None)
    assert (found.question_text, found.answer_text) == ("Quando abre?", "Às nove. Ou antes.")


def test_questions_in_a_table_of_contents_are_not_read_as_questions() -> None:
    raw = (
        "- [Onde fica?](#onde)\n- [Quando abre?](#quando)\n\n**[Quem paga?](#quem)**\n\n"
        "## Onde fica?\n\nAli.\n"
    )
    assert read(raw, "a.md") == [("Onde fica?", "Ali.")]


CHOICES = """Qual é a cor do mar?

{options}

{key}
"""


@pytest.mark.parametrize(
    ("options", "key", "right"),
    [
        ("a) Azul\nb) Verde", "Resposta correta: **b)**", "b"),
        ("- A) Azul\n- B) Verde", "**Gabarito:** letra A", "a"),
        ("(a) Azul\n(b) Verde (certa)", "", "b"),
        ("- [x] a) Azul\n- [ ] b) Verde", "", "a"),
        ("a) Azul\n**b) Verde**", "", "b"),
        ("a) Azul\n✅ b) Verde", "", "b"),
        ("a) Azul\n\nb) Verde", "Resposta: c", ""),
        ("**a)** Azul\n**b)** Verde", "", None),
        ("a) Azul\nb) Verde", "Resposta: as duas", None),
    ],
)
def test_correct_multiple_choice_option_is_found_by_its_mark_or_answer_key(
    options: str, key: str, right: str | None
) -> None:
    for path in ("a.md", "a.txt"):
        raw = CHOICES.format(options=options, key=key)
        (found,) = choices(document(raw, path))
        assert found.stem == "Qual é a cor do mar?"
        assert found.key == right
        assert [one.text for one in found.options] == ["Azul", "Verde"]
        assert [raw[slice(*one.span)] for one in found.options] == ["Azul", "Verde"]


FAR_KEY = f"{'Isto não é uma resposta. ' * 20}\n\nResposta: b\n"


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("Qual é?\n\na) Azul\nb) Verde\nc) Rosa\n", [("abc", None)]),
        (
            "Qual é?\n\na) Azul\nb) Verde\n\nE o céu?\n\na) Azul\nb) Rosa\n\nResposta: b\n",
            [("ab", None), ("ab", "b")],
        ),
        (f"Qual é?\n\na) Azul\nb) Verde\n\n{FAR_KEY}", [("ab", None)]),
        ("Escolha a cor:\n\na) Azul\nb) Verde\n", [("ab", None)]),
        ("# Cores\n\na) Azul\nb) Verde\n", [("ab", None)]),
        ("As cores:\n\na) Azul\nb) Verde\n", []),
        ("As cores:\n\na) Azul\nb) Verde\n\nResposta: a\n", [("ab", "a")]),
        ("Qual é?\n\na) Azul;\nb) Verde\n", []),
        ("Qual é?\n\na) Azul\nc) Verde\n", []),
        ("Qual é?\n\nb) Azul\nb) Verde\n", []),
        ("Qual é?\n\na) Azul\n\n\n\nb) Verde\n", []),
        ("Qual é?\n\na) Azul\n# Cores\nb) Verde\n", []),
        ("Qual é?\n\na) Azul (certa)\nb) Verde (certa)\n", [("ab", None)]),
    ],
)
def test_multiple_choice_options_must_be_adjacent_and_in_alphabetical_order(
    raw: str, found: Sequence[tuple[str, str | None]]
) -> None:
    read = choices(document(raw, "a.md"))
    assert [("".join(option.letter for option in one.options), one.key) for one in read] == found
    for one in read:
        assert raw[slice(*one.span)] == one.stem
        assert one.key_span is None or raw[slice(*one.key_span)] == one.key


def test_lists_without_question_or_answer_key_are_not_multiple_choice() -> None:
    for raw in (
        "A lei pede:\n\na) ser maior;\nb) saber ler.\n",
        "```\nQual é?\na) Azul\nb) Verde\nResposta: a\n```\n",
        "Qual é?\n\na) Azul\n",
        "a) Azul\nb) Verde\nResposta: a\n",
    ):
        assert choices(document(raw, "a.md")) == []


def test_repeated_question_is_reported_only_if_its_answer_is_similar_too() -> None:
    page = "# Um\n\n## {0}\n\n{1}\n\n# Dois\n\n## {0}\n\n{2}\n"
    long, short = "Como renovo o cartão da biblioteca?", "Quanto custa?"
    for question, first, second, same in (
        (short, "Dez euros.", "Dez euros.", False),
        (long, "Ao balcão.", "Ao balcão.", True),
        (long, "Ao balcão.", "Pela internet.", False),
        (long, "", "", False),
        (long, "Peça ao balcão da câmara de manhã.", "Peça ao balcão da câmara.", True),
        (long, "Peça ao balcão da câmara.", "Peça ao guarda da escola.", False),
    ):
        found = questions(document(page.format(question, first, second), "a.md"))
        assert bool(list(duplicates(found, 1.0))) is same


def test_duplicate_questions_are_reported_from_the_similarity_limit_on() -> None:
    page = "".join(f"## Como renovo o cartão da escola {word}?\n\n" for word in ("velha", "nova"))
    found = questions(document(page, "a.md"))
    assert list(duplicates(found, 0.75)) == [(1, 0, 0.75)]
    assert list(duplicates(found, 0.76)) == []


def test_question_without_an_answer_is_read_with_an_empty_answer() -> None:
    found = questions(document("## Quando abre?\n\n## Quanto custa?\n\nDez euros.\n", "a.md"))
    assert [one.answer_text for one in found] == ["", "Dez euros."]
    assert found[0].answer_span is None
    assert questions(document("", "a.md")) == []


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Quando abre a piscina?", Asked.TIME),
        ("Até que dia posso pagar?", Asked.TIME),
        ("Quanto tempo demora?", Asked.TIME),
        ("Quantas pessoas cabem?", Asked.AMOUNT),
        ("Qual é o preço da visita?", Asked.AMOUNT),
        ("Em que balcão se pede?", Asked.PLACE),
        ("Vendi o carro. Onde aviso?", Asked.PLACE),
        ("Vendi o carro! Aonde vou?", Asked.PLACE),
        ("Donde vem?", Asked.PLACE),
        ("Diga-me: quando abre?", Asked.TIME),
        ("Abre cedo? Quando?”)", Asked.TIME),
        ("Que grande dia foi este?", Asked.OTHER),
        ("Posso entrar com o cão?", Asked.WHETHER),
        ("Como se pede?", Asked.OTHER),
        ("Qual é a diferença entre os dois preços?", Asked.OTHER),
        ("Posso saber quando abre?", Asked.OTHER),
        ("?", Asked.OTHER),
    ],
)
def test_questions_are_classified_by_the_type_of_answer_they_ask_for(
    question: str, kind: Asked
) -> None:
    assert asked(question) is kind


def test_question_words_are_indexed_as_stems_and_character_ngrams() -> None:
    assert stems("Informações") == stems("informação") == ["inform"]
    assert stems("eletrónico") == stems("eletrônico")
    assert set(runs("registo")) & set(runs("registro")) >= {" re", "regis", "gist"}
    assert runs("é") == [" e "] * 3


QUESTIONS = [
    "Como faço o registo da empresa?",
    "Quanto custa o cartão da biblioteca?",
    "Quando abre a piscina municipal?",
]


def test_question_index_scores_equal_the_bm25f_formula() -> None:
    found = Index([Field(["a b", "a c c", "d"]), Field(["", "b", ""], 0.5)], str.split)
    # of b: once of two terms in a first field of two on average; once in a second of a third
    first = 1 / (0.25 + 0.75 * 2 / 2)
    second = 0.5 / (0.25 + 0.75 * 1 / (1 / 3))
    rarity = np.log(1 + 1.5 / 2.5)
    expected = [rarity * first / (1.2 + first), rarity * second / (1.2 + second), 0]
    assert found.scores("b") == pytest.approx(expected, rel=1e-5)
    assert found.scores("x").tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("asked_for", "at"),
    [
        ("Onde registro minha empresa?", 0),
        ("preço do cartao", 1),
        ("A que horas abrem as piscinas?", 2),
    ],
)
def test_question_search_ranks_the_matching_question_first(asked_for: str, at: int) -> None:
    scores = Search(lexical(QUESTIONS)).scores(asked_for)
    assert ranked(scores, 1) == [at]
    assert scores.min() >= 0


def test_question_search_adds_the_standardised_scores_of_its_ranking_methods() -> None:
    rankers = [lambda _: np.array([9.0, 1.0, 0.0, 0.0]), lambda _: np.array([0.1, 0.9, 0.2, 0.0])]
    assert ranked(Search([(rankers[0], 1), (rankers[1], 1)]).scores(""), 4) == [1, 0, 2]
    assert ranked(Search([(rankers[0], 2), (rankers[1], 1)]).scores(""), 4) == [0, 1, 2]
    assert Search([(rankers[0], 1)]).scores("")[2] == 0
    assert Search(lexical(QUESTIONS)).scores("xyz").tolist() == [0, 0, 0]


def test_question_search_by_meaning_vectors_finds_paraphrases() -> None:
    known = np.eye(3, dtype=np.float32)
    by = by_meaning(list(known), lambda question: known[2] if "espessura" in question else known[0])
    assert ranked(Search([*lexical(QUESTIONS), by]).scores("espessura"), 1) == [2]


def test_question_search_by_meaning_finds_a_question_without_shared_words() -> None:
    there = [document("## Qual é o preço?\n\nDez.\n\n## Quando abre?\n\nÀs nove.\n", "a.md")]

    def alike(name: str, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        assert (name, texts[0]) == ("meaning-vectors", "Quanto custa?")
        first = np.array([1, 0], np.float32)
        return [first, np.array([0.99, 0.141], np.float32), np.array([0.5, 0.866], np.float32)]

    found = search(there, "Quanto custa?", 3, alike)
    assert [(one.question_text, one.matched) for one in found] == [("Qual é o preço?", 0)]
    assert found[0].likeness == pytest.approx(4.71)
    assert search(there, "Quanto custa?", 3, lambda name, texts: None) == []
    assert search([], "Quanto custa?", 3, alike) == []
    unlike = [np.array(one, np.float32) for one in ([1, 0], [0.5, 0.866], [0.4, 0.917])]
    assert search(there, "?", 3, lambda name, texts: unlike) == []
    assert search(there, "o preço", 3, lambda name, texts: None)[0].likeness is None


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Qual o preço do barco?", [("Qual é o preço?", "Dez.", 0.5)]),
        ("Qual o preço do barco azul?", []),
        ("Qual o preso?", []),  # other letters
        ("E as nuvens?", [("", "As nuvens passam. O sol volta.", 1.0)]),
        ("A nuvemzinha passa?", [("", "As nuvens passam. O sol volta.", 0.5)]),
        ("Qual é?", [("Qual é o preço?", "Dez.", 1.0)]),  # words that say little
        ("?", []),
    ],
)
def test_ask_search_finds_passages_that_contain_half_of_the_query_words(
    question: str, found: Sequence[tuple[str, str, float]]
) -> None:
    raw = "# Tempo\n\nAs nuvens passam. O sol volta.\n\n## Qual é o preço?\n\nDez.\n"
    result = search([document(raw, "a.md")], question, 3, lambda name, texts: None)
    assert [(one.question_text, one.answer_text, one.matched) for one in result] == found
    for one in result:
        assert one.answer is not None
        assert raw[slice(*one.answer)] == one.answer_text


def test_question_search_compares_only_the_best_1000_word_matches_by_meaning() -> None:
    raw = "".join(f"## Quanto custa a peça {n}?\n\nMuito.\n\n" for n in range(1100))
    raw += "## Onde fica o museu?\n\nNa praça.\n"
    given: list[int] = []

    def alike(name: str, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        given.append(len(texts))
        return [np.array([1, 0], np.float32) for _ in texts]

    found = search([document(raw, "a.md")], "Onde custa ver o museu?", 1, alike)
    assert [one.question_text for one in found] == ["Onde fica o museu?"]
    assert given[0] <= 1001


def test_duplicate_search_among_many_similar_questions_takes_bounded_time() -> None:
    text = "".join(f"## Como pinto a casa {n} de azul?\n\nAssim.\n\n" for n in range(400))
    found: list[Question] = questions(document(text, "a.md"))
    assert len(found) == 400
    assert list(duplicates(found, 0.8)) == []
    again = questions(document("## Como pinto a casa de azul?\n\nAssim.\n\n" * 300, "a.md"))
    assert [earlier for _, earlier, _ in duplicates(again, 0.8)] == [0] * 299


def test_json_lines_questions_with_english_answers_are_read_and_empty_ones_skipped() -> None:
    raw = (
        '{"pergunta": "Quando abre o museu da cidade?", "resposta": "It opens at nine o clock."}\n'
        '{"resposta": "Às nove."}\n{"pergunta": "", "opcoes": ["", ""], "gabarito": "a"}\n'
    )
    assert read(raw, "a.jsonl") == [
        ("Quando abre o museu da cidade?", "It opens at nine o clock."),
    ]
    there = document(raw, "a.jsonl")
    assert choices(there)[0].options[0].text == ""
