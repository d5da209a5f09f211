"""Markdown: what is prose, what is not, and where every character stands."""

from __future__ import annotations

import html
import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.formats.shown import assert_marked
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Document, Kind, Span

MARKDOWN = declared()["markdown"]


def read(source: str) -> Document:
    return build("x.md", source, MARKDOWN)


def shape(source: str) -> list[tuple[str, str]]:
    """(kind, text) of each sentence."""
    return [(sentence.kind.value, sentence.text) for sentence in read(source).sentences]


def texts(source: str) -> list[str]:
    return [sentence.text for sentence in read(source).sentences]


def opaque(source: str) -> list[str]:
    return [s.text[low:high] for s in read(source).sentences for low, high in s.opaque]


PAGE = """\
---
layout: Não é prosa. Nem isto.
---
# Primeiros passos {#primeiros-passos}

Leia *com **muita** calma* o [guia _rápido_](https://exemplo.pt/a "título") e
chame `abrir()` antes. Custa 5&nbsp;&euro; \\*mais\\* imposto.

> A pressa é inimiga
> da perfeição.

1. Abra a caixa.
   Retire tudo.
   - [x] Guarde o manual.
2) Feche.

| Nome | Uso |
|------|-----|
| `ls` | Mostra **tudo**. |

```python
print("Isto não é prosa.")
```

    nem isto.

<pre>Nem isto.</pre>

— Acabou? — perguntou ela.

Setext
------
"""


def test_markdown_file_is_divided_into_headings_paragraphs_and_cells() -> None:
    assert shape(PAGE) == [
        ("heading", "Primeiros passos"),
        ("paragraph", "Leia com muita calma o guia rápido e chame abrir() antes."),
        ("paragraph", "Custa 5 € *mais* imposto."),
        ("quote", "A pressa é inimiga da perfeição."),
        ("list-item", "Abra a caixa."),
        ("list-item", "Retire tudo."),
        ("list-item", "Guarde o manual."),
        ("list-item", "Feche."),
        ("table-cell", "Nome"),
        ("table-cell", "Uso"),
        ("table-cell", "Mostra tudo."),
        ("dialogue", "— Acabou? — perguntou ela."),
        ("heading", "Setext"),
    ]
    assert opaque(PAGE) == ["abrir()"]
    assert [s.section for s in read(PAGE).sentences] == [1] * 12 + [2]


def test_markdown_lines_with_dashes_after_a_full_sentence_are_dialogue() -> None:
    told = "Maria virou as costas.\n– Desde quando?\n– Batizemo ele onti.\n"
    assert {kind for kind, _ in shape(told)} == {"dialogue"}
    listed = "Faltam três coisas:\n– o mapa;\n– a chave.\n"
    assert {kind for kind, _ in shape(listed)} == {"paragraph"}


