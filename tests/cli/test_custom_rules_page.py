"""The examples of docs/custom-rules.md do what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from tests.cli.conftest import Run
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "custom-rules.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "rules-guide.md").read_text(encoding="utf-8")
_RULES = re.compile(r"```yaml\n# rules.yaml\n(custom-rules:.*?)```", re.DOTALL)
BLOCKS = _RULES.findall(TEXT)


def test_the_examples_of_every_kind_come_out(run_all: Run) -> None:
    rules: dict[str, dict[str, object]] = {}
    for block in BLOCKS:
        rules |= yaml.safe_load(block)["custom-rules"]
    assert {rule["kind"] for rule in rules.values()} == {
        "existence", "substitution", "repetition", "occurrence", "consistency", "pattern",
    }  # fmt: skip
    assert all(rule["failing"] for rule in rules.values())
    bodies = [block.removeprefix("custom-rules:\n") for block in BLOCKS]
    Path("rules.yaml").write_text("custom-rules:\n" + "".join(bodies), encoding="utf-8")
    result = run_all("test-rules")
    assert result.status == 0, result.out
    assert [line.split()[0] for line in result.lines] == sorted(rules)


def test_the_rule_of_the_guide_comes_out(run_all: Run) -> None:
    (block,) = _RULES.findall(GUIDE)
    Path("rules.yaml").write_text(block, encoding="utf-8")
    assert run_all("test-rules").lines == ["ACME001 acme.ago: ok (4 examples)"]
    Path("carta.txt").write_text("Ele chegou há dois anos atrás.\n", encoding="utf-8")
    shown = run_all("carta.txt", "--select", "ACME001", "--diff").out
    assert "+Ele chegou há dois anos.\n" in shown


def test_the_first_example(run_all: Run) -> None:
    shown = re.search(r"```console\n(.*?)```", TEXT, re.S)
    assert shown is not None
    Path("rules.yaml").write_text(BLOCKS[0], encoding="utf-8")
    text = "Vamos alavancar as vendas da loja.\nA nossa Sinergia é pouca.\n"
    Path("carta.txt").write_text(text, encoding="utf-8")
    commands = re.split(r"(?m)^\$ textlint-pt (.+)\n", shown[1])[1:]
    assert len(commands) == 4
    for command, said in zip(commands[::2], commands[1::2], strict=True):
        assert run_all(*command.split()).out == said
