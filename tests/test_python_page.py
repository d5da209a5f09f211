"""The examples of docs/python.md run, one after the other, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import textlint_pt.spacy  # noqa: F401 - what the entry point of an installation does
from tests.conftest import ROOT
from tests.toys import STORY


@pytest.mark.parametrize("page", ["docs/python.md", "docs/pt/python.md"])
def test_python_api_examples_in_the_documentation_print_their_output(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus").mkdir()
    for name in ("story.txt", "corpus/a.txt"):
        (tmp_path / name).write_text(STORY, encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.S)
    assert len(blocks) == 3
    space: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), space)
    said = capsys.readouterr().out
    assert "'redundancy', 'redundancy_loss'" in said
    assert "['too-little-text', 'empty']" in said
    assert "['GRA404']\nO rio corre , devagar. 1\nA ponte é velha. 0\n" in said
