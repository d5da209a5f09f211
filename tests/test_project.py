"""What several programs add to a project at the same instant is all there."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from textlint_pt.config import config
from textlint_pt.engine import project, writing
from textlint_pt.engine.baseline import Baseline
from textlint_pt.engine.project import Project
from textlint_pt.report.report import DocumentReport
from textlint_pt.testing import lint_text

PROGRAMS, EACH = 8, 5


def at_once(work: Callable[..., None], arguments: Sequence[Any]) -> None:
    """Do work in programs of its own that begin together."""
    context = multiprocessing.get_context("spawn")
    begin = context.Barrier(len(arguments))
    programs = [context.Process(target=_begin, args=(begin, work, one)) for one in arguments]
    for program in programs:
        program.start()
    for program in programs:
        program.join(120)
        assert program.exitcode == 0


def _begin(begin: Any, work: Callable[[Any], None], argument: Any) -> None:
    begin.wait(60)
    work(argument)


def opened(folder: Path) -> Project:
    """A project as an editor knows it that has just read it."""
    file = config.discover(folder)
    return Project(file or config.new_file(folder), config.read_layers(file, {}))


def words_of(number: int) -> list[str]:
    return [f"palavra{number}x{one}" for one in range(EACH)]


def add_words(given: tuple[Path, int]) -> None:
    folder, number = given
    there = opened(folder)
    for word in words_of(number):
        project.add_words(there, [word])


def add_own_words(given: tuple[Path, int]) -> None:
    os.environ["TEXTLINT_PT_DATA"] = str(given[0])
    for word in words_of(given[1]):
        project.add_own_words([word])


def accept(given: tuple[Path, Sequence[DocumentReport]]) -> None:
    folder, reports = given
    for report in reports:
        project.accept(opened(folder), report, [report.findings[0].fingerprint])


ALL = {word for number in range(PROGRAMS) for word in words_of(number)}


def test_vocabulary_words_added_by_parallel_processes_are_all_kept(tmp_path: Path) -> None:
    at_once(add_words, [(tmp_path, number) for number in range(PROGRAMS)])
    assert {*(tmp_path / "vocabulary.txt").read_text("utf-8").split()} == ALL
    assert (tmp_path / "rules.yaml").read_text("utf-8") == "vocabulary: vocabulary.txt\n"
    at_once(add_own_words, [(tmp_path / "own", number) for number in range(PROGRAMS)])
    assert {*(tmp_path / "own" / "vocabulary.txt").read_text("utf-8").split()} == ALL


def test_findings_added_to_a_baseline_by_parallel_processes_are_all_kept(tmp_path: Path) -> None:
    texts = [f"A loja {number} fecha cedo , disse." for number in range(PROGRAMS * EACH)]
    reports = [lint_text(text, select=["GRA404"]) for text in texts]
    at_once(accept, [(tmp_path, reports[number::PROGRAMS]) for number in range(PROGRAMS)])
    accepted = Baseline.read(str(tmp_path / "textlint-pt-baseline.json")).entries
    assert accepted.keys() == {report.findings[0].fingerprint for report in reports}


def test_undo_of_added_vocabulary_words_reverts_only_files_unchanged_since(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("vocabulary: w.txt\n", encoding="utf-8")
    (tmp_path / "w.txt").write_text("um\n", encoding="utf-8")
    _, undo = project.add_words(opened(tmp_path), ["dois"])
    _, later = project.add_words(opened(tmp_path), ["tres"])
    undo()
    assert (tmp_path / "w.txt").read_text("utf-8") == "um\ndois\ntres\n"
    later()
    assert (tmp_path / "w.txt").read_text("utf-8") == "um\ndois\n"


def test_vocabulary_words_can_be_added_with_an_unusable_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("TEXTLINT_PT_CACHE", str(tmp_path / "cache"))
    written, _ = project.add_words(opened(tmp_path), ["um"])
    assert [one.path.name for one in written] == ["vocabulary.txt", "rules.yaml"]


@pytest.mark.skipif(os.name != "posix", reason="needs modes")
def test_lock_of_project_files_is_not_put_in_a_cache_folder_others_can_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("TEXTLINT_PT_CACHE", str(cache))
    with writing.exclusive():
        pass
    (cache / "adding.sqlite").unlink()
    cache.chmod(0o777)
    with writing.exclusive():
        assert [*cache.iterdir()] == []


def test_lock_of_project_files_is_taken_over_after_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_LOCK_SECONDS", 0.1)
    with writing.exclusive(), writing.exclusive():
        pass
