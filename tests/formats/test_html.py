"""HTML: what is prose, what is not, and where every character stands."""

from __future__ import annotations

import html
import re
import unicodedata
from contextlib import suppress
from pathlib import Path

import html5lib
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests import timing
from tests.formats.describe import check_places, describe, expected, fixtures, read
from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.decoding import decode
from textlint_pt.formats.hypertext import _BLOCKS, _MASKED
from textlint_pt.text.document import Document

HTML = declared()["html"]

FILES = fixtures("html")


def parse(source: str) -> Document:
    return build("x.html", source, HTML)


def texts(source: str) -> list[str]:
    return [sentence.text for sentence in parse(source).sentences]


def opaque(source: str) -> list[str]:
    return [s.text[low:high] for s in parse(source).sentences for low, high in s.opaque]


def decodes(raw: str, char: str) -> bool:
    said = html.unescape(raw)
    if char == " ":
        said = re.sub(r"</?br\b[^>]*>", " ", said)
        return not said.strip() or (said[0].isspace() and said[-1].isspace())
    # an accent may stand behind a tag: "a<b>\u0303" is one letter
    untagged = re.sub(r"<[^>]*>", "", said)
    return any(char in unicodedata.normalize("NFC", text) for text in (raw, said, untagged))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_html_example_files_are_parsed_to_the_stored_expected_text(path: Path) -> None:
    assert describe(path) == expected(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_character_of_html_example_files_has_its_exact_source_span(path: Path) -> None:
    with suppress(Unreadable):
        check_places(read(path), decodes)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("Um <b>texto</b> <i>novo", ["Um texto novo"]),
        ("<p>Um<p>Dois", ["Um", "Dois"]),
        ("<p>Um<div>Dois</div>Três</p>", ["Um", "Dois", "Três"]),
        ("Antes<br>depois<br/>fim</br>.", ["Antes depois fim ."]),
        ("<li>a<li>b", ["a", "b"]),
        ("<b><p>Um</b> dois</p><p>Três", ["Um dois", "Três"]),
        ("<code><p>x</code>O texto volta.", ["xO texto volta."]),
        ("a &lt;b&gt; c &amp;amp; d &copy e &#x; &#; & f", ["a <b> c &amp; d © e &#x; &#; & f"]),
        ("con&shy;ti&shy;nua e su<wbr>má<wbr/>rio", ["continua e sumário"]),
        ("um < dois <3 > <é <", ["um < dois <3 > <é <"]),
        ("Um <a b='>' c=\">\" d=x>dois</a>", ["Um dois"]),
        ('Um <a b="c>dois</a> três', ["Um dois três"]),
        ("Um <a", ["Um"]),
        ("Um </a b=c> dois </> três </3 a> fim </", ["Um dois três fim </"]),
        ("<title>a <b>b</b> &amp; c</title>d", ["a <b>b</b> & c", "d"]),
        (
            "<title>{{ if .a }}{{ .b }} | {% c %}d &amp; e</title>f",
            ["{{ if .a }}{{ .b }} | d & e", "f"],
        ),
        ("<script>a</script >b", ["b"]),
        ("<script>a", []),
        ("<textarea>a</textarea>b<pre>c</pre>d", ["b", "d"]),
        ("<svg><a/><text>a</text></svg>b", ["b"]),
        ("<table><tr><td>a<table><tr><td>b</table>c</table>d", ["a", "b", "c", "d"]),
        ("<td>a</div>b</td>c", ["ab", "c"]),
        ("<button>Abrir</button> a porta", ["Abrir", "a porta"]),
        ("<nav><ul><li><a>Início</a></ul></nav><p>Um", ["Um"]),
        ("<div role=navigation><h3>Índice</h3><a>b</a></div>c", ["c"]),
        ("<nav>Um <p>dois", ["Um", "dois"]),  # never ends
        ("<select><optgroup label=x><option>a<optgroup><option>b</select>c", ["a", "b", "c"]),
        ("a<!-->b<!--->c<!-- d -->e<!f>g<?h>i", ["abcegi"]),
        ("{# a #}b {{ c }} {% d %}e { f", ["b {{ c }} e { f"]),
        ("", []),
    ],
)
def test_text_read_from_html_equals_what_browsers_show(source: str, shown: list[str]) -> None:
    assert texts(source) == shown


