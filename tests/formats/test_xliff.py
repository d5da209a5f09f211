"""XLIFF 1 and 2: what is read, where it stands, and what is refused."""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ET
from contextlib import suppress
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests import timing
from tests.formats.describe import check_places, describe, expected, fixtures, read
from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.decoding import decode
from textlint_pt.text.document import Document, State

XLIFF = declared()["xliff"]

FILES = fixtures("xliff")
PAGE = (
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">'
    '<file original="a" source-language="en" target-language="pt"><body>{}</body></file></xliff>'
)
UNIT = '<trans-unit id="{}"><source>{}</source><target>{}</target></trans-unit>'


def parse(source: str) -> Document:
    return build("x.xlf", source, XLIFF)


def one(target: str, source: str = "x y") -> Document:
    return parse(PAGE.format(UNIT.format(1, source, target)))


def said(raw: str) -> str:
    """What a piece of XML says, read by another reader; cut CDATA marks count for nothing."""
    raw = raw.removeprefix("]]>").removesuffix("<![CDATA[")
    try:
        return "".join(ET.fromstring(f"<x>{raw}</x>").itertext())
    except ET.ParseError:
        return raw  # inside CDATA, or inside of an opaque tag


def decodes(raw: str, char: str) -> bool:
    if char == " ":
        shown = said(raw)
        return (
            not shown.strip() or (shown[0].isspace() and shown[-1].isspace()) or raw.startswith("<")
        )
    # an accent may stand behind a tag: "a<g>\u0303" is one letter
    untagged = re.sub(r"<[^>]*>", "", raw)
    shown = (raw, said(raw), untagged, said(untagged))
    return any(char in unicodedata.normalize("NFC", text) for text in shown)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_xliff_example_files_are_parsed_to_the_stored_expected_text(path: Path) -> None:
    assert describe(path) == expected(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_character_of_xliff_example_files_has_its_exact_source_span(path: Path) -> None:
    with suppress(Unreadable):
        check_places(read(path), decodes)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_xliff_units_equal_those_found_by_an_xml_parser(path: Path) -> None:
    try:
        document = read(path)
    except Unreadable:
        return
    if path.name == "segmented.xlf":
        return  # the other reader knows no segments of XLIFF 1.2
    text = re.sub(r"\A<\?xml.*?\?>", "", decode(path.name, path.read_bytes(), XLIFF))
    space = r"\{urn:oasis:names:tc:xliff:document:[\d.]+\}"
    pairs = []
    for element in ET.fromstring(text).iter():
        if re.fullmatch(f"{space}(?:trans-unit|segment)", element.tag):
            name = element.tag.rpartition("}")[0] + "}"
            source, target = element.find(f"{name}source"), element.find(f"{name}target")
            assert source is not None
            pairs.append(
                (
                    "".join(source.itertext()),
                    "".join(target.itertext()) if target is not None else "",
                )
            )
    ours = [
        tuple(plain(text.text) for text in (unit.source, unit.target) if text is not None)
        for unit in document.units
    ]
    if path.name == "keys.xlf":
        pairs = [(target,) for _, target in pairs]
    assert ours == [tuple(map(plain, pair)) for pair in pairs]


def plain(text: str) -> str:
    """Without tags and native code."""
    text = re.sub(r"<(bpt|ept|ph|it)\b.*?(?:/>|</\1>)", "", text)
    return " ".join(re.sub(r"<(?:[^<>\"]|\"[^\"]*\")*>|\{\w+\}", "", text).split())


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        ("Um <g id='1'>texto <g id='2'>novo</g></g>.", ["Um texto novo."]),
        ("Um texto<x id='1'/>.", ["Um texto<x id='1'/>."]),
        ("Um<bx id='1'/> texto<ex id='1'/>.", ["Um texto."]),
        ("Um <ph id='1'>&lt;img src='é prosa'></ph> texto.", None),
        ("Um <bpt id='1'>não é prosa <sub>nem isto</sub></bpt>texto.", ["Um texto."]),
        (
            "Um <mrk mtype='seg' mid='0'>texto.</mrk> <mrk mtype='seg'>Dois.</mrk>",
            ["Um texto.", "Dois."],
        ),
        # of other programs: a comment, what was changed in a review
        (
            "Um <mrk mtype='x-sdl-deleted'>velho</mrk><mrk mtype='x-sdl-added'>bom</mrk> "
            "<mrk mtype='comment'>texto</mrk>.",
            ["Um bom texto."],
        ),
        ("Um <other xmlns='urn:a'>texto</other>.", ["Um texto."]),
        ("Um <!-- nota --> texto.", ["Um texto."]),
        ("Um <?nota não?>texto.", ["Um texto."]),
        (
            "A&#231;&#xE3;o &amp;amp; rea&ccedil;&atilde;o".replace("&c", "&amp;c").replace(
                "&at", "&amp;at"
            ),
            ["Ação & reação"],
        ),
        ("Há %d de {{ total }}.", ["Há %d de {{ total }}."]),
        ("", []),
    ],
)
def test_xliff_inline_elements_are_removed_from_the_text(
    target: str, shown: list[str] | None
) -> None:
    found = one(target).sentences
    if shown is None:
        assert [s.text[low:high] for s in found for low, high in s.opaque] == [
            "<ph id='1'>&lt;img src='é prosa'></ph>"
        ]
    else:
        assert [sentence.text for sentence in found] == shown