def test_markdown_text_spans_point_to_entities_and_escapes_in_the_source() -> None:
    sentence = read(PAGE).sentences[2]
    at = sentence.text.index("€")
    span = sentence.content.span(at, at + 1)
    assert PAGE[span.start : span.end] == "&euro;"
    at = sentence.text.index("*mais")
    span = sentence.content.span(at, at + 2)
    assert PAGE[span.start : span.end] == "\\*m"
    wrapped = read(PAGE).sentences[3]
    at = wrapped.text.index("inimiga") + len("inimiga")
    span = wrapped.content.span(at, at + 1)
    assert PAGE[span.start : span.end] == "\n> "


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Um **texto** ~~velho~~ ***novo***.", ["Um texto velho novo."]),
        ("Linha um  \nlinha dois\\\nlinha três.", ["Linha um linha dois linha três."]),
        ("Antes<br>depois<br/>fim.", ["Antes depois fim."]),
        ("Veja <kbd a-b>Ctrl</kbd> aqui.", ["Veja Ctrl aqui."]),
        ("Olhe ![um gato](gato.png) ali.", ["Olhe ali."]),
        ("Siga <https://a.pt/x> já.", ["Siga https://a.pt/x já."]),
        ("Veja [o guia][g] e [isto].\n\n[g]: http://a.pt", ["Veja o guia e [isto]."]),
        ("Veja [o guia][] e [este][x].\n\n[O guia]: http://a.pt", ["Veja o guia e [este][x]."]),
        ("Nota[^1] breve.\n\n[^1]: Explica\n    a nota.", ["Nota breve.", "Explica a nota."]),
        ("[^a]: Breve", ["Breve"]),
        ("## Fim ##", ["Fim"]),
        ("Isto `` é `código` `` aqui.", ["Isto é `código` aqui."]),
        ("Um `a` e `b. C` aqui.", ["Um a e b. C aqui."]),
        ("Um `C:\\a\\` e `b. C` aqui.", ["Um C:\\a\\ e b. C aqui."]),
        ("Um \\`a. C\\` aqui.", ["Um `a. C` aqui."]),
        ("Custa R$ 5 e R$ 6.", ["Custa R$ 5 e R$ 6."]),
        ("A soma $x + y$ cresce.", ["A soma $x + y$ cresce."]),
        ("Com $ x_1 = *a* $ e $4N_e\\mu$.", ["Com $ x_1 = *a* $ e $4N_e\\mu$."]),
        ("Fórmula:\n\n$$\nx. Y\n$$\n\nonde x cresce.", ["Fórmula:", "onde x cresce."]),
        ("Ficou :smile: contente.", ["Ficou :smile: contente."]),
        ("Às 10:30: chegou.", ["Às 10:30: chegou."]),
        ("Diz {{ nome }} e {x}.", ["Diz {{ nome }} e {x}."]),
        ("Uma {% raw %}chave{% endraw %} só.", ["Uma chave só."]),
        ("A&ccedil;&#227;o &inventada; e \\« aqui.", ["Ação &inventada; e \\« aqui."]),
        ("**“Olá”**, disse.", ["“Olá”, disse."]),
        ("+++\nlayout = 'x'\n+++\nOlá, mundo.", ["Olá, mundo."]),
        ("---\n\nOlá, mundo.", ["Olá, mundo."]),
        ("`só código`\n\n- `outro`", []),
        ("", []),
    ],
)
def test_markdown_inline_markup_is_removed_from_the_text(source: str, expected: list[str]) -> None:
    assert texts(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Custa $x$ e :smile: já.", ["$x$", ":smile:"]),
        ("Diz `a`, {b} e ana@b.pt já.", ["a", "{b}", "ana@b.pt"]),
        ("Veja <https://a.pt/x>.", ["https://a.pt/x"]),
        ("Veja [https://a.pt/x](y).", ["https://a.pt/x"]),
        ("Sem nada.", []),
    ],
)
def test_markdown_code_and_urls_are_not_checked_as_prose(source: str, expected: list[str]) -> None:
    assert opaque(source) == expected


MDX = """\
import Nota from './nota'
import {
  A,
  B
} from "pacote"

export const meta = {
  titulo: "Não é prosa."
}

## Título {/*titulo*/}

{/* um
comentário

longo */}

<Intro>

O texto fica.

</Intro>

<Nota tipo="a > b" valor={{a: '>'}}
  outro={1}>
Este também fica.
</Nota>

Um texto com <b>marca</b>, `{código}` e {valor.nome}.

<>

E este.

</>
"""


def test_only_prose_is_read_between_mdx_statements_in_markdown() -> None:
    assert texts(MDX) == [
        "Título",
        "O texto fica.",
        "Este também fica.",
        "Um texto com marca, {código} e {valor.nome}.",
        "E este.",
    ]
    assert [comment.text for comment in read(MDX).comments] == [
        "titulo",
        "um\ncomentário\n\nlongo",
    ]


def test_text_inside_markdown_directives_and_admonitions_is_read() -> None:
    source = (
        ":::note Atenção\nO conteúdo **fica**.\n:::\n\n> [!NOTE]\n> Também fica.\n\n"
        '!!! tip "Dica"\n    E isto fica.\n\n::: tip Vue\nFim.\n:::\n'
    )
    assert shape(source) == [
        ("heading", "Atenção"),
        ("paragraph", "O conteúdo fica."),
        ("quote", "Também fica."),
        ("heading", "Dica"),
        ("paragraph", "E isto fica."),
        ("heading", "Vue"),
        ("paragraph", "Fim."),
    ]
    assert {sentence.section for sentence in read(source).sentences} == {0}


def test_mdx_syntax_inside_markdown_code_is_not_interpreted() -> None:
    source = "```jsx\nimport A from 'a'\n{/* x */}\n<Foo>\n:::note\n```\n\nOlá, mundo.\n"
    assert texts(source) == ["Olá, mundo."]
    assert read(source).comments == ()
    assert texts("Escreva `{/* nota */}` assim.") == ["Escreva {/* nota */} assim."]


def test_html_comments_in_markdown_are_collected_with_their_spans() -> None:
    source = (
        "<!-- textlint-pt-disable RED003 -->\n\nOlá <!-- meio --> mundo.\n\n"
        "{/* textlint-pt-enable */}\n\nFim. {/* linha */}\n\n<!-- sem fim"
    )
    document = read(source)
    assert [c.text for c in document.comments] == [
        "textlint-pt-disable RED003",
        "meio",
        "textlint-pt-enable",
        "linha",
    ]
    for comment in document.comments:
        assert comment.text in source[comment.span.start : comment.span.end]
    assert [s.text for s in document.sentences] == ["Olá mundo.", "Fim."]


