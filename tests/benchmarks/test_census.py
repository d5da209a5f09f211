"""Documents drawn once, findings on a sheet, verdicts counted."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from benchmarks import census
from benchmarks.__main__ import main
from benchmarks.evaluation.common import read_jsonl, wilson

DOCUMENTS = [
    "A loja fecha cedo ,mas o café fica aberto.\nO gato dormiu todo o dia.",
    "Trouxe pão, queijo, , e duas garrafas de vinho.\nA chuva parou à noite.",
    "O rio corre devagar entre as pedras.\nNinguém foi avisado a tempo.",
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "own.txt.xz"
    path.write_bytes(lzma.compress("\n\n".join(DOCUMENTS).encode()))
    return path


def drawn(tmp_path: Path, corpus: Path, seed: int, sentences: int) -> list[census.Row]:
    sheet = tmp_path / f"sheet-{seed}.jsonl"
    where = ["--registers", f"own={corpus}", "--ledger", str(tmp_path / "ledger.txt")]
    size = ["--sentences", str(sentences), "--silent", "2", "--select", "GRA4"]
    main(["census", "draw", "--seed", str(seed), "--sheet", str(sheet), *where, *size])
    return read_jsonl(str(sheet))


def test_no_document_is_sampled_twice_for_manual_review(tmp_path: Path, corpus: Path) -> None:
    first = {row["id"] for row in drawn(tmp_path, corpus, 1, 2) if "id" in row}
    second = {row["id"] for row in drawn(tmp_path, corpus, 2, 2) if "id" in row}
    third = {row["id"] for row in drawn(tmp_path, corpus, 3, 9) if "id" in row}
    assert first and second and third
    assert not (first & second or first & third or second & third)
    assert len((tmp_path / "ledger.txt").read_text(encoding="utf-8").split()) == 3


def test_review_sheet_shows_each_sentence_and_its_correction(tmp_path: Path, corpus: Path) -> None:
    rows = drawn(tmp_path, corpus, 1, 99)
    (row,) = [row for row in rows if row.get("code") == "GRA404"]
    assert row["marked"] == " ,"
    assert row["text"] == "A loja fecha cedo ,mas o café fica aberto."
    assert row["corrected"] == "A loja fecha cedo, mas o café fica aberto."
    assert row["after"] == "O gato dormiu todo o dia."
    silent = [row for row in rows if "silent" in row]
    assert len(silent) == 2
    assert not {row["text"] for row in silent} & {row["text"]}


def test_review_report_counts_right_and_wrong_findings_judged_by_readers(tmp_path: Path) -> None:
    rows = [
        {"sentences": {"prose": 100, "law": 50}, "seed": 1},
        {"n": 0, "code": "GRA404", "register": "prose", "fix": "safe", "confidence": 0.9},
        {"n": 1, "code": "GRA404", "register": "law", "fix": "safe", "confidence": 0.95},
        {"n": 2, "code": "RED001", "register": "law"},
        {"n": 3, "code": "RED001", "register": "law"},
        {"n": 4, "silent": True, "register": "law"},
    ]
    verdicts = [
        {"n": 0, "verdict": "right", "fix": "right"},
        {"n": 1, "verdict": "wrong", "fix": "wrong"},
        {"n": 2, "verdict": "open"},
        {"n": 4, "missed": ["comma"]},
    ]
    sheet, said = tmp_path / "sheet.jsonl", tmp_path / "verdicts.jsonl"
    sheet.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    said.write_text("".join(json.dumps(row) + "\n" for row in verdicts), encoding="utf-8")
    judged = census.judged(read_jsonl(str(sheet)), read_jsonl(str(said)))
    report = {(row["by"], row["name"]): row for row in census.report(judged)}
    everything = report["all", "all"]
    assert (everything["n"], everything["right"], everything["unread"]) == (3, 1, 1)
    assert everything["per_1000"] == pytest.approx(4 * 1000 / 150)
    assert everything["safe_right"] == 0.5
    assert report["register", "prose"]["precision"] == 1
    assert report["rule", "RED001"]["precision"] == 0  # "open" is not right
    assert report["confidence", "0.9"]["said"] == pytest.approx(0.9)
    (silent,) = [row for (by, _), row in report.items() if by == "silent"]
    assert (silent["n"], silent["right"], silent["kinds"]) == (1, 1, {"comma": 1})


def test_published_review_verdicts_contain_no_text_of_documents(
    tmp_path: Path, corpus: Path
) -> None:
    rows = census.published(drawn(tmp_path, corpus, 1, 99))
    assert any("code" in row for row in rows)
    told = json.dumps(rows, ensure_ascii=False)
    assert "café" not in told
    assert "chuva" not in told


def test_rule_precision_is_computed_from_the_newest_samples_with_enough_verdicts() -> None:
    def draw(day: str, right: int, wrong: int) -> list[census.Row]:
        said = ["right"] * right + ["wrong"] * wrong
        return [
            {"date": day},
            *({"code": "GRA101", "verdict": one} for one in said),
            {"code": "GRA404"},
        ]

    draws = [draw("2026-03-03", 9, 1), draw("2026-03-02", 10, 2), draw("2026-03-01", 0, 9)]
    found = census.measured("GRA101", draws, [])
    assert found is not None
    assert (found["read"], found["right"], found["date"]) == (22, 19, "2026-03-03")
    assert census.measured("GRA404", draws) is None  # nobody read it
    told = [{"code": "GRA101", "read": 30, "right": 15, "date": "2026-04-01"}]
    counted = census.measured("GRA101", draws, told)
    assert counted is not None
    assert (counted["read"], counted["right"], counted["date"]) == (30, 15, "2026-04-01")
    told[0]["date"] = "2026-03-02"  # older than the first draw, which is not enough
    counted = census.measured("GRA101", draws, told)
    assert counted is not None
    assert (counted["right"], counted["date"]) in ((19, "2026-03-03"), (24, "2026-03-03"))


def test_unknown_verdict_of_a_reader_aborts_the_review_report() -> None:
    with pytest.raises(SystemExit, match="no verdict 'maybe'"):
        census.judged([{"n": 0, "code": "GRA404"}], [{"n": 0, "verdict": "maybe"}])


def test_confidence_interval_of_rule_precision_is_the_wilson_interval() -> None:
    low, high = wilson(8, 10)
    assert (low, high) == (pytest.approx(0.490, abs=0.001), pytest.approx(0.943, abs=0.001))
    assert wilson(0, 0) == (0.0, 1.0)


def test_precision_table_counts_the_reviewed_findings_of_a_rule() -> None:
    about: census.Row = {"seed": 7, "date": "2026-01-02", "sentences": {"news": 1_500}}
    verdicts = ("right", "right", "open", "wrong")
    rows = [
        {"n": n, "id": "a", "register": "news", "code": "GRA101", "fix": "safe", "verdict": verdict}
        | {"fixed": verdict, "confidence": 0.9 + n / 100}
        for n, verdict in enumerate(verdicts)
    ]
    lines = census.table([[about, *rows]]).splitlines()
    cells = "| 7 | 2026-01-02 | 1,500 | 2 of 4: 50 | 15–85 | 2/4 | – | – | – | 2/4 | 2/4 | 3 | – |"
    assert lines[2] == cells
    assert lines[-1] == "| 7 | – | 2 of 4, 0.92 | – | – | – |"
