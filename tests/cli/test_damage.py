"""Damaged model files: one line, exit status 2, everything else is linted and reported."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textlint_pt_embedded import (
    acceptability,
    artefact,
    choice,
    english_words,
    forms,
    lexicon,
    meaning_encoder,
    ngram,
    translations,
)

from tests.cli.conftest import Run
from tests.toys import STORY

pytestmark = pytest.mark.usefixtures("english")

ENGLISH = """The river flows slowly by the village and nobody is in a hurry to cross it.

Suddenly someone cried HELP on the other side of the old stone bridge. Everybody stopped.

A man answered RIGHT NOW and ran down along the bank. The water was cold and dark.

Then everything was as before, and the river went on running to the sea without looking back.
"""
SHIPPED_DATA = artefact.DATA
SHIPPED = [
    (folder.parent.name, file)
    for folder in sorted(artefact.DATA.glob("*/manifest.json"))
    for file in json.loads(folder.read_text(encoding="utf-8"))["files"]
    # no rule asks for them of these texts
    if folder.parent.name not in (lexicon.ENGLISH, english_words.ARTEFACT, "meaning-encoder")
]


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    replace(path, bytes(data))


def cut(path: Path) -> None:
    replace(path, path.read_bytes()[:100])


def remove(path: Path) -> None:
    path.unlink()


def write(text: str) -> Callable[[Path], None]:
    return lambda path: replace(path, text.encode())


def replace(path: Path, data: bytes) -> None:
    path.unlink()
    path.write_bytes(data)


def forget() -> None:
    """As a new process begins: nothing is loaded yet."""
    caches: list[Any] = [
        artefact.manifest,
        artefact.verified,
        acceptability.weights,
        forms.form_lexicon,
        ngram.load,
        choice.load,
        lexicon.open_lexicon,
        meaning_encoder.model,
        translations.translations,
    ]
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another folder of the shipped models, in use in place of the shipped one."""
    for path in artefact.DATA.glob("*/*"):
        linked = tmp_path / "data" / path.parent.name / path.name
        linked.parent.mkdir(parents=True, exist_ok=True)
        linked.symlink_to(path)
    monkeypatch.setattr(artefact, "DATA", tmp_path / "data")
    forget()
    yield tmp_path / "data"
    forget()


@pytest.fixture
def arguments(folder: Path) -> tuple[str, ...]:
    """Everything that a model is needed for."""
    Path("a.txt").write_text(f"{STORY}\n{STORY}", encoding="utf-8")
    Path("b.txt").write_text(f"{STORY}\n{STORY}".replace("frio", "gelado"), encoding="utf-8")
    Path("c.txt").write_text(ENGLISH, encoding="utf-8")  # else the source repeats, too
    companions = ("--reference", "b.txt", "--source", "c.txt")
    return ("a.txt", *companions, "--preset", "generated", "--format", "jsonl")


def codes(entry: dict[str, Any]) -> set[str]:
    return {finding["code"] for finding in entry["findings"]}


def test_changed_byte_in_any_shipped_model_exits_with_2(
    run_all: Run, models: Path, arguments: tuple[str, ...]
) -> None:
    sound = run_all(*arguments)
    assert sound.err == ""
    seen = set()
    for name, file in SHIPPED:
        path = models / name / file
        flip(path)
        for _ in range(1 if name in seen else 2):  # what the cache has kept says the same
            forget()
            result = run_all(*arguments)
            assert result.status == 2, file
            assert result.err.startswith(f"textlint-pt: {path}: damaged")
            assert result.err.count("\n") == 1
            assert "reinstall textlint-pt" in result.err
            entry = json.loads(result.out)
            skipped = [n["message"] for n in entry["notices"] if n["code"] == "skipped-rule"]
            assert len(skipped) == 1, file
            assert "RED001" in codes(entry) <= codes(json.loads(sound.out)), file
        if name not in seen:
            forget()
            rest = run_all("a.txt", "--select", "RED001")
            assert (rest.status, rest.err) == (1, ""), file
        seen.add(name)
        path.unlink()
        path.symlink_to(SHIPPED_DATA / name / file)


@pytest.mark.parametrize("file", ["model.onnx", "pieces.tsv", "weights.npz"])
def test_changed_byte_in_the_shipped_meaning_encoder_exits_with_2(
    run_all: Run, models: Path, file: str
) -> None:
    flip(models / "meaning-encoder" / file)
    result = run_all("compare", "O mar é azul.", "O mar é verde.")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(f"textlint-pt: {models / 'meaning-encoder' / file}: damaged")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("file", "damage"),
    [
        ("model.bin", cut),
        ("model.bin", remove),
        ("manifest.json", remove),
        ("manifest.json", write('{"name": "ngram"')),
        ("manifest.json", write("{}")),
        ("manifest.json", write('{"files": [1]}')),
        ("manifest.json", write('{"files": {}}')),
    ],
)
def test_truncated_or_missing_shipped_model_file_exits_with_2(
    run_all: Run,
    models: Path,
    arguments: tuple[str, ...],
    file: str,
    damage: Callable[[Path], None],
) -> None:
    damage(models / "ngram" / file)
    result = run_all(*arguments)
    assert result.status == 2
    assert result.err.startswith(f"textlint-pt: {models / 'ngram'}")
    assert result.err.count("\n") == 1
    assert "reinstall textlint-pt" in result.err
    entry = json.loads(result.out)
    assert "GRA101" in entry["notices"][0]["message"]
    assert "grammaticality" not in entry["score"]["partials"]
    assert "RED001" in codes(entry)
