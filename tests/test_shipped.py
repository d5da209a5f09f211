"""Files of an installation are read only while they are as they were installed."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from textlint_pt import shipped

#: read by code that checks them itself, or that are no files of ours
READERS = {
    "textlint_pt/cli/__init__.py",  # no file
    "textlint_pt/cli/test_rules.py",  # a text
    "textlint_pt/corpus/journal.py",  # written, and what of it is whole
    "textlint_pt/corpus/reading.py",  # texts
    "textlint_pt/corpus/scoring.py",  # written
    "textlint_pt/corpus/tables.py",  # what was scored
    "textlint_pt/engine/exchange.py",  # written
    "textlint_pt/engine/writing.py",
    "textlint_pt/files.py",  # what is anybody's
    "textlint_pt/formats/office_text.py",
    "textlint_pt/patterns/loading.py",  # written
    "textlint_pt/registry/models.py",  # models of the user's
    "textlint_pt/shipped.py",
    "textlint_pt/testing.py",  # cases
    "plugins/textlint_pt_embedded/artefact.py",  # digests of models
    # what artefact.py has verified
    "plugins/textlint_pt_embedded/acceptability.py",
    "plugins/textlint_pt_embedded/forms.py",
    "plugins/textlint_pt_embedded/lexicon.py",
    "plugins/textlint_pt_embedded/ngram_model.py",
    "plugins/textlint_pt_embedded/parse.py",
    "plugins/textlint_pt_embedded/pieces.py",
    "plugins/textlint_pt_embedded/english_words.py",
    "plugins/textlint_pt_embedded/translations.py",
    "plugins/textlint_pt_embedded/vectors.py",
    "plugins/textlint_pt_transformers/hub.py",
}
TEXT = "O comboio partiu sem ninguém dar por isso. Os menino ficou na estação, com o Dr. Sousa.\n"


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60])


def change(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def line(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that a wheel with one list was installed in."""
    (tmp_path / "package").mkdir()
    content = "à\tao\r\npara\tao\r\n".encode()
    (tmp_path / "package" / "words.tsv").write_bytes(content)
    info = tmp_path / "textlint_pt-9.9.dist-info"
    info.mkdir()
    (info / "RECORD").write_text(line("package/words.tsv", content), encoding="utf-8")
    monkeypatch.setattr(shipped, "_FOLDER", tmp_path)
    shipped._records.cache_clear()
    yield tmp_path
    shipped._records.cache_clear()


def test_unchanged_file_of_an_installed_package_is_read(site: Path) -> None:
    path = site / "package" / "words.tsv"
    assert shipped.read_text(path) == "à\tao\npara\tao\n"
    assert shipped.is_installed(path)


@pytest.mark.parametrize("damage", [cut, change, Path.unlink])
def test_damaged_file_of_an_installed_package_is_refused(
    site: Path, damage: Callable[[Path], None]
) -> None:
    path = site / "package" / "words.tsv"
    path.write_bytes(path.read_bytes() * 5)
    damage(path)
    with pytest.raises(shipped.DamagedFile) as told:
        shipped.read_text(path)
    assert str(told.value).startswith(f"{path}: ")
    assert str(told.value).endswith("; reinstall textlint-pt")


def test_package_file_missing_from_record_is_read_without_checksum_check(site: Path) -> None:
    path = site / "package" / "more.tsv"
    path.write_bytes(b"edited")
    assert shipped.read_bytes(path) == b"edited"
    assert not shipped.is_installed(path)


def test_package_record_file_of_an_earlier_version_is_ignored(site: Path) -> None:
    former = site / "textlint_pt-9.8.dist-info"
    former.mkdir()
    (former / "RECORD").write_text(line("package/words.tsv", b"former"), encoding="utf-8")
    shipped._records.cache_clear()
    assert shipped.read_text(site / "package" / "words.tsv")


def test_data_files_of_a_source_checkout_are_not_checked_for_damage() -> None:
    assert not shipped.is_installed(ROOT / "textlint_pt" / "portuguese" / "data" / "words.tsv")


def test_all_modules_read_package_data_through_one_function() -> None:
    reading = re.compile(r"(?<!shipped)\.(?:read_text|read_bytes|open)\(")
    paths = [path for top in ("textlint_pt", "plugins") for path in (ROOT / top).rglob("*.py")]
    found = {path for path in paths if reading.search(path.read_text(encoding="utf-8"))}
    assert {path.relative_to(ROOT).as_posix() for path in found} == READERS


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as `pip install` leaves it: packages, with links for speed, and their record."""
    folder = tmp_path_factory.mktemp("installed")
    record = []
    packages = [ROOT / "textlint_pt", *(ROOT / "plugins").glob("textlint_pt_*")]
    for package in packages:
        for path in package.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                name = path.relative_to(package.parent)
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).symlink_to(path)
                if path.suffix != ".py":
                    record.append(line(name.as_posix(), path.read_bytes()))
    info = folder / "textlint_pt-0.1.0.dist-info"
    info.mkdir()
    (info / "RECORD").write_text("".join(record), encoding="utf-8")
    plugins = "".join(f"{p.name} = {p.name}\n" for p in packages[1:])
    points = f"[textlint_pt]\ncore = textlint_pt.registry.builtin\n{plugins}"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    (info / "METADATA").write_text("Name: textlint-pt\nVersion: 0.1.0\n", encoding="utf-8")
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text(TEXT * 4, encoding="utf-8")
    (folder / "texts" / "b.txt").write_text(TEXT * 3, encoding="utf-8")
    return folder


def test_intact_installation_prints_no_warning_about_damaged_files(installed: Path) -> None:
    result = lint(installed, "a.txt", "--reference", "b.txt", "--select", "GRA1,TRA")
    assert (result.returncode, result.stderr) == (1, "")
    assert "GRA1" in result.stdout


def lint(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "textlint_pt", *arguments, "--no-cache"],
        cwd=installed / "texts",
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("textlint_pt/text/data/pt/abbreviations.txt", "--select RED"),
        ("textlint_pt/text/data/pt/openers.txt", "b.txt --jobs 2 --select RED"),
        ("textlint_pt_grammaticality/data/confidence/weights.json", "--select GRA1"),
        ("textlint_pt_embedded/data/categories/forms.bin", "--reference b.txt --select TRA"),
    ],
)
def test_damaged_installed_files_are_reported_in_one_line(
    installed: Path, name: str, arguments: str
) -> None:
    path = installed / name
    original = path.readlink()
    content = original.read_bytes()
    path.unlink()
    try:
        path.write_bytes(content[: len(content) // 2])
        result = lint(installed, "a.txt", *arguments.split())
    finally:
        path.unlink()
        path.symlink_to(original)
    assert result.returncode == 2
    assert result.stderr.startswith(f"textlint-pt: {path}: ")
    assert result.stderr.endswith("; é preciso reinstalar textlint-pt\n")
    assert "damaged" not in result.stderr
    assert result.stderr.count("\n") == 1
