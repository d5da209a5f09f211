"""`textlint_pt.lint` and `textlint_pt.score`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import textlint_pt
from textlint_pt.cli import main

SLIP = "O rio corre devagar junto da aldeia , e ninguém tem pressa de chegar a casa.\n"
ONLY = {"select": ["GRA404", "DOC"]}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_python_lint_function_reports_findings_of_a_text() -> None:
    report = textlint_pt.lint(SLIP, config=ONLY, language="en")
    (document,) = report.documents
    (finding,) = document.findings
    assert (finding.code, finding.severity, finding.line) == ("GRA404", "warning", 1)
    assert SLIP[finding.start : finding.end].strip() == ","
    assert finding.fix is not None
    assert finding.fix.applicability == "safe"
    assert report.summary.by_code == {"GRA404": 1}
    assert report.findings == document.findings
    assert "too many" in finding.message or "space" in finding.message


def test_python_lint_function_selects_the_format_by_file_extension() -> None:
    text = f"<!-- textlint-pt-disable-next GRA404 -->\n\n{SLIP}\n```\na , b\n```\n"
    (document,) = textlint_pt.lint(text, config=ONLY, filename="a.md").documents
    assert document.findings == []
    assert [one.accepted and one.accepted.by for one in document.accepted] == ["comment"]


def test_python_lint_function_gives_the_same_report_as_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("rules.yaml").write_text("select: [GRA404]\nseverity: {GRA404: error}\n")
    Path("a.txt").write_text(SLIP, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["a.txt", "--format", "json", "--no-cache", "--measures"])
    printed = json.loads(capsys.readouterr().out)
    (told,) = printed["documents"]
    for given in ("a.txt", Path("a.txt")):
        report = textlint_pt.lint(given, measures=True)
        (document,) = report.documents
        assert (report.signature, document.path) == (printed["signature"], "a.txt")
        assert [one.severity for one in document.findings] == ["error"]
        assert document.measures == told["measures"]
        assert document.findings[0].fingerprint == told["findings"][0]["fingerprint"]
        assert document.score.total == told["score"]["total"]


def test_invalid_arguments_of_the_python_lint_function_raise_user_error() -> None:
    with pytest.raises(textlint_pt.UserError, match='unknown preset "stori"'):
        textlint_pt.lint(SLIP, preset="stori")
    with pytest.raises(textlint_pt.UserError, match='unknown key "selct"'):
        textlint_pt.lint(SLIP, config={"selct": ["RED"]})
    for missing in ("falta.md", Path("falta")):
        with pytest.raises(textlint_pt.Unreadable, match="no such file"):
            textlint_pt.lint(missing)


def test_python_score_function_returns_scores_in_input_order() -> None:
    Path("a.txt").write_text(SLIP, encoding="utf-8")
    scores = textlint_pt.score(["", "a.txt", SLIP], config={"select": ["RED"]})
    assert [one.reason for one in scores] == ["empty", "too-little-text", "too-little-text"]


def test_reference_translation_of_python_lint_may_be_given_as_a_string() -> None:
    pages = [f"{SLIP}A ponte foi feita de pedra no ano de {year}.\n" for year in (1912, 1921)]
    report = textlint_pt.lint(pages[0], reference=pages[1], config={"select": ["TRA003"]})
    assert [one.related[0].path for one in report.findings] == ["reference.txt"]


def test_importing_textlint_pt_imports_no_submodule() -> None:
    code = (
        "import sys, textlint_pt; print([m for m in sys.modules if m.startswith('textlint_pt.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.strip() == b"[]"


def test_scores_of_the_python_api_convert_to_table_columns() -> None:
    texts = [SLIP * 6, "Olá.", ""]
    scores = textlint_pt.score(texts, config={"select": ["RED", "GRA404"]})
    columns = scores.columns()
    assert {len(values) for values in columns.values()} == {3}
    assert columns["score"] == [one.total for one in scores]
    assert columns["reason"] == [None, "too-little-text", "empty"]
    assert columns["redundancy"][0] == scores[0].partials["redundancy"].value
    assert columns["redundancy_loss"][0] == scores[0].partials["redundancy"].loss
