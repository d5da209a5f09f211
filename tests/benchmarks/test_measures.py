"""The tables of docs/measures.md and of the pages below it come from files."""

from __future__ import annotations

import io
import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks import measures
from benchmarks.__main__ import main
from benchmarks.evaluation.common import read_jsonl
from benchmarks.measures import FIGURES, PAGE, Line, figures, pages, recorded, written

BOSQUE = {"benchmark": "segmentation", "rows": [{"system": "ours", "set": "dev"}]}
LINES: list[Line] = [
    {"table": "sentences", "what": "F1", "figure": ".5", "n": None, "seen": None,
     "date": "2026-01-01", "commit": "1",
     "from": BOSQUE | {"figure": "{0[f1]:.3f}", "n": "{0[n]:,}"}},
    {"table": "sentences", "what": "a reader's", "figure": "2 of 3", "n": "3", "seen": "held out",
     "date": "2026-01-01", "commit": "1"},
]  # fmt: skip
ROWS = [
    {"system": "regex", "set": "dev", "f1": 0.1},
    {"system": "ours", "set": "dev", "f1": 0.9261, "n": 1200},
]


def test_every_benchmark_table_in_the_docs_matches_its_data_file() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in pages(PAGE)}
    assert written(texts, measures.tables()) == texts
    by_hand = [measures._MARKED.sub("", page) for page in texts.values()]
    assert not re.findall(r"^\|", "\n".join(by_hand), re.MULTILINE)


def test_benchmark_summary_docs_page_is_short_and_links_detail_pages() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(page.splitlines()) <= 200
    rows = re.findall(r"^\| .* \| \[\w+\]\((measures/\w+\.md)\) \|$", page, re.MULTILINE)
    assert len(rows) >= 10 and all((PAGE.parent / row).is_file() for row in rows)


def test_published_rule_precision_matches_the_files_of_reader_verdicts() -> None:
    for path, held in measures.readings().items():
        found = json.loads(path.read_text(encoding="utf-8"))
        assert found == held, "run: python -m benchmarks.measures"


def test_precision_quoted_in_the_readme_equals_the_measured_one() -> None:
    said = [one for held in measures.readings().values() for one in held.values() if "read" in one]
    read, right = (sum(one[name] for one in said) for name in ("read", "right"))
    page = (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")
    assert f"De {read} avisos" in page and f"Of {read} findings" in page
    assert page.count(str(right)) == 2


def test_columns_of_a_docs_benchmark_table_are_the_keys_of_its_first_row() -> None:
    assert figures(LINES) == {
        "sentences": "| what | figure | n | held out or looked at |\n|---|---|---|---|\n"
        "| F1 | .5 | – | – |\n| a reader's | 2 of 3 | 3 | held out |"
    }


def test_new_benchmark_result_replaces_the_recorded_older_result() -> None:
    first, second = recorded(LINES, {"benchmark": "segmentation", "rows": ROWS}, "looked-at")
    assert (first["figure"], first["n"], first["seen"]) == (".926", "1,200", "looked at")
    assert first["date"] > "2026-01-01" and first["commit"] != "1" and first["from"]
    assert second == LINES[1]
    with pytest.raises(SystemExit, match="no figure is taken from these rows of parsing"):
        recorded(LINES, {"benchmark": "parsing", "rows": ROWS}, "looked-at")


def test_piped_benchmark_output_updates_the_results_file_and_docs_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, file = tmp_path / "measures.md", tmp_path / "measured.jsonl"
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages(PAGE))
    page.write_text(text, encoding="utf-8")
    lines = [line for line in read_jsonl(str(FIGURES)) if line["table"] != "sentences"]
    file.write_text("".join(f"{json.dumps(line)}\n" for line in [*lines, *LINES]), encoding="utf-8")
    monkeypatch.setattr(measures, "FIGURES", file)
    # not the plugins' own, which tests beside this one read
    verdicts = tmp_path / "data" / "measured.json"
    monkeypatch.setattr(
        measures, "readings", lambda: {verdicts: {"RED001": {"read": 4, "right": 3}}}
    )
    told = json.dumps({"benchmark": "segmentation", "rows": ROWS})
    monkeypatch.setattr("sys.stdin", io.StringIO(told))
    main(["measures", "--record", "held-out", str(page)])
    assert "| F1 | .926 | 1,200 | held out |" in page.read_text(encoding="utf-8")
    assert read_jsonl(str(file))[-2]["figure"] == ".926"
    assert json.loads(verdicts.read_text(encoding="utf-8")) == {"RED001": {"read": 4, "right": 3}}


def test_benchmark_docs_page_without_table_begin_and_end_comments_is_refused() -> None:
    with pytest.raises(SystemExit, match="sentences"):
        written({PAGE: "no marks"}, figures(LINES))


def test_published_benchmark_results_name_existing_benchmarks() -> None:
    origins = [line["from"] for line in read_jsonl(str(FIGURES)) if "from" in line]
    assert origins
    for origin in origins:
        assert find_spec(f"benchmarks.{origin['benchmark']}"), origin
        assert "figure" in origin and origin["rows"], origin
