"""reStructuredText: what is prose, compared with docutils, and where every character stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from docutils.core import publish_doctree
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.formats.shown import assert_as_checked, assert_exact, fixtures, is_break, listed
from textlint_pt.formats import markup
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Document, Kind

RST = declared()["rst"]


def read(source: str) -> Document:
    return build("x.rst", source, RST)


def texts(source: str) -> list[str]:
    return [sentence.text for sentence in read(source).sentences]


def opaque(source: str) -> list[str]:
    return [s.text[low:high] for s in read(source).sentences for low, high in s.opaque]


@pytest.mark.parametrize("path", fixtures("rst"), ids=lambda path: path.stem)
def test_restructuredtext_example_files_are_parsed_to_the_stored_expected_text(path: Path) -> None:
    assert_as_checked(path)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Um :ref:`texto <alvo>` e `outro <http://a.pt>`__.", ["Um texto e outro."]),
        ("Um :desconhecido:`texto <alvo>` só.", ["Um texto só."]),
        ("Um `<http://a.pt>`_ nu.", ["Um http://a.pt nu."]),
        ("Nota [#]_, outra\\ [2]_ e fim [*]_.", ["Nota, outra e fim."]),
        ("A ``b\\`` e c\\ ``d``.", ["A b\\ e cd."]),
        ("Um (*a*) e '*'.", ["Um (a) e '*'."]),
        ("Assim::", ["Assim:"]),
        ("Assim ::", ["Assim"]),
        ("::", []),
        ("``só``", []),
        ("", []),
    ],
)
def test_restructuredtext_inline_markup_is_removed_from_the_text(
    source: str, expected: list[str]
) -> None:
    assert texts(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Diz ``a b``, :func:`c` e |d| já.", ["a b", "c", "|d|"]),
        ("Um :py:class:`título <a.B>` e :ref:`nu`.", ["título", "nu"]),
        ("Um ``aberto que não fecha.", ["``aberto que não fecha."]),
        ("Vá a https://a.pt/x ou ana@b.pt.", ["https://a.pt/x", "ana@b.pt"]),
        ("Um `texto <http://a.pt>`_ e *ênfase*.", []),
    ],
)
def test_restructuredtext_literals_and_roles_are_not_checked_as_prose(
    source: str, expected: list[str]
) -> None:
    assert opaque(source) == expected


def test_restructuredtext_paragraph_resumed_after_a_code_block_is_a_continuation() -> None:
    source = "Um\n==\n\nSeja::\n\n   x\n\nonde x cresce.\n\nDois\n----\n\nFim.\n"
    assert [(b.kind, b.section, b.continues) for b in read(source).blocks] == [
        (Kind.HEADING, 1, False),
        (Kind.PARAGRAPH, 1, False),
        (Kind.PARAGRAPH, 1, True),
        (Kind.HEADING, 2, False),
        (Kind.PARAGRAPH, 2, False),
    ]


def test_restructuredtext_blocks_nested_too_deep_are_skipped() -> None:
    document = read("- " * (markup.MAXIMUM_DEPTH + 5) + "fundo\n\nPerto.\n")
    assert [s.text for s in document.sentences] == ["Perto."]
    assert len(document.skipped) == 1


@pytest.mark.parametrize(
    "part",
    listed(
        "- ¦``a ¦*a *b ¦`a <¦[a]_ ¦¦a ¦a_ ¦:a: ¦\\ ¦+--+\n¦== ==\na\n¦== ==\n\n¦.. note:: ¦"
        "a\n b\n¦a::\n\n¦-a, -a¦_`a ¦a \\``¦``` ¦x :\n¦1. ¦>>> \n¦.. a\n¦A\n==\n"
    ),
)
def test_long_repeated_restructuredtext_markup_is_parsed(part: str) -> None:
    read(part * (20_000 // max(1, len(part))))


def test_restructuredtext_lists_nested_400_deep_are_parsed() -> None:
    read("".join(f"{' ' * i}- a\n" for i in range(400)))


# Invariants

# the first example waits for tables of characters and parsers
CALM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

LINES = st.sampled_from(
    listed(
        "Olá mundo¦- item¦* ``c``¦1. um¦   avançado¦     mais¦texto **b**¦::¦assim::¦====¦---¦"
        "`l <u>`_¦:ref:`a <b>`¦\\*¦\\ ¦``a``¦*ê*¦[1]_¦.. [1] nota¦.. note:: ai¦.. code::¦"
        ".. comentário¦termo¦:campo: valor¦> > >¦--a  b¦+---+---+¦=== ===¦a   b¦>>> x¦"
        "na\u0303o¦😀 riu¦\tfoi¦«*x*»¦\u00a0¦— Não¦https://a.pt/_¦x_¦_`a`¦__ x¦..¦.. _a: b¦.. ¦"
        "x¦ image:: y¦| verso¦| a | b |¦|x|¦¦¦  -- Autor"
    )
)
SOURCES = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="a é*_`[]()<>|:.-=+\n\r\t \\1#\0\u0303😀", max_size=60),
    st.tuples(
        st.lists(st.lists(LINES, min_size=1, max_size=2).map(" ".join), max_size=8),
        st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\n  "]),
    ).map(lambda pair: pair[1].join(pair[0])),
)


@CALM
@given(SOURCES)
@example("== ==\na  b\n== ==")
@example("+--+--+\n|a |b |\n|c |d |\n+--+--+")
@example("-\n\n  - \n- a\n")
@example("\ufeffOlá\n====")
@example("A\\\u0300")
def test_every_character_of_restructuredtext_has_its_exact_source_span(source: str) -> None:
    assert_exact(read(source), is_break)


def rendered(source: str) -> list[str]:
    """What docutils shows, block by block."""
    settings = {"report_level": 5, "halt_level": 6, "file_insertion_enabled": False}
    settings |= {"raw_enabled": False, "doctitle_xform": False, "_disable_config": True}
    tree = publish_doctree(source, settings_overrides=settings)
    shown = []
    for node in tree.findall(nodes.TextElement):
        if isinstance(
            node, nodes.literal_block | nodes.doctest_block | nodes.comment | nodes.label
        ):
            continue
        if not isinstance(node, nodes.Inline) and not _is_message(node):
            shown.append(" ".join(node.astext().split()))
    return [text for text in shown if text]


def _is_message(node: nodes.Node) -> bool:
    while node is not None:
        if isinstance(node, nodes.system_message):
            return True
        node = node.parent
    return False


WORDS = st.sampled_from(
    [
        "o rei",
        "*foi*",
        "**muito bem**",
        "à `serra <u>`__",
        "``ver()``",
        "o mar,",
        "a\\*",
        "b\\ *c*",
        "«*d*»",
        "x*y*z",
        ":sub:`e`",
        "fim.",
    ]
)
PHRASES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
BLOCKS = st.one_of(
    PHRASES,
    PHRASES.map("O {}\n  seguinte".format),
    PHRASES.map("- {}\n  fim\n- outro\n\n  mais".format),
    PHRASES.map("1. {}\n\n   a) dentro".format),
    PHRASES.map("   {}\n   fim".format),
    PHRASES.map("O {}::\n\n   código".format),
    PHRASES.map(".. note:: {}\n   fim\n\n   mais".format),
    PHRASES.map("=== =====\na   b\n=== =====\nc   {}\n=== =====".format),
    PHRASES.map(".. {}\n   comentário".format),
)


@CALM
@given(st.lists(BLOCKS, max_size=5).map("\n\n".join))
def test_restructuredtext_text_equals_what_docutils_renders(source: str) -> None:
    ours = [" ".join(block.content.text.split()) for block in RST.parse(source).blocks]
    assert ours == rendered(source)
