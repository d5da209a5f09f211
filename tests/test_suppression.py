"""Suppression comments, by reach and by what is said of useless ones."""

from __future__ import annotations

import pytest

from tests.toys import lint
from textlint_pt.engine import suppression
from textlint_pt.formats.building import build
from textlint_pt.formats.declared import declared
from textlint_pt.report.finding import Finding
from textlint_pt.text.document import Span

MARKDOWN = declared()["markdown"]

CLOSE = "Ninguém respondeu ao homem da ponte."


def codes(text: str) -> list[str]:
    return [f["code"] for f in lint(text)["findings"]]


def test_disable_line_comment_suppresses_findings_of_its_own_line_only() -> None:
    text = "<!-- textlint-pt-disable-line TOY001 -->\n\nO homem gritou SOCORRO na ponte.\n"
    assert codes(text) == ["DOC001", "TOY001"]


def test_disable_next_comment_suppresses_findings_of_one_block() -> None:
    text = (
        "<!-- textlint-pt-disable-next TOY001 -->\n\nO homem gritou SOCORRO na ponte.\n\n"
        f"A mulher gritou AJUDA na margem. {CLOSE}\n"
    )
    assert codes(text) == ["TOY001"]


def test_disable_comment_suppresses_findings_until_the_enable_comment() -> None:
    text = (
        "<!-- textlint-pt-disable TOY001 -->\n\nO homem gritou SOCORRO na ponte.\n\n"
        "<!-- textlint-pt-enable TOY001 -->\n\nA mulher gritou AJUDA na margem.\n"
    )
    assert codes(text) == ["TOY001"]


def test_disable_file_comment_accepts_rule_code_prefixes() -> None:
    text = "O homem gritou SOCORRO na ponte.\n\n<!-- textlint-pt-disable-file TOY -- gritos -->\n"
    assert codes(text) == []


def test_each_unused_rule_code_of_a_suppression_comment_is_reported() -> None:
    text = "<!-- textlint-pt-disable-next TOY001, DOC001 -->\n\nO homem gritou SOCORRO na ponte.\n"
    entry = lint(text)
    assert [(f["code"], f["evidence"]) for f in entry["findings"]] == [
        ("DOC001", {"rule": "DOC001"})
    ]


@pytest.mark.parametrize(
    ("comment", "key"),
    [
        ("textlint-pt-disable-next TOY001", "não silencia nada"),
        ("textlint-pt-disable-next XYZ001", "não existe"),
        ("textlint-pt-disable-next", "não diz que regra"),
    ],
)
def test_unused_suppression_comments_are_reported_as_findings(comment: str, key: str) -> None:
    entry = lint(f"<!-- {comment} -->\n\nO homem falou baixo na ponte.\n")
    assert [f["code"] for f in entry["findings"]] == ["DOC001"]
    assert key in entry["findings"][0]["message"]


def test_unused_suppression_of_a_rule_that_did_not_run_is_not_reported() -> None:
    text = "<!-- textlint-pt-disable-file TOY002 -->\n\nO homem gritou SOCORRO na ponte.\n"
    assert codes(text) == ["TOY001"]


LINE = "O homem falou baixo <!-- textlint-pt-disable-line TOY001 -->\n"
NEXT = "O rio corre.\n\n<!-- textlint-pt-disable-next TOY001 -->\n\nO homem falou.\n\nCalou-se.\n"


@pytest.mark.parametrize(
    ("text", "at", "silenced"),
    [
        (LINE, 0, True),
        (LINE, len(LINE) - 1, True),
        (f"Sim.\n{LINE}", 0, False),
        (f"{LINE}Sim.\n", len(LINE), False),
        (NEXT, NEXT.index("O homem"), True),
        (NEXT, NEXT.index("\n\nCalou"), True),
        (NEXT, NEXT.index("Calou"), False),
        (f"<!-- textlint-pt-disable-file TOY -->\n{LINE}", 0, True),
    ],
)
def test_suppression_comment_covers_findings_of_missing_text_at_its_position(
    text: str, at: int, silenced: bool
) -> None:
    finding = Finding("TOY001", Span(at, at), {})
    document = build("a.md", text, MARKDOWN)
    kept, gone, _ = suppression.apply(document, [finding], ["TOY001"], ["TOY001"])
    assert (kept, gone) == (([], [finding]) if silenced else ([finding], []))
