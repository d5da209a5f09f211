"""The quick reader and the parser read a command line the same way."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from textlint_pt.cli import COMMANDS, app, lint
from textlint_pt.cli.options import BY_FLAG, OPTIONS, read
from textlint_pt.cli.output import write
from textlint_pt.cli.outputs import Outputs, copy_of
from textlint_pt.contract.errors import UserError
from textlint_pt.registry.plugins import load
from textlint_pt.report.messages import LANGUAGES
from textlint_pt.report.severity import FAIL_ON

FLAGS = [option.flag for option in OPTIONS]
VALUES = ["pt", "en", "RED003", "RED,FOC", ",", " ", "", "-1", "5", "4.5", "1_0", "nan", "warning"]
PATHS = [
    "a.txt",
    "-",
    "--",
    "lint",
    "*.md",
    "--formt",
    "-x",
    "-h",
    "--help=1",
    "é.txt",
    "--select=",
]
ARGUMENTS = st.one_of(
    st.sampled_from([*FLAGS, *VALUES, *PATHS]),
    st.builds("{}={}".format, st.sampled_from(FLAGS), st.sampled_from(VALUES)),
)


def parse(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any] | None:
    """What the parser makes of the arguments; None if it refuses them or shows help."""
    seen: list[dict[str, Any]] = []
    monkeypatch.setattr(lint, "lint", lambda options: seen.append(options) or 0)
    try:
        app.run(arguments)
    except UserError:
        return None
    return seen[0] if seen else None


# the first example imports the parser, and what it is built with
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None
)
@given(arguments=st.lists(ARGUMENTS, min_size=1, max_size=6))
def test_fast_option_parser_reads_options_like_the_full_parser(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    quick = read(arguments)
    if quick is not None and arguments[0] not in (*COMMANDS, "lint"):
        assert repr(parse(arguments, monkeypatch)) == repr(ordered(quick))


def ordered(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("paths", *(option.name for option in OPTIONS))}


@pytest.mark.parametrize(
    "arguments",
    [
        ["a.txt"],
        ["a.txt", "--select", "RED,FOC", "b.txt", "--select=GRA", "--", "--measures"],
        ["--fail-under", "70", "--jobs=2", "--no-cache", "--no-plugins", "--measures", "a"],
        ["--language", "en", "--fail-on=error", "-", "--stdin-filename", "x.md"],
        ["--preset", "translation", "--preset", "docs", "a"],
        ["--color=always", "--output", "a.html"],
        ["--baseline=", "--config", "", "--output=", "a"],
        ["--output", "a.html", "--output", "sarif=b"],
    ],
)
def test_ordinary_command_lines_need_only_the_fast_option_parser(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    quick = read(arguments)
    assert quick is not None
    assert parse(arguments, monkeypatch) == quick
    assert parse(["lint", *arguments], monkeypatch) == quick


@pytest.mark.parametrize(
    "arguments",
    [
        ["a.txt", "--fail-on", "always"],
        ["a.txt", "--jobs", "two"],
        ["a.txt", "--jobs", "-1"],
        ["a.txt", "--fail-under", "101"],
        ["a.txt", "--fail-under", "nan"],
        ["a.txt", "--fail-under"],
        ["a.txt", "--measures=yes"],
        ["a.txt", "--mesures"],
        ["a.txt", "--color", "yes"],
        ["-v", "a.txt"],
    ],
)
def test_invalid_options_are_refused_by_the_fast_and_the_full_option_parser(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    assert read(arguments) is None
    assert parse(arguments, monkeypatch) is None


@pytest.mark.parametrize(
    ("line", "place", "given"),
    [
        ("serve --port 0 --select RED,FOC --select GRA", "serve.serve",
         {"port": 0, "select": ["RED", "FOC", "GRA"], "ignore": None, "allow_host": None}),
        ("page --no-browser", "serve.page", {"browser": False, "port": 8081}),
        ("corpus score a b --out x --keep n --keep m,o --ignore RED,FOC", "corpus.score",
         {"inputs": ["a", "b"], "keep": ["n", "m,o"], "ignore": ["RED", "FOC"], "workers": None}),
    ],
)  # fmt: skip
def test_full_option_parser_passes_the_parsed_options_to_the_command_function(
    monkeypatch: pytest.MonkeyPatch, line: str, place: str, given: dict[str, Any]
) -> None:
    seen: dict[str, Any] = {}
    monkeypatch.setattr(f"textlint_pt.cli.{place}", lambda options: seen.update(options) or 0)
    assert app.run(line.split()) == 0
    assert {name: seen[name] for name in given} == given


def test_fast_option_parser_lists_the_same_commands_as_the_full_parser() -> None:
    names = {command.name for command in app.app.registered_commands}
    groups = {group.name for group in app.app.registered_groups}
    assert names | groups == {*COMMANDS, "lint"}


def test_language_and_fail_on_options_accept_all_languages_and_severities() -> None:
    assert BY_FLAG["--language"].choices == LANGUAGES
    assert BY_FLAG["--fail-on"].choices == FAIL_ON


@pytest.mark.parametrize(
    ("format_", "names", "outputs", "copy"),
    [
        (None, None, [("text", None)], None),
        ("json", ["r.sarif"], [("json", "r.sarif")], None),
        (None, ["r.sarif"], [("sarif", "r.sarif")], None),
        (None, ["r.txt", "csv=a.csv"], [("text", "r.txt"), ("csv", "a.csv")], None),
        (None, ["csv=a"], [("text", None), ("csv", "a")], None),
        (None, ["a.docx"], [("text", None)], ("docx", "a.docx")),
        (None, ["odt=b.x", "r.json"], [("json", "r.json")], ("odt", "b.x")),
        (None, ["R"], [("text", "R")], None),
    ],
)
def test_output_option_is_parsed_into_format_and_file_of_each_report(
    format_: str | None,
    names: list[str] | None,
    outputs: list[tuple[str, str | None]],
    copy: tuple[str, str] | None,
) -> None:
    given_options = {"format": format_, "output": names}
    assert Outputs(given_options, lambda: load(False)).all == outputs
    assert copy_of(given_options) == copy


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["r.xyz"], "no format ends in .xyz; csv=r.xyz writes CSV there"),
        (["csv="], "csv= names no file; e.g. csv=report.csv"),
        (["a.txt", "b.txt"], "a.txt and b.txt: of several, all but one need their format"),
        (["foo=a"], 'unknown format "foo"; known: '),
        (["a.docx", "odt=b"], "b: one copy of the text is made, not two"),
    ],
)
def test_ambiguous_or_incomplete_output_option_is_refused(names: list[str], says: str) -> None:
    given_options = {"format": None, "output": names}
    with pytest.raises(UserError, match="--output: ") as raised:
        assert Outputs(given_options, lambda: load(False)).all
        copy_of(given_options)
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("wanted", "environment", "expected"),
    [
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
        (None, {"FORCE_COLOR": "1"}, True),
        (None, {"FORCE_COLOR": "0"}, False),
        (None, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("auto", {}, False),
    ],
)
def test_color_option_takes_precedence_over_no_color_and_force_color(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wanted: str | None,
    environment: dict[str, str],
    expected: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    write([("gato", "bold")], None, wanted)
    assert ("\x1b[" in capsys.readouterr().out) == expected
