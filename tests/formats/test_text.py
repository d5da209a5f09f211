"""Plain text: what lines are, and that every character keeps its place."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.text.document import Document, Kind


def read(source: str) -> Document:
    return build("x.txt", source, PlainText())


def shape(source: str) -> list[tuple[str, str]]:
    """(kind, text) of each block."""
    return [(b.kind.value, b.content.normalised().text) for b in read(source).blocks]


def test_plain_text_paragraphs_end_at_blank_lines_and_lines_are_joined() -> None:
    source = "Era uma vez um rei que\nvivia longe. Tinha\nmuito ouro.\n \nUm dia\nele saiu.\n"
    assert shape(source) == [
        ("paragraph", "Era uma vez um rei que vivia longe. Tinha muito ouro."),
        ("paragraph", "Um dia ele saiu."),
    ]


def test_plain_text_file_with_yaml_front_matter_is_read_as_markdown() -> None:
    page = "---\ntitle: O mar\n# som na transicao\ntags:\n- agua\n---\n\nO *mar* subiu.\n"
    assert shape(page) == [("heading", "O mar"), ("paragraph", "O mar subiu.")]
    assert [text for _, text in shape("---\n\nO mar *subiu*.\n\n---\n\nFim.\n")] == [
        "O mar *subiu*.",
        "Fim.",
    ]


def test_program_statements_in_plain_text_are_not_read() -> None:
    source = (
        "O valor de $x aparece:\n\necho $x . '<br />';\n\nif ($a == 3) {\n\n"
        "nome = valor; // o nome\n\nCusta US$ 5 (cinco);\n\nO(s) aluno(s);\n\n"
        "$ bibtex dissertacao\n\n$ 30,00 é muito.\n\noption(\n\n  choices: [\n\n],\n\n)\n\n"
        "Há três (\n\n"
    )
    assert [text for _, text in shape(source)] == [
        "O valor de $x aparece:",
        "Custa US$ 5 (cinco);",
        "O(s) aluno(s);",
        "$ 30,00 é muito.",
        "Há três (",
    ]


def test_hashtag_metadata_lines_in_plain_text_are_not_read() -> None:
    source = "#pai: Introducao #tipo: nota #nota_3 #Uma tese tem notas.\n\n#tipo: topico\n\nFim.\n"
    assert [text for _, text in shape(source)] == [
        "Uma tese tem notas.",
        "Fim.",
    ]


def test_plain_text_lines_that_are_full_sentences_are_paragraphs() -> None:
    source = (
        "A chuva não parou durante toda a semana.\nO rio subiu até à ponte.\n"
        "Ninguém saiu de casa, nem o padeiro.\nNo domingo, enfim, fez sol.\n"
    )
    assert [kind for kind, _ in shape(source)] == ["paragraph"] * 4


def test_plain_text_headings_start_new_sections() -> None:
    source = (
        "Prefácio de ninguém.\n\nCAPÍTULO IV\n\nDo amor\n\nEra uma vez um rei.\n\n"
        "II.\n\nEle morreu.\n\n* * *\n\nFim da história.\n"
    )
    got = [(block.kind, block.section) for block in read(source).blocks]
    assert got == [
        (Kind.PARAGRAPH, 0),
        (Kind.HEADING, 1),
        (Kind.HEADING, 2),
        (Kind.PARAGRAPH, 2),
        (Kind.HEADING, 3),
        (Kind.PARAGRAPH, 3),
        (Kind.PARAGRAPH, 4),
    ]


@pytest.mark.parametrize(
    "title", ["I", "XII.", "3", "2.1", "Capítulo 7", "PARTE SEGUNDA", "O REGRESSO", "A noite longa"]
)
def test_short_standalone_lines_of_plain_text_are_headings(title: str) -> None:
    assert shape(f"{title}\n\nA casa ficava longe. Chovia.\n\nNinguém veio.")[0] == (
        "heading",
        title,
    )


def test_underlined_line_of_plain_text_is_a_heading() -> None:
    assert shape("O rio\n=====\n\nCorre para o mar.") == [
        ("heading", "O rio"),
        ("paragraph", "Corre para o mar."),
    ]


@pytest.mark.parametrize(
    "line", ["Sim, senhor.", "Onde está?", "SOCORRO!", "e foi-se embora", "Ela disse:", "— Vou já"]
)
def test_standalone_full_sentence_of_plain_text_is_not_a_heading(line: str) -> None:
    source = f"{line}\n\nA casa ficava longe. Chovia.\n\nNinguém veio."
    assert shape(source)[0][0] != "heading"


def test_plain_text_of_short_lines_only_has_no_headings() -> None:
    pages = ["O gato dorme", "O cão ladra", "A menina ri", "A avó acorda", "Todos saem."]
    assert {kind for kind, _ in shape("\n\n".join(pages))} == {"paragraph"}


def test_plain_text_list_items_are_read_without_their_markers() -> None:
    source = "Compras:\n- pão;\n- leite\n  meio gordo.\n\n1. Abra.\n2) Leia.\na) Feche.\n• Saia\n"
    assert shape(source) == [
        ("paragraph", "Compras:"),
        ("list-item", "pão;"),
        ("list-item", "leite meio gordo."),
        ("list-item", "Abra."),
        ("list-item", "Leia."),
        ("list-item", "Feche."),
        ("list-item", "Saia"),
    ]


def test_plain_text_of_one_word_per_line_is_read_as_list_items() -> None:
    assert shape("Maçãs\nPeras\nUvas brancas\nFigos") == [
        ("list-item", word) for word in ("Maçãs", "Peras", "Uvas brancas", "Figos")
    ]


def test_long_dashes_open_dialogue_in_plain_text() -> None:
    source = "O guarda parou.\n— Quem é?\n– Sou eu, disse ela\n— e entrou.\n-- Entre.\n"
    assert shape(source) == [
        ("paragraph", "O guarda parou."),
        ("dialogue", "— Quem é?"),
        ("dialogue", "– Sou eu, disse ela — e entrou."),
        ("dialogue", "-- Entre."),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "- Quem é?\n- Sou eu.\n",
        "-Quem está aí?\n\n-Sou eu, o padeiro.\n",
        "- Fica - pediu ela.\n- Fico.\n",
        "— Ficas?\n\n- Fico, sim.\n",
    ],
)
def test_plain_text_dialogue_may_begin_with_hyphens(source: str) -> None:
    assert {kind for kind, _ in shape(source)} == {"dialogue"}


@pytest.mark.parametrize("source", ["- pão\n- leite\n", "- Abra a caixa.\n- Tire o manual.\n"])
def test_plain_text_lines_beginning_with_hyphens_are_list_items(source: str) -> None:
    assert {kind for kind, _ in shape(source)} == {"list-item"}


def test_each_stanza_of_verse_in_plain_text_is_one_block() -> None:
    source = (
        "A lua sobe no monte,\nO vento dorme no mar,\nE a água fria da fonte\n"
        "Não se cansa de cantar.\n\nA casa ficava longe."
    )
    assert [kind for kind, _ in shape(source)] == ["verse", "paragraph"]
    assert len(read(source).sentences) == 2


def test_indented_first_lines_separate_paragraphs_of_plain_text() -> None:
    source = (
        "   A manhã nasceu fria e\nninguém quis sair de casa.\n"
        "   Só o padeiro, que não\ntinha medo de nada, saiu.\n"
    )
    assert [kind for kind, _ in shape(source)] == ["paragraph"] * 2


def test_suppression_comment_inside_plain_text_is_not_read_as_prose() -> None:
    source = "Um rei que\n<!-- textlint-pt-disable-next-line RED003: refrão -->\nvivia longe.\n"
    document = read(source)
    assert [s.text for s in document.sentences] == ["Um rei que vivia longe."]
    (comment,) = document.comments
    assert comment.text == "textlint-pt-disable-next-line RED003: refrão"
    assert source[comment.span.start : comment.span.end].startswith("<!--")
    space = document.sentences[0].content.span(10, 11)
    assert source[space.start : space.end].strip() == source.split("\n")[1]


@pytest.mark.parametrize("source", ["", "\n\n", "***", " \ufeff "])
def test_blank_plain_texts_have_no_words(source: str) -> None:
    assert all(not s.text.isalnum() for s in read(source).sentences)


PIECES = """\
Era uma vez um rei. E então?|- item;|— Não! — disse|\t1. Abra|CAPÍTULO I|| |\
na\u0303o e\u0301 assim|\
😀 riu-se.|***|===|\
Um\u00a0dia\t frio,|fim|A|B|C"""
LINES = st.sampled_from(PIECES.split("|"))
SOURCES = st.one_of(
    st.text(max_size=80),
    st.tuples(st.lists(LINES, max_size=8), st.sampled_from(["\n", "\r\n", "\r"])).map(
        lambda pair: pair[1].join(pair[0])
    ),
)


@given(SOURCES)
@example("\ufeffOlá.\r\nSim.")
def test_plain_text_sentences_equal_their_source_except_white_space(source: str) -> None:
    document = read(source)
    at = 0
    for sentence in document.sentences:
        span = sentence.span
        assert at <= span.start < span.end <= len(source)
        folded = " ".join(unicodedata.normalize("NFC", source[span.start : span.end]).split())
        assert sentence.text == folded != ""
        at = span.end
    for block in document.blocks:
        assert list(block.content.starts) == sorted(block.content.starts)
        assert list(block.content.ends) == sorted(block.content.ends)


@given(SOURCES)
def test_every_letter_of_a_plain_text_file_is_read(source: str) -> None:
    """Only markers, rules, underlines and statements are left out."""
    code = r"[=$(].*;|\w=|[{}]|[(\[\])],?\s*$|^\s*[\])]|\S {4}"
    assume(not re.search(code, source, re.MULTILINE))
    letters = sum(map(str.isalpha, unicodedata.normalize("NFC", source)))
    kept = sum(map(str.isalpha, "".join(s.text for s in read(source).sentences)))
    assert letters - kept <= sum(line.lstrip()[:2].endswith(")") for line in source.splitlines())