def test_markdown_lines_with_hard_breaks_are_classified_as_verse() -> None:
    source = "A lua sobe no monte,  \no vento dorme no mar,  \ne a água fria da fonte.\n"
    assert [b.kind for b in read(source).blocks] == [Kind.VERSE]


def test_markdown_paragraph_may_begin_with_a_jsx_component() -> None:
    source = '<Mention of="a">A Ana</Mention> abre a porta.\n\n<Tabs>\n\nA porta abre.\n\n</Tabs>\n'
    assert texts(source) == ["A Ana abre a porta.", "A porta abre."]


def test_markdown_paragraph_that_is_a_program_statement_is_not_prose() -> None:
    code = (
        r"\$ ls pacote/ modulo.py",
        r"\> from pacote.modulo import Funcionario Pacote importado",
        "import pacote.modulo:",
        r"if \_\_name\_\_ != \'\_\_main\_\_\':",
        "matricula = ''",
        "print('The most common words are:')",
        "pasta/\n├── src/  # Código fonte do bot\n└── leia.md  # Você está aqui",
        'File "snr.py", line 5, in ?',
    )
    prose = (
        "Custa $ 3, se for de lá.", "Para a turma: os arquivos.", "Comandos ls() e cd()",
        "{user} recuperou a saúde!", "> Importa o que se diz.", "import é a palavra que o carrega;",
    )  # fmt: skip
    for text in code:
        assert not texts(text), text
    for text in prose:
        assert texts(text), text


def test_markdown_link_text_equal_to_the_end_of_its_url_is_not_checked_as_prose() -> None:
    assert opaque("Ver [clausulas/bjp.md](../clausulas/bjp.md).") == ["clausulas/bjp.md"]
    assert not opaque("Ver [clausulas/bjp.md](https://a.br) e [e/ou](https://a.br).")


def test_bibliography_entries_in_markdown_are_not_prose() -> None:
    entries = (
        "- SANTOS NETO, J. A. O livro de imagem. Literartes, n. 3, p. 82-101, 2014.",
        "[2] Fisher,R. A. (1988). Iris. UCI Repository. https://doi.org/10.24432/C56C76.",
        "BRASIL. Lei n. 9.394, de 1996. Disponível em: https://a.br. Acesso em: 29 abr. 2021.",
    )
    prose = (
        "Segundo SILVA, J. (2010, p. 3), tudo muda.", "ATENÇÃO. Em 2020 o http://a.br mudou.",
        "Maria, João e Ana foram a Lisboa em 2010 (p. 3).", "SILVA, João. O autor nasceu em 1990.",
    )  # fmt: skip
    for text in entries:
        assert not texts(text), text
    for text in prose:
        assert texts(text), text


def test_markdown_comment_written_as_link_definition_is_not_prose() -> None:
    source = "- [Sprint 4]()\n[//]: # ( - [Sprint 5]())\n[//]: # (nada)\n"
    assert opaque(source) == ["[//]: # ( - Sprint 5)", "[//]: # (nada)"]


def test_access_dates_of_bibliography_entries_are_not_prose() -> None:
    assert texts("Veja o vídeo. Disponível em: x. Acesso em 14 abr. 2021.") == ["Veja o vídeo."]
    assert opaque("O canal (acesso em 20/04/2021) fechou.") == ["acesso em 20/04/2021"]
    assert not opaque("Acesso em maio de 2020 não havia. O acesso em 2 de maio de 2020 mudou.")


def test_markdown_paragraph_resumed_after_a_code_block_is_a_continuation() -> None:
    source = "Escreva:\n\n```\nx\n```\n\nonde x é o nome.\n\n```\ny\n```\n\nDepois pare.\n"
    assert [b.continues for b in read(source).blocks] == [False, True, False]


def test_nested_markdown_quotes_and_lists_are_read_as_separate_blocks() -> None:
    source = "> Um\n> > dois\n> > três\n>\n> - quatro\n>   cinco\n>   > seis\n"
    assert shape(source) == [
        ("quote", "Um"),
        ("quote", "dois três"),
        ("list-item", "quatro cinco"),
        ("quote", "seis"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        *(
            part * 3_000
            for part in ("*a _b ", "[", "![", "`a", "<!--", "{/*\n", "{", "$$\n", "<A ")
        ),
        *(part * 1_000 for part in (">", "- ", "*")),
    ],
    ids=lambda source: source[:4],
)
def test_long_repeated_markdown_markup_is_parsed_without_error(source: str) -> None:
    read(source)


