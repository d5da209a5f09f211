"""The benchmark of translation checks runs on small files and finds what it plants."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

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


#: another translator's
OTHERS = (
    "O barco partiu de Lisboa em 1994, com 250 pessoas a bordo.",
    "Ninguém ouvira falar da tempestade ao pé de Faro.",
    "O capitão não quis ficar à espera do médico.",
    "No dia 5 de março o mar acalmou de novo, escreveu ele.",
    "Perdeu-se o contacto com o registo civil.",
    "Vieram para casa ao fim de três semanas, cansados e contentes.",
)


def rows_of(
    path: Path,
    rows: list[dict[str, Any]],
    codes: Sequence[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> list[dict[str, Any]]:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    argv = ["translation_checks", str(path), "--json", "--select", *codes]
    monkeypatch.setattr(sys, "argv", argv)
    translation_checks.main()
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["rows"]
    return found


def test_rows_of_clean_pairs_and_of_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"doc": "a", "seg": i, "en": en, "pt_PT": pt} for i, (en, pt) in enumerate(PAIRS)]
    codes = translation_checks.CODES
    found = rows_of(tmp_path / "dev.jsonl", rows, codes, monkeypatch, capsys)
    clean = [row for row in found if row["fault"] is None]
    assert {row["code"] for row in clean} == set(codes)
    assert all(row["false_per_1000"] == 0 for row in clean)
    recall = {
        row["fault"]: row["recall"] for row in found if row["fault"] and "before" not in row["set"]
    }
    for fault in ("number-changed", "placeholder-dropped", "link-dropped", "left-in-english"):
        assert recall[fault] == 1, fault
    assert recall["other-variant"] == 1
    before = {row["fault"]: row["recall"] for row in found if row["set"].endswith("-before")}
    for fault in ("number-changed", "left-in-english", "sentence-dropped"):
        assert before[fault] == 1, fault


def test_rows_of_one_translation_beside_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        {"doc": "a", "seg": i, "en": en, "pt_PT": pt, "pt_BR": other}
        for i, ((en, pt), other) in enumerate(zip(PAIRS, OTHERS, strict=True))
    ]
    found = rows_of(tmp_path / "two.jsonl", rows, ["TRA001"], monkeypatch, capsys)
    clean = [row for row in found if row["fault"] is None]
    assert [(row["set"], row["share"], row["n"]) for row in clean] == [
        ("two-pt_PT", 0, len(PAIRS)),
        ("two-pt_BR", 0, len(PAIRS)),
    ]
    assert {(row["set"], row["fault"]) for row in found if row["fault"]} == {
        (f"two-{column}{suffix}", fault)
        for column in ("pt_PT", "pt_BR")
        for suffix in ("", "-before")
        for fault in ("left-in-english", "negation-removed", "sentence-swapped")
    }
    english = [row["recall"] for row in found if row["fault"] == "left-in-english"]
    assert english == [1, 1, 1, 1]


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
    # singular and plural are one term
    more = [
        Segment(f"The diseases {n}.", f"As doenças {n}.") for n in ("came", "left", "grew", "fell")
    ]
    assert len(faulty.varied_terms(Text("a", [*text.segments, *more]), chance)) == 1
