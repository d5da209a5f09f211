"""What `benchmarks.flips` plants, and what it counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import flips
from benchmarks.__main__ import main

PAGE = """\
# Rega

O jardineiro abre a torneira todas as manhãs antes de regar as roseiras.

A mangueira fica guardada na arrecadação ao fundo do quintal.
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "horta").mkdir()
    (tmp_path / "horta" / "rega.md").write_text(PAGE, encoding="utf-8")
    return tmp_path / "horta"


def table(folder: Path, *rows: str) -> str:
    path = folder / "rows.tsv"
    path.write_text("\n".join([*rows, ""]), encoding="utf-8")
    return str(path)


def test_a_flip_stands_in_its_sentence_and_is_found(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planted = table(
        tmp_path,
        "horta\trega.md\t1\tabre\tfecha",
        "horta\trega.md\t2\tarrecadação\tdespensa",
    )
    main(["flips", str(page), "--planted", planted, "--json"])
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["found"], row["false"], row["n"]) == (1.0, 0, 2)


def test_pages_are_edited_where_they_say(page: Path) -> None:
    wanted = [
        flips.Flip("horta", "rega.md", at, *words) for at, *words in ((1, "abre", "encerra"),)
    ]
    (planted,) = flips.pages([str(page)], wanted, flips.linter())
    assert planted.data == PAGE.replace("abre", "encerra")
    ((_, start, end),) = planted.places
    assert planted.data[start:end].startswith("O jardineiro encerra a")
    assert planted.data[start:end].endswith("roseiras.")


def test_rewrites_that_say_something_else_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rewrites = table(
        tmp_path,
        "Feche a torneira depois de regar.\tDepois de regar, feche a torneira.",
        "Feche a torneira depois de regar.\tAbra a torneira depois de regar.",
    )
    main(["flips", "--rewrites", rewrites, "--json"])
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["false_per_1000"], row["n"]) == (500.0, 2)


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ("horta\trega.md\t1\tfecha\tabre", "sentence 1 of rega.md does not have “fecha”"),
        ("horta\trega.md\t9\tabre\tfecha", "sentence 9 of rega.md does not have “abre”"),
        ("horta\tsacha.md\t1\tabre\tfecha", "no text sacha.md of the set horta"),
        ("horta\trega.md\tuma\tabre\tfecha", "row 1 has no number of a sentence"),
        ("horta\trega.md\t1\tabre", "row 1 has not 5 columns"),
    ],
)
def test_what_cannot_be_planted_is_told(
    page: Path, tmp_path: Path, row: str, complaint: str
) -> None:
    with pytest.raises(SystemExit, match=complaint):
        main(["flips", str(page), "--planted", table(tmp_path, row)])