# Invariants

LINES = st.sampled_from(
    """\
# Olá {#a}, > citação *forte*, - item `c`, 1. um,   dois,     código, ```, , texto **b _c_** d, ***,
[l](u "t"), ![i](u), [r][r], [r]: u, &amp; &#227; &x;, \\* \\é, a<br>b, <b>x</b>, <!-- c -->,
{/* c */}, {x}, :::note, <Foo a={1}>, </Foo>, | a | `b` |, |--|--|, ---, ===,
na\u0303o, 😀 riu, \tfoi,
$x$ e $5, https://a.pt, [^1], [^1]: nota, — Não! — disse, import a from 'b', ~~x~~, fim  ,
fim\\,
<https://a.b>, \u00a0, :a:""".replace(",\n", ", ").split(", ")
)
SOURCES = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="a é*_`[]()<>!{}$:#>-|\\&;~\n\r\t.1^=/\0\u0303😀", max_size=60),
    st.tuples(
        st.lists(st.lists(LINES, min_size=1, max_size=3).map(" ".join), max_size=8),
        st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\n> "]),
    ).map(lambda pair: pair[1].join(pair[0])),
)


def decodes_to(raw: str, char: str) -> bool:
    if char == " ":
        # a break with the marks of the next line; what is masked between two spaces
        white = re.sub(r"\\(?=[\r\n])|<br>|&nbsp;", " ", raw)
        return white[0].isspace() and (white[-1].isspace() or white[-1] == ">")
    if raw.startswith("\\") and len(raw) == 2:
        return raw[1] == char
    return char in unicodedata.normalize("NFC", raw) or char in unicodedata.normalize(
        "NFC", html.unescape(raw)
    )


@given(SOURCES)
@example("a\r\n> b\r\n> c")
@example("> a&amp;\n> b  \n>  c")
@example("\ufeff# Olá")
def test_every_character_of_markdown_text_has_its_exact_source_span(source: str) -> None:
    document = read(source)
    assert_marked(document, decodes_to)
    at = 0
    for sentence in document.sentences:
        text, content = sentence.text, sentence.content
        assert text == unicodedata.normalize("NFC", " ".join(text.split())) != ""
        assert at <= sentence.span.start < sentence.span.end <= len(source)
        at = sentence.span.end
        for i, char in enumerate(text):
            start, end = content.starts[i], content.ends[i]
            assert decodes_to(source[start:end], char), (source[start:end], char)
            if i:
                assert start >= content.starts[i - 1]
                assert end >= content.ends[i - 1]
        for low, high in sentence.opaque:
            assert 0 <= low < high <= len(text)
    for comment in document.comments:
        assert comment.text in source[comment.span.start : comment.span.end]


def rendered(source: str) -> list[str]:
    """What markdown-it shows, block by block, tags and images left out."""
    shown = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(source):
        if token.type == "inline":
            parts = [
                child.content if child.type in ("text", "code_inline") else "\n"
                for child in token.children or ()
                if child.type in ("text", "code_inline", "softbreak", "hardbreak")
            ]
            shown.append(" ".join("".join(parts).split()))
    return [text for text in shown if text]


def test_markdown_quotes_nested_over_100_deep_are_read_as_level_100() -> None:
    raw = "> " * 300 + "Chove.\n" + "> " * 301 + "Neva.\n\nFaz sol.\n"
    quoted, after = MARKDOWN.parse(raw).blocks
    assert quoted.content.normalised().text == "Chove. Neva."
    assert quoted.content.within(Span(raw.index("Neva"), raw.index("Neva") + 4)).text == "Neva"
    assert (after.content.text, after.kind) == ("Faz sol.", Kind.PARAGRAPH)


WORDS = st.sampled_from(
    [
        "o rei",
        "*foi*",
        "**muito _bem_**",
        "à [serra](u)",
        "`ver()`",
        "o mar,",
        "a\\*",
        "&amp;",
        "b.",
    ]
)
PHRASES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
BLOCKS = st.one_of(
    PHRASES,
    PHRASES.map("# {}".format),
    PHRASES.map("> {}\n> fim".format),
    PHRASES.map("- {}\n  fim\n- outro".format),
    PHRASES.map("1. {}\n   1. dentro".format),
    PHRASES.map("```\n{}\n```".format),
    PHRASES.map("| a | b |\n|---|---|\n| {} | c |".format),
)


@given(st.lists(BLOCKS, max_size=5).map("\n\n".join))
def test_markdown_text_equals_what_markdown_it_renders(source: str) -> None:
    ours = [block.content.normalised().text for block in MARKDOWN.parse(source).blocks]
    assert ours == rendered(source)
