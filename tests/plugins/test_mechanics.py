"""The grammar rules without a model: what YAML cases cannot say of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textlint_pt_embedded.forms import form_lexicon
from textlint_pt_grammaticality.sentence.reading import listed, quotations, together, touches, words

from tests import timing
from textlint_pt import shipped
from textlint_pt.contract.rule import findings
from textlint_pt.contract.view import View
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding
from textlint_pt.testing import Case, lint_text, load_cases
from textlint_pt.text import variants

CODES = [f"GRA40{i}" for i in (1, 2, 4, 5, 6, 7, 8)]
RULES = [load(third_party=False).rules[code]() for code in CODES]
CASES = [
    case
    for case in load_cases(Path(__file__).parent.parent / "rules")
    if case.rule in CODES and case.values["findings"]
]
PIECES = listed(
    """a de do em no na que Ana Anna António Antonio facto fato acção ação você tens 1,5 2.5
    12/05/2020 2020-05-12 há dois anos atrás subiu para cima ( ) [ ] “ ” « » " ' , . ; : ! ?
    … — -- :) a) `"""
)


def check(text: str) -> list[Finding]:
    view = View(build("texto.txt", text, PlainText()), {"forms": form_lexicon()})
    return [
        finding
        for rule in RULES
        for finding in findings(rule, view, {n: o.default for n, o in rule.options.items()})
    ]


def fixed(text: str, findings: Sequence[Finding]) -> str:
    for finding in reversed(findings):
        if finding["fix"]:
            for edit in reversed(finding["fix"]["edits"]):
                text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    return text


@pytest.mark.parametrize("case", CASES, ids=str)
def test_text_corrected_by_a_punctuation_rule_has_no_finding_of_that_rule(case: Case) -> None:
    text = case.values["text"]
    path = f"texto.{case.values.get('format', 'txt')}"
    configuration = {"select": [case.rule], "rules": {case.rule: case.values.get("options", {})}}
    before = lint_text(text, path=path, **configuration)["findings"]
    after = lint_text(fixed(text, before), path=path, **configuration)["findings"]
    without = [finding for finding in before if not finding["fix"]]
    assert len(after) == len(without)


def test_fixing_a_doubled_word_keeps_the_line_break() -> None:
    text = "O gato subiu ao telhado da\nda casa e dormiu ali."
    found = lint_text(text, select=["GRA401"])["findings"]
    assert fixed(text, found) == "O gato subiu ao telhado\nda casa e dormiu ali."


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(sorted(PIECES)),
        max_size=40,
    ),
    st.lists(st.sampled_from([" ", " ", "", "\n", "\n\n"]), min_size=40, max_size=40),
)
def test_punctuation_rule_findings_always_lie_inside_the_text(
    pieces: list[str], between: list[str]
) -> None:
    text = "".join(piece + space for piece, space in zip(pieces, between, strict=False))
    for finding in check(text):
        assert 0 <= finding.span.start < finding.span.end <= len(text)
        for edit in finding.fix.edits if finding.fix else ():
            assert 0 <= edit.start <= edit.end <= len(text)
        for related in finding.related:
            assert text[related.span.start : related.span.end].strip()


@pytest.mark.parametrize(
    "piece",
    ["(", ")", "[a, ", '"', "“", "a ,", "a.B", "..", "a-", "a, ,", "a a ", "1)", "de do ", "é é "],
)
def test_punctuation_rules_take_time_linear_in_text_length(piece: str) -> None:
    def work(length: int) -> Callable[[], object]:
        text = f"Era uma vez {piece * (length // len(piece))} fim."
        return lambda: check(text)

    work(1_000)()
    grown = timing.growth(work(5_000), work(40_000), 24, floor=0.2)
    assert grown <= 24  # linear is 8 times, quadratic 64


def test_word_tokenizer_includes_numerals_only_on_request() -> None:
    text = "O guarda-chuva d'Ana custou 15 euros."
    assert [word.form for word in words(text)] == ["o", "guarda-chuva", "d'ana", "custou", "euros"]
    assert "15" in [word.form for word in words(text, figures=True)]


def test_detected_quotations_may_span_sentences_but_end_with_the_paragraph() -> None:
    text = "Ele disse: “Já vou. Espera.” E foi.\n\nDisse «nunca mais. E calou-se.\n\nE voltou."
    document = build("texto.txt", text, PlainText())
    quoted = [
        [sentence.text[low:high] for low, high in ranges]
        for sentence, ranges in zip(document.sentences, quotations(document), strict=True)
    ]
    assert quoted == [
        ["“Já vou."],
        ["Espera.”"],
        [],
        ["«nunca mais."],
        ["E calou-se."],
        [],
    ]


def test_range_overlap_and_contiguous_source_spans_are_recognised() -> None:
    assert touches([(2, 4), (8, 9)], 3, 5)
    assert not touches([(2, 4), (8, 9)], 4, 8)
    content = build("texto.txt", "Um dia\nfrio.", PlainText()).sentences[0].content
    assert together(content, 0, len(content))


@pytest.mark.parametrize("name", ["variants.txt", "orthography.txt"])
def test_tables_of_portuguese_spelling_variants_contain_no_duplicate_line(name: str) -> None:
    lines = shipped.read_lines(variants._DATA / name)
    assert lines
    assert len(set(lines)) == len(lines)
