"""The worked example of CONTRIBUTING.md runs as printed."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.evaluation.views import analysed
from benchmarks.proposals import explain
from textlint_pt import testing
from textlint_pt.contract import View
from textlint_pt.formats.building import build
from textlint_pt.formats.text import PlainText
from textlint_pt.registry.documentation import HEADINGS, page

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def block(first_line: str) -> str:
    found = re.search(rf"```\w+\n# {re.escape(first_line)}\n(.*?)```", TEXT, re.S)
    assert found, first_line
    return found.group(1)


def test_attributes_named_in_contributing_guide_exist() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "textlint_pt").rglob("*.py")]
    for owner, name in re.findall(r"`([A-Z]\w+)\.(\w+)`", TEXT):
        defined = [text for text in sources if f"class {owner}" in text]
        assert any(re.search(rf"(?:def |^    ){name}\b", text, re.M) for text in defined), name


@pytest.fixture
def rule() -> Any:
    names: dict[str, Any] = {"__name__": "my_plugin.rules"}
    exec(block("my_plugin/rules.py"), names)
    return names["SameOpening"]


def test_rule_page_example_in_contributing_guide_has_all_headings(rule: Any) -> None:
    assert list(page(rule).sections) == list(HEADINGS)


def test_rule_test_examples_in_contributing_guide_pass(
    rule: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "MYP001.yml").write_text(block("tests/rules/MYP001.yml"), encoding="utf-8")
    loaded = testing._plugins()
    with_rule = SimpleNamespace(**{**vars(loaded), "rules": {**loaded.rules, "MYP001": rule}})
    with_rule.format_for = loaded.format_for
    monkeypatch.setattr(testing, "_plugins", lambda: with_rule)
    cases = testing.load_cases(tmp_path)
    assert len(cases) == 5
    for case in cases:
        testing.run_case(case)


def test_plugin_pyproject_example_in_contributing_guide_has_required_keys() -> None:
    file = tomllib.loads(block("pyproject.toml"))
    assert file["build-system"]["build-backend"]
    assert {"name", "version"} <= file["project"].keys()
    assert file["project"]["entry-points"]["textlint_pt"] == {"my-plugin": "my_plugin"}


def test_rule_code_example_in_contributing_guide_finds_the_passive_voice(rule: Any) -> None:
    names: dict[str, Any] = {}
    exec(block('a rule with `needs=("parse",)` and no options'), names)
    rule.find, rule.options = names["find"], {}
    rule.declared = replace(rule.declared, needs=("parse",))
    rule.messages = {language: {"message": "{participle}"} for language in ("pt", "en")}
    text = "A carta foi escrita pela vizinha. A vizinha leu a carta."
    document = build("a.txt", text, PlainText())
    parse = analysed("parse", [sentence.text for sentence in document.sentences])
    (found,) = rule().find(View(document, {"parse": parse}), {})
    assert text[found.span.start : found.span.end] == "foi escrita"


def test_false_positive_example_in_contributing_guide_prints_the_proposal() -> None:
    text = re.search(r'proposals GRA104 --text "(.*)"', TEXT)
    assert text and any(
        "reported, unless" in line for line in explain("GRA104", "a.txt", text[1].encode())
    )


def test_metric_example_in_contributing_passes_its_test(monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = {"__name__": "my_plugin.metrics"}
    exec(block("my_plugin/metrics.py"), names)
    monkeypatch.setitem(sys.modules, "my_plugin", ModuleType("my_plugin"))
    metrics = ModuleType("my_plugin.metrics")
    vars(metrics).update(names)
    monkeypatch.setitem(sys.modules, "my_plugin.metrics", metrics)
    test: dict[str, Any] = {}
    exec(block("tests/test_metrics.py of the plugin"), test)
    test["test_the_words_of_each_sentence_are_counted"]()


def test_format_reader_example_in_contributing_guide_has_exact_offsets() -> None:
    names: dict[str, Any] = {"__name__": "my_plugin.formats"}
    exec(block("my_plugin/formats.py"), names)
    raw = "Quem ri por último,\nri melhor.\n%\nA vida é bela.\n"
    document = build("a.fortune", raw, names["Fortunes"]())
    assert [s.text for s in document.sentences] == [
        "Quem ri por último, ri melhor.",
        "A vida é bela.",
    ]
    assert [raw[slice(*s.span)].strip()[:6] for s in document.sentences] == ["Quem r", "A vida"]
