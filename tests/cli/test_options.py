"""How a command line is read."""

from __future__ import annotations

from typing import Any

import pytest

from textlint_pt.cli import COMMANDS
from textlint_pt.cli.app import commands, groups
from textlint_pt.cli.options import BY_FLAG, OPTIONS, HelpWanted, read
from textlint_pt.contract.errors import UserError
from textlint_pt.report.messages import LANGUAGES
from textlint_pt.report.severity import FAIL_ON


@pytest.mark.parametrize(
    ("line", "given"),
    [
        ("a.txt", {"paths": ["a.txt"]}),
        ("", {"paths": []}),
        (
            "a.txt --select RED,FOC b.txt --select=GRA -- --measures -",
            {"paths": ["a.txt", "b.txt", "--measures", "-"], "select": ["RED", "FOC", "GRA"]},
        ),
        (
            "--fail-under 4.5 --jobs=2 --no-cache --measures -",
            {"paths": ["-"], "fail_under": 4.5, "jobs": 2, "no_cache": True, "measures": True},
        ),
        ("--preset translation --preset docs a", {"paths": ["a"], "preset": "docs"}),
        ("--select , a", {"paths": ["a"]}),
        ("--baseline= a", {"paths": ["a"], "baseline": ""}),
        ("--output a.html --output sarif=b", {"paths": [], "output": ["a.html", "sarif=b"]}),
    ],
)
def test_options_of_linting(line: str, given: dict[str, Any]) -> None:
    absent = {option.name: False if option.kind == "flag" else None for option in OPTIONS}
    assert read(line.split()) == {**absent, **given}


@pytest.mark.parametrize(
    ("command", "line", "given"),
    [
        ("config show", "", {"path": ".", "origin": False, "preset": None}),
        ("config show", "a.md --origin", {"path": "a.md", "origin": True}),
        ("ask", "Quem? a.md b.md --limit 5", {"question": "Quem?", "files": ["a.md", "b.md"]}),
        ("page", "--no-browser", {"browser": False, "port": 8081}),
        ("page", "--port 0", {"browser": True, "port": 0}),
        ("corpus score", "a b --out x --keep n --keep m,o", {"keep": ["n", "m,o"]}),
        ("corpus score", "a --out x --select RED,FOC", {"select": ["RED", "FOC"], "keep": None}),
        ("rules", "", {"words": [], "output": "text"}),
    ],
)
def test_what_other_commands_take(command: str, line: str, given: dict[str, Any]) -> None:
    found = read(line.split(), commands()[command].parameters, command)
    assert {name: found[name] for name in given} == given


@pytest.mark.parametrize(
    ("command", "line", "said"),
    [
        ("lint", "a.txt --fail-on always", '--fail-on: "always" is none of error, warning'),
        ("lint", "a.txt --jobs two", '--jobs: "two" is no whole number'),
        ("lint", "a.txt --fail-under x", '--fail-under: "x" is no number'),
        ("lint", "a.txt --fail-under nan", "--fail-under: must lie between 0 and 100, not nan"),
        ("lint", "a.txt --jobs -1", "--jobs: must be at least 1, not -1"),
        ("lint", "a.txt --fail-under", "--fail-under: a value is missing"),
        ("lint", "a.txt --measures=yes", "--measures: takes no value"),
        ("lint", "a.txt --mesures", 'no such option "--mesures" (did you mean "--measures"?)'),
        ("lint", "-v a.txt", 'no such option "-v"; `textlint-pt lint --help` says more'),
        ("ask", "Quem? a.md --limit 0", "--limit: must be at least 1, not 0"),
        ("page", "--port 65536", "--port: must lie between 0 and 65535, not 65536"),
        ("ask", "Quem?", "is missing; `textlint-pt ask --help` says more"),
        ("corpus plot", "a histogram", "--out is missing"),
        ("corpus plot", "a pie --out b", '"pie" is none of histogram, box'),
        ("compare", "a b c d", "too much is given: c d"),
    ],
)
def test_what_is_wrong_is_said(command: str, line: str, said: str) -> None:
    with pytest.raises(UserError) as error:
        read(line.split(), commands()[command].parameters, f"textlint-pt {command}")
    assert said in str(error.value)


@pytest.mark.parametrize("line", ["-h", "a.txt --help", "--fix -h a.txt"])
def test_help_is_asked_for(line: str) -> None:
    with pytest.raises(HelpWanted):
        read(line.split())


def test_the_list_of_commands_is_that_of_the_table() -> None:
    names = {name for name in commands() if " " not in name}
    assert names | {*groups()} == {*COMMANDS, "lint"}
    assert {name.partition(" ")[0] for name in commands() if " " in name} == {*groups()}


def test_the_table_has_the_languages_and_severities_there_are() -> None:
    assert BY_FLAG["--language"].choices == LANGUAGES
    assert BY_FLAG["--fail-on"].choices == FAIL_ON
