"""What clients write, and what is read of it."""

from __future__ import annotations

import json
import urllib.parse
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.report.finding import Applicability, Edit, Finding, Fix
from textlint_pt.server import languagetool
from textlint_pt.server.forms import Asked, Misread, Units, asked, parameters
from textlint_pt.text.document import Span


def read(body: bytes | str, query: str = "") -> Asked:
    return asked(parameters(query, body.encode() if isinstance(body, str) else body))


@given(st.text())
def test_any_text_is_decoded_from_every_http_request_encoding(text: str) -> None:
    once = urllib.parse.quote(text, safe="", encoding="utf-8", errors="replace")
    sent = text.encode("utf-8", "replace").decode()
    assert read(f"text={once}&language=pt-PT").text == sent
    assert read(f"language=pt-PT&text={urllib.parse.quote_plus(once)}").text == (
        sent if "%20" in once else once
    )
    data = urllib.parse.quote(json.dumps({"text": text}))
    assert read(f"data={data}&language=pt-PT").text == text
    assert read("", query=f"text={once}&language=pt-PT").text == sent


@given(st.text(), st.sampled_from(["é", " ", "\n", "🐈"]))
def test_http_form_text_that_is_not_url_encoded_is_read_whole(text: str, sign: str) -> None:
    text = text.encode("utf-8", "replace").decode() + sign
    for account in ("", "&username=ana&apiKey=abc"):
        found = read(f"text={text}&language=pt-BR{account}")
        assert (found.text, found.language) == (text, "pt-BR")


def test_http_form_text_with_percent_signs_is_url_decoded_only_once() -> None:
    assert read("language=pt&text=100%2520%2B").text == "100%20+"  # “%20” beside a “+”
    assert read("language=pt&text=a+b%2520c").text == "a b%20c"


@pytest.mark.parametrize(
    ("given_language", "more", "language"),
    [
        ("pt-PT", "", "pt-PT"),
        ("pt_br", "", "pt-BR"),
        ("auto", "&preferredVariants=en-US,de-DE,pt-BR,ca-ES", "pt-BR"),
        ("auto", "", "pt-PT"),
        ("pt-PT", "&preferredVariants=en-US&noopLanguages=en", "pt-PT"),
        ("en-us", "", "en-US"),
    ],
)
def test_language_and_variant_of_an_http_request_are_read_from_its_form(
    given_language: str, more: str, language: str
) -> None:
    assert read(f"text=O&language={given_language}{more}").language == language


def test_enabled_rules_and_check_mode_are_read_from_an_http_form() -> None:
    found = read("text=O&language=pt&disabledRules=&enabledRules=A,B&c=1&mode=textLevelOnly")
    assert (found.disabled, found.only) == (frozenset(), frozenset())
    assert (found.compact, found.mode) == (True, "textLevelOnly")
    for yes in ("true", "yes"):
        found = read(f"text=O&language=pt&enabledRules=A, B&enabledOnly={yes}")
        assert found.only == {"A", "B"}


def test_json_body_of_an_http_request_is_read() -> None:
    found = read('{"text": "O gato & a lua", "language": "pt-PT", "disabledRules": ["A"]}')
    assert (found.text, found.disabled) == ("O gato & a lua", {"A"})


def test_annotated_markup_of_an_http_request_keeps_its_offsets() -> None:
    parts: list[dict[str, Any]] = [
        {"markup": "# ", "interpretAs": "", "offset": {"start": 0, "end": 2}},
        {"text": "Gato"},
        {"markup": "\n---\n", "interpretAs": "\n\n"},
        {"text": "Lua"},
    ]
    found = asked({"language": "pt", "data": {"annotation": parts}})
    assert (found.text, found.sent) == ("Gato\n\nLua", "# Gato\n---\nLua")
    assert found.places is not None
    assert found.places[0] == (2, 3)
    assert found.places[4:6] == [(6, 11), (6, 11)]
    assert found.places[-1] == (13, 14)


@pytest.mark.parametrize(
    "body",
    [
        "text=O",
        "language=pt",
        "language=pt&data=[",
        "language=pt&data=3",
        'language=pt&data={"annotation":[3]}',
        "language=pt&data=" + "[" * 100_000,
        '{"language": "pt", "text": ',
        '{"language": "pt", "text": 3}',
        "&".join(["a=b"] * 300),
        b"\xff\xfe",
    ],
)
def test_malformed_http_request_form_is_refused(body: bytes | str) -> None:
    with pytest.raises(Misread):
        read(body)


@given(st.text(), st.data())
def test_http_server_offsets_are_counted_in_utf_16_units(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    assert Units(text).at(at) == len(text[:at].encode("utf-16-le", "surrogatepass")) // 2


TEXT = "O Gato comeu o rato ontem à noite.\nFim"


def found(
    start: int, end: int, *edits: tuple[int, int, str], suggestions: object = None
) -> Finding:
    fix = Fix(Applicability.SAFE, tuple(Edit(*edit) for edit in edits)) if edits else None
    evidence = {} if suggestions is None else {"suggestions": suggestions}
    return Finding("XXX001", Span(start, end), evidence, "aqui", severity="info", fix=fix)


@pytest.mark.parametrize(
    ("finding", "marked", "replacements"),
    [
        (found(2, 6, suggestions=["cão", "lobo"]), "Gato", ["Cão", "Lobo"]),
        (found(2, 12, suggestions=["cão"]), "Gato comeu", []),
        (found(2, 6, suggestions="abc"), "Gato", []),
        (found(2, 6, suggestions=[3, "lobo"]), "Gato", ["Lobo"]),
        (found(6, 6), " ", []),
        (found(2, 6, (2, 6, "Cão")), "Gato", ["Cão"]),
        (found(2, 6, (2, 6, "cão"), suggestions=["cão", "ele", "Gato"]), "Gato", ["cão", "ele"]),
        (found(2, 6, (2, 6, "cão"), suggestions=["ele"]), "Gato", ["cão"]),
        (found(2, 6, (7, 12, "viu")), "Gato comeu", ["Gato viu"]),
        (found(2, 6, (2, 6, "Rui"), (15, 19, "pão")), "Gato comeu o rato", ["Rui comeu o pão"]),
        (found(28, 33, (33, 36, ". ")), "noite", []),
        (found(2, 6, (6, 6, ",")), "Gato", ["Gato,"]),
    ],
)
def test_languagetool_match_spans_exactly_the_text_of_its_replacements(
    finding: Finding, marked: str, replacements: list[str]
) -> None:
    span, values = languagetool._replaced(TEXT, finding)
    assert (TEXT[slice(*span)], values) == (marked, replacements)


@pytest.mark.parametrize(("end", "marked"), [(300, 300), (301, 1)])
def test_languagetool_replacement_covers_at_most_300_characters(end: int, marked: int) -> None:
    span, _ = languagetool._replaced("a" * 301, found(0, 1, (end - 1, end, "b")))
    assert span == Span(0, marked)


def test_spelling_rules_have_morfologik_ids_in_languagetool_responses() -> None:
    spelling, other = languagetool.face("GRA901"), languagetool.face("NADA1")
    assert spelling.id("GRA901", "pt-BR") == "MORFOLOGIK_RULE_PT_BR"
    assert spelling.id("GRA901", "pt-AO") == "MORFOLOGIK_RULE_PT_PT"
    assert (other.id("NADA1", "pt-BR"), other.category) == ("NADA1", "MISC")
    checked = [languagetool.is_checked(code) for code in ("pt", "pt-BR", "en", "ptx")]
    assert checked == [True, True, False, False]
