"""The commands, as `commands.toml` has them, and their help."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from textlint_pt import shipped
from textlint_pt.cli.language import in_portuguese, locale, translated
from textlint_pt.cli.options import BY_FLAG, GROUPS, HELP, LINTING, HelpWanted, Parameter, read
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.report.messages import LANGUAGES

_ABOUT = (
    "Lint Portuguese text: mistakes, repetition, lost focus, what a translation lost.",
    "Settings come from the nearest rules.yaml or [tool.textlint-pt] in pyproject.toml; options"
    " override them.",
    "Exit status: 0 clean, 1 findings at or above --fail-on (default: warning) or a score below"
    " --fail-under, 2 the job could not be done.",
)
#: what most people begin with
_EXAMPLES = (
    ("textlint-pt texto.txt", "Check a text."),
    ("textlint-pt docs/ --fix", "Correct what is safe in a folder (see first: --diff)."),
    ("textlint-pt docs/ --output relatorio.html", "A page with the texts and their problems."),
)
#: what an option or argument is called in the help
_NAMED = re.compile(r"\b[A-Z]{2,}\b")
#: columns of a line of help, and of what stands before what it is for, at most
_WIDEST, _BEFORE = 98, 30


class Command(NamedTuple):
    """A row of `commands.toml`."""

    name: str
    about: str
    #: "module.function" of this package
    place: str
    takes: str
    parameters: Sequence[Parameter]

    def __call__(self, given: dict[str, Any]) -> int:
        """Do it. "values" are given in order, without the language, which was read before, and with
        `--no-plugins` as whether plugins of others are loaded."""
        module, _, function = self.place.partition(".")
        handler: Callable[..., int]
        handler = getattr(import_module(f"textlint_pt.cli.{module}"), function)
        if self.takes != "values":
            return handler(given)
        values = {name: value for name, value in given.items() if name != "language"}
        return handler(*(not x if name == "no_plugins" else x for name, x in values.items()))


def run(arguments: Sequence[str]) -> int:
    """Read a command line and do what it says; returns the exit status."""
    first, *rest = arguments
    if first in HELP:
        return _show(_whole_help())
    if first in groups():
        if rest[:1] and rest[0] in HELP:
            return _show(_help_of_group(first))
        if not rest or f"{first} {rest[0]}" not in commands():
            raise _no_command(first, rest)
        first, *rest = f"{first} {rest[0]}", *rest[1:]
    elif first not in commands():
        first, rest = "lint", list(arguments)
    command = commands()[first]
    try:
        given = read(rest, command.parameters, f"textlint-pt {first}")
    except HelpWanted:
        return _show(_help_of(command))
    return command(given)


def _no_command(group: str, rest: Sequence[str]) -> UserError:
    known = [name.partition(" ")[2] for name in commands() if name.startswith(f"{group} ")]
    name = next(iter(rest), "")
    if not name or name.startswith("-"):
        return UserError(f"the command is missing; `textlint-pt {group} --help` says more")
    hint = nearest(name, known)
    return UserError(f'no such command "{name}"{hint}; `textlint-pt {group} --help` says more')


def lsp(_: bool) -> int:
    """Serve editors (Language Server Protocol, stdio)."""
    from textlint_pt.lsp.server import serve

    return serve(locale(), in_portuguese)


# ---------------------------------------------------------------- what there is


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(shipped.read_text(Path(__file__).with_name("commands.toml")))


def groups() -> Mapping[str, str]:
    """What groups of commands are for, by name."""
    found: Mapping[str, str] = _table()["groups"]
    return found


@cache
def commands() -> Mapping[str, Command]:
    known = {key: _parameter({"name": key, **row}) for key, row in _table()["parameters"].items()}
    found = {}
    for row in _table()["commands"]:
        takes = row.get("takes", "values")
        parameters = [
            _parameter(one) if isinstance(one, dict) else known.get(one) or BY_FLAG[one]
            for one in row.get("parameters", ())
        ]
        all_ = (*LINTING, *parameters) if takes == "lint" else parameters
        found[row["name"]] = Command(row["name"], row["about"], row["place"], takes, all_)
    return found


def _parameter(row: Mapping[str, Any]) -> Parameter:
    kind, flag = row.get("kind", "text"), row.get("flag") or "--" + row["name"].replace("_", "-")
    argument = row.get("argument", "")
    return Parameter(
        row["name"],
        row["help"],
        "text" if kind == "language" else kind.removesuffix("?"),
        "" if argument else flag,
        argument or row.get("metavar", ""),
        LANGUAGES if kind == "language" else tuple(row.get("choices", ())),
        row.get("default", False if kind == "flag" else None),
        required=kind in ("text", "list") and "default" not in row,
        least=row.get("min", -inf),
        most=row.get("max", inf),
        show_default=row.get("show_default", kind != "flag"),
    )


# ---------------------------------------------------------------- help


def _show(lines: Iterator[str]) -> int:
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _whole_help() -> Iterator[str]:
    margin = " " * len(translated("Usage:") + " ")
    yield from _usage("textlint-pt", "[OPTIONS] [PATH...]")
    yield margin + _in_language("textlint-pt COMMAND ...")
    yield f"{margin}textlint-pt --version"
    yield from _section("Examples", _EXAMPLES, 48)
    yield from _paragraphs(_ABOUT)
    yield from _options(commands()["lint"])
    own = ((name, one.about) for name, one in commands().items() if " " not in name)
    yield from _section("Commands", [*own, *groups().items()])


def _help_of_group(name: str) -> Iterator[str]:
    yield from _usage(f"textlint-pt {name}", "[OPTIONS] COMMAND [ARGS]...")
    yield from _paragraphs([groups()[name]])
    yield from _section("Options", [("-h, --help", "Show this message and exit.")])
    own = [one for one in commands().values() if one.name.startswith(f"{name} ")]
    yield from _section("Commands", [(one.name.partition(" ")[2], one.about) for one in own])


def _help_of(command: Command) -> Iterator[str]:
    arguments = " ".join(one.metavar for one in command.parameters if not one.flag)
    yield from _usage(f"textlint-pt {command.name}", f"[OPTIONS] {arguments}".rstrip())
    yield from _paragraphs([command.about])
    yield from _options(command)


def _options(command: Command) -> Iterator[str]:
    """What a command takes, under headings."""
    shown: dict[str, list[tuple[str, str]]] = {
        name: [] for name in ("Arguments", "Options", *GROUPS)
    }
    for one in command.parameters:
        group = one.group if command.takes == "lint" and one.flag else "Options"
        shown[group if one.flag else "Arguments"].append((_form(one), _about(one)))
    last = "Advanced" if command.takes == "lint" else "Options"
    shown[last].append(("-h, --help", "Show this message and exit."))
    for group, rows in shown.items():
        if rows:
            yield from _section(group, rows)


def _form(one: Parameter) -> str:
    """An option or argument with what it takes."""
    if not one.flag:
        return one.metavar
    usual = "N" if one.kind in ("integer", "number") else "LANG" if one.choices == LANGUAGES else ""
    taken = "" if one.kind == "flag" else f" {one.metavar or usual or 'VALUE'}"
    return one.flag.replace("/", " / ") + taken


def _about(one: Parameter) -> str:
    """What it is for, and what it is if it is not given."""
    more = [translated("required")] if one.required else []
    if one.show_default and one.default not in (None, [], False):
        more.append(translated(f"default: {one.default}"))
    return translated(one.help) + (f"  [{', '.join(more)}]" if more else "")


def _in_language(text: str) -> str:
    return _NAMED.sub(lambda found: translated(found[0]), text)


def _width() -> int:
    return max(min(shutil.get_terminal_size().columns - 2, _WIDEST), 50)


def _wrapped(text: str, indent: int, first: str | None = None) -> list[str]:
    begin = " " * indent if first is None else first
    return wrap(
        text,
        _width(),
        initial_indent=begin,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _usage(path: str, arguments: str) -> list[str]:
    begin = f"{translated('Usage:')} {path} "
    return _wrapped(_in_language(arguments), len(begin), begin)


def _paragraphs(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        yield ""
        yield from _wrapped(translated(text), 2)


def _section(heading: str, rows: Sequence[tuple[str, str]], most: int = _BEFORE) -> Iterator[str]:
    """Names and what they are for, in two columns under a heading."""
    rows = [(_in_language(name), translated(about)) for name, about in rows]
    yield ""
    yield f"{translated(heading)}:"
    column = min(max(len(name) for name, _ in rows), most) + 4
    for name, about in rows:
        begin = f"  {name}".ljust(column)
        if len(begin) > column:
            yield begin
            begin = " " * column
        yield from _wrapped(about, column, begin)
