"""The JSON schema of rules.yaml, made of the declarations that the file is checked by.

Editors complete keys and values with it. `rules.schema.json` in the package is that of what ships;
`textlint-pt config schema` adds what third-party plugins bring.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from textlint_pt.config.schema import shape
from textlint_pt.contract.option import Option
from textlint_pt.registry.documentation import page
from textlint_pt.registry.plugins import Plugins


def schema(plugins: Plugins) -> dict[str, Any]:
    """Return the JSON schema of rules.yaml with installed rules, options and presets."""
    from textlint_pt.contract.metric import PROFILES
    from textlint_pt.text.kinds import KINDS

    result = msgspec.json.schema(shape(True))
    for definition in result["$defs"].values():
        definition.pop("title", None)
        for definition_property in definition.get("properties", {}).values():
            has_null_default = definition_property.get("default", ...) is None
            if has_null_default:  # it only says that the key may be left out
                del definition_property["default"]
    rules = [plugins.rules[code] for code in sorted(plugins.rules)]
    result["$defs"]["Options"] = {
        "type": ["object", "null"],
        "properties": {
            rule.code: {
                "description": f"{rule.declared.name}: {page(rule).summary}",
                "type": ["object", "null"],
                "properties": {key: _option(option) for key, option in rule.options.items()},
            }
            for rule in rules
            if rule.options
        },
        "additionalProperties": {"type": ["object", "null"]},
    }
    result["$defs"]["Severities"] = {
        "type": ["object", "null"],
        "properties": {
            rule.code: {"description": rule.declared.name, "$ref": "#/$defs/Severity"}
            for rule in rules
        },
        "additionalProperties": {"$ref": "#/$defs/Severity"},
    }
    choices = {"preset": sorted(plugins.presets), "profile": PROFILES, "kind": KINDS}
    for name in ("File", "Section"):
        keys = result["$defs"][name]["properties"]
        for key, values in choices.items():
            keys[key] = {**_description(keys[key]), "enum": [*values, None]}
        keys["rules"] = {**_description(keys["rules"]), "$ref": "#/$defs/Options"}
        keys["severity"] = {**_description(keys["severity"]), "$ref": "#/$defs/Severities"}
    file_keys = result["$defs"]["File"]["properties"]
    file_keys["formats"] = {
        **_description(file_keys["formats"]),
        "type": ["object", "null"],
        "additionalProperties": {"enum": sorted(plugins.formats)},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "rules.yaml of textlint-pt",
        **result,
    }


def schema_text(plugins: Plugins) -> str:
    return json.dumps(schema(plugins), ensure_ascii=False, indent=1) + "\n"


def _description(shape: dict[str, Any]) -> dict[str, Any]:
    return {key: shape[key] for key in ("description",) if key in shape}


def _option(option: Option) -> dict[str, Any]:
    """Return the JSON schema of one option of a rule."""
    shape: dict[str, Any] = {"description": option.help, "default": option.default}
    default = option.default
    if isinstance(default, bool):
        shape["type"] = "boolean"
    elif isinstance(default, int | float):
        shape["type"] = "number"
    elif isinstance(default, str):
        shape["type"] = "string"
    elif isinstance(default, list | tuple):
        shape["type"] = ["array", "string"]
        shape["default"] = list(default)
    if option.choices:
        shape["enum"] = list(option.choices)
    if option.minimum is not None:
        shape["minimum"] = option.minimum
    if option.maximum is not None:
        shape["maximum"] = option.maximum
    return shape
