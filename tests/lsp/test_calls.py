"""What a changed word costs in an editor, in calls of our own functions."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.conftest import ROOT
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.lsp.checker import Checker, Text

#: calls for one word of 33 sentences, at most; most are by rules about the changed paragraph
MOST = 10_000
PARAGRAPHS = (
    "O pescador velho saiu de madrugada com a rede azul às costas. Na praia ninguém sabia ainda que"
    " o inverno tinha chegado. As gaivotas voavam baixo sobre os barcos virados na areia.",
    "A vizinha abriu a janela e chamou pelos filhos, que brincavam no pátio da escola. O mais novo"
    " trazia um livro debaixo do braço. Ela sorriu e foi pôr a mesa para o jantar.",
    "Depois da chuva, as ruas da aldeia cheiravam a terra molhada. O padeiro varria a entrada da"
    " loja e cantava baixinho. Quem passava parava um pouco para o ouvir.",
)
OURS = tuple(str(ROOT / folder) for folder in ("textlint_pt", "plugins"))


def test_language_server_recheck_of_an_edit_needs_few_python_function_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTLINT_PT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "rules.yaml").write_text("language: pt\n", encoding="utf-8")
    path = str(tmp_path / "a.md")
    days = (f"{PARAGRAPHS[day % 3][:-1]}, no dia {day + 1}." for day in range(11))
    text = "\n\n".join(days)
    checker = Checker()
    checker.check(Text(path, text, "markdown"))
    checker.check(Text(path, text.replace("jantar", "almoço", 1), "markdown"))
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            calls[f"{frame.f_code.co_filename} {frame.f_code.co_qualname}"] += 1

    changed = text.replace("jantar", "lanche", 1)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        checked = checker.check(Text(path, changed, "markdown"))
    finally:
        sys.setprofile(before)
    assert checked.complete
    assert sum(calls.values()) <= MOST, calls.most_common(20)


def test_language_server_reads_the_configuration_again_only_if_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTLINT_PT_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "rules.yaml"
    file.write_text("select: [GRA404]\n", encoding="utf-8")
    read: list[object] = []
    reading = config.read_layers

    def noting(*given: Any, **more: Any) -> list[Layer]:
        read.append(given)
        return reading(*given, **more)

    monkeypatch.setattr(config, "read_layers", noting)
    checker = Checker()

    def codes(subject: str) -> set[str]:
        text = f"{subject} disse que sim , e saiu de casa antes da noite."
        entry = checker.check(Text(str(tmp_path / "a.md"), text, "markdown")).entry
        return {finding.code for finding in entry.findings} if entry else set()

    assert codes("Ela") == codes("Ele") == {"GRA404"}
    assert len(read) == 1
    file.write_text("select: [GRA404]\nignore: [GRA404]\n", encoding="utf-8")
    assert codes("Ela") == set()
    assert len(read) == 2
