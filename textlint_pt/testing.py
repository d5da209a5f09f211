"""Runs the YAML cases of rules: the package's own and those of plugin authors.

    # tests/test_rules.py of a plugin
    from textlint_pt.testing import load_cases, run_case
    CASES = load_cases("tests/rules")
    @pytest.mark.parametrize("case", CASES, ids=str)
    def test_rule_case_gives_the_expected_findings(case): run_case(case)

A file holds `rule: CODE` and `cases:`, each with `name`, `text` (and `reference`, `source`,
`format`, `options`, `preset` where needed) and `findings`: what the rule must find, in order, each
with the exact `span` text and optionally `line`, `column` and a part of its `evidence`; `[]` for
none.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from textlint_pt.companions.input import Input
from textlint_pt.config.layer import Layer
from textlint_pt.contract.view import View
from textlint_pt.engine.analyzer import Analyzer
from textlint_pt.engine.linter import Linter
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.finding import Finding
from textlint_pt.report.report import DocumentReport

_KEYS = {"name", "text", "reference", "source", "format", "options", "preset", "findings"}
_EXPECTED_KEYS = {"span", "line", "column", "evidence", "fix"}


@dataclass(frozen=True)
class Case:
    """One text and what a rule must find in it."""

    rule: str
    name: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.rule}: {self.name}"


def load_cases(folder: str | Path) -> list[Case]:
    """Return the cases of every `*.yml` file in a folder, or raise `ValueError`."""
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    cases: list[Case] = []
    for path in sorted(Path(folder).glob("*.yml")):
        content = yaml.load(path.read_text(encoding="utf-8"), loader)
        names = [case["name"] for case in content["cases"]]
        if len(set(names)) < len(names):
            raise ValueError(f"{path}: two cases have the same name")
        for case in content["cases"]:
            unknown = set(case) - _KEYS
            if unknown or "text" not in case or "findings" not in case:
                raise ValueError(
                    f"{path}: case {case['name']!r}: unknown or missing keys {unknown}"
                )
            cases.append(Case(content["rule"], case["name"], case))
    return cases


@cache
def _plugins() -> Plugins:
    return load()


def analysed(text: str, needs: Collection[str]) -> View:
    """Return a text with analyses."""
    document = Linter(_plugins(), []).read(Input("texto.txt", text.encode()))
    (one,) = Analyzer(_plugins().resources.values(), {}).run([document], needs)
    return View(document, one.values)


def lint_text(
    text: str,
    *,
    path: str = "texto.txt",
    reference: str | None = None,
    source: str | None = None,
    **configuration: Any,
) -> DocumentReport:
    """Lint a text under a configuration in the shape of rules.yaml."""
    layers = [Layer("test", configuration)] if configuration else []
    suffix = Path(path).suffix
    companions = {
        role: (f"{name}{suffix}", companion.encode())
        for role, name, companion in (
            ("reference", "referencia", reference),
            ("source", "original", source),
        )
        if companion
    }
    linter = Linter(_plugins(), layers)
    return next(linter.lint([Input(path, text.encode(), companions)], with_measures=True))


def run_case(case: Case) -> None:
    expect(case, lint_case(case))


def lint_case(case: Case, language: str | None = None) -> DocumentReport:
    """Return the report on a case's text, by its rule only, in a language."""
    values = case.values
    configuration: dict[str, Any] = {"select": [case.rule]}
    if "preset" in values:
        configuration["preset"] = values["preset"]
    if "options" in values:
        configuration["rules"] = {case.rule: values["options"]}
    if language:
        configuration["language"] = language
    path = f"texto.{values.get('format', 'txt')}"
    companions = {role: values.get(role) for role in ("reference", "source")}
    return lint_text(values["text"], path=path, **companions, **configuration)


def expect(case: Case, entry: DocumentReport) -> None:
    """Assert that an entry of the report has exactly the findings that the case says."""
    values = case.values
    assert entry.error is None, entry.error
    expected_codes = {"left-out", "long-sentence", "foreign-part"}
    judges_unfit = "unfit" in _plugins().rules[case.rule].declared.judges
    if judges_unfit:  # a notice says why other rules do not judge the document
        expected_codes.add(entry.score.reason or "")
    skipped = [n.message for n in entry.notices if n.code not in expected_codes]
    assert not skipped, f"{case}: {skipped}"
    found = entry.findings
    spans = [values["text"][finding.start : finding.end] for finding in found]
    expected: Sequence[Mapping[str, Any]] = values["findings"]
    assert spans == [wanted["span"] for wanted in expected], f"{case}: found {spans}"
    for finding, wanted in zip(found, expected, strict=True):
        _compare(case, finding, wanted)


def _compare(case: Case, finding: Finding, expected: Mapping[str, Any]) -> None:
    """Assert that a finding has the place, fix and evidence that the case expects."""
    unknown = set(expected) - _EXPECTED_KEYS
    assert not unknown, f"{case}: unknown keys {unknown}"
    for key in ("line", "column"):
        if key in expected:
            assert finding[key] == expected[key], f"{case}: {key} {finding[key]}"
    fix = finding.change[1] if finding.change else None
    assert fix == expected.get("fix"), f"{case}: {expected['span']!r} becomes {fix!r}"
    for name, value in expected.get("evidence", {}).items():
        assert name in finding.evidence, f"{case}: no evidence {name!r}"
        actual = finding.evidence[name]
        is_equal = (
            math.isclose(actual, value, rel_tol=1e-6, abs_tol=1e-9)
            if isinstance(value, float)
            else actual == value
        )
        assert is_equal, f"{case}: evidence {name} is {actual!r}"
