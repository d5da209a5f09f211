"""Functions stay short; the linter counts their statements and branches (pyproject.toml)."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.conftest import ROOT

#: lines of the longest function, and files with longer ones that are still to be divided
MOST = 70
LONGER = {
    "plugins/textlint_pt_grammaticality/spelling/unknown.py",
    "plugins/textlint_pt_grammaticality/suspect_word.py",
    "plugins/textlint_pt_translation/markup.py",
    "plugins/textlint_pt_translation/proportion.py",
}


def is_long(file: Path) -> bool:
    return any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > MOST
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    )


def test_no_function_is_long() -> None:
    folders = ("textlint_pt", "plugins", "training", "benchmarks", "website")
    files = [file for name in folders for file in (ROOT / name).rglob("*.py")]
    found = {file.relative_to(ROOT).as_posix() for file in files if is_long(file)}
    assert found <= LONGER
