"""CSV, JSON and JSON lines: one shape, whatever the text."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.reporters.test_text import document, entry, finding
from textlint_pt.contract.reporter import Reporter
from textlint_pt.report.messages import say
from textlint_pt.report.report import DocumentReport, Report, assemble, failed
from textlint_pt.reporters.built_in import NAMES, built_in, named

SCORED = document(
    score=entry("calibrated", {"redundancy": (0.5, 0.5), "focus": (None, 0.0)}), path='a,"b"\n.txt'
)
ALL = (SCORED, document(finding()), failed("não.txt", "não.txt: no such file", "calibrated"))


def render(name: str, *documents: DocumentReport) -> str:
    report: Report = assemble(documents, "profile:calibrated", "0.1")
    reporter = named(name)
    assert isinstance(reporter, Reporter)
    return "".join(text for text, _ in reporter.render(report, "pt"))


def test_every_report_format_name_has_a_reporter_class() -> None:
    assert [reporter.name for reporter in built_in()] == list(NAMES)
    assert named("xml") is None


def test_csv_report_has_the_documented_columns() -> None:
    text = render("csv", *ALL)
    assert text.splitlines()[0] == (
        "path,sentences,words,total,grammaticality,redundancy,focus,drift,band,findings,by_code,reason"
    )
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[1] == ['a,"b"␊.txt', "1", "4", "0.5", "", "0.5", "", "", "low", "0", "", ""]
    assert rows[2][:4] == ["a.txt", "1", "4", ""]
    assert rows[2][9:] == ["1", "TOY001=1", "too-little-text"]
    assert rows[3] == ["não.txt", "0", "0", *[""] * 6, "0", "", "error"]
    assert len(rows) == 4


def test_csv_report_has_a_column_for_a_score_dimension_of_a_plugin() -> None:
    own = document(score=entry("calibrated", {"rhythm": (0.25, 0.75), "focus": (1.0, 0.0)}))
    header, row, other = csv.reader(io.StringIO(render("csv", own, document())))
    assert (header[-1], row[-1], other[-1]) == ("rhythm", "0.25", "")


@pytest.mark.parametrize("sign", ["=", "+", "-", "@"])
def test_csv_report_cells_never_begin_a_spreadsheet_formula(sign: str) -> None:
    text = render("csv", document(path=f"{sign}cmd|calc.txt"))
    assert list(csv.reader(io.StringIO(text)))[1][0] == f"'{sign}cmd|calc.txt"
    assert render("csv", document(path="-")).splitlines()[1].startswith("-,")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("html", "text", "full")])
def test_no_report_format_prints_terminal_escape_sequences_of_a_text(name: str) -> None:
    bad = "a\x1b[31m\x9b2J\u202eb\x07\x7f"
    text = render(name, document(finding(message=bad), path=f"{bad}.md", error=bad))
    assert not set("\x1b\x9b\u202e\x07\x7f") & set(text)


def test_json_lines_report_has_the_same_documents_as_json() -> None:
    lines = render("jsonl", *ALL).splitlines()
    whole = json.loads(render("json", *ALL))
    assert [json.loads(line) for line in lines] == whole["documents"]
    assert "excerpts" not in lines[0]
    assert "não.txt" in lines[2]


def test_json_summary_score_weights_documents_by_their_number_of_words() -> None:
    short = SCORED.replace(words=100, score=entry("calibrated", {"focus": (1.0, 0.0)}))
    summary = json.loads(render("json", SCORED.replace(words=300), short, *ALL[1:]))["summary"]
    assert summary == {
        "documents": 4,
        "sentences": 3,
        "findings": 1,
        "by_code": {"TOY001": 1},
        "score": 0.625,
    }


def test_github_report_has_one_command_line_per_finding() -> None:
    odd = finding(message="100 %: a, b\n::error::x", severity="info", end_column=5)
    found = finding(title="Aos gritos"), odd, finding(end_line=4)
    text = render("github", document(*found, path="a,b:c.md"))
    assert text.splitlines() == [
        "::warning file=a%2Cb%3Ac.md,line=3,endLine=3,title=TOY001 Aos gritos,col=5,endColumn=8"
        "::grita",
        "::warning file=a%2Cb%3Ac.md,line=3,endLine=4,title=TOY001 toy.shout::grita",
        "::notice file=a%2Cb%3Ac.md,line=3,endLine=3,title=TOY001 toy.shout,col=5,endColumn=5"
        "::100 %25: a, b␊::error::x",
    ]


def test_github_report_shows_most_severe_findings_and_counts_the_rest() -> None:
    many = [*[finding()] * 12, finding(severity="error", code="TOY009"), finding(severity="info")]
    lines = render("github", document(*many)).splitlines()
    assert [line.partition(" ")[0] for line in lines[:-1]] == [
        "::error",
        *["::warning"] * 10,
        "::notice",
    ]
    assert lines[-1] == "e mais 2 problemas: 2 TOY001; todos: --output sarif=out.sarif"


@pytest.mark.parametrize("name", ["concise", "csv", "github", "gitlab", "junit"])
def test_every_report_format_states_that_linting_was_interrupted(name: str) -> None:
    report = assemble([document(finding()), document(path="b.txt")], "", "0.1")
    reporter = named(name)
    assert reporter is not None
    whole, part = (
        "".join(text for text, _ in reporter.render(report.replace(partial=partial), "pt"))
        for partial in (False, True)
    )
    assert say("pt", "partial") in part
    assert say("pt", "partial") not in whole
    if name == "junit":
        assert 'tests="2" failures="1" errors="0"' in whole
        assert 'tests="3" failures="1" errors="1"' in part


def test_report_without_documents_is_rendered_in_each_format() -> None:
    assert render("jsonl") == render("concise") == render("github") == render("text") == ""
    assert json.loads(render("json"))["summary"]["score"] is None
    assert render("csv").count("\n") == 1
