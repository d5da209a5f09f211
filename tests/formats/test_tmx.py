"""Translation memories: which pairs they hold, where they stand, and what is refused."""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ET
from contextlib import suppress
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.describe import check_places, describe, expected, fixtures, read
from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.formats.decoding import decode
from textlint_pt.text.document import Document, State

TMX = declared()["tmx"]

FILES = fixtures("tmx")
MEMORY = '<tmx version="1.4"><header srclang="{}"/><body>{}</body></tmx>'


def parse(source: str) -> Document:
    return build("x.tmx", source, TMX)


def variants(*pairs: tuple[str, str]) -> str:
    tuvs = "".join(f'<tuv xml:lang="{name}"><seg>{text}</seg></tuv>' for name, text in pairs)
    return f"<tu>{tuvs}</tu>"


def said(raw: str) -> str:
    try:
        return "".join(ET.fromstring(f"<x>{raw}</x>").itertext())
    except ET.ParseError:
        return raw  # inside CDATA, or inside of an opaque tag


def decodes(raw: str, char: str) -> bool:
    if char == " ":
        return not said(raw).strip() or raw.startswith("<")
    return any(char in unicodedata.normalize("NFC", text) for text in (raw, said(raw)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_tmx_example_files_are_parsed_to_the_stored_expected_text(path: Path) -> None:
    assert describe(path) == expected(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_character_of_tmx_example_files_has_its_exact_source_span(path: Path) -> None:
    with suppress(Unreadable):
        check_places(read(path), decodes)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_tmx_segments_equal_those_found_by_an_xml_parser(path: Path) -> None:
    try:
        document = read(path)
    except Unreadable:
        return
    text = re.sub(r"\A<\?xml.*?\?>", "", decode(path.name, path.read_bytes(), TMX))
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    theirs = {
        "".join(seg.itertext())
        for tuv in ET.fromstring(text).iter("tuv")
        for seg in tuv.iter("seg")
        if (tuv.get(language) or tuv.get("lang") or "").lower().startswith("pt")
    }
    ours = {u.target.text for u in document.units if u.state is not State.FOREIGN}
    if path.name != "inline.tmx":
        assert ours == theirs
    assert len(ours) == len(theirs)


@pytest.mark.parametrize(
    ("srclang", "languages", "pairs"),
    [
        ("en", ["en", "pt"], [("en", "pt")]),
        ("EN-us", ["pt-BR", "en-US"], [("en-US", "pt-BR")]),
        ("en-GB", ["en-US", "pt-PT", "pt-BR"], [("en-US", "pt-PT"), ("en-US", "pt-BR")]),
        ("*all*", ["pt", "fr", "en"], [("fr", "pt")]),
        ("", ["pt", "de"], [("de", "pt")]),
        ("en", ["en", "ptx"], []),
        ("pt-PT", ["pt-PT", "pt-BR", "en"], [("pt-PT", "pt-BR")]),
    ],
)
def test_source_and_portuguese_segments_of_a_tmx_file_are_paired(
    srclang: str, languages: list[str], pairs: list[tuple[str, str]]
) -> None:
    unit = variants(*((language, f"texto {language}") for language in languages))
    document = parse(MEMORY.format(srclang, unit))
    found = [
        (unit.source_language, unit.target_language)
        for unit in document.units
        if unit.state is State.TRANSLATED
    ]
    assert found == pairs
    keys = [unit.key for unit in document.units]
    assert len(set(keys)) == len(keys)


def test_tmx_segments_are_read_as_list_items_and_not_as_paragraphs() -> None:
    text = "Uma frase inteira, que tem o seu ponto e mais do que oito palavras."
    document = parse(MEMORY.format("en", variants(("en", "A whole one."), ("pt", text)) * 3))
    assert {sentence.kind.value for sentence in document.sentences} == {"list-item"}


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("<xliff/>", "1: the root element is xliff, not tmx"),
        ("<tmx>\n<header>", "2: not well-formed: no element found"),
        ("<!DOCTYPE tmx [\n<!ENTITY a SYSTEM 'b'>]><tmx/>", "2: declares the entity a"),
        ("<tmx><body><tu>\n<tuv><seg>" + "<hi>" * 120, "2: elements nested over 100 deep"),
    ],
)
def test_malformed_tmx_files_are_rejected_with_a_reason(source: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(source)
    assert str(caught.value).startswith(f"x.tmx:{why}")


@given(st.lists(st.text(alphabet='aeo zãçé😀.,&<>"\u0303', max_size=20), max_size=4))
def test_any_generated_tmx_file_is_parsed_to_the_same_segments(texts: list[str]) -> None:
    units = "".join(variants(("en", f"{n}"), ("pt", escape(text))) for n, text in enumerate(texts))
    document = parse(MEMORY.format("en", units))
    assert [unit.target.text for unit in document.units] == texts
    check_places(document, decodes)