def test_xliff_translation_is_not_compared_with_a_source_that_is_only_an_id() -> None:
    units = (
        '<trans-unit id="a1" resname="mail.no_answer"><source>mail.no_answer</source>'
        "<target>Não responda, %name%.</target></trans-unit>"
        '<trans-unit id="a2" resname="mail.title"><source>mail.title</source>'
        "<target>mail.title</target></trans-unit>"
        '<trans-unit id="a3" resname="mail.intro"><source>The password of %name%</source>'
        "<target>A senha de %name%</target></trans-unit>"
        '<trans-unit id="a4"><source>www.example.com</source><target>www.example.pt</target>'
        "</trans-unit>"
    )
    document = parse(
        f'<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file>{units}</file>'
        "</xliff>"
    )
    sources = [unit.source and unit.source.text for unit in document.units]
    assert sources == [None, None, "The password of %name%", "www.example.com"]
    assert next(sentence.text for sentence in document.sentences) == "Não responda, %name%."
    assert document.units[1].state is State.UNTRANSLATED


def test_raw_source_and_target_of_xliff_units_keep_inline_elements() -> None:
    unit = one("Um <g id='1'>texto</g> &amp; <x id='2'/>.", "A <g id='1'>text</g>.").units[0]
    assert unit.target.text == "Um <g id='1'>texto</g> & <x id='2'/>."
    assert unit.source is not None
    assert unit.source.text == "A <g id='1'>text</g>."


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("", "1: not well-formed: no element found"),
        ("olá", "1: not well-formed: syntax error"),
        ("<xliff>\n<a></b></xliff>", "2: not well-formed: mismatched tag"),
        ("<xliff>\n&nada;</xliff>", "2: not well-formed: undefined entity"),
        (
            "<!DOCTYPE xliff SYSTEM 'a.dtd'>\n<xliff>&nada;</xliff>",
            "2: the entity nada is not declared",
        ),
        (
            "<!DOCTYPE x [\n<!ENTITY a 'b'>]><x/>",
            "2: declares the entity a: such files are not read",
        ),
        ("<!DOCTYPE x [<!ENTITY % a SYSTEM 'b'> %a;]><x/>", "1: declares the entity a: such files"),
        ("<svg/>", "1: the root element is svg, not xliff"),
        ("<a:xliff/>", "1: not well-formed: unbound prefix"),
        ("<xliff>" + "<g>\n" * 200, "100: elements nested over 100 deep"),
        ("<xliff xmlns='urn:a'/>", "1: the root element is xliff, not xliff"),
    ],
)
def test_malformed_xliff_files_are_rejected_with_a_reason(source: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(source)
    assert str(caught.value).startswith(f"x.xlf:{why}")
    assert "\n" not in str(caught.value)


def test_external_dtd_of_an_xliff_file_is_not_fetched() -> None:
    source = '<!DOCTYPE xliff PUBLIC "x" "http://exemplo.pt/xliff.dtd">' + PAGE.format("")
    assert parse(source).units == ()


def test_encoding_declared_in_decoded_xliff_text_is_ignored() -> None:
    source = '<?xml version="1.0" encoding="UTF-16"?>' + PAGE.format(UNIT.format(1, "a", "Não há."))
    assert [s.text for s in parse(source).sentences] == ["Não há."]


# Invariants

PIECES = st.lists(
    st.one_of(
        st.text(alphabet="aeo zãçé😀.,\u0303", max_size=12).map(lambda text: (escape(text), text)),
        st.sampled_from(
            [
                ("&amp; ", "& "),
                ("&#227;", "ã"),
                ("&quot;", '"'),
                ("<![CDATA[um & dois]]>", "um & dois"),
                ("\r\n  ", " "),
                ("<g id='1'>", ""),
                ("<!-- não -->", ""),
            ]
        ),
    ),
    max_size=8,
)


@example([], [("&amp; ", "& "), ("\r\n  ", " "), ("\r\n  ", " "), ("a", "a")])
@example([], [("é.", "é."), ("\r\n  ", " "), ("&amp; ", "& ")])
@example([], [("a", "a"), ("<g id='1'>", ""), ("\u0303", "\u0303")])
@example([], [("&#227;", "ã"), ("<g id='1'>", ""), ("\u0303ã", "\u0303ã")])
@given(PIECES, PIECES)
def test_any_generated_xliff_translation_is_parsed_to_the_same_text(
    source: list[tuple[str, str]], target: list[tuple[str, str]]
) -> None:
    def written(pieces: list[tuple[str, str]]) -> str:
        opened = sum(raw.startswith("<g") for raw, _ in pieces)
        return "".join(raw for raw, _ in pieces) + "</g>" * opened

    document = parse(PAGE.format(UNIT.format("é", written(source), written(target))))
    check_places(document, decodes)
    shown = unicodedata.normalize("NFC", " ".join("".join(text for _, text in target).split()))
    state = document.units[0].state
    if state == "translated" and any(map(str.isalnum, shown)):
        read_as = " ".join(s.text for s in document.sentences)
        shape = re.sub(r"<[^>]*>", "", written(target))
        ends = re.search(r"\n\s*\n|\n[ \t]+(?=[^\sa-zß-ÿ])", shape)
        if ends or re.search(r"\.(?: [^\w ]+)+( |$)", shown):
            # a blank line, a full stop and an indented capital end a sentence or a paragraph, and
            # what then has no word is none
            assert [*filter(str.isalnum, read_as)] == [*filter(str.isalnum, shown)]
        else:
            assert read_as == shown
    for sentence in document.sentences:
        raw = document.raw[slice(*sentence.span)]
        if "<" not in raw and "]]>" not in raw:
            assert unicodedata.normalize("NFC", " ".join(said(raw).split())) == sentence.text


@given(st.text(alphabet="<>/&;!?[]-=\"' xliffaé\n", max_size=60))
def test_any_xliff_input_is_read_or_refused_in_one_line(source: str) -> None:
    try:
        parse(source)
    except Unreadable as error:
        assert re.match(r"x\.xlf:\d+: [^\n]+\Z", str(error))


@pytest.mark.parametrize(
    "piece", ["<x id='1'/>", "<g id='1'>a</g>", "é&amp;", "<!-- -->", "<![CDATA[é]]>"]
)
def test_long_xliff_translations_are_parsed_in_linear_time(piece: str) -> None:
    short, long = piece * 500, piece * 4_000
    grown = timing.growth(lambda: one(short), lambda: one(long), 24, floor=0.2)
    assert grown <= 24  # linear is 8 times, quadratic 64


SEGMENTED = """<xliff version="1.2"><file source-language="en" target-language="pt" original="a">
<body>
<trans-unit id="1"><source>x</source><seg-source>{}</seg-source><target>{}</target></trans-unit>
</body></file></xliff>"""


def segments(source: str, target: str) -> list[tuple[str, str]]:
    """The pairs of strings of one unit; `[1 text]` is a segment with its number."""
    sides = (
        re.sub(r"\[(\d) ([^][]*)\]", r'<mrk mtype="seg" mid="\1">\2</mrk>', side)
        for side in (source, target)
    )
    units = parse(SEGMENTED.format(*sides)).units
    return [(unit.source.text, unit.target.text) for unit in units if unit.source]


def test_xliff_segments_are_paired_by_their_ids() -> None:
    assert segments("[1 One.] [2 Two.]", "[2 Dois.] [1 Um.]") == [
        ("One.", "Um."),
        ("Two.", "Dois."),
    ]
    assert segments("<g id='3'>[7 One.]</g> [8 Two.]", "[7 Um.]") == [("One.", "Um."), ("Two.", "")]


def test_xliff_segments_without_one_to_one_match_are_joined_into_one_pair() -> None:
    pairs = segments("[1 One.] [2 Two <x id='1'/>.]", "[1 Dois <x id='1'/>.] [2 Um.]")
    assert pairs == [("x", "Dois <x id='1'/>. Um.")]
    assert segments("[1 One.]", "Um.") == [("x", "Um.")]


@pytest.mark.parametrize("kind", ["seg", "x-sdl-added"])
def test_xliff_mrk_annotations_are_not_recorded_as_inline_tags(kind: str) -> None:
    document = parse(SEGMENTED.format("", f'<mrk mtype="{kind}" mid="1">Um.</mrk>'))
    assert not document.markup
    assert document.sentences[0].text == "Um."


def test_words_inside_memoq_and_phrase_tags_of_xliff_are_read() -> None:
    document = parse(SEGMENTED.format("", "Prima {b&gt;Guardar&lt;b} e {1&gt;{2}&lt;1} já."))
    assert document.sentences[0].text == "Prima Guardar e {1>{2}<1} já."
    assert [one.written.text for one in document.markup] == ["{b>", "<b}", "{2}"]
