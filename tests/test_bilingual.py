"""Files in two languages are read where they are Portuguese."""

from __future__ import annotations

import pytest

from textlint_pt.engine.bilingual import portuguese_part
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Document

MARKDOWN = declared()["markdown"]
HTML = declared()["html"]

ENGLISH = (
    "The cat went to the roof of the house and it did not come back until the next morning, when "
    "it was hungry. Nobody in the street had seen it, and the old woman who lives there was sad.",
    "- Install the package.\n- Run the program.\n- Read the log, and tell us what it said.",
    "If you want to help, please read the guide first: it says what we need and how we work here.",
)
PORTUGUESE = (
    "O gato subiu ao telhado da casa e não voltou até à manhã seguinte, quando já tinha fome. "
    "Ninguém na rua o tinha visto, e a velha que ali mora ficou triste.",
    "- Instalar o pacote.\n- Executar o programa.",
    "Quem quiser ajudar deve ler primeiro o guia: diz o que falta e como se trabalha aqui.",
)


def read(*parts: str) -> tuple[Document, str]:
    """The part that is read and the document as it was written."""
    raw = "\n\n".join(parts) + "\n"
    return portuguese_part(build("README.md", raw, MARKDOWN)), raw


def texts(document: Document) -> str:
    assert [s.index for s in document.sentences] == list(range(len(document.sentences)))
    for sentence in document.sentences:
        assert document.raw[sentence.span.start : sentence.span.end].startswith(sentence.text[:5])
    return " ".join(document.texts)


FRENCH = (
    "GraphMe est un traceur de fonctions que j'ai programmé dans le cadre de mon travail, et vous "
    "pouvez le télécharger sur internet, mais il est nécessaire de le décompresser avant.",
    "- Bouton servant à ajouter une nouvelle fonction ou à accéder à l'historique des fonctions.\n"
    "- Options d'affichage permettant de définir la partie de la fonction à afficher.\n"
    "- Bouton servant à changer la couleur.\n- Boutons accédant aux différents menus.\n"
    "- Onglet choisissant entre les fonctions.",
    "Les options sont dans le menu, et vous pouvez les changer avec le bouton qui est en haut.",
)


def test_markdown_page_in_french_is_not_divided_by_language() -> None:
    document, raw = read(*FRENCH)
    assert document.texts == build("a.md", raw, MARKDOWN).texts


@pytest.mark.parametrize("own_first", [True, False])
def test_only_the_portuguese_part_of_a_bilingual_readme_is_read(own_first: bool) -> None:
    own, other = ("# Projeto", *PORTUGUESE), ("# Project", *ENGLISH)
    document, _ = read(*((*own, *other) if own_first else (*other, *own)))
    assert texts(document) == " ".join(build("a.md", "\n\n".join(own), MARKDOWN).texts)
    (note,) = document.notes
    assert (note.code, note.fields["lines"]) == (
        "foreign-part",
        "10–18" if own_first else "1–9",
    )


def test_alternating_english_and_portuguese_paragraphs_are_separated() -> None:
    document, _ = read(PORTUGUESE[0], ENGLISH[0], PORTUGUESE[2], ENGLISH[0], PORTUGUESE[0])
    assert "telhado" in texts(document)
    assert "roof" not in texts(document)
    assert document.notes[0].fields["lines"] == "3, 7"


def test_line_with_two_skipped_english_paragraphs_is_listed_once_in_the_notice() -> None:
    one, other = (f"<p>{text[0]}</p>" for text in (PORTUGUESE, ENGLISH))
    document = portuguese_part(build("a.html", f"{one}{other}{one}{other}{one}\n", HTML))
    assert document.notes[0].fields["lines"] == "1"


@pytest.mark.parametrize(
    "parts",
    [
        PORTUGUESE,
        ENGLISH,
        ("Bem-vindo ao projeto, que é de todos os que aqui estão e dos que vêm.", *ENGLISH),
        (PORTUGUESE[0], "> The cat went to the roof and it was never seen again.", PORTUGUESE[2]),
        ("Sim.",),
        (),
    ],
)
def test_document_mostly_in_one_language_is_not_divided_by_language(parts: tuple[str, ...]) -> None:
    raw = "\n\n".join(parts)
    document = build("README.md", raw, MARKDOWN)
    assert portuguese_part(document) is document
