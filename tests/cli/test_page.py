"""`--format html` from the command line: the same bytes however they come about."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_html_report_is_the_same_from_cache_and_several_processes(
    run_all: Run, story: Path
) -> None:
    again = story.with_name("again.txt")
    again.write_text(story.read_text("utf-8").replace("SOCORRO", "por por socorro"), "utf-8")
    names = ("again.txt", "story.txt", "--select", "GRA4,RED")
    fresh = run_all("--format", "html", *names)
    assert fresh.status == 1
    assert fresh.out.startswith("<!DOCTYPE html>")
    assert "por por" in fresh.out
    for more in ([], ["--no-cache"], ["--no-cache", "--jobs", "2"]):
        assert run_all("--format", "html", *names, *more) == fresh
    assert run_all("--format", "html", *names, "--output", "page.html").out == ""
    assert Path("page.html").read_text("utf-8") == fresh.out


def test_json_report_omits_data_that_only_the_html_report_needs(run_all: Run, story: Path) -> None:
    names = ("story.txt", "--select", "GRA4,RED")
    plain = run_all("--format", "json", *names)
    run_all("--format", "html", *names)
    assert run_all("--format", "json", *names) == plain
    assert set(json.loads(plain.out)["documents"][0]) & {"reading", "measures", "excerpts"} == set()
