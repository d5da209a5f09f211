"""TRA015: sentences whose source changed since they were translated, as git knows it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.test_companions import git

THEN = """# The library

The file is deleted after 10 days. Save it in `cache.db` first.

The server is fast. You can open the door. Bring the keys with you.
"""
NOW = """# The library

The file is deleted after 30 days. Save it in `store.db` first.

The server is not fast. You must open the door. Bring the keys with you!
"""
PAGE = """# A biblioteca

O ficheiro é apagado ao fim de 10 dias. Guarde-o primeiro em `cache.db`.

O servidor é rápido. Pode abrir a porta. Traga as chaves consigo.
"""


@pytest.fixture
def project(folder: Path) -> Path:
    (folder / "en").mkdir()
    (folder / "pt").mkdir()
    (folder / "rules.yaml").write_text(
        'select: [TRA015]\nlanguage: en\nsources: {"pt/**": "en/**"}\n', encoding="utf-8"
    )
    (folder / "en" / "a.md").write_text(THEN, encoding="utf-8")
    (folder / "pt" / "a.md").write_text(PAGE, encoding="utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "Translate")
    (folder / "en" / "a.md").write_text(NOW, encoding="utf-8")
    git(folder, "commit", "-qam", "Change the source")
    return folder


def found(run_all: Run) -> list[tuple[int, str, str]]:
    report = json.loads(run_all("pt/a.md", "--format", "json").out)
    return [
        (finding["line"], finding["evidence"]["why"], finding["evidence"]["new"])
        for document in report["documents"]
        for finding in document["findings"]
    ]


STALE = [
    (3, "number", "after 30 days"),
    (3, "code", "in store.db"),
    (5, "negation", "is not fast"),
    (5, "modal", "You must open"),
]


def test_translated_sentences_are_outdated_if_their_english_changed_in_git(
    project: Path, run_all: Run
) -> None:
    assert found(run_all) == STALE


def test_updated_translation_has_no_outdated_sentences(run_all: Run, project: Path) -> None:
    page = PAGE.replace("10 dias", "30 dias").replace("cache", "store")
    (project / "pt" / "a.md").write_text(page, encoding="utf-8")
    git(project, "commit", "-qam", "Bring the page up to date")
    assert found(run_all) == []


def test_renamed_outdated_translation_is_still_outdated(run_all: Run, project: Path) -> None:
    git(project, "mv", "pt/a.md", "pt/b.md")
    git(project, "mv", "en/a.md", "en/b.md")
    git(project, "commit", "-qm", "Rename")
    (project / "pt" / "b.md").rename(project / "pt" / "a.md")
    git(project, "mv", "en/b.md", "en/a.md")
    git(project, "add", ".")
    git(project, "commit", "-qm", "Rename again")
    assert found(run_all) == STALE


def test_sentences_changed_since_source_commit_of_front_matter_are_outdated(
    run_all: Run, project: Path
) -> None:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD~"], cwd=project, check=True, capture_output=True, text=True
    )
    page = f"---\nsource-commit: {done.stdout.strip()}\n---\n{PAGE}"
    (project / "pt" / "a.md").write_text(page, encoding="utf-8")
    git(project, "commit", "-qam", "Name the commit")
    assert [(line - 3, *rest) for line, *rest in found(run_all)] == STALE
