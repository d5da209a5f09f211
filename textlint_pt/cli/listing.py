"""What the commands that list what plugins brought have in common."""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from textlint_pt.cli.output import complain
from textlint_pt.contract.errors import UserError
from textlint_pt.registry.plugins import Plugins

Entry = Mapping[str, Any]


def check_form(output: str) -> None:
    if output not in ("text", "json"):
        raise UserError(f'--format: unknown format "{output}"; known: text, json')


def summary(described: Any) -> str:
    """The first line of what a class says of itself, without its own name before a colon."""
    first = (inspect.getdoc(described) or "").partition("\n")[0]
    return re.sub(r"^`[\w.:-]+`: ", "", first)


def write(entries: Sequence[Entry], columns: Sequence[str], output: str, plugins: Plugins) -> int:
    """Entries as JSON, or a line each with some of their values; what was refused besides."""
    if output == "json":
        sys.stdout.write(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
    else:
        rows = [[_cell(entry[column]) for column in columns] for entry in entries]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            sys.stdout.write("  ".join(cells).rstrip() + "\n")
    for problem in plugins.problems:
        complain(problem)
    return 0


def _cell(value: Any) -> str:
    if isinstance(value, list):
        value = ", ".join(filter(None, value))
    return str(value or "-")
