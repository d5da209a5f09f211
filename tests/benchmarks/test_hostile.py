"""The benchmark of hostile repositories and damaged files, in small."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from benchmarks import hostile
from benchmarks.__main__ import main
from tests.fuzz.__main__ import linter
from textlint_pt.companions.input import Input


@pytest.mark.skipif(not hasattr(__import__("os"), "wait4"), reason="needs wait4")
def test_hostile_repositories_and_damaged_files_cause_no_crash_or_leak(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["hostile", "--mutations", "30", "--cases", "bases: --diff-base", "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["benchmark"] == "hostile"
    first, *damaged = printed["rows"]
    assert first["case"] == "bases"
    assert first["seconds_max"] > 0
    assert sum(row["n"] for row in damaged) == 30
    for row in printed["rows"]:
        assert row["rss_max_mb"] > 20
        for count in ("tracebacks", "hangs", "written_outside", "leaked", "damaged", "broken"):
            assert row[count] == 0, row


@pytest.mark.skipif(not hasattr(__import__("os"), "wait4"), reason="needs wait4")
def test_hostile_benchmark_measures_time_and_memory_per_file_size(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["hostile", "--sizes", "1,2", "--shapes", "a.md: '- a", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["case"] for row in rows] == ["a.md: '- a\\n'", "a.md: '- a\\n\\n'"]
    for row in rows:
        assert len(row["seconds"]) == len(row["rss_mb"]) == 2
        assert min(row["seconds"]) > 0
        assert row["over"] in ("", "memory")  # which the process of these tests has already


def test_hostile_benchmark_detects_a_correction_that_deletes_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judge = linter(with_models=False)
    data = b"A loja fecha cedo ,sim.\n\nO rio corre devagar.\n"
    (entry,) = judge.lint([Input("a.md", data)])
    made = hostile.corrected(judge, "a.md", data, entry)
    assert made and hostile.damage(judge, "a.md", data, made) == []

    def joined(*_: object, **__: object) -> object:
        return [SimpleNamespace(data=data.replace(b"\n\n", b" "), mended={"GRA404": 1})]

    monkeypatch.setattr(hostile, "fix", joined)
    made = hostile.corrected(judge, "a.md", data, entry)
    assert hostile.damage(judge, "a.md", data, made) == [
        f"{option}: another number of lines" for option in ("--fix", "--fix --unsafe-fixes")
    ]
