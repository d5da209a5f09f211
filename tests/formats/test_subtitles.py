"""Subtitles: what is said, by whom, and where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.shown import assert_exact, is_break
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Document

SUBTITLES = declared()["subtitles"]

TIMES = "00:00:0{},000 --> 00:00:0{},500"


def cue(text: str, second: int) -> str:
    return f"{second}\n{TIMES.format(second, second)}\n{text}\n"


def read(*cues: str) -> Document:
    return build("x.srt", "\n".join(cue(text, n) for n, text in enumerate(cues)), SUBTITLES)


def said(*cues: str) -> list[tuple[str, str]]:
    return [(sentence.kind.value, sentence.text) for sentence in read(*cues).sentences]


def test_sentence_continues_in_the_next_subtitle() -> None:
    assert said("Quando a chuva parou,\nsaímos", "para ver o rio.", "Estava cheio.") == [
        ("paragraph", "Quando a chuva parou, saímos para ver o rio."),
        ("paragraph", "Estava cheio."),
    ]


def test_long_pause_between_subtitles_ends_a_sentence() -> None:
    first, later = cue("Espera", 1), cue("Já cheguei", 9)
    document = build("x.srt", f"{first}\n{later}", SUBTITLES)
    assert [sentence.text for sentence in document.sentences] == ["Espera", "Já cheguei"]


def test_subtitles_that_overlap_in_time_are_separate_sentences() -> None:
    times = ("00:00:01,000 --> 00:00:05,000", "00:00:02,000 --> 00:00:06,000")
    texts = ("Fígado\n200 ienes", "Então você só queria chorar.")
    raw = "".join(f"{time}\n{text}\n\n" for time, text in zip(times, texts, strict=True))
    read = [sentence.text for sentence in build("x.srt", raw, SUBTITLES).sentences]
    assert read == ["Fígado 200 ienes", "Então você só queria chorar."]
    rolling = raw.replace("Então", "então")  # as programs write what they hear
    assert len(build("x.srt", rolling, SUBTITLES).sentences) == 1


def test_subtitles_without_full_stops_are_divided_into_sentences() -> None:
    document = read(*["e depois fomos"] * 9)
    assert [len(sentence.text.split()) for sentence in document.sentences] == [24, 3]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("- Viste-o?\n- Não.", [("dialogue", "- Viste-o?"), ("dialogue", "- Não.")]),
        ("<i>Ninguém</i> {\\an8}veio.", [("paragraph", "Ninguém veio.")]),
        ("Ninguém </b tudo , aqui.</i> veio.", [("paragraph", "Ninguém veio.")]),
        ("<v Ana>Bom dia &amp; boa sorte.", [("paragraph", "Bom dia & boa sorte.")]),
        ("<v Ana\nMaria>Bom dia.", [("paragraph", "Bom dia.")]),
        ("Um <!-- sim , não -->bom dia.", [("paragraph", "Um bom dia.")]),
        ("Um <c.verde\n.claro>bom</c> dia.", [("paragraph", "Um bom dia.")]),
        ("Se a <b\ne b é maior.", [("paragraph", "Se a <b e b é maior.")]),
        ("[aplausos]", []),
        ("(A PORTA BATE)", []),
        ("♪ Ai, minha terra ♪", [("verse", "Ai, minha terra")]),
        ("(Ela saiu.)", [("paragraph", "(Ela saiu.)")]),
    ],
)
def test_only_spoken_text_of_subtitles_is_read(text: str, shown: list[tuple[str, str]]) -> None:
    assert said(text) == shown


def test_webvtt_comments_styles_and_identifiers_are_skipped() -> None:
    raw = (
        "WEBVTT - Um filme\n\nNOTE textlint-pt-disable GRA101\n\nSTYLE\n::cue { color: red }\n\n"
        "cena 1\n00:01.000 --> 00:02.000 line:0\nOlá, mundo.\n"
    )
    document = build("x.vtt", raw, SUBTITLES)
    assert [sentence.text for sentence in document.sentences] == ["Olá, mundo."]
    (comment,) = document.comments
    assert comment.text == "textlint-pt-disable GRA101"
    assert raw[slice(*comment.span)].startswith("NOTE")


PIECES = st.sampled_from(
    ["Olá", "- Não.", "<i>ê</i>", "&amp;", "{\\b}", "♪ lá ♪", "[som]", "a\u0303o", "😀", "…", "\t"]
)


@given(
    st.lists(st.lists(PIECES, max_size=4).map(" ".join), max_size=5),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_every_character_of_subtitles_has_its_exact_source_span(cues: list[str], end: str) -> None:
    raw = "\n".join(cue(text, n) for n, text in enumerate(cues)).replace("\n", end)
    document = build("x.srt", raw, SUBTITLES)
    assert_exact(document, lambda raw, char: is_break(raw, char) or raw == "&amp;")


@given(st.text(alphabet="1:0,.->\n\r abé<>{}[]♪&;", max_size=80))
def test_any_subtitle_file_is_read_with_exact_offsets(raw: str) -> None:
    assert_exact(
        build("x.srt", raw, SUBTITLES), lambda raw, char: is_break(raw, char) or raw[0] == "&"
    )
