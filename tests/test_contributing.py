"""The worked example of CONTRIBUTING.md runs as printed."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from textlint_pt import testing
from textlint_pt.registry.documentation import HEADINGS, page

TEXT = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")


def block(first_line: str) -> str:
    found = re.search(rf"```\w+\n# {re.escape(first_line)}\n(.*?)```", TEXT, re.S)
    assert found, first_line
    return found.group(1)


@pytest.fixture
def rule() -> Any:
    names: dict[str, Any] = {"__name__": "my_plugin.rules"}
    exec(block("my_plugin/rules.py"), names)
    return names["SameOpening"]


def test_page_has_the_headings(rule: Any) -> None:
    assert list(page(rule).sections) == list(HEADINGS)


def test_cases_pass(rule: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "MYP001.yml").write_text(block("tests/rules/MYP001.yml"), encoding="utf-8")
    loaded = testing._plugins()
    with_rule = SimpleNamespace(**{**vars(loaded), "rules": {**loaded.rules, "MYP001": rule}})
    with_rule.format_for = loaded.format_for
    monkeypatch.setattr(testing, "_plugins", lambda: with_rule)
    cases = testing.load_cases(tmp_path)
    assert len(cases) == 5
    for case in cases:
        testing.run_case(case)
