"""The benchmark of translation checks runs on small files and finds what it plants."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks import faulty, translation_checks
from benchmarks.faulty import Segment, Text

PAIRS = [
    (
        "The ship left Lisbon in 1994 with 250 people.",
        "O navio saiu de Lisboa em 1994 com 250 pessoas.",
    ),
    (
        "Nobody had heard of the storm near Faro.",
        "Ninguém tinha ouvido falar da tempestade perto de Faro.",
    ),
    ("The captain did not want to wait for the doctor.", "O capitão não quis esperar pelo médico."),
    (
        "On March 5 the sea was calm again, he wrote.",
        "A 5 de março o mar estava outra vez calmo, escreveu.",
    ),
    (
        "The contact with the registry office was lost.",
        "Perdeu-se o contacto com a conservatória do registo.",
    ),
    (
        "They came home after three weeks, tired and happy.",
        "Voltaram três semanas depois, cansados e felizes.",
    ),
]


def test_rows_of_clean_pairs_and_of_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "dev.jsonl"
    rows = [{"doc": "a", "seg": i, "en": en, "pt_PT": pt} for i, (en, pt) in enumerate(PAIRS)]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    monkeypatch.setattr(translation_checks, "DRIFT", ())
    monkeypatch.setattr(sys, "argv", ["translation_checks", str(path), "--json"])
    translation_checks.main()
    found = json.loads(capsys.readouterr().out)["rows"]
    clean = [row for row in found if row["fault"] is None]
    assert {row["code"] for row in clean} == set(translation_checks.CODES)
    assert all(row["false_per_1000"] == 0 for row in clean)
    recall = {row["fault"]: row["recall"] for row in found if row["fault"]}
    for fault in ("number-changed", "placeholder-dropped", "link-dropped", "left-in-english"):
        assert recall[fault] == 1, fault
    assert recall["other-variant"] == 1


def test_planters() -> None:
    chance = Random(7)
    first = Segment(*PAIRS[0])
    assert faulty.number_changed(first, chance) not in (None, first.target)
    assert (
        faulty.negation_removed(Segment(*PAIRS[2]), chance) == "O capitão quis esperar pelo médico."
    )
    assert faulty.negation_removed(first, chance) is None
    assert faulty.other_variant("pt-BR")(first, chance) is None
    text = Text(
        "a",
        [Segment(f"The disease {n}.", f"A doença {n}.") for n in ("came", "left", "grew", "fell")],
    )
    (varied,) = faulty.varied_terms(text, chance).values()
    assert "doença" not in varied
