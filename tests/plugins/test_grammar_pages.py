"""The pages of the grammar rules show what the rules find, and rules speak with one voice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from textlint_pt.registry.documentation import page
from textlint_pt.registry.plugins import load
from textlint_pt.testing import lint_text

RULES = {code: rule for code, rule in load(third_party=False).rules.items() if code[:3] == "GRA"}
FAMILIES = ["GRA", *(code for code, rule in RULES.items() if not rule.declared.default)]


#: reports whatever a rule thinks of: how sure it is depends on the text around
ANY = {code: {"confidence": 0} for code, rule in RULES.items() if "confidence" in rule.options}


def codes(text: str, rules: Mapping[str, Any] | None = None) -> list[str]:
    found = lint_text(text, select=FAMILIES, rules=rules or {})["findings"]
    return [finding["code"] for finding in found]


@pytest.mark.parametrize("code", sorted(RULES))
def test_documented_bad_grammar_examples_are_reported_and_good_ones_not(code: str) -> None:
    sections = page(RULES[code]).sections
    bad, good = (re.sub(r"(?m)^> ", "", sections[name]) for name in ("Bad", "Good"))
    assert code in codes(bad, {code: ANY[code]} if code in ANY else {})
    assert codes(good) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Vou à pé para o trabalho todos os dias.", "GRA201"),
        ("Não o vejo à dez anos.", "GRA202"),
        ("À um mês que não chove.", "GRA202"),
        ("Ele tinha fazido tudo sozinho.", "GRA905"),
    ],
)
def test_one_wrong_word_is_reported_by_only_one_grammar_rule(text: str, code: str) -> None:
    assert codes(text, {code: ANY[code]}) == [code]


def test_subjunctive_error_message_quotes_a_two_word_conjunction_in_full() -> None:
    text = "Assim que eu pôr as mãos nele, conto-lhe tudo."
    (finding,) = lint_text(text, select=["GRA213"], rules={"GRA213": ANY["GRA213"]})["findings"]
    assert "depois de «Assim que»" in finding["message"]


@pytest.mark.parametrize(
    ("text", "codes_"),
    [
        ("Apenas aqueles que conhecem-o sabem a senha da porta.", ["GRA301"]),
        ("Eles conhecem-o bem desde a escola.", ["GRA305"]),
        ("Ele não veio à festa, mas por que?", ["GRA206"]),
        ("Por favor, sinta-se a vontade para nos enviar um comentário.", ["GRA217"]),
    ],
)
def test_words_wrong_by_several_grammar_rules_are_reported_only_once(
    text: str, codes_: list[str]
) -> None:
    every = {code: ANY[code] for code in ("GRA201", "GRA206", "GRA217", "GRA301", "GRA305")}
    assert codes(text, every) == codes_