@pytest.mark.parametrize(
    ("source", "hidden"),
    [
        ("O <code>a <b>b</b></code> e o <kbd>C</kbd>.", ["a b", "C"]),
        ("Um <i lang=en>cat</i>, um <i lang=pt-BR>gato</i>.", ["cat"]),
        ("Um <i translate=no>Gato</i> e <i class='a notranslate'>Cão</i>.", ["Gato", "Cão"]),
        ("O <span class='code'>Tema</span> é <span class='código'>novo</span>.", ["Tema"]),
        ("Um <i translate=no>A <b translate=yes>bê</b></i>.", ["A "]),
        ("Veja https://a.pt/x já, {{ a.b }}.", ["https://a.pt/x", "{{ a.b }}"]),
        (
            "Mutações \\(\\times\\) a [b] \\[x\\] $a_1$ e R$ 1.",
            ["\\(\\times\\)", "\\[x\\]", "$a_1$"],
        ),
        ("Use `abrir porta`, e não `a e ` b.", ["`abrir porta`"]),
        ("Sem nada.", []),
        # code that no tag ends ends with its block
        ("<p>A <code>b</p><p>c</code> corre.</p><p>Sim.</p>", ["b"]),
    ],
)
def test_html_code_and_hidden_elements_are_not_checked_as_prose(
    source: str, hidden: list[str]
) -> None:
    assert opaque(source) == hidden


def test_html_paragraph_resumed_after_a_code_block_is_a_continuation() -> None:
    source = "<p>Escreva:</p><pre>x</pre><p>onde x é o nome.</p><p>e pare.</p>"
    assert [block.continues for block in parse(source).blocks] == [False, True, False]


def test_html_elements_nested_too_deep_are_rejected() -> None:
    with pytest.raises(Unreadable, match=r"\Ax\.html:2: elements nested over 500 deep\Z"):
        parse("a\n" + "<b>" * 10_000)


