"""`textlint-pt status`: how far translations are behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.test_companions import git

EN = """# The garden

The old gardener watered 20 roses before sunrise. He sold the house in autumn.
"""
PT = """# O jardim

O velho jardineiro regou 20 rosas antes do nascer do sol. Vendeu a casa no outono.
"""


@pytest.fixture
def project(folder: Path) -> Path:
    for name in ("en", "pt"):
        (folder / name).mkdir()
    (folder / "rules.yaml").write_text('sources: {"pt/**": "en/**"}\nlanguage: en\n', "utf-8")
    for name in ("a.md", "b.md"):
        (folder / "en" / name).write_text(EN, "utf-8")
        (folder / "pt" / name).write_text(PT, "utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "Translate")
    (folder / "en" / "b.md").write_text(EN.replace("20 roses", "no roses"), "utf-8")
    git(folder, "commit", "-qam", "Change the source")
    return folder


def test_status_command_lists_the_most_outdated_translation_first(
    run_all: Run, project: Path
) -> None:
    first, second, *rows = run_all("status", "pt").out.splitlines()
    assert [cell.strip() for cell in first.strip("|").split("|")] == [
        *("page", "commits behind", "stale", "missing", "untranslated", "findings")
    ]
    assert set(second) <= set("|-: ")
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert cells[0][:3] == ["pt/b.md", "1", "1"]
    assert cells[1] == ["pt/a.md", "0", "0", "0", "0", "0"]
    assert cells[2][:3] == ["1 of 2 up to date", "1", "1"]


def test_status_command_prints_lines_instead_of_a_table_on_a_narrow_terminal(
    run_all: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = run_all("status", "pt").out
    wide = len(table.splitlines()[0])
    monkeypatch.setattr("textlint_pt.cli.status.terminal_columns", lambda: wide)
    assert run_all("status", "pt").out == table
    monkeypatch.setattr("textlint_pt.cli.status.terminal_columns", lambda: wide - 1)
    assert run_all("status", "pt").out.splitlines() == [
        "pt/b.md",
        "  commits behind: 1 · stale: 1 · findings: 3",
        "pt/a.md",
        "  up to date",
        "",
        "1 of 2 up to date",
    ]
    monkeypatch.setattr("textlint_pt.cli.status.terminal_columns", lambda: 36)
    assert max(map(len, run_all("status", "pt").out.splitlines())) <= 36


def test_status_command_lists_outdated_translations_despite_a_baseline(
    run_all: Run, project: Path
) -> None:
    table = run_all("status", "pt").out
    assert run_all("baseline", "write", "pt", "--preset", "translation").status == 0
    assert run_all("status", "pt").out == table


def test_status_command_counts_an_unrelated_translation_as_outdated(
    run_all: Run, project: Path
) -> None:
    (project / "en" / "a.md").write_text("The ship left seven ports, and rain fell. " * 60, "utf-8")
    (project / "pt" / "a.md").write_text("O velho jardineiro regou as rosas. " * 6, "utf-8")
    assert run_all("status", "pt").lines[-1].startswith("| 0 of 2 up to date ")


def test_status_command_lists_translations_without_a_source_file_first(
    run_all: Run, project: Path
) -> None:
    (project / "en" / "a.md").unlink()
    rows = run_all("status", "pt").out.splitlines()[2:]
    assert rows[0].startswith("| pt/a.md (no source) | ")
    assert rows[1].startswith("| pt/b.md ")
    assert rows[2].startswith("| 0 of 2 up to date ")
    pages = json.loads(run_all("status", "pt", "--format", "json").out)["pages"]
    assert (pages[0]["page"], pages[0]["source"], pages[0]["current"]) == ("pt/a.md", None, False)


def test_status_badge_and_json_count_up_to_date_translations(run_all: Run, project: Path) -> None:
    badge = json.loads(run_all("status", "pt", "--format", "badge").out)
    assert (badge["schemaVersion"], badge["message"], badge["color"]) == (1, "1/2", "red")
    pages = json.loads(run_all("status", "pt", "--format", "json").out)["pages"]
    assert [(page["page"], page["current"]) for page in pages] == [
        ("pt/b.md", False),
        ("pt/a.md", True),
    ]


def test_status_command_exits_with_2_if_no_file_has_a_source_file(
    run_all: Run, folder: Path
) -> None:
    (folder / "a.md").write_text(PT, "utf-8")
    result = run_all("status", "a.md")
    assert result.status == 2
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("form", ["text", "json", "badge"])
def test_status_command_overwrites_no_file_but_its_own_earlier_output(
    run_all: Run, project: Path, form: str
) -> None:
    told = ("status", "pt", "--format", form)
    for _ in range(2):  # it takes the place of the one before
        result = run_all(*told, "--output", "status.out")
        assert (result.status, result.out, result.err) == (0, "", "")
        assert (project / "status.out").read_text("utf-8") == run_all(*told).out
    page = (project / "pt" / "a.md").read_text("utf-8")
    for other in ("pt/a.md", "en/a.md", "rules.yaml"):
        result = run_all(*told, "--output", other)
        assert result.status == 2
        assert result.err.startswith(f"textlint-pt: {other}: not written: ")
    assert (project / "pt" / "a.md").read_text("utf-8") == page
