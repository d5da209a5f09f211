"""The options of linting: one table, from which the quick reader and the help are made.

A parser library costs more to import than model-free linting takes, so that a well-formed command
line is read here in a few lines; whatever this reader does not understand goes to the parser, which
explains it. A test asserts that both read the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from textlint_pt.report.messages import LANGUAGES
from textlint_pt.report.severity import FAIL_ON


class LintOption(NamedTuple):
    """`kind` is text, list (comma separated, repeatable), texts (repeatable), flag, number or
    integer; `key` that of the configuration which the option sets, if it does."""

    flag: str
    kind: str
    help: str
    choices: tuple[str, ...] = ()
    metavar: str | None = None
    key: str | None = None

    @property
    def name(self) -> str:
        return self.flag.removeprefix("--").replace("-", "_")


OPTIONS = (
    LintOption(
        "--preset",
        "text",
        "default, docs, translation, faq, formal, generated, gruen or a plugin's.",
        metavar="NAME",
        key="preset",
    ),
    LintOption(
        "--kind",
        "text",
        "Compare with texts of this kind: story, classic, news, manual, essay, law, letter, post, "
        "thesis, notes or other.",
        metavar="NAME",
        key="kind",
    ),
    LintOption(
        "--select", "list", "Rules to run: codes, prefixes or names.", metavar="RULES", key="select"
    ),
    LintOption("--ignore", "list", "Rules to leave out.", metavar="RULES", key="ignore"),
    LintOption("--config", "text", "Configuration file instead of the nearest.", metavar="FILE"),
    LintOption(
        "--format",
        "text",
        "text (default), full, concise, statistics, json, jsonl, csv, html, sarif, gitlab, junit, "
        "rdjson, github or a plugin's.",
        metavar="NAME",
    ),
    LintOption(
        "--output",
        "texts",
        "Write to a file; its ending is the format, if --format is not given. FORMAT=FILE: "
        "besides, and as often as wanted. docx=FILE, odt=FILE: a copy of the document with the "
        "findings as comments, and with --fix the corrections as tracked changes.",
        metavar="FILE",
    ),
    LintOption("--all", "flag", "Show all problems of each file, where several are checked."),
    LintOption("--scores", "flag", "Show the score of each file, where several are checked."),
    LintOption("--quiet", "flag", "Show findings only: no score, no notices, no progress."),
    LintOption(
        "--color",
        "text",
        "Colours: auto (default), always or never.",
        ("auto", "always", "never"),
        metavar="WHEN",
    ),
    LintOption(
        "--language",
        "text",
        "Language of messages: pt (default) or en.",
        LANGUAGES,
        "LANG",
        key="language",
    ),
    LintOption(
        "--fail-on",
        "text",
        "Exit 1 from error, warning (default) or info on, or never.",
        FAIL_ON,
        "LEVEL",
        key="fail-on",
    ),
    LintOption(
        "--fail-under",
        "number",
        "Exit 1 if a score (0-100) is lower.",
        metavar="N",
        key="fail-under",
    ),
    LintOption("--fix", "flag", "Correct what can be corrected safely, in the files."),
    LintOption(
        "--unsafe-fixes",
        "flag",
        "With --fix or --diff: also corrections that a person should look at.",
    ),
    LintOption("--diff", "flag", "Show what --fix would change, and change nothing."),
    LintOption(
        "--baseline",
        "text",
        "Report nothing that this file of accepted findings has.",
        metavar="FILE",
        key="baseline",
    ),
    LintOption(
        "--diff-base",
        "text",
        "Report only what touches sentences changed since a git revision.",
        metavar="REF",
    ),
    LintOption("--jobs", "integer", "Processes to work in (default: a core each).", metavar="N"),
    LintOption("--no-cache", "flag", "Neither read nor write the cache."),
    LintOption("--no-plugins", "flag", "Load no third-party plugins."),
    LintOption("--measures", "flag", "Give every sentence its measured values."),
    LintOption("--reference", "text", "Trusted translation to compare with.", metavar="FILE"),
    LintOption("--source", "text", "Original that the text translates.", metavar="FILE"),
    LintOption(
        "--reference-rev",
        "text",
        "Compare with the file as it was in a git revision, e.g. HEAD; A..B: with A, and how it "
        "drifted from A to B.",
        metavar="REV",
    ),
    LintOption(
        "--strict",
        "flag",
        "Report strings that are fuzzy, empty or the same as their source, too.",
        key="strict",
    ),
    LintOption(
        "--debug",
        "flag",
        "Say why a plugin fails or a correction is not made.",
    ),
    LintOption(
        "--stdin-filename", "text", "Name for what is read from standard input.", metavar="NAME"
    ),
)
#: what the help shows together; all others are of the last group
GROUPS = {
    "Check": ("--preset", "--kind", "--select", "--ignore", "--baseline", "--diff-base"),
    "Correct": ("--fix", "--unsafe-fixes", "--diff"),
    "Translation": ("--reference", "--source", "--reference-rev", "--strict"),
    "Output": (
        *("--format", "--output", "--all", "--scores"),
        *("--quiet", "--color", "--language"),
    ),
    "Advanced": (),
}
BY_FLAG = {option.flag: option for option in OPTIONS}


def read(arguments: Sequence[str]) -> dict[str, Any] | None:
    """Options by name and `paths`, empty if none is given; None if anything is out of the
    ordinary."""
    given: dict[str, Any] = {
        option.name: False if option.kind == "flag" else None for option in OPTIONS
    }
    paths: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            paths.extend(waiting)
            break
        if not argument.startswith("-") or argument == "-":
            paths.append(argument)
            continue
        flag, equals, value = argument.partition("=")
        option = BY_FLAG.get(flag)
        if option is None:
            return None
        if option.kind == "flag":
            if equals:
                return None
            given[option.name] = True
            continue
        if not equals:
            value = next(waiting, "")
        converted = _convert(option, value)
        if converted is None:
            return None
        if option.kind in ("list", "texts"):
            given[option.name] = [*(given[option.name] or []), *converted]
        else:
            given[option.name] = converted
    return {**given, "paths": paths}


def _convert(option: LintOption, value: str) -> Any:
    if not value or (option.choices and value not in option.choices):
        return None
    if option.kind == "list":
        return split(value) or None
    if option.kind == "texts":
        return [value]
    if option.kind in ("number", "integer"):
        try:
            return float(value) if option.kind == "number" else int(value)
        except ValueError:
            return None
    return value


def split(value: str) -> list[str]:
    return [item.strip() for item in value.split(",") if item.strip()]
