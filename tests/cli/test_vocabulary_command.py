"""`textlint-pt vocabulary add`: which file gets the words, and what is said about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from textlint_pt.config.config import read_layers
from textlint_pt.engine.session import Session
from textlint_pt.registry.plugins import load


def test_vocabulary_add_command_creates_the_project_vocabulary(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path / "data"))
    done = run("vocabulary", "add", "xpto", "vida boa", "--language", "en")
    assert done.out.splitlines() == ["vocabulary.txt: made", "rules.yaml: made"]
    assert Path("vocabulary.txt").read_text() == "xpto\nvida boa\n"
    assert Path("rules.yaml").read_text() == "vocabulary: vocabulary.txt\n"
    done = run("vocabulary", "add", "XPTO", "outra", "--language", "pt")
    assert done.out == "vocabulary.txt: alterado\n"
    assert Path("vocabulary.txt").read_text() == "xpto\nvida boa\noutra\n"
    done = run("vocabulary", "add", "xpto", "--language", "en")
    assert done.out.startswith("nothing to add")


def test_vocabulary_add_command_with_own_option_writes_the_user_vocabulary(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path / "data"))
    done = run("vocabulary", "add", "--own", "xpto", "--language", "en")
    assert done.out == f"{Path('data/vocabulary.txt')}: made\n"
    assert Path("data/vocabulary.txt").read_text() == "xpto\n"
    assert not Path("rules.yaml").exists() and not Path("vocabulary.txt").exists()


def test_new_vocabulary_word_invalidates_cached_reports(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEXTLINT_PT_DATA", str(tmp_path / "data"))
    session = Session(read_layers(None, {}), lambda: load(third_party=False))
    before = session.stamp()
    assert session.stamp() == before
    run("vocabulary", "add", "--own", "gulpador")
    assert session.stamp() != before


def test_vocabulary_add_command_refuses_word_list_files_of_other_programs(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pt.dic").write_text("1\nxpto/S\n")
    Path("rules.yaml").write_text("vocabulary: pt.dic\n")
    done = run("vocabulary", "add", "outra", "--language", "en")
    assert done.status == 2 and "add vocabulary.txt there" in done.err
    assert not Path("vocabulary.txt").exists()
    done = run("vocabulary", "add", "a -> b", "--language", "en")
    assert done.status == 2 and "no word or phrase" in done.err
