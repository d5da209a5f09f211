"""`textlint-pt ask`: places of what answers, and what is said where nothing does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textlint_pt_questions import stored

from tests.cli.conftest import Run
from textlint_pt.registry import folders

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


def test_the_question_that_was_meant(run_all: Run, page: str) -> None:
    found = run_all("ask", "Como posso renovar o meu cartao?", page, "--language", "pt")
    assert (found.status, found.err) == (0, "")
    first, second, *_ = found.out.splitlines()
    assert first == "a.md:5:4: Como renovo o cartão?"
    assert second == "    No balcão, com um documento."


def test_a_passage_and_its_place_as_json(run_all: Run, page: str) -> None:
    found = run_all("ask", "consultar livros antigos", page, "--format", "json", "--limit", "1")
    answers = json.loads(found.out)["answers"]
    assert len(answers) == 1
    assert answers[0]["question"] is None
    answer = answers[0]["answer"]
    assert PAGE[answer["start"] : answer["end"]] == answer["text"]
    assert (answers[0]["path"], answer["line"], answers[0]["matched"]) == ("a.md", 3, 1)


def test_nothing_answers(run_all: Run, page: str) -> None:
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
def test_bad_input(run_all: Run, page: str, arguments: tuple[str, ...], said: str) -> None:
    found = run_all("ask", *arguments, "--language", "en")
    assert found.status == 2
    assert said in found.err


def test_records_whose_fields_are_named(run_all: Run, folder: Path) -> None:
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
    # most tables are no pages of questions: they are read where they are named
    assert "faq.csv" not in run_all(".", "--select", "FAQ").out


def test_many_texts_are_searched_by_an_index_that_is_kept(
    run_all: Run, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("ask", "Como posso renovar o meu cartao?", page)
    plain = run_all(*asked)
    monkeypatch.setattr("textlint_pt.cli.ask.LARGE", 1)
    assert run_all(*asked) == plain
    kept = folders.cache() / "indexes"
    (index,) = kept.iterdir()
    made = (index / "where.npy").stat().st_mtime_ns
    assert run_all(*asked) == plain
    assert (index / "where.npy").stat().st_mtime_ns == made
    (index / "where.npy").write_bytes(b"damaged")
    assert run_all(*asked) == plain
    (index / "starts.npy").write_bytes((index / "lines.npy").read_bytes())  # sums that are right
    (index / "whole.json").write_text(json.dumps(stored._sums(index)), encoding="utf-8")
    assert run_all(*asked) == plain
    assert (index / "starts.npy").read_bytes() != (index / "lines.npy").read_bytes()
    index.chmod(0o777)
    (index / "whole.json").unlink()
    assert run_all(*asked) == plain
    assert not (index / "whole.json").exists()  # what others can write is left alone
    index.chmod(0o700)
    assert [one.name for one in kept.iterdir()] == [index.name]
    Path(page).write_text(PAGE.replace("cartão", "livro"), encoding="utf-8")
    assert "renovo o livro" in run_all("ask", "Como renovo o livro?", page).out
    assert len(list(kept.iterdir())) == 2


def test_an_index_of_files_of_which_one_cannot_be_read_is_not_kept(
    run_all: Run, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("b.jsonl").write_text('{"pergunta"', encoding="utf-8")
    plain = run_all("ask", "Como renovo o cartão?", "b.jsonl", page)
    monkeypatch.setattr("textlint_pt.cli.ask.LARGE", 1)
    assert run_all("ask", "Como renovo o cartão?", "b.jsonl", page) == plain
    assert plain.status == 2
    assert list((folders.cache() / "indexes").iterdir()) == []
