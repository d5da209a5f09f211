"""Damaged model files: one line, exit status 2, everything else is linted and reported."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from textlint_pt_embedded import artefact, ngram

from tests.cli.conftest import Run
from tests.toys import STORY


def flip(folder: Path) -> None:
    data = bytearray((folder / "model.bin").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "model.bin").write_bytes(data)


def cut(folder: Path) -> None:
    data = (folder / "model.bin").read_bytes()
    (folder / "model.bin").write_bytes(data[: len(data) // 2])


def remove(folder: Path) -> None:
    (folder / "model.bin").unlink()


def remove_manifest(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def break_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text('{"name": "ngram"', encoding="utf-8")


def empty_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text("{}", encoding="utf-8")


def strange_manifest(folder: Path) -> None:
    (folder / "manifest.json").write_text('{"files": [1]}', encoding="utf-8")


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the shipped models, in use in place of the shipped ones."""
    copy = tmp_path / "data"
    shutil.copytree(artefact.DATA, copy)
    caches = (artefact.manifest, artefact.verified, ngram.load)
    monkeypatch.setattr(artefact, "DATA", copy)
    for cache in caches:
        cache.cache_clear()
    yield copy
    for cache in caches:
        cache.cache_clear()


@pytest.mark.parametrize(
    "damage",
    [flip, cut, remove, remove_manifest, break_manifest, empty_manifest, strange_manifest],
)
def test_a_damaged_model(
    run_all: Run, folder: Path, models: Path, damage: Callable[[Path], None]
) -> None:
    Path("a.txt").write_text(STORY + "\n" + STORY, encoding="utf-8")
    sound = run_all("a.txt", "--format", "jsonl")
    assert sound.err == ""
    damage(models / "ngram")
    for cache in (artefact.manifest, artefact.verified, ngram.load):
        cache.cache_clear()
    for _ in range(2):
        result = run_all("a.txt", "--format", "jsonl")
        assert result.status == 2
        assert result.err.startswith(f"textlint-pt: {models}")
        assert result.err.count("\n") == 1
        assert "reinstall textlint-pt" in result.err
        entry = json.loads(result.out)
        assert "GRA001" in entry["notices"][0]["message"]
        assert "grammaticality" not in entry["score"]["partials"]
        codes = {finding["code"] for finding in entry["findings"]}
        assert codes == {f["code"] for f in json.loads(sound.out)["findings"]} - {"GRA001"}
    rest = run_all("a.txt", "--select", "RED")
    assert (rest.status, rest.err) == (1, "")
