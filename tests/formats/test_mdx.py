"""MDX: the Markdown between tags, expressions and modules, and where every character stands."""

from __future__ import annotations

import html
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.formats.shown import assert_as_checked, assert_exact, fixtures, is_break, listed
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Document

MDX = declared()["mdx"]
MARKDOWN = declared()["markdown"]


def read(source: str) -> Document:
    return build("x.mdx", source, MDX)


def texts(source: str) -> list[str]:
    return [sentence.text for sentence in read(source).sentences]


def opaque(source: str) -> list[str]:
    return [s.text[low:high] for s in read(source).sentences for low, high in s.opaque]


def test_mdx_components_without_content_are_not_checked_as_prose() -> None:
    source = "O livro <Title id='a' /> é <b>bom</b><Fim/>."
    assert texts(source) == ["O livro <Title id='a' /> é bom<Fim/>."]
    assert opaque(source) == ["<Title id='a' />", "<Fim/>"]


@pytest.mark.parametrize("path", fixtures("mdx"), ids=lambda path: path.stem)
def test_mdx_example_files_are_parsed_to_the_stored_expected_text(path: Path) -> None:
    assert_as_checked(path)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Use <A b={x > y}>isto</A> já.", ["Use isto já."]),
        ("<A>\n        Fundo.\n</A>", ["Fundo."]),
        ("Um {a + `}`} dois.", ["Um {a + `}`} dois."]),
        ("Diz {'d\\'ouro }'} fim.", ["Diz {'d\\'ouro }'} fim."]),
        ("{a}\n\nOlá.", ["Olá."]),
        ("Antes.\n{a}\nDepois.", ["Antes.", "Depois."]),
        ("Um\\{a e \\<b.", ["Um{a e <b."]),
        ("export const a = 1\nOlá.\n\nFim.", ["Fim."]),
        ("Olá.\nexport const a = 1", ["Olá."]),
        ("1 < 2 e <https://a.pt>.", ["1 < 2 e https://a.pt."]),
        ("<pre>\nnada\n\nnada\n</pre>\n\nFim.", ["Fim."]),
        ("<p>Um.</p><p>Dois.</p>", ["Um.", "Dois."]),
        (" <p>Um.</p>", ["Um."]),
        ("", []),
    ],
)
def test_text_inside_jsx_elements_of_mdx_is_read(source: str, expected: list[str]) -> None:
    assert texts(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # a fence is closed however far it is indented
        ("```js\na\n    ```\n\nFim.\n\n```\nb\n", ["Fim."]),
        ("<A>\n  ```js\n  a\n      ```\n  Fim.\n</A>", ["Fim."]),
        ("- Um\n\n  ```\n  a\n        ```\n\nFim.", ["Um", "Fim."]),
        # and opened so, but not beyond the item that it is in
        ("Um.\n\n    ```\na\n```\n\nFim.", ["Um.", "Fim."]),
        ("- Um\n\n      ```\n  a\n  ```\n\nFim.", ["Um", "Fim."]),
        ("- Um\n\n  ```\n  a\n<A>\n  Dois.\n</A>\n\n```\nb\n", ["Um", "Dois."]),
        ("- ```\n  a\n\n  b\n\n<A>Dois.</A>\n\n```\nb\n", ["Dois."]),
        # nor the quotation
        ("> ```\n> a\nUm {b}.\n\n```\nc\n```\n\nFim.", ["Um {b}.", "Fim."]),
        ("> ```\n> a\n\n<A>Um.</A>\n\n```\nb\n", ["Um."]),
        ("```\n> ```\na\n", []),
    ],
)
def test_code_fences_inside_jsx_of_mdx_are_skipped(source: str, expected: list[str]) -> None:
    assert texts(source) == expected


def test_mdx_expressions_and_code_are_not_checked_as_prose() -> None:
    source = "Diz {a.b}, `c {d}`, <code>e f</code> e <b>g</b> já."
    assert opaque(source) == ["{a.b}", "c {d}", "<code>e f</code>"]


