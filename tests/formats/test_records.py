"""Questions and answers as records: places, names of fields, and what is no record."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textlint_pt.contract import Document, Format, Kind, Unreadable
from textlint_pt.formats.building import build
from textlint_pt.formats.records import RECORD, Csv, JsonLines

WORDS = st.text(st.sampled_from('aé"\\,;\t\n\r ñ😀/'), max_size=8)


def read(raw: str, reader: Format) -> Document:
    return build(f"a{reader.extensions[0]}", raw, reader)


def fields(document: Document) -> list[tuple[str, str, str]]:
    return [
        (one.name, one.target, one.content.text) for one in document.markup if one.name != RECORD
    ]


def test_json_lines_records_are_read_as_questions_and_answers() -> None:
    raw = (
        '{"id": 1, "pergunta": "Quando \\"abre\\"?", '
        '"resposta": "Às nove.\\n\\nAo s\\u00e1bado não."}\n'
        "\n"
        '{"Questão": "Onde?", "opções": {"A": "Aqui", "B": "Ali"}, "gabarito": "b", "n": [{}]}\n'
    )
    document = read(raw, JsonLines())
    found = [(one.kind, one.section, one.text) for one in document.sentences]
    assert found == [
        (Kind.HEADING, 1, 'Quando "abre"?'),
        (Kind.PARAGRAPH, 1, "Às nove."),
        (Kind.PARAGRAPH, 1, "Ao sábado não."),
        (Kind.HEADING, 2, "Onde?"),
        (Kind.LIST_ITEM, 2, "Aqui"),
        (Kind.LIST_ITEM, 2, "Ali"),
    ]
    for one in document.sentences:
        assert json.loads(f'"{raw[slice(*one.span)]}"') == one.text
    assert fields(document)[-1] == ("key", "b", "b")
    assert document.notes == ()


def test_csv_file_is_read_as_questions_and_answers() -> None:
    raw = (
        "Pergunta;Opção A;Opção B;Resposta\r\n"
        '"Diz ""olá""?";Sim;"Às\r\nvezes";B\r\n\r\nOnde fica?;;;Na praça.\r\n'
    )
    document = read(raw, Csv())
    assert [one.text for one in document.sentences] == [
        'Diz "olá"?', "Sim", "Às vezes", "Onde fica?", "Na praça.",
    ]  # fmt: skip
    assert [raw[slice(*one.span)] for one in document.sentences][:3] == [
        'Diz ""olá""?', "Sim", "Às\r\nvezes",
    ]  # fmt: skip
    assert ("key", "b", "B") in fields(document)
    assert ("answer", "", "Na praça.") in fields(document)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"question": "Q?", "options": ["a) x", "b) y"], "answer": "y"}, ("key", "b", "y")),
        ({"question": "Q?", "choices": {"text": ["x", "y"]}, "label": 2}, ("key", "b", "2")),
        ({"question": "Q?", "options": ["x", "y"], "key": "Letra C"}, ("key", "c", "Letra C")),
        ({"question": "Q?", "options": ["x", "y"], "key": "z"}, ("key", "", "z")),
        ({"question": "Q?", "options": "a) x\nb) y", "key": "a"}, ("options", "b", "y")),
        ({"question": "Q?", "options": [{"text": "x"}, {"text": "y"}]}, ("options", "b", "y")),
        ({"question": "Q?", "answers": {"text": ["x"], "start": [3]}}, ("answer", "", "x")),
        ({"question": "Q?", "context": "x"}, ("text", "", "x")),
    ],
)
def test_question_and_answer_fields_of_json_records_are_recognised_by_name(
    record: dict[str, object], expected: tuple[str, str, str]
) -> None:
    assert expected in fields(read(json.dumps(record), JsonLines()))


def test_answer_key_numbers_of_question_records_may_start_at_0_or_1() -> None:
    lines = [{"question": "Q?", "options": ["x", "y"], "key": key} for key in (1, 0)]
    document = read("\n".join(map(json.dumps, lines)), JsonLines())
    assert [one[:2] for one in fields(document) if one[0] == "key"] == [("key", "b"), ("key", "a")]


def test_configured_field_names_of_question_records_override_the_defaults() -> None:
    raw = '{"p": "Onde?", "question": "Where is it?", "r": "Ali."}'
    reader = JsonLines().with_fields({"question": ["P"], "answer": ["r"]})
    assert [one.text for one in read(raw, reader).sentences] == ["Onde?", "Ali."]


def test_incomplete_and_english_question_records_are_skipped_and_counted() -> None:
    good = {"pergunta": "Quando abre a piscina da vila?", "resposta": "Às nove da manhã."}
    lines = [good, good, {"pergunta": "Onde fica?"}, {"resposta": "Ali."}]
    english = "The pool of the town is open from the morning to the evening, and is free to all."
    lines.append({"pergunta": "When is it that the pool of the town opens?", "resposta": english})
    document = read("\n".join(map(json.dumps, lines)), JsonLines())
    assert {note.code: dict(note.fields) for note in document.notes} == {
        "records-lack": {"no-question": 1, "no-answer": 1},
        "left-out": {"foreign": 1},
    }
    assert not any("pool" in one.text for one in document.sentences)


@pytest.mark.parametrize(
    ("reader", "raw", "message"),
    [
        (JsonLines(), '{"question": "Q?"}\n{"a": ', "a.jsonl:2: not JSON"),
        (JsonLines(), "[1]", "a.jsonl:1: no object with fields"),
        (JsonLines(), "[" * 100_000, "a.jsonl:1: not JSON"),
        (JsonLines(), '{"x": "y"}', "no record has a question (looked for: pergunta,"),
        (Csv(), "question,answer\nQ?\n", "a.csv:2: 1 cells, not 2 as in the header"),
        (Csv(), 'question,answer\nQ?,"A', "a.csv:2: a quotation mark that is not closed"),
        (Csv(), 'question,answer\nQ?,"A"b\n', "a.csv:2: a quotation mark that is not closed"),
        (Csv(), "x,y\n1,2\n", "`fields: {question: NAME}`"),
    ],
)
def test_invalid_json_lines_and_csv_records_are_rejected(
    reader: Format, raw: str, message: str
) -> None:
    with pytest.raises(Unreadable) as error:
        read(raw, reader)
    assert message in str(error.value)


@pytest.mark.parametrize("reader", [JsonLines(), Csv()])
def test_empty_json_lines_or_csv_file_is_read_without_error(reader: Format) -> None:
    assert read("", reader).sentences == ()
    assert read("\n \n", reader).sentences == ()


@given(st.lists(st.tuples(WORDS, WORDS), max_size=4))
def test_text_in_fields_of_json_lines_and_csv_is_read_exactly(rows: list[tuple[str, str]]) -> None:
    """Whatever is written with the libraries of Python is read, in both shapes."""
    rows = [("x?", ""), *rows]
    lines = "".join(
        f"{json.dumps({'question': question, 'answer': answer})}\n" for question, answer in rows
    )
    table = io.StringIO()
    csv.writer(table).writerows([("question", "answer"), *rows])
    for raw, reader in ((lines, JsonLines()), (table.getvalue(), Csv())):
        found = [one for one in reader.parse(raw).markup if one.name in ("question", "answer")]
        texts = [one.content.text for one in found if one.content.text]
        assert texts == [text for row in rows for text in row if text]


def test_json_lines_file_of_20000_question_records_is_parsed_completely() -> None:
    line = '{"question": "Quando abre a piscina %d?", "answer": "Às nove."}\n'
    raw = "".join(line % number for number in range(20_000))
    assert len(JsonLines().parse(raw).blocks) == 40_000
