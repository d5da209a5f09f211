"""Every rule's YAML cases, and what every rule must bring."""

from __future__ import annotations

import string
from collections import defaultdict
from pathlib import Path

import pytest

from textlint_pt.documentation import HEADINGS, page
from textlint_pt.plugins import load
from textlint_pt.testing import Case, load_cases, run_case

CASES = load_cases(Path(__file__).parent / "rules")
RULES = load(third_party=False).rules


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case(case: Case) -> None:
    run_case(case)


def test_every_rule_has_failing_and_passing_cases() -> None:
    kinds: dict[str, set[bool]] = defaultdict(set)
    for case in CASES:
        kinds[case.rule].add(bool(case.values["findings"]))
    assert {code for code in RULES if kinds[code] != {True, False}} == set()


@pytest.mark.parametrize("code", sorted(RULES))
def test_page_has_every_heading_and_its_measured_findings(code: str) -> None:
    found = page(RULES[code])
    assert list(found.sections) == list(HEADINGS)
    assert all(found.sections.values())
    assert "measured" in found.text.lower()


@pytest.mark.parametrize("code", sorted(RULES))
def test_both_languages_say_the_same_with_the_same_fields(code: str) -> None:
    messages = RULES[code].messages
    assert set(messages) == {"pt", "en"}
    assert set(messages["pt"]) == set(messages["en"])
    for name in messages["pt"]:
        fields = [
            {
                field
                for _, field, _, _ in string.Formatter().parse(messages[language][name])
                if field
            }
            for language in ("pt", "en")
        ]
        assert fields[0] == fields[1], name


def test_codes_and_names_belong_together() -> None:
    families = {"GRA": "grammaticality", "RED": "redundancy", "FOC": "focus", "TRA": "translation"}
    for code, rule in RULES.items():
        family = families.get(code[:3], "document")
        assert rule.name.startswith(f"{family}."), code
