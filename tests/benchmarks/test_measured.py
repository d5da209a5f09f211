"""Figures of rules are written by benchmarks and printed from one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import focus, plants, redundancy, translation_checks
from benchmarks.evaluation import measured
from benchmarks.evaluation.measured import Count, Figure, counted, publish, table


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(measured, "COUNTED", tmp_path / "counted.json")
    return tmp_path / "counted.json"


def test_a_new_figure_replaces_the_older_one() -> None:
    for value in (0.25, 0.5):
        counts = [
            Count("RED001", "found", value, 20, "stories", "exact"),
            Count("RED001", "false-per-1000", 1.5, 900, "news", preset="generated"),
        ]
        publish("redundancy", counts, "looked-at")
    publish("focus", [Count("FOC001", "found", 0.1, 60, "stories")], "held-out")
    clean, found = sorted(counted()["RED001"], key=lambda one: one.what)
    assert (found.value, found.n, found.fault, found.looked_at) == (0.5, 20, "exact", True)
    assert (clean.what, clean.preset) == ("false-per-1000", "generated")
    assert clean.commit and clean.date
    assert [one.looked_at for one in counted()["FOC001"]] == [False]


def test_a_row_of_the_table_covers_all_sets() -> None:
    counts = [
        Count("RED001", "false-per-1000", value, n, name)
        for value, n, name in ((0.0, 1_000, "a"), (2.04, 500, "b"), (1.0, 1_000, "a-md"))
    ]
    publish("redundancy", counts, "held-out")
    line = "| RED001 | findings per 1,000 | 0.0–2.0 | 1,500 | a, a-md, b | held out |"
    assert line in table().splitlines()


def test_benchmark_rows_become_counts_for_the_rule_table() -> None:
    rows = [
        {"set": "pud", "n": 10, "false_per_1000": 2.0, "code": "TRA003"},
        {"set": "pud", "n": 90, "false_per_1000": 2.0, "code": "TRA001", "share": 0.01},
    ]
    assert list(translation_checks.counts(rows)) == [
        Count("TRA003", "false-per-1000", 2.0, 10, "pud"),
        Count("TRA001", "false-per-1000", 10.0, 90, "pud"),
    ]
    rows = [
        {"fault": None, "against": "source", "code": "TRA003", "n": 1},
        {"fault": "number", "against": "before", "n": 10, "codes": {"TRA003": 9}},
        {"fault": "all", "against": "before", "n": 10, "more": 0.0},
    ]
    assert list(plants.counts(rows, "docs")) == [
        Count("TRA003", "found", 0.9, 10, "docs-before", "number")
    ]
    loops = {"set": "stories", "preset": "generated", "kind": "exact", "n": 4}
    shown = redundancy.counts([{**loops, "by_code": {"RED001": 3}}], ["RED001", "RED002"])
    assert list(shown) == [Count("RED001", "found", 0.75, 4, "stories", "exact", "generated")]
    clean = {**loops, "kind": "undamaged", "n": 500, "by_code": {"RED001": 1}}
    shown = redundancy.counts([clean, {"set": "novel", "n": 4}], ["RED001", "RED002"])
    assert [(one.rule, one.value) for one in shown] == [("RED001", 2.0), ("RED002", 0.0)]
    told = {"found": 0.1, "n_found": 60, "false_per_1000": 0.2, "n_sentences": 5_000}
    rows = [{"system": "ours", "set": "s"}, {"system": "FOC001", "set": "s", **told}]
    assert [(one.what, one.n) for one in focus.counts(rows)] == [
        ("found", 60),
        ("false-per-1000", 5_000),
    ]


def test_measurement_requires_every_key_except_fault_and_preset() -> None:
    assert set(Figure._field_defaults) == {"fault", "preset"}
