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
    """JSON Schema (2020-12) of rules.yaml, with the rules, options and presets there are."""
    from textlint_pt.contract.metric import PROFILES
    from textlint_pt.text.kinds import KINDS

    made = msgspec.json.schema(shape(True))
    for definition in made["$defs"].values():
        definition.pop("title", None)
        for one in definition.get("properties", {}).values():
            if one.get("default", ...) is None:  # it only says that the key may be left out
                del one["default"]
    rules = [plugins.rules[code] for code in sorted(plugins.rules)]
    made["$defs"]["Options"] = {
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
    made["$defs"]["Severities"] = {
        "type": ["object", "null"],
        "properties": {
            rule.code: {"description": rule.declared.name, "$ref": "#/$defs/Severity"}
            for rule in rules
        },
        "additionalProperties": {"$ref": "#/$defs/Severity"},
    }
    known = {"preset": sorted(plugins.presets), "profile": PROFILES, "kind": KINDS}
    for name in ("File", "Section"):
        keys = made["$defs"][name]["properties"]
        for key, values in known.items():
            keys[key] = {**_about(keys[key]), "enum": [*values, None]}
        keys["rules"] = {**_about(keys["rules"]), "$ref": "#/$defs/Options"}
        keys["severity"] = {**_about(keys["severity"]), "$ref": "#/$defs/Severities"}
    endings = made["$defs"]["File"]["properties"]
    endings["formats"] = {
        **_about(endings["formats"]),
        "type": ["object", "null"],
        "additionalProperties": {"enum": sorted(plugins.formats)},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "rules.yaml of textlint-pt",
        **made,
    }


def schema_text(plugins: Plugins) -> str:
    return json.dumps(schema(plugins), ensure_ascii=False, indent=1) + "\n"


def _about(shape: dict[str, Any]) -> dict[str, Any]:
    return {key: shape[key] for key in ("description",) if key in shape}


def _option(option: Option) -> dict[str, Any]:
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
