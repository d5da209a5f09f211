"""Functions stay short; the linter counts their statements and branches (pyproject.toml)."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.conftest import ROOT

#: lines of a function that one of twenty is longer than
USUAL = 28
#: lines of the longest function
MOST = 70


def lengths(file: Path) -> list[int]:
    """Return the lines of each function of a file, without its docstring."""
    return [
        (node.end_lineno or 0) - node.lineno + 1 - len((ast.get_docstring(node) or "").splitlines())
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def test_source_code_functions_stay_within_the_length_limits() -> None:
    folders = ("textlint_pt", "plugins", "training", "benchmarks", "website")
    found = {file: lengths(file) for name in folders for file in (ROOT / name).rglob("*.py")}
    assert [file for file, of in found.items() if max(of, default=0) > MOST] == []
    every = sorted(length for of in found.values() for length in of)
    assert every[int(0.95 * len(every))] <= USUAL
