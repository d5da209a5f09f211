"""What commands take, and how a command line is read.

The options of linting are one table, from which the reader and the help are made; those of other
commands stand in `commands.toml` (`cli.app`). A parser library costs more to import than model-free
linting takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import shipped
from textlint_pt.contract.errors import UserError, nearest

HELP = ("-h", "--help")
#: kinds of which there may be several: an argument that takes the rest, a flag that may be repeated
#: (of a "list" the value is divided at commas, too)
_MANY = ("list", "texts")


class HelpWanted(Exception):
    """Help was asked for in place of the command."""


class Parameter(NamedTuple):
    """An option of a command, or, without a flag, an argument."""

    name: str
    help: str
    kind: str = "text"
    flag: str = ""
    metavar: str = ""
    choices: tuple[str, ...] = ()
    default: Any = None
    required: bool = False
    #: the smallest and largest number
    least: float = -inf
    most: float = inf
    show_default: bool = True
    #: what the help shows it under, and the key of the configuration which it sets
    group: str = ""
    key: str | None = None

    @property
    def shown(self) -> str:
        """What it is called where it is missing or wrong."""
        from textlint_pt.cli.language import translated

        return self.flag or translated(self.metavar.strip("[]").removesuffix("..."))


def _option(
    group: str, flag: str, kind: str, metavar: str, key: str, choices: str, about: str
) -> Parameter:
    least, reaches, most = choices.partition("..")
    return Parameter(
        flag.removeprefix("--").replace("-", "_"),
        about,
        kind,
        flag,
        metavar,
        () if reaches else tuple(choices.split()),
        False if kind == "flag" else None,
        least=int(least) if reaches else -inf,
        most=int(most) if reaches and most else inf,
        group=group,
        key=key or None,
    )


OPTIONS = [_option(*row) for row in shipped.read_rows(Path(__file__).with_name("options.tsv"))]
#: what the help shows together
GROUPS = ("Check", "Correct", "Translation", "Output", "Advanced")
BY_FLAG = {option.flag: option for option in OPTIONS}
#: what linting takes
LINTING = (
    Parameter(
        "paths",
        "Files, folders, globs, or - for standard input (default: what is piped in).",
        "texts",
        metavar="[PATH...]",
    ),
    *OPTIONS,
)


def read(
    arguments: Sequence[str],
    parameters: Sequence[Parameter] = LINTING,
    command: str = "textlint-pt lint",
) -> dict[str, Any]:
    """What is given, by name. `UserError` says what is wrong with it."""
    given = {one.name: one.default for one in parameters}
    flags = {
        flag: (one, not negates)
        for one in parameters
        if one.flag
        for negates, flag in enumerate(one.flag.split("/"))
    }
    loose: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            loose.extend(waiting)
            break
        if not argument.startswith("-") or argument == "-":
            loose.append(argument)
            continue
        if argument in HELP:
            raise HelpWanted
        flag, equals, value = argument.partition("=")
        if flag not in flags:
            hint = nearest(flag, flags)
            raise UserError(f'no such option "{flag}"{hint}; `{command} --help` says more')
        one, meant = flags[flag]
        if one.kind == "flag":
            if equals:
                raise UserError(f"{flag}: takes no value; `{command} --help` says more")
            given[one.name] = meant
            continue
        taken = value if equals else next(waiting, None)
        if taken is None:
            raise UserError(f"{flag}: a value is missing; `{command} --help` says more")
        converted = _converted(one, taken, command)
        if one.kind in _MANY:
            converted = [*(given[one.name] or ()), *converted] or None
        given[one.name] = converted
    _place(loose, parameters, given, command)
    return given


def _place(
    loose: list[str], parameters: Sequence[Parameter], given: dict[str, Any], command: str
) -> None:
    """Give what stands without a flag to arguments in their order; the last may take the rest."""
    for one in parameters:
        if not one.flag and one.kind in _MANY:
            given[one.name], loose = loose, []
        elif not one.flag and loose:
            given[one.name] = _converted(one, loose.pop(0), command)
    if loose:
        raise UserError(f"too much is given: {' '.join(loose)}; `{command} --help` says more")
    for one in parameters:
        if one.required and given[one.name] in (None, []):
            raise UserError(f"{one.shown} is missing; `{command} --help` says more")


def _converted(one: Parameter, value: str, command: str) -> Any:
    if one.choices and value not in one.choices:
        known = ", ".join(one.choices)
        raise UserError(f'{one.shown}: "{value}" is none of {known}; `{command} --help` says more')
    if one.kind in _MANY:
        return split(value) if one.kind == "list" else [value]
    if one.kind not in ("number", "integer"):
        return value
    try:
        number = float(value) if one.kind == "number" else int(value)
    except ValueError:
        raise UserError(
            f'{one.shown}: "{value}" is no number; `{command} --help` says more'
            if one.kind == "number"
            else f'{one.shown}: "{value}" is no whole number; `{command} --help` says more'
        ) from None
    if one.least <= number <= one.most:
        return number
    if one.most == inf:
        raise UserError(f"{one.shown}: must be at least {one.least}, not {value}")
    raise UserError(f"{one.shown}: must lie between {one.least} and {one.most}, not {value}")


def split(value: str) -> list[str]:
    return [item.strip() for item in value.split(",") if item.strip()]
