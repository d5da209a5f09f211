"""Run a training module with settings that differ, as the small variants do.

    python -m training.step SETTINGS MODULE ARGUMENT…

SETTINGS is a JSON object of values by dotted name (`training.ngram.HELD_OUT`). Of a dictionary or a
dataclass only the keys that are named change.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import sys
from collections.abc import Mapping
from typing import Any

from benchmarks.evaluation import command


def apply(settings: Mapping[str, Any]) -> None:
    """Set module attributes by dotted name; `AttributeError` if one does not exist."""
    for dotted, value in settings.items():
        module_name, _, name = dotted.rpartition(".")
        module = importlib.import_module(module_name)
        current = getattr(module, name)
        if isinstance(current, dict):
            current.update(value)  # in place: it may be a default argument
            continue
        if dataclasses.is_dataclass(current) and not isinstance(current, type):
            fields = {k: tuple(v) if isinstance(v, list) else v for k, v in value.items()}
            value = dataclasses.replace(current, **fields)
        setattr(module, name, value)


if __name__ == "__main__":
    settings, module, *arguments = sys.argv[1:]
    apply(json.loads(settings))
    package = module.partition(".")[0]
    table = importlib.import_module(package).TABLE
    sys.exit(command.main(package, table, [*command.words(table, module), *arguments]))
