"""Several reports at once, how much they say, and in which order."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.toys import STORY

LOUD = ("--select", "TOY001", "--language", "en")
MANY = "".join(f"Alguém gritou SOCORRO{'!' * n} do outro lado da ponte.\n\n" for n in range(1, 12))


def test_repeated_output_options_write_several_reports_at_once(run: Run, story: Path) -> None:
    outputs = ("--output", "sarif=a.sarif", "--output=junit=b.xml", "--output", "c.json")
    result = run("story.txt", *LOUD, *outputs)
    assert (result.status, result.out) == (1, "")
    assert len(json.loads(Path("a.sarif").read_text("utf-8"))["runs"][0]["results"]) == 3
    assert Path("b.xml").read_text("utf-8").startswith("<?xml")
    assert json.loads(Path("c.json").read_text("utf-8"))["summary"]["findings"] == 3
    beside = run("story.txt", *LOUD, "--format", "concise", "--output", "gitlab=d.json")
    assert beside.out == run("story.txt", *LOUD, "--format", "concise").out != ""
    assert len(json.loads(Path("d.json").read_text("utf-8"))) == 3


def test_sarif_report_from_the_cache_describes_its_rules(run: Run, story: Path) -> None:
    for _ in range(2):
        log = json.loads(run("story.txt", *LOUD, "--format", "sarif").out)
        (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
        assert (rule["id"], rule["shortDescription"]["text"]) == ("TOY001", "Words in capitals.")


def test_unwritable_report_output_file_is_refused_before_linting(run: Run, story: Path) -> None:
    for arguments, said in (
        (("srif=a.sarif",), '--output: unknown format "srif" (did you mean "sarif"?); known: '),
        (("sarif=",), "--output: sarif= names no file; e.g. sarif=report.sarif"),
        (("a.json", "b.csv"), "--output: a.json and b.csv: of several, all but one need"),
    ):
        given = [word for name in arguments for word in ("--output", name)]
        result = run("story.txt", *LOUD, *given)
        assert (result.status, result.out) == (2, "")
        assert result.err.startswith(f"textlint-pt: {said}")
    assert list(Path().iterdir()) == [Path("story.txt")]


def test_text_output_of_many_findings_has_one_line_each_and_a_hint(run: Run, story: Path) -> None:
    Path("a.txt").write_text(MANY, encoding="utf-8")
    lines = run("a.txt", *LOUD).lines
    assert lines[0] == "     1:15  ▲  SOCORRO ×11 (3, 5, 7, …)  1 shouted word(s)  TOY001"
    assert lines[-2] == "The sentences with their problems marked: --format full"
    assert "1 | Alguém gritou SOCORRO! do outro lado da ponte." in (
        line.strip() for line in run("a.txt", *LOUD, "--format", "full").lines
    )
    few = run("story.txt", *LOUD)
    assert few.out == run("story.txt", *LOUD, "--format", "full").out


STATISTICS = ("--format", "statistics")


def test_statistics_option_counts_findings_by_rule(run: Run, story: Path) -> None:
    text = f"<!-- textlint-pt-disable-file TOY001 -->\n\n{STORY.lower()}"
    Path("a.md").write_text(text, encoding="utf-8")
    result = run("story.txt", "a.md", "--select", "TOY001,DOC", "--language", "en", *STATISTICS)
    assert result.lines == [
        "3  TOY001  Shout",
        "1  DOC001  Comment that silences nothing",
        "4 problems in 2 documents",
    ]
    assert result.status == 1


def test_two_output_options_with_the_same_file_are_refused(run: Run, story: Path) -> None:
    result = run("story.txt", "--output", "json=o.json", "--output", "sarif=./o.json")
    assert result.status == 2
    assert result.err == "textlint-pt: ./o.json: two reports would go to this file\n"
    assert not Path("o.json").exists()


def test_quiet_option_prints_findings_only(run: Run, story: Path) -> None:
    result = run("story.txt", *LOUD, "--quiet")
    assert result.out.count("TOY001") == 3
    assert "score" not in result.out
    assert run("story.txt", "--select", "TOY005", "--quiet") == (0, "", "")


def test_fail_on_never_option_still_exits_with_2_on_an_unreadable_file(
    run: Run, story: Path
) -> None:
    assert run("story.txt", *LOUD, "--fail-on", "never").status == 0
    assert run("story.txt", "falta.txt", *LOUD, "--fail-on", "never").status == 2