def test_mdx_expression_keeps_its_exact_source_span() -> None:
    source = "<A>\n    Olá, *{nome}*, &amp; adeus\n    amanhã.\n</A>\n"
    sentence = read(source).sentences[0]
    assert sentence.text == "Olá, {nome}, & adeus amanhã."
    at = sentence.text.index("nome")
    span = sentence.content.span(at, at + 4)
    assert source[span.start : span.end] == "nome"
    at = sentence.text.index(" amanhã")
    span = sentence.content.span(at, at + 1)
    assert source[span.start : span.end] == "\n    "


def test_unclosed_mdx_expression_is_skipped_with_its_paragraph() -> None:
    source = 'Um.\n\nAqui <b>há</b>\num {erro.\n\nDois {a}.\n\nOutro <A b="c.\n\nFim.\n'
    document = read(source)
    assert [s.text for s in document.sentences] == ["Um.", "Dois {a}.", "Fim."]
    skipped = [source[span.start : span.end] for span in document.skipped]
    assert skipped == ["Aqui <b>há</b>\num {erro.", 'Outro <A b="c.']


@pytest.mark.parametrize(
    "part",
    listed(
        '<A ¦<A>¦<A>\n¦{¦{\n\n¦`a¦``a `¦<A b={¦<A b="¦import a\n\n¦export const a = {\n\n¦'
        "{`${¦</A>\n¦<code>¦<p>¦{/*¦{a}¦```\n¦<A>\n  ¦{\"¦<A b='\n\n¦<br/>¦> <A>\n¦"
        "- <A>\n  b\n¦export const a = `\n\n"
    ),
)
def test_long_repeated_mdx_markup_is_parsed_without_error(part: str) -> None:
    read(part * (20_000 // len(part)))


# Invariants

# the first example waits for tables of characters and parsers
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

LINES = st.sampled_from(
    listed(
        "Olá mundo¦- item¦# Título¦> citação¦    avançado¦<A>¦</A>¦<A b={c}>¦<B/>¦<p>¦</p>¦"
        "<br/>¦{a}¦{/* c */}¦{`b}`}¦{\n¦`c`¦*ê*¦```¦import a from 'b'¦export const a = 1¦| a |¦"
        "|--|¦:::note¦&amp;¦\\{¦\\<¦<!-- d -->¦na\u0303o¦😀 riu¦\tfoi¦\u00a0¦— Não¦"
        "<code>x</code>¦<pre>y</pre>¦{#id}¦¦¦  <C>¦  </C>¦[l](u)¦<3¦</¦<>¦</>¦}"
    )
)
SOURCES = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="aA é*_`[]()<>{}/=:.-'\"\n\r\t \\1&;\0\u0303😀", max_size=60),
    st.tuples(
        st.lists(st.lists(LINES, min_size=1, max_size=2).map(" ".join), max_size=8),
        st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
    ).map(lambda pair: pair[1].join(pair[0])),
)


def decodes_to(raw: str, char: str) -> bool:
    return (
        is_break(raw, char)
        or char in html.unescape(raw).replace("\xa0", " ")
        or (char == " " and raw.startswith("<"))
        or (char in "{…}" and raw[0] in "{<")
    )


@CALM
@given(SOURCES)
@example("<A>\n    a\n    b\n</A>")
@example("{\n\na}b")
@example("\ufeff# Olá")
def test_every_character_of_mdx_text_has_its_exact_source_span(source: str) -> None:
    assert_exact(read(source), decodes_to)


PLAIN = st.text(alphabet="ab é*_`[]()#>-.\n1", max_size=60)


@CALM
@given(PLAIN)
@example(">1\n>1")
def test_mdx_page_without_jsx_is_read_as_markdown(source: str) -> None:
    as_markdown = build("x.md", source, MARKDOWN)
    assert [(s.span, s.text) for s in read(source).sentences] == [
        (s.span, s.text) for s in as_markdown.sentences
    ]
