"""AsciiDoc: what is prose, what is not, and where every character stands."""

from __future__ import annotations

import html
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.formats.shown import assert_as_checked, assert_exact, fixtures, is_break, listed
from textlint_pt.formats import markup
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Document, Kind, Span

ASCIIDOC = declared()["asciidoc"]


def read(source: str) -> Document:
    return build("x.adoc", source, ASCIIDOC)


def texts(source: str) -> list[str]:
    return [sentence.text for sentence in read(source).sentences]


def opaque(source: str) -> list[str]:
    return [s.text[low:high] for s in read(source).sentences for low, high in s.opaque]


@pytest.mark.parametrize("path", fixtures("asciidoc"), ids=lambda path: path.stem)
def test_asciidoc_example_files_are_parsed_to_the_stored_expected_text(path: Path) -> None:
    assert_as_checked(path)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Um *a* _b_ **c**d __e__f ##g##h #i#.", ["Um a b cd ef gh i."]),
        ("Um *_a_* e `*b*`.", ["Um a e *b*."]),
        ("Veja <<a, o guia>>, xref:b[a página] e <<c>>.", ["Veja o guia, a página e c."]),
        ("Vá a https://a.pt[\\[x\\] guia] já.", ["Vá a \\[x\\] guia já."]),
        ("Vá a link:x[o guia,role=y] e link:z[].", ["Vá a o guia e z."]),
        ("Fim(((a)))(((b, c))).", ["Fim."]),
        ("Um ((termo *forte*)).", ["Um termo forte."]),
        ('As "`x`" e d`\'ouro.', ["As “x” e d’ouro."]),
        ("A&ccedil;&#227;o &inventada;.", ["Ação &inventada;."]),
        ("Linha +\nnova.", ["Linha nova."]),
        ("a|b \\| c", ["a|b | c"]),
        ("image::a.png[não]", []),
        ("`só`", []),
        ("", []),
    ],
)
def test_asciidoc_inline_markup_is_removed_from_the_text(source: str, expected: list[str]) -> None:
    assert texts(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Diz `a b`, {c}, +d+ e pass:[e] já.", ["a b", "{c}", "d", "e"]),
        ("Vá a https://a.pt/x, link:y[] e <<z>>.", ["https://a.pt/x", "y", "z"]),
        ("Vá ao https://a.pt/x_y_z[sítio _bom_].", []),
        ("Um outra:macro[texto] aqui.", ["outra:macro[texto]"]),
        ("A opção`-w` e `abrir`s.", ["`-w`", "`abrir`"]),  # too near to words to be code
    ],
)
def test_asciidoc_code_and_macros_are_not_checked_as_prose(
    source: str, expected: list[str]
) -> None:
    assert opaque(source) == expected


def test_asciidoc_header_ends_after_author_and_revision() -> None:
    header = "= Título\nAna <a@b.pt>\nv1\n:a: b \\\nc\n"
    assert texts(f"{header}Texto.\n----\ncódigo\n\nmais\n----\n\nFim.\n") == [
        "Título", "Texto.", "Fim."
    ]  # fmt: skip


@pytest.mark.parametrize("mark", ["::", " ::", " ;;", "  :::", ";;"])
def test_asciidoc_definition_list_marker_may_follow_spaces(mark: str) -> None:
    document = read(f"Termo{mark} Uma definição.\n")
    assert [(b.kind, b.content.text) for b in document.blocks] == [
        (Kind.LIST_ITEM, "Termo"),
        (Kind.LIST_ITEM, "Uma definição."),
    ]


def test_asciidoc_footnote_is_a_separate_block() -> None:
    source = "Um texto footnote:[A nota.] que segue.\n"
    document = read(source)
    assert [s.text for s in document.sentences] == ["Um texto que segue.", "A nota."]
    at = source.index("nota.")
    assert document.sentence_at(Span(at, at + 4)) == document.sentences[1]
    at = source.index("segue")
    assert document.sentence_at(Span(at, at + 5)) == document.sentences[0]


def test_asciidoc_paragraph_resumed_after_a_code_block_is_a_continuation() -> None:
    source = "== Um\n\nSeja:\n\n----\nx\n----\n\nonde x cresce.\n\n=== Dois\n\nFim.\n"
    assert [(b.kind, b.section, b.continues) for b in read(source).blocks] == [
        (Kind.HEADING, 1, False),
        (Kind.PARAGRAPH, 1, False),
        (Kind.PARAGRAPH, 1, True),
        (Kind.HEADING, 2, False),
        (Kind.PARAGRAPH, 2, False),
    ]


