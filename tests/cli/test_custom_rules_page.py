"""The examples of docs/custom-rules.md and docs/rules-guide.md do what the pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Run
from tests.conftest import ROOT

DOCS = {"en": ROOT / "docs", "pt": ROOT / "docs" / "pt"}
both = pytest.mark.parametrize("language", DOCS)


def blocks(page: str, language: str, kind: str) -> list[str]:
    text = (DOCS[language] / page).read_text("utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def declared(page: str, language: str) -> list[str]:
    """The blocks that declare rules."""
    found = blocks(page, language, "yaml")
    return [block for block in found if block.startswith("# rules.yaml\ncustom-rules:")]


@both
def test_documented_examples_of_each_custom_rule_type_pass(run_all: Run, language: str) -> None:
    rules: dict[str, dict[str, object]] = {}
    for block in declared("custom-rules.md", language):
        rules |= yaml.safe_load(block)["custom-rules"]
    assert {rule["kind"] for rule in rules.values()} == {
        "existence", "substitution", "repetition", "occurrence", "consistency", "pattern",
    }  # fmt: skip
    assert all(rule["failing"] for rule in rules.values())
    bodies = (
        block.partition("custom-rules:\n")[2] for block in declared("custom-rules.md", language)
    )
    Path("rules.yaml").write_text("custom-rules:\n" + "".join(bodies), encoding="utf-8")
    result = run_all("test-rules")
    assert result.status == 0, result.out
    assert [line.split()[0] for line in result.lines] == sorted(rules)


def test_custom_rule_example_in_the_rules_guide_passes(run_all: Run) -> None:
    (block,) = declared("rules-guide.md", "en")
    Path("rules.yaml").write_text(block, encoding="utf-8")
    assert run_all("test-rules").lines == ["ACME001 custom.acme001: ok (4 examples)"]
    Path("carta.txt").write_text("Ele chegou há dois anos atrás.\n", encoding="utf-8")
    shown = run_all("carta.txt", "--select", "ACME001", "--diff").out
    assert "+Ele chegou há dois anos.\n" in shown


@both
def test_commands_in_custom_rules_docs_print_the_output_shown(run_all: Run, language: str) -> None:
    (shown,) = blocks("custom-rules.md", language, "console")
    Path("rules.yaml").write_text(declared("custom-rules.md", language)[0], encoding="utf-8")
    text = "Vamos alavancar as vendas da loja.\nA nossa Sinergia é pouca.\n"
    Path("carta.txt").write_text(text, encoding="utf-8")
    commands = re.split(r"(?m)^\$ textlint-pt (.+)\n", shown)[1:]
    assert len(commands) == 4
    for command, said in zip(commands[::2], commands[1::2], strict=True):
        assert run_all(*command.split()).out == said


@both
def test_documented_examples_of_shared_custom_rules_are_valid(
    run_all: Run, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = declared("custom-rules.md", language)
    found = blocks("custom-rules.md", language, "yaml")
    extends, vocabulary, schema = (block for block in found if "custom-rules:" not in block)
    assert schema.startswith("# yaml-language-server: $schema=rules.schema.json")
    for folder in (".git", "style", "acme_style", "project"):
        (tmp_path / folder).mkdir()
    (tmp_path / "style" / "rules.yaml").write_text(first, encoding="utf-8")
    (tmp_path / "acme_style" / "__init__.py").touch()
    (tmp_path / "acme_style" / "rules.yaml").write_text("severity: {VOC: error}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path / "project")
    settings = extends + vocabulary.partition("\n")[2]
    Path("rules.yaml").write_text(settings, encoding="utf-8")
    (words,) = blocks("custom-rules.md", language, "text")
    Path("words.txt").write_text(words, encoding="utf-8")
    text = "A Maricota vai deletar o texto, printar a folha e alavancar as vendas.\n"
    Path("carta.txt").write_text(text, encoding="utf-8")
    said = run_all("carta.txt", "--format", "concise", "--select", "VOC,ACME").lines
    assert [line.split()[1] for line in said] == ["VOC001", "VOC001", "ACME001"]
