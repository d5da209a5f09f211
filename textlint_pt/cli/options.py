"""The options of linting: one table, from which the quick reader and the help are made.

A parser library costs more to import than model-free linting takes, so that a well-formed command
line is read here in a few lines; whatever this reader does not understand goes to the parser, which
explains it. A test asserts that both read the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from textlint_pt import shipped


class LintOption(NamedTuple):
    """A row of `options.tsv`: an option, and the key of the configuration which it sets, if any."""

    group: str
    flag: str
    kind: str
    metavar: str | None
    key: str | None
    choices: tuple[str, ...]
    #: "min" and "max" of a number
    limits: Mapping[str, int]
    help: str

    @property
    def name(self) -> str:
        return self.flag.removeprefix("--").replace("-", "_")


def _option(
    group: str, flag: str, kind: str, metavar: str, key: str, choices: str, about: str
) -> LintOption:
    """Return the option of one row of `options.tsv`."""
    minimum, is_range, maximum = choices.partition("..")
    limits = {"min": int(minimum)} if is_range else {}
    if maximum:
        limits["max"] = int(maximum)
    values = () if is_range else tuple(choices.split())
    return LintOption(group, flag, kind, metavar or None, key or None, values, limits, about)


OPTIONS = [_option(*row) for row in shipped.read_rows(Path(__file__).with_name("options.tsv"))]
#: what the help shows together
GROUPS = ("Check", "Correct", "Translation", "Output", "Advanced")
BY_FLAG = {option.flag: option for option in OPTIONS}


def read(arguments: Sequence[str]) -> dict[str, Any] | None:
    """Read plain arguments as options and `paths`; None if the full parser is needed."""
    options: dict[str, Any] = {
        option.name: False if option.kind == "flag" else None for option in OPTIONS
    }
    paths: list[str] = []
    remaining = iter(arguments)
    for argument in remaining:
        if argument == "--":
            paths.extend(remaining)
            break
        if not argument.startswith("-") or argument == "-":
            paths.append(argument)
            continue
        flag, equals, value = argument.partition("=")
        option = BY_FLAG.get(flag)
        if option is None or (equals and option.kind == "flag"):
            return None
        if option.kind == "flag":
            options[option.name] = True
            continue
        converted = _convert(option, value if equals else next(remaining, None))
        if converted is None:
            return None
        if option.kind in ("list", "texts"):
            options[option.name] = [*(options[option.name] or []), *converted]
        else:
            options[option.name] = converted
    return {**options, "paths": paths}


def _convert(option: LintOption, value: str | None) -> Any:
    """Return an option's value in its type; None if it is invalid."""
    if value is None or (option.choices and value not in option.choices):
        return None
    if option.kind == "list":
        return split(value) or None
    if option.kind == "texts":
        return [value]
    if option.kind in ("number", "integer"):
        try:
            number = float(value) if option.kind == "number" else int(value)
        except ValueError:
            return None
        minimum, maximum = option.limits.get("min", number), option.limits.get("max", number)
        return number if minimum <= number <= maximum else None
    return value


def split(value: str) -> list[str]:
    return [item.strip() for item in value.split(",") if item.strip()]
