"""Whether a rules.yml configures textlint-pt: Prometheus, Semgrep and Falco have such files too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

#: names that nobody else gives to a file
UNAMBIGUOUS_NAMES = (".textlint-pt.yaml", ".textlint-pt.yml")
_TOP_LEVEL = re.compile(r"""^["']?([A-Za-z][\w-]*)["']?[ \t]*:(?:\s|$)""", re.MULTILINE)


def is_config(values: Any) -> bool:
    """Return whether some key and its value are valid here, or all keys are, perhaps misspelt."""
    if not isinstance(values, dict):
        return False
    keys = [
        key for key, value in values.items() if key in _known() and not _is_semgrep_list(key, value)
    ]
    if any(_is_valid_value(key, values[key]) for key in keys):
        return True
    from difflib import get_close_matches

    unknown_keys = [str(key) for key in values if key not in keys]
    return all(
        key not in _known() and get_close_matches(key, _known(), 1, 0.8) for key in unknown_keys
    )


def is_config_text(text: str) -> bool:
    """Return the same of a text that cannot be read as YAML: most of its keys are ours."""
    names = set(_TOP_LEVEL.findall(text))
    return len(names & _known()) > len(names - _known())


def _known() -> frozenset[str]:
    from textlint_pt.config.schema import File

    return frozenset(File.__struct_encode_fields__)


def _is_semgrep_list(key: str, value: Any) -> bool:
    """Return whether a list of rules is meant, as Semgrep has it."""
    return key == "rules" and isinstance(value, list) and any(isinstance(x, Mapping) for x in value)


def _is_valid_value(key: str, value: Any) -> bool:
    """Return whether a key of ours has a valid value."""
    import msgspec

    from textlint_pt.config.schema import shape
    from textlint_pt.text.kinds import KINDS

    if key == "kind":  # a manifest of Kubernetes has it too
        return value in KINDS
    try:
        msgspec.convert({key: value}, shape(key == "custom-rules"))
    except msgspec.ValidationError:
        return key == "custom-rules"
    return value is not None
