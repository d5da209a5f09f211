"""The example notebook runs as it stands, and prints what is kept in it.

python -m tests.test_notebook     # keeps what it prints now
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

import textlint_pt.spacy  # noqa: F401 - what the entry point of an installation does
from tests.conftest import ROOT

NOTEBOOK = ROOT / "examples" / "notebook.ipynb"


def run(book: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The outputs of each cell of code, in the current folder: what it prints, what it shows."""
    space: dict[str, Any] = {"__name__": "__main__"}
    found = []
    for number, cell in enumerate(book["cells"]):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        printed, shown, name = io.StringIO(), None, f"cell {number}"
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, name, "exec"), space)
            if last is not None:
                shown = eval(compile(ast.Expression(last.value), name, "eval"), space)
        outputs: list[dict[str, Any]] = []
        if text := printed.getvalue():
            lines = text.splitlines(keepends=True)
            outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
        if svg := getattr(shown, "_repr_svg_", None):
            data = {"image/svg+xml": svg().splitlines(keepends=True)}
            outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
        found.append(outputs)
    return found


def _printed(outputs: list[dict[str, Any]]) -> str:
    return "".join(line for one in outputs for line in one.get("text", ()))


def test_example_jupyter_notebook_prints_its_stored_outputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = json.loads(NOTEBOOK.read_text("utf-8"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.chdir(tmp_path)
    kept = [cell["outputs"] for cell in book["cells"] if cell["cell_type"] == "code"]
    now = run(book)
    assert [_printed(one) for one in now] == [_printed(one) for one in kept]
    assert "GRA404" in _printed(now[1])
    assert "too-little-text" in _printed(now[2])
    figures = [one["data"]["image/svg+xml"] for outputs in now for one in outputs if "data" in one]
    assert len(figures) == 1
    assert figures[0][0].startswith("<svg")


def keep() -> None:
    book = json.loads(NOTEBOOK.read_text("utf-8"))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *sys.path])
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        outputs = run(book)
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    for number, (cell, shown) in enumerate(zip(code, outputs, strict=True), 1):
        cell |= {"execution_count": number, "outputs": shown}
    NOTEBOOK.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    keep()