def test_asciidoc_blocks_nested_too_deep_are_skipped() -> None:
    depth = markup.MAXIMUM_DEPTH + 5
    opened = [("=" if i % 2 else "*") * (4 + i // 2) for i in range(depth)]
    source = "\n".join([*opened, "Fundo.", *reversed(opened), "", "Perto."])
    document = read(source)
    assert [s.text for s in document.sentences] == ["Perto."]
    assert len(document.skipped) == 1


@pytest.mark.parametrize(
    "part",
    listed(
        "*a _b ¦`a ¦+a ¦++¦<<a ¦((a ¦(((¦footnote:[¦link:a[¦http://a[¦{a¦[[a¦====\n¦--\n¦"
        '----\na\n¦|===\n¦|a ¦* a\n¦a:: ¦[a]\n¦**a¦^a¦\\*a ¦"`a ¦pass:[¦[a]#b ¦:a: b \\\n¦'
        "a\n+\n¦''¦``a ¦////\n"
    ),
)
def test_long_repeated_asciidoc_markup_is_parsed_without_error(part: str) -> None:
    read(part * (20_000 // len(part)))


# Invariants

# the first example waits for tables of characters and parsers
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

LINES = st.sampled_from(
    listed(
        "Olá mundo¦* item¦. um¦ avançado¦texto *b*¦----¦....¦====¦--¦____¦****¦++++¦////¦"
        "// nota¦|===¦|a |b¦a|c¦2+|d¦!===¦[source]¦[NOTE]¦[[a]]¦.Título¦== Título¦:a: b¦{a}¦"
        "{nbsp}¦+¦termo::¦`c`¦\\*a*¦\"`x`\"¦''y''¦``z''¦https://a.pt[x]¦<<a,b>>¦((t))¦(((u)))¦"
        "footnote:[n]¦&amp;¦+x+¦na\u0303o¦😀 riu¦\tfoi¦«*x*»¦\u00a0¦— Não¦ifdef::a[]¦"
        "include::a[]¦NOTE: ai¦[verse]¦d`'a¦fim +¦¦¦---¦image::a[b]¦<1> x¦#m#¦x^2^¦[.r]#s#¦"
        "{amp}"
    )
)
SOURCES = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="a é*_`#+^~[]()<>{}|:.-='\"\n\r\t \\1&;\0\u0303😀", max_size=60),
    st.tuples(
        st.lists(st.lists(LINES, min_size=1, max_size=2).map(" ".join), max_size=8),
        st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
    ).map(lambda pair: pair[1].join(pair[0])),
)
CURVED = {'"`': "“", '`"': "”", "'`": "‘", "`'": "’‘", "``": "“", "''": "”"}


def decodes_to(raw: str, char: str) -> bool:
    return (
        is_break(raw, char)
        or char in CURVED.get(raw, "")
        or char in html.unescape(raw).replace("\xa0", " ")
        or (raw[0] == "{" and raw[-1] == "}")
    )


@CALM
@given(SOURCES)
@example("|===\n|a\n|b\n|===")
@example("a footnote:[b footnote:[c] d] e")
@example("\ufeff= Olá")
def test_every_character_of_asciidoc_text_has_its_exact_source_span(source: str) -> None:
    assert_exact(read(source), decodes_to)


WORDS = st.sampled_from(
    ["o rei", "*foi*", "_bem_", "`ver()`", "o mar,", "à https://a.pt[serra]", "fim."]
)
PLAIN = {"*foi*": "foi", "_bem_": "bem", "`ver()`": "ver()", "à https://a.pt[serra]": "à serra"}
PHRASES = st.lists(WORDS, min_size=1, max_size=6)


@CALM
@given(
    PHRASES,
    st.sampled_from(
        [
            "{}",
            "== {}",
            "* {}",
            ". {}",
            "NOTE: {}",
            "____\n{}\n____",
            "|===\n|{}\n|===",
            "t:: {}",
            ".{}",
        ]
    ),
)
def test_text_inside_asciidoc_markup_is_kept(phrase: list[str], frame: str) -> None:
    shown = " ".join(PLAIN.get(word, word) for word in phrase)
    blocks = ASCIIDOC.parse(frame.format(" ".join(phrase))).blocks
    assert blocks[-1].content.normalised().text == shown


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("|==\n|a , b\n\n|c , d\n|==\n\nFim.", ["Fim."]),
        ("==|a , b\n|c , d\n==\nFim.", ["Fim."]),
        ("|==\n|a , b\n\nFim.", ["Fim."]),
        ("|===\n|a\n|===\n\nFim.", ["a", "Fim."]),
        ("== |a| b\n\nFim.", ["|a| b", "Fim."]),
    ],
)
def test_too_short_asciidoc_block_delimiters_open_no_block(source: str, left: list[str]) -> None:
    assert texts(source) == left
