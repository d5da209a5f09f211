"""A rule's digest changes with what its findings come from, and with nothing else."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from textlint_pt.contract import digest as module
from textlint_pt.contract.digest import digest
from textlint_pt.contract.figures import code_digest
from textlint_pt.portuguese.tables import rows
from textlint_pt.registry.plugins import load

FILES = {
    "__init__.py": "from mine_pt import unasked\n",
    "rule.py": """
from __future__ import annotations
from typing import TYPE_CHECKING
from textlint_pt.portuguese import words
from mine_pt.shared import lists
if TYPE_CHECKING:
    from mine_pt import unasked

class Mine:
    metrics = ("mine.length",)
    found = lists.words("verbs") | words("articles.definite")
""",
    "shared.py": "from textlint_pt.portuguese import Lists\nlists = Lists('words.tsv')\n",
    "lengths.py": 'class Length:\n    name: str = "mine.length"\n    unit = 1\n',
    "unasked.py": "limit = 3\n",
    "data/words.tsv": "verbs\tser estar\nnouns\tcasa\n",
    "data/other.txt": "um\n",
}


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "mine_pt"
    (folder / "data").mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mine_pt", raising=False)
    importlib.import_module("mine_pt")
    return folder


def of_now() -> str:
    for cached in (module._read, module._path, module._folder, module._providers):
        cached.cache_clear()
    return digest("mine_pt.rule", ("mine.length",))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rule.py", '"verbs"', '"nouns"'),
        ("shared.py", "words.tsv", "others.tsv"),
        ("lengths.py", "unit = 1", "unit = 2"),
        ("data/words.tsv", "ser estar", "ser"),
        ("rule.py", "articles.definite", "articles"),
    ],
)
def test_what_a_rule_uses_changes_it(plugin: Path, name: str, old: str, new: str) -> None:
    before, file = of_now(), plugin / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert of_now() != before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("unasked.py", "3", "4"),
        ("__init__.py", "unasked", "lengths"),
        ("data/words.tsv", "casa", "casas"),
        ("data/other.txt", "um", "dois"),
        ("rule.py", "class Mine:", '# why\n\nclass Mine:\n    """A page."""\n'),
    ],
)
def test_what_it_does_not_use_leaves_it(plugin: Path, name: str, old: str, new: str) -> None:
    before, file = of_now(), plugin / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    assert of_now() == before


def test_a_closed_class_that_it_names_changes_it(
    plugin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = of_now()
    lists = module.closed()
    for name, same in (("articles.definite", False), ("pronouns.personal", True)):
        with monkeypatch.context() as patch:
            ordered = lists.ordered
            patch.setattr(
                lists,
                "ordered",
                lambda asked, name=name, real=ordered: ("x",) if asked == name else real(asked),
            )
            assert (of_now() == before) is same


def test_without_its_source_there_is_none(plugin: Path) -> None:
    (plugin / "shared.py").unlink()
    assert of_now() == ""
    assert digest("no_such_plugin.rule") == ""


def test_lists_are_found_in_all_files_of_lists() -> None:
    """A file of another name would count whole: right, but too often."""
    for path in Path(__file__).parents[1].glob("plugins/*/data/*.tsv"):
        named = path.name in module._FILES_OF_LISTS
        has_lists = all(len(row) == 2 and row[1][-1].isalpha() for row in rows(path))
        assert named == has_lists, path


def test_every_rule_has_one() -> None:
    for rule in load(third_party=False).rules.values():
        assert len(code_digest(rule)) == 12
