"""The shape of a configuration file, checked by msgspec."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args

import msgspec

from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.reporters.messages import Language
from textlint_pt.reporters.severity import SEVERITIES, Severity

#: what msgspec calls kinds of value, and what people who write YAML do
_WORDS = {
    "`": "",
    " | null": "",
    "str | array": "a list or text",
    "array": "a list",
    "object": "keys and values",
    "str": "text",
    "int": "a number",
    "float": "a number",
}

#: one may stand without its brackets
Texts = str | list[str]


class Section(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What may stand under a path; also part of the whole file."""

    preset: str | None = None
    profile: str | None = None
    kind: str | None = None
    select: Texts | None = None
    ignore: Texts | None = None
    severity: dict[str, Severity] | None = None
    rules: dict[str, dict[str, Any]] | None = None


class File(Section, forbid_unknown_fields=True, rename="kebab"):
    """rules.yaml, or the table [tool.textlint-pt] of pyproject.toml."""

    extends: Texts | None = None
    language: Language | None = None
    fail_on: Severity | None = None
    fail_under: Annotated[float, msgspec.Meta(ge=0, le=100)] | None = None
    exclude: Texts | None = None
    lexicon: str | None = None
    dictionary: str | None = None
    baseline: str | None = None
    references: dict[str, str] | None = None
    sources: dict[str, str] | None = None
    memories: Texts | None = None
    models: dict[str, str] | None = None
    paths: dict[str, Section] | None = None


_LISTS = ("select", "ignore", "extends", "exclude", "memories")
_ALLOWED = {
    "severity": SEVERITIES,
    "fail-on": SEVERITIES,
    "language": get_args(Language),
}


def check(layer: Layer) -> dict[str, Any]:
    """The values with lists for single texts. `UserError` names line, key and what is allowed."""
    try:
        msgspec.convert(layer.values, File)
    except msgspec.ValidationError as error:
        raise UserError(_explain(str(error), layer)) from error
    for key in ("references", "sources"):
        if key in layer.values:
            from textlint_pt.config.mapping import check_mapping

            check_mapping(layer.place(key), layer.values[key])
    paths = {path: _with_lists(part) for path, part in layer.values.get("paths", {}).items()}
    return {**_with_lists(layer.values), **({"paths": paths} if paths else {})}


def _with_lists(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: [value] if key in _LISTS and isinstance(value, str) else value
        for key, value in values.items()
    }


def _explain(message: str, layer: Layer) -> str:
    """msgspec's message with the place in the file, in words that people who write YAML use."""
    problem, _, place = message.partition(" - at ")
    of_key = place.startswith("`key` in ")
    keys = list(_keys(place.removeprefix("`key` in ").strip("`"), message, layer.values))
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", problem)
    if unknown:
        key = unknown[1]
        known = (Section if keys else File).__struct_encode_fields__
        under = f' under "{layer.dotted(*keys)}"' if keys else ""
        return (
            f'{layer.at(*keys, key)}: unknown key "{key}"{under}{nearest(key, known)}; '
            f"known: {', '.join(known)}"
        )
    if of_key:
        level: Any = layer.values
        for key in keys:
            level = level[key]
        wrong = str(next(key for key in level if not isinstance(key, str)))
        return f"{layer.place(*keys, wrong)}: a key must be text: put it in quotes"
    value = re.fullmatch(r"Invalid enum value '(.*)'", problem, re.DOTALL)
    if value:
        allowed = _ALLOWED["severity" if "severity" in keys else str(keys[-1])]
        return (
            f'{layer.place(*keys)}: unknown value "{value[1]}"{nearest(value[1], allowed)}; '
            f"allowed: {', '.join(allowed)}"
        )
    for theirs, ours in _WORDS.items():
        problem = problem.replace(theirs, ours)
    if keys and keys[-1] == "severity":
        problem += f", e.g. {{RED: info}}; allowed: {', '.join(_ALLOWED['severity'])}"
    return f"{layer.place(*keys)}: {problem}"


def _keys(place: str, message: str, values: Mapping[Any, Any]) -> Iterator[str | int]:
    """The keys of a place such as `$.paths[...].severity[...]`.

    msgspec does not tell which key of a mapping `[...]` is: it is the one that gives the same
    message without the others.
    """
    above: list[str | int] = []
    level: Any = values
    for step in re.findall(r"\.[^.\[]+|\[[^\]]*\]", place):
        found: Iterator[str | int] = iter([int(step[1:-1]) if step[1:-1].isdigit() else step[1:]])
        if step == "[...]":
            found = (key for key in level if _message(_only(values, above, key)) == message)
        key = next(found, None)
        if key is None:
            return
        yield key
        above.append(key)
        level = level[key]


def _only(values: Any, above: list[str | int], key: str | int) -> Any:
    """Of the values nothing but what leads to one key and lies under it."""
    if not above:
        return {key: values[key]}
    return {above[0]: _only(values[above[0]], above[1:], key)}


def _message(values: Any) -> str | None:
    try:
        msgspec.convert(values, File)
    except msgspec.ValidationError as error:
        return str(error)
    return None
