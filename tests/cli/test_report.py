"""`textlint-pt report`: for whoever wrote the text."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

TEXT = """\
Um barco saiu do porto , e ninguém o viu. O vento vinha do norte e as gaivotas voavam baixo.
A vila dormia ainda, com as janelas fechadas e o lume apagado. No cais ficou um cão a ladrar ao mar.
O farol apagou-se quando o sol nasceu por trás da serra. Ao fim da tarde o barco voltou sem peixe.
"""


def test_report_command_lists_corrections_and_rules_without_findings(
    run_all: Run, folder: Path
) -> None:
    Path("mar.txt").write_text(TEXT, encoding="utf-8")
    result = run_all("report", "mar.txt", "--select", "GRA404")
    lines = result.lines
    assert result.status == 0
    assert lines[0] == "mar.txt · 6 frases"
    assert "Em resumo: 1 a corrigir: espaço junto à pontuação." in lines
    at = lines.index("A corrigir")
    assert lines[at + 1].startswith("  1 l. 1  porto , → porto, · espaço a mais antes")
    fine = lines[lines.index("Nada encontrado em") + 1 :]
    assert "ortografia" in " ".join(fine)
    assert "mecânica da escrita" not in " ".join(fine)
    assert "certos (até 20" in result.out


def test_report_command_writes_html_without_external_resources(run_all: Run, folder: Path) -> None:
    Path("mar.txt").write_text(TEXT.replace("porto ,", "porto,"), encoding="utf-8")
    result = run_all("report", "mar.txt", "--select", "GRA404", "--output", "p.html")
    assert (result.status, result.out) == (0, "")
    page = Path("p.html").read_text("utf-8")
    assert "Em resumo: nenhum problema encontrado." in page
    assert "Pode haver erros que o programa não vê." in page
    assert "A corrigir" not in page
    assert "src=" not in page
    assert "break-before: page" in page
    again = run_all("report", "mar.txt", "--select", "GRA404", "--output", "p.html")
    assert again.status == 0  # a report of ours is replaced
    assert run_all("report", "nada.txt").status == 2


def test_report_command_never_lists_a_sentence_with_a_problem_as_correct(
    run_all: Run, folder: Path
) -> None:
    Path("mar.txt").write_text(TEXT.replace("o lume", "(o lume"), encoding="utf-8")
    lines = run_all("report", "mar.txt").lines
    assert sum("abre e não fecha" in line for line in lines) == 1


def test_report_command_reports_a_text_without_prose(run_all: Run, folder: Path) -> None:
    Path("a.md").write_text("```\nx = 1\n```\n", encoding="utf-8")
    result = run_all("report", "a.md", "--language", "pt")
    assert (result.status, result.out) == (0, "")
    assert result.err.startswith("textlint-pt: a.md: não ")
