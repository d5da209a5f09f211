"""The line of a key in a configuration file, which is read again where an error names one."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

TABLE = ("tool", "textlint-pt")
#: characters of a TOML file in which lines are looked for, which takes the square of their number
_MAX_CHARACTERS = 20_000


def line_of(file: str, text: str, keys: Sequence[str]) -> int:
    """Return the line, from 1, of the deepest of these nested keys in the text; 0 for none."""
    return _in_toml(text, keys) if file.endswith(".toml") else _in_yaml(text, keys)


def _in_yaml(text: str, keys: Sequence[str]) -> int:
    """Return that line in a YAML file."""
    import yaml

    node = yaml.compose(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    line = 0
    for key in keys:
        if isinstance(node, yaml.MappingNode):
            pairs = {str(name.value): (name, value) for name, value in node.value}
        elif isinstance(node, yaml.SequenceNode):
            pairs = {str(index): (item, item) for index, item in enumerate(node.value)}
        else:
            break
        if key not in pairs:
            break
        name, node = pairs[key]
        line = name.start_mark.line + 1
    return line


def _in_toml(text: str, keys: Sequence[str]) -> int:
    """Return that line in TOML: the end of the first part of the text that has the key."""
    lines = text.splitlines(keepends=True)
    if len(text) > _MAX_CHARACTERS:
        return 0
    line, depth = 0, 0
    for number in range(1, len(lines) + 1):
        try:
            value: Any = tomllib.loads("".join(lines[:number]))
        except ValueError:
            continue
        new_depth = _depth(value, (*TABLE, *keys))
        if new_depth > depth:
            line, depth = number, new_depth
    return line if depth > len(TABLE) else 0


def _depth(value: Any, keys: Sequence[str]) -> int:
    """Return how many of the nested keys exist."""
    for depth, key in enumerate(keys):
        if isinstance(value, list):
            value = dict(zip(map(str, range(len(value))), value, strict=True))
        if not isinstance(value, dict) or key not in value:
            return depth
        value = value[key]
    return len(keys)
