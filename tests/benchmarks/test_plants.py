"""The benchmark of whole pages plants what it says and finds it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main

ENGLISH = """---
title: The old garden
layout: page
---

## The house

The garden is open for all visitors. You must bring 20 roses before noon.

The **kitchen** is behind the stairs.

### The river

It is wide, and nobody crosses it at night.

Maria Silva and Pedro Costa came from Lisboa in 1998 with 300 books about the river Tejo.
"""
PAGE = """---
title: O velho jardim
layout: page
---

## A casa

O jardim está aberto para todos os visitantes. Você deve trazer 20 rosas antes do meio-dia.

A **cozinha** fica atrás da escada.

### O rio

É largo, e ninguém o atravessa de noite.

Maria Silva e Pedro Costa vieram de Lisboa em 1998 com 300 livros sobre o rio Tejo.
"""
FOUND = ("front-english", "front-lost", "front-value", "level", "emphasis", "stale-number")


def test_translation_benchmark_finds_errors_inserted_into_a_markdown_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "a.en.md").write_text(ENGLISH.replace("20", "2"), encoding="utf-8")
    arguments = [
        str(tmp_path / "a.md"),
        "--json",
        "--select",
        "TRA013",
        "TRA015",
        "--strict",
        "--fault",
    ]
    main(["plants", *arguments, *FOUND])
    rows = json.loads(capsys.readouterr().out)["rows"]
    found = {(row["fault"], row["against"]): row for row in rows if "found" in row}
    against = {"source", "before"}
    assert {fault for fault, _ in found} == set(FOUND)
    for (fault, other), row in found.items():
        assert other in (against if not fault.startswith("stale") else {"since"})
        assert row["n"] >= 1
        assert row["found"] == 1.0, (fault, other)


def test_error_insertion_table_splits_columns_only_at_bars_outside_parentheses() -> None:
    from benchmarks.pageplants import _COLUMNS

    line = "before|antes d(e|o|a)|depois d\\1"
    assert _COLUMNS.split(line) == ["before", "antes d(e|o|a)", "depois d\\1"]


def test_one_finding_counts_for_every_inserted_error_that_it_covers(tmp_path: Path) -> None:
    from benchmarks.pageplants import Plant
    from benchmarks.plants import Checker

    (tmp_path / "a.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "a.en.md").write_text(ENGLISH, encoding="utf-8")
    page = Checker(["TRA006"]).page(str(tmp_path / "a.md"))
    assert page is not None
    start = PAGE.index("É largo")
    end = PAGE.index("\n", start)
    there = [
        theirs.span
        for text in ("The **kitchen**", "It is wide")
        for _, theirs in page.pairs
        if theirs.span.start == ENGLISH.index(text)
    ]
    gone = Plant((start, start), start, end, "")
    assert len(there) == 2
    assert page.is_translation_of(gone, there)
    assert not page.is_translation_of(gone, there[:1])
    assert not page.is_translation_of(gone._replace(new="Não é largo."), there)
