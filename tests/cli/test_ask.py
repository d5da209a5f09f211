"""`textlint-pt ask`: places of what answers, and what is said where nothing does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PAGE = """# Biblioteca

Os livros antigos estão na cave e só se consultam lá.

## Como renovo o cartão?

No balcão, com um documento.

## Quando fecha a biblioteca?

Às seis da tarde.
"""


@pytest.fixture
def page(folder: Path) -> str:
    (folder / "a.md").write_text(PAGE, encoding="utf-8")
    return "a.md"


def test_ask_command_prints_the_answer_of_the_nearest_question(run_all: Run, page: str) -> None:
    found = run_all("ask", "Como posso renovar o meu cartao?", page, "--language", "pt")
    assert (found.status, found.err) == (0, "")
    first, second, *_ = found.out.splitlines()
    assert first == "a.md:5:4: Como renovo o cartão?"
    assert second == "    No balcão, com um documento."


def test_ask_command_json_has_the_answer_text_with_its_line(run_all: Run, page: str) -> None:
    found = run_all("ask", "consultar livros antigos", page, "--format", "json", "--limit", "1")
    answers = json.loads(found.out)["answers"]
    assert len(answers) == 1
    assert answers[0]["question"] is None
    answer = answers[0]["answer"]
    assert PAGE[answer["start"] : answer["end"]] == answer["text"]
    assert (answers[0]["path"], answer["line"], answers[0]["matched"]) == ("a.md", 3, 1)


def test_ask_command_exits_with_1_when_no_passage_answers(run_all: Run, page: str) -> None:
    found = run_all("ask", "Quanto pesa um elefante?", page, "--language", "en")
    assert (found.status, found.out) == (1, "")
    assert found.err == "textlint-pt: nothing in these files answers this\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("?!", "a.md"), "the question is empty"),
        (("Onde fica?", "none.md"), "none.md: no such file"),
        (("Onde fica?", "a.md", "--format", "xml"), 'unknown format "xml"'),
    ],
)
def test_ask_command_exits_with_2_on_bad_input(
    run_all: Run, page: str, arguments: tuple[str, ...], said: str
) -> None:
    found = run_all("ask", *arguments, "--language", "en")
    assert found.status == 2
    assert said in found.err


def test_ask_command_reads_the_configured_columns_of_a_csv_file(run_all: Run, folder: Path) -> None:
    (folder / "faq.csv").write_text("p;r\nComo renovo o cartão?;No balcão.\n", encoding="utf-8")
    asked = ("ask", "renovar o cartão", "faq.csv", "--language", "en")
    refused = run_all(*asked)
    assert refused.status == 2
    assert "faq.csv:1: no record has a question" in refused.err
    (folder / "rules.yaml").write_text("fields: {question: p, answer: r}\n", encoding="utf-8")
    found = run_all(*asked)
    assert (found.status, found.err) == (0, "")
    assert found.out.splitlines()[1] == "    No balcão."
    assert run_all("faq.csv", "--select", "FAQ").status == 0
    listed = run_all("sentences", "faq.csv").out.splitlines()
    assert [line.rpartition("\t")[2] for line in listed] == ["Como renovo o cartão?", "No balcão."]
    assert run_all("compare", "faq.csv", "No balcão.").status == 0
    # most tables are no pages of questions: they are read where they are named
    assert "faq.csv" not in run_all(".", "--select", "FAQ").out
