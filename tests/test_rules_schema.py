"""The JSON schema of rules.yaml says what the program reads."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

import textlint_pt
from tests.conftest import ROOT
from textlint_pt.cli.init import template
from textlint_pt.config.config import read_layers
from textlint_pt.config.json_schema import schema_text
from textlint_pt.contract.errors import UserError
from textlint_pt.registry.plugins import load

SCHEMA = json.loads(Path(textlint_pt.__file__).with_name("rules.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def test_shipped_configuration_schema_is_up_to_date() -> None:
    assert json.loads(schema_text(load(third_party=False))) == SCHEMA, (
        "run: textlint-pt config schema --no-plugins > textlint_pt/rules.schema.json"
    )
    Draft202012Validator.check_schema(SCHEMA)


def test_documented_configurations_match_the_json_schema() -> None:
    uncommented = re.sub(r"(?m)^# (?=[a-z -]+:|  )", "", template("en"))
    shown = [(ROOT / "rules.yaml").read_text("utf-8"), uncommented]
    for page in ("docs/settings.md", "docs/custom-rules.md"):
        text = (ROOT / page).read_text("utf-8")
        shown += [found for found in re.findall(r"```yaml\n(.*?)```", text, re.S) if "\n" in found]
    assert len(shown) > 8
    for text in shown:
        if re.search(r"(?m)^(preset|custom-rules|extends|vocabulary):", text):
            VALIDATOR.validate(yaml.safe_load(text))


def test_configuration_schema_describes_every_key_and_option() -> None:
    for name in ("File", "Section"):
        for key, shape in SCHEMA["$defs"][name]["properties"].items():
            assert shape["description"], key
    options = SCHEMA["$defs"]["Options"]["properties"]
    assert options["RED001"]["properties"]["substring"]["maximum"] == 1
    assert "auto" in options["GRA904"]["properties"]["orthography"]["enum"]
    assert SCHEMA["$defs"]["Severities"]["properties"]["VOC001"]["description"]


RULE = {"kind": "existence", "message": "m", "patterns": "a"}


@pytest.mark.parametrize(
    "values",
    [
        {"custom-rules": {"A1": {**RULE, "kind": "existens"}}},
        {"custom-rules": {"A1": {**RULE, "pattens": "a"}}},
        {"custom-rules": {"A1": {"kind": "existence", "message": "m"}}},
        {"custom-rules": {"A1": {**RULE, "scope": "head"}}},
        {"custom-rules": {"A1": {**RULE, "url": "example"}}},
        {"custom-rules": {"A1": {"kind": "sequence", "message": "m", "tokens": [{"tag": "V"}]}}},
        {"severity": {"VOC001": "warn"}},
        {"language": "es"},
        {"fail-under": 101},
        {"vocabulary": 3},
        {"paths": {"*.md": {"language": "pt"}}},
        {"selekt": ["GRA"]},
    ],
)
def test_configurations_invalid_by_the_schema_are_refused_by_the_program(
    tmp_path: Path, values: dict[str, Any]
) -> None:
    assert not VALIDATOR.is_valid(values)
    path = tmp_path / "rules.yaml"
    path.write_text(yaml.safe_dump(values), encoding="utf-8")
    with pytest.raises(UserError):
        read_layers(path, {})
