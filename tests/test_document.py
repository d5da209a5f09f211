"""Text with a map back to its source, documents, and how sentences are built."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract.format import Format, Parsed
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.text.document import Block, Comment, Document, Kind, Sentence, Span, Stretch, Text

MARKDOWN = declared()["markdown"]

HARD = (
    "aãA\u0303e\u0301\u0327 \u00a0\t\r\n\u2028\u1100\u1161\u11a8"
    "\u212b\u0344😀—ﬁ\ufeff\u0f71\u0f72\u0f74"
)
texts = st.text(alphabet=st.one_of(st.sampled_from(HARD), st.characters()), max_size=40)


class OneBlock(Format):
    """All of the source is one paragraph; backquotes, kept, mark code."""

    name = "one"
    extensions = ()

    def parse(self, source: str) -> Parsed:
        marks = [i for i, char in enumerate(source) if char == "`"]
        code = tuple(Span(a, b + 1) for a, b in zip(marks[::2], marks[1::2], strict=False))
        return Parsed((Block(Kind.PARAGRAPH, Text.verbatim(source, 0), opaque=code),))


@given(texts)
def test_normalised_text_is_nfc_with_single_spaces_and_stripped(text: str) -> None:
    got = Text.verbatim(text, 0).normalised()
    assert got.text == " ".join(unicodedata.normalize("NFC", text).split())
    assert len(got.starts) == len(got.ends) == len(got.text)


@given(texts, st.integers(0, 1000))
def test_each_normalised_character_is_mapped_to_its_source_span(text: str, offset: int) -> None:
    got = Text.verbatim(text, offset).normalised()
    at = offset
    for i, char in enumerate(got.text):
        start, end = got.starts[i], got.ends[i]
        assert offset <= start < end <= offset + len(text)
        piece = text[start - offset : end - offset]
        if char == " ":
            assert piece.isspace()
        else:
            assert char in unicodedata.normalize("NFC", piece)
        assert start >= at or (i and start == got.starts[i - 1])
        at = max(at, start)


@given(texts)
def test_normalising_a_text_twice_changes_nothing(text: str) -> None:
    once = Text.verbatim(text, 3).normalised()
    twice = once.normalised()
    assert (twice.text, list(twice.starts), list(twice.ends)) == (
        once.text,
        list(once.starts),
        list(once.ends),
    )


def test_text_without_escapes_stores_its_offsets_as_a_range() -> None:
    assert isinstance(Text.verbatim(" Olá, mundo. ", 5).normalised().starts, range)


def test_composed_unicode_character_spans_all_its_code_points() -> None:
    got = Text.verbatim("na\u0303o", 10).normalised()
    assert got.text == "não"
    assert got.span(1, 2) == Span(11, 13)
    assert got.span(2, 3) == Span(13, 14)


def test_line_break_is_normalised_to_one_space_with_its_span() -> None:
    got = Text.verbatim("um \r\n\t dois", 0).normalised()
    assert got.text == "um dois"
    assert got.span(2, 3) == Span(2, 7)


def test_joined_texts_keep_the_source_span_of_every_character() -> None:
    joined = Text.join([Text.verbatim("ab", 0), Text("&", [2], [7]), Text.verbatim("c", 7)])
    assert joined.text == "ab&c"
    assert joined.span() == Span(0, 8)
    assert joined.span(2, 3) == Span(2, 7)
    assert joined.span(3, 3) == Span(7, 7)
    assert joined.span(4, 4) == Span(8, 8)
    assert Text("", (), ()).span() == Span(0, 0)
    assert joined[1:3].span() == Span(1, 7)


def test_document_offsets_convert_to_lines_and_columns() -> None:
    document = build("x", "Olá.\r\n\tSim.\n😀 Não.", OneBlock())
    assert document.position(0) == (1, 1)
    assert document.position(6) == (2, 1)
    assert document.position(7) == (2, 2)
    assert document.position(14) == (3, 3)
    assert document.line_span(1) == Span(0, 4)
    assert document.line_span(3) == Span(12, 18)


def test_built_document_numbers_sentences_and_counts_words() -> None:
    document = build("x", "O rei dormia. A rainha lia!", OneBlock())
    assert [(s.index, s.block, s.text) for s in document.sentences] == [
        (0, 0, "O rei dormia."),
        (1, 0, "A rainha lia!"),
    ]
    assert document.sentences[1].span == Span(14, 27)
    assert {sentence.section for sentence in document.sentences} == {0}  # before a heading
    assert document.words == 6


def test_inline_code_spans_of_a_sentence_are_relative_to_its_start() -> None:
    document = build("x", "Use `a. B` já.  Veja  `c` em https://a.pt/x hoje.", OneBlock())
    first, second = document.sentences
    assert [first.text[a:b] for a, b in first.opaque] == ["`a. B`"]
    assert [second.text[a:b] for a, b in second.opaque] == ["`c`", "https://a.pt/x"]
    assert second.is_opaque(0, 6) and not second.is_opaque(0, 5)


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_document_of_an_empty_text_has_no_sentences(text: str) -> None:
    document = build("x", text, OneBlock())
    assert document.sentences == ()
    assert document.words == 0


def test_adjacent_spans_do_not_count_as_overlapping() -> None:
    assert Span(0, 3).overlaps(Span(2, 5))
    assert not Span(0, 3).overlaps(Span(3, 5))
    assert Comment("x", Span(0, 1)).span == Span(0, 1)


@pytest.mark.parametrize("footnotes", [1, 3, 20])
def test_offset_after_a_footnote_inside_a_sentence_belongs_to_that_sentence(footnotes: int) -> None:
    end = 10 * footnotes + 10
    notes = [Span(at, at + 5) for at in range(10, end, 10)]
    sentences = [
        Sentence(index, Text.verbatim("x" * (b - a), a), Kind.PARAGRAPH, index, 0)
        for index, (a, b) in enumerate([Span(0, end), *notes, Span(end + 10, end + 15)])
    ]
    document = Document("x", " " * 300, "text", (), tuple(sentences))
    for index, note in enumerate(notes, 1):
        assert document.sentence_at(note) == sentences[index]
        assert document.sentence_at(Span(note.end, note.end + 1)) == sentences[0]
    assert document.sentence_at(Span(end, end + 1)) is None
    assert document.sentence_at(Span(end, end + 11)) == sentences[-1]


def test_unchanged_blocks_of_an_edited_document_keep_their_sentences() -> None:
    blocks = [f"Bloco {number}. Tem duas frases (com `x{number}`)." for number in range(80)]

    def stretches(blocks: list[str]) -> tuple[Document, list[Stretch]]:
        document = build("x", "\n\n".join(blocks), MARKDOWN)
        return document, list(document.stretches)

    document, before = stretches(blocks)
    assert [text for one in before for text in one.texts] == document.texts
    assert document.by_sentence(lambda one: one.kinds) == [one.kind for one in document.sentences]
    assert document.by_sentence(lambda one: one.opens) == [True, False] * 80
    assert document.by_sentence(lambda one: one.opaque)[1::2] != [()] * 80
    told = [(one.index, said) for one, said in document.telling(lambda text: text.count("0"))]
    assert told == [(i, n) for i, text in enumerate(document.texts) if (n := text.count("0"))]

    blocks[40:41] = ["Outro bloco.", "E mais um."]
    after = stretches(blocks)[1]
    kept = [one for one in after if any(one is other for other in before)]
    assert len(before) > 3 and len(kept) >= len(before) - 3