@pytest.mark.parametrize(
    ("source", "encoding", "why"),
    [
        ('<meta charset="utf-8">ção', "latin-1", "says in line 1 that it is UTF-8; not UTF-8"),
        ("<meta charset=utf-16>ção", "latin-1", "says in line 1 that it is utf-16, but it is not"),
        ("\n<meta charset=koi8-r>ção", "koi8-r", "says in line 2 that its encoding is koi8-r"),
    ],
)
def test_html_pages_that_cannot_be_decoded_are_rejected_with_a_reason(
    source: str, encoding: str, why: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        decode("x.html", source.encode(encoding, "replace"), HTML)
    assert str(caught.value).startswith(f"x.html: {why}")


# Another reader


def shown_by_html5lib(source: str) -> list[str]:
    """Text of each block, blanks squeezed."""
    blocks: list[str] = [""]

    def walk(element) -> None:
        name = element.tag if isinstance(element.tag, str) else ""
        if not name or name in _MASKED:
            return
        if name in _BLOCKS:
            blocks.append("")
        blocks[-1] += "\n" if name == "br" else (element.text or "")
        for child in element:
            walk(child)
            blocks[-1] += child.tail or ""
        if name in _BLOCKS:
            blocks.append("")

    walk(html5lib.parse(source, namespaceHTMLElements=False))
    return [" ".join(block.split()) for block in blocks if block.strip()]


def shown(source: str) -> list[str]:
    found = [block.content.normalised().text for block in HTML.parse(source).blocks]
    return [text for text in found if text]


INLINE = st.sampled_from(
    [
        "o rei ",
        "foi &agrave; ",
        "a &amp b",
        "<b>muito</b> ",
        "<i>e <b>bem</b></i>",
        "3 < 4 ",
        "<br>",
        "</br>",
    ]
)
PHRASE = st.lists(INLINE, min_size=1, max_size=4).map("".join)
BLOCK = st.recursive(
    st.one_of(
        PHRASE.map("<p>{}".format),
        PHRASE.map("<p>{}</p>\n".format),
        PHRASE.map("<h2>{}</h2>".format),
        PHRASE.map("<pre>{}</pre>".format),
        PHRASE.map("<!-- {} -->".format),
    ),
    lambda inner: st.one_of(
        inner.map("<div>{}</div>".format),
        inner.map("<ul><li>{}<li>fim</ul>".format),
        inner.map("<blockquote>{}</blockquote>".format),
        inner.map("<table><tbody><tr><td>{}<th>fim</table>".format),
        inner.map("<dl><dt>fim<dd>{}</dl>".format),
        st.tuples(inner, inner).map("".join),
    ),
    max_leaves=5,
)


@given(BLOCK)
def test_html_blocks_equal_those_of_html5lib(source: str) -> None:
    assert shown(f"<!DOCTYPE html>{source}") == shown_by_html5lib(f"<!DOCTYPE html>{source}")


TAGS = (
    "<p> </p> <b> </b> <i> </i> <div> </div> <ul> <li> </li> </ul> <h1> </h1> <br> <em> </em> um"
    " dois &amp; &eacute &x; < > <!--c--> <a\xa0href='x>'> </a> <span> </span> <pre> </pre> <dl>"
    " <dt> <dd> </dl> <script>x</script>"
)
SOUP = st.lists(
    st.sampled_from(TAGS.split(" ")),
    max_size=14,
).map(lambda parts: " ".join(parts).replace("\xa0", " "))


@given(SOUP)
@example("<li> <pre> <li> um")
@example("<dl> <dd> <h1> <dt> um </h1> dois")
def test_text_of_malformed_html_equals_that_of_html5lib(source: str) -> None:
    squeezed = "".join("".join(shown(source)).split())
    assert squeezed == "".join("".join(shown_by_html5lib(source)).split())


# Invariants


@given(
    st.one_of(
        st.text(alphabet="aé <>/&;!?-\"'=bip{}%#[\n\r\u0303😀", max_size=60),
        BLOCK,
        SOUP,
    )
)
def test_every_character_of_html_text_has_its_exact_source_span(source: str) -> None:
    check_places(parse(source), decodes)


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<a ",
        "<!--",
        "<!",
        "<?",
        "<%",
        "{{",
        "{%",
        "&a",
        "<p>",
        "</p>",
        "<a b='",
        "<b></b>",
        "<p><b>a</b>",
        "<td>",
        "<li>a",
        "<i>a</p></i>",
        "<title>",
        "<script>",
        "<![CDATA[",
        "&#1",
    ],
)
def test_hostile_html_pages_are_parsed_in_linear_time(piece: str) -> None:
    short, long = piece * 2_000, piece * 16_000
    grown = timing.growth(lambda: HTML.parse(short), lambda: HTML.parse(long), 24, floor=0.2)
    assert grown <= 24  # linear is 8 times, quadratic 64


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        ("Um.\nDois.\n\nTrês.", ["Um.", "Dois.", "Três."]),
        ("(set: $a to (either: 1, 2))Um e(if: $a is 1)[ dois.]", ["Um e dois."]),
        ("Um (nota: aqui).", ["Um (nota: aqui)."]),
        ("<<set $a to 'x > y'>>Um e<<if $a>> dois.<</if>>", ["Um e dois."]),
        ("[[Abrir|Porta]]\n[[Sair->Rua]]\n[[Rua<-Voltar]]\n[[Dormir]]",
         ["Abrir", "Sair", "Voltar", "Dormir"]),
        ("[[Abrir|Porta][$a to 1]] e //ver//, ''já''.", ["Abrir e ver, já."]),
        ("O $nome.curto viu <b>tudo</b>.<!-- a , b -->", ["O $nome.curto viu tudo."]),
    ],
)  # fmt: skip
def test_twine_story_passages_in_html_are_read_as_text(passage: str, expected: list[str]) -> None:
    written = html.escape(passage)
    passages = f'<tw-passagedata name="A" tags="">{written}</tw-passagedata>'
    assert texts(f"<tw-storydata hidden>{passages}</tw-storydata>") == expected
    first = passage.replace("\n", "\\n")
    assert (
        texts(f'<div id="storeArea"><div tiddler="A">{html.escape(first)}</div></div>') == expected
    )


def test_twine_story_scripts_in_html_are_not_read() -> None:
    for attributes in ('name="A" tags="script"', 'name="StoryInit"'):
        assert texts(f"<tw-passagedata {attributes}>Um a , b.</tw-passagedata>") == []
    assert opaque("<tw-passagedata pid=1>O $nome viu.</tw-passagedata>") == ["$nome"]


def test_angular_control_flow_and_code_fences_in_html_are_not_prose() -> None:
    source = (
        "<div>@if (aulas.length > 0) {<p>Há aulas.</p>}</div><p>@for (um of aulas; track um.id) {"
        "{{ um }} }</p><div>\n```scss\n/// Ajuda a dar\n@mixin size($w) {}\n```\n</div>"
        "<p>Fale com o @ana hoje.</p>"
    )
    assert texts(source) == ["Há aulas.", "Fale com o @ana hoje."]


def test_sphinx_api_signatures_in_html_are_not_prose() -> None:
    source = (
        '<dl><dt class="sig sig-object py"><em>class</em> <span>Livro</span>'
        "<span>[source]</span></dt><dd><p>Um livro da estante.</p></dd></dl>"
    )
    assert texts(source) == ["Um livro da estante."]
