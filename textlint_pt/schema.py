"""The shape of a configuration file, checked by msgspec."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec

from textlint_pt.errors import UserError, nearest

#: what msgspec calls kinds of value, and what people who write YAML do
_WORDS = {
    "`": "",
    " | null": "",
    "array": "a list",
    "object": "keys and values",
    "str": "text",
    "float": "a number",
}

Severity = Literal["error", "warning", "info"]


class Section(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What may stand under a path; also part of the whole file."""

    preset: str | None = None
    profile: str | None = None
    kind: str | None = None
    select: list[str] | None = None
    ignore: list[str] | None = None
    severity: dict[str, Severity] | None = None
    rules: dict[str, dict[str, Any]] | None = None


class File(Section, forbid_unknown_fields=True, rename="kebab"):
    """rules.yaml, or the table [tool.textlint-pt] of pyproject.toml."""

    extends: str | list[str] | None = None
    language: Literal["pt", "en"] | None = None
    fail_on: Severity | None = None
    fail_under: Annotated[float, msgspec.Meta(ge=0, le=100)] | None = None
    exclude: list[str] | None = None
    lexicon: str | None = None
    references: dict[str, str] | None = None
    sources: dict[str, str] | None = None
    memories: list[str] | None = None
    models: dict[str, str] | None = None
    paths: dict[str, Section] | None = None


def check(origin: str, values: dict[str, Any]) -> None:
    """Raise `UserError` naming the key, and the nearest known one if it is unknown."""
    try:
        msgspec.convert(values, File)
    except msgspec.ValidationError as error:
        raise UserError(f"{origin}: {_explain(str(error))}") from error
    for key in ("references", "sources"):
        if key in values:
            from textlint_pt.mapping import check_mapping

            check_mapping(f"{origin}: {key}", values[key])


def _explain(message: str) -> str:
    unknown = re.match(r"Object contains unknown field `(.+?)`(?: - at `\$\.?(.*)`)?$", message)
    if unknown:
        key, place = unknown.groups()
        known = (Section if place else File).__struct_encode_fields__
        under = f' under "{place}"' if place else ""
        return f'unknown key "{key}"{under}{nearest(key, known)}; known: {", ".join(known)}'
    wrong = re.match(r"(.*?) - at `\$\.?(.*)`$", message)
    if not wrong:
        return message
    problem, place = wrong.groups()
    for theirs, ours in _WORDS.items():
        problem = problem.replace(theirs, ours)
    return f"{place}: {problem}"
