"""What patterns find, and what readers said of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textlint_pt_grammaticality.patterns import FOLDER

from benchmarks.firings import by_pattern
from textlint_pt.cli import rule as page
from textlint_pt.cli.rule import _fired_counts
from textlint_pt.patterns.loading import SPOKE, read_file
from textlint_pt.shipped import read_rows


def _finding(start: int, pattern: str | None, confidence: float = 0.9) -> dict[str, Any]:
    evidence = {"confidence": confidence, **({"pattern": pattern} if pattern else {})}
    return {"id": "d", "code": "GRA201", "start": start, "end": start + 1, "evidence": evidence}


def test_firings_benchmark_counts_findings_and_verdicts_by_grammar_pattern() -> None:
    rows = [
        *(_finding(at, "crase.a") for at in (0, 10, 20)),
        _finding(30, "crase.b"),
        _finding(40, "crase.b", confidence=0.1),
        _finding(50, None),
        {"read": {"one": {"words": 700, "sentences": 50}, "other": {"words": 300, "sentences": 9}}},
    ]
    said = {
        "d": [
            {"code": "GRA201", "start": 0, "end": 3, "verdict": "right"},
            {"code": "GRA201", "start": 10, "end": 11, "verdict": "wrong"},
            {"code": "GRA101", "start": 20, "end": 21, "verdict": "right"},
            {"code": "GRA201", "start": 31, "end": 33, "verdict": "right"},
        ]
    }
    assert [tuple(row.values()) for row in by_pattern(rows, said)] == [
        ("", 1000, 0, 0),
        ("crase.a", 3, 1, 1),
        ("crase.b", 1, 0, 0),
    ]


def test_help_page_of_a_grammar_pattern_shows_its_number_of_findings(tmp_path: Path) -> None:
    (tmp_path / SPOKE).write_text("# head\n\t5000\t0\t0\ncrase.a\t7\t2\t1\n", encoding="utf-8")
    entry = next(iter(read_file(FOLDER / "crase.yml")))
    text = page.explain_pattern(entry, "en", _fired_counts(tmp_path / SPOKE, "crase.a"))
    assert "it spoke 7 times. Of the 3 findings that were read, 2 were right." in text
    never = page.explain_pattern(entry, "en", _fired_counts(tmp_path / SPOKE, "crase.b"))
    assert "it spoke 0 times.\n" in never
    assert "it spoke" not in page.explain_pattern(
        entry, "en", _fired_counts(tmp_path / "no", "crase.a")
    )


def test_shipped_finding_counts_name_only_existing_grammar_patterns() -> None:
    known = {entry.id for one in FOLDER.rglob("*.yml") for entry in read_file(one)}
    (_, words, *_), *rows = read_rows(FOLDER / SPOKE)
    assert int(words) > 100_000
    assert {row[0] for row in rows} <= known
