"""The shape of a configuration file, checked by msgspec."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, get_args

import msgspec

from textlint_pt.config.custom import KEY
from textlint_pt.config.layer import Layer
from textlint_pt.config.patterns import MAX_PATTERNS
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.contract.option import Texts
from textlint_pt.report.messages import Language
from textlint_pt.report.severity import FAIL_ON, SEVERITIES, Severity

#: what msgspec calls kinds of value, and what people who write YAML do
_YAML_WORDS = {
    "`": "",
    " | null": "",
    "str | array": "a list or text",
    "array": "a list",
    "object": "keys and values",
    "str": "text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "null": "no value",
}


Localised = Literal["links", "names", "keys", "identifiers", "texts"]
#: later releases of msgspec write it of their own accord
_LOCALISED_KEYS = msgspec.Meta(
    extra_json_schema={"propertyNames": {"enum": sorted(get_args(Localised))}}
)


def _described(text: str, **more: Any) -> msgspec.Meta:
    return msgspec.Meta(description=text, **more)


class Section(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """What may stand under a path; also part of the whole file."""

    preset: Annotated[str | None, _described("named set of rules and thresholds")] = None
    profile: Annotated[str | None, _described("formula of the score")] = None
    kind: Annotated[str | None, _described("kind of text that the score compares with")] = None
    select: Annotated[
        Texts | None,
        _described("rules that run: codes, beginnings of codes, names, DEFAULT or ALL"),
    ] = None
    ignore: Annotated[Texts | None, _described("rules that do not run")] = None
    severity: Annotated[dict[str, Severity] | None, _described("severity by rule")] = None
    rules: Annotated[dict[str, dict[str, Any]] | None, _described("options by rule")] = None
    fields: Annotated[
        dict[str, Texts] | None,
        _described("what fields of JSONL and CSV are called: question, answer, options, key, text"),
    ] = None


class File(Section, forbid_unknown_fields=True, rename="kebab"):
    """rules.yaml, or the table [tool.textlint-pt] of pyproject.toml."""

    extends: Annotated[
        Texts | None,
        _described(
            "files whose settings hold where this one has none: paths, or package:NAME[/FILE]"
        ),
    ] = None
    language: Annotated[Language | None, _described("language of messages")] = None
    fail_on: Annotated[
        Literal["error", "warning", "info", "never"] | None,
        _described("exit status 1 from this severity on"),
    ] = None
    fail_under: Annotated[
        Annotated[float, msgspec.Meta(ge=0, le=100)] | None,
        _described("exit status 1 below this score"),
    ] = None
    formats: Annotated[
        dict[str, str] | None, _described("formats of files by the ending of their name")
    ] = None
    exclude: Annotated[Texts | None, _described("paths that are never linted (gitignore)")] = None
    lexicon: Annotated[str | None, _described("LIWC dictionary (.dic) of your own")] = None
    vocabulary: Annotated[
        Texts | None, _described("files of the project's own words, and of words not to use")
    ] = None
    glossary: Annotated[
        Texts | None, _described("files of terms and their translations: CSV, TBX")
    ] = None
    strict: Annotated[
        bool | None,
        _described(
            "report strings that are fuzzy, empty or the same as their source, and of pages "
            "what is right less than seven times in ten"
        ),
    ] = None
    baseline: Annotated[str | None, _described("file of findings that are accepted")] = None
    references: Annotated[dict[str, str] | None, _described("trusted translations, by path")] = None
    sources: Annotated[dict[str, str] | None, _described("originals of translations, by path")] = (
        None
    )
    localised: Annotated[
        Annotated[dict[Localised, dict[str, str]], _LOCALISED_KEYS] | None,
        _described(
            "what a translation has in place of parts of addresses, of names of directives and "
            "components, of names in code, and keys of front matter and texts that may differ: "
            "{links: {old: new}}"
        ),
    ] = None
    memories: Annotated[Texts | None, _described("translation memories: TMX, PO, XLIFF")] = None
    models: Annotated[dict[str, str] | None, _described("models of your own, by use")] = None
    custom_rules: dict[str, Any] | None = None
    paths: Annotated[
        dict[str, Section] | None, _described("settings for some paths (gitignore patterns)")
    ] = None


@cache
def shape(declares: bool) -> type[msgspec.Struct]:
    """Return the struct of a file, with `custom-rules` only if the file declares some."""
    if not declares:
        return File
    from textlint_pt.custom.declarations import AnyDeclaration

    description = _described("rules of the project, by code, e.g. ACME001")
    fields = [("custom_rules", Annotated[dict[str, AnyDeclaration] | None, description], None)]
    options: Any = {"forbid_unknown_fields": True, "rename": "kebab"}
    return msgspec.defstruct(
        "File", fields, bases=(File,), namespace={"__doc__": File.__doc__}, **options
    )


_LISTS = ("select", "ignore", "extends", "exclude", "memories", "vocabulary", "glossary")
_ALLOWED: Mapping[str, Sequence[str]] = {
    "severity": SEVERITIES,
    "fail-on": FAIL_ON,
    "language": get_args(Language),
}


def check(layer: Layer) -> dict[str, Any]:
    """Return the values with lists for single texts, or raise `UserError` with line and key."""
    try:
        msgspec.convert(layer.values, shape(KEY in layer.values))
    except msgspec.ValidationError as error:
        raise UserError(_explain(str(error), layer)) from error
    for key in ("references", "sources"):
        if key in layer.values:
            from textlint_pt.config.mapping import check_mapping

            check_mapping(layer.place(key), layer.values[key], layer.root)
    if len(layer.values.get("exclude", ())) > MAX_PATTERNS:
        raise UserError(
            f"{layer.place('exclude')}: more than {MAX_PATTERNS} patterns; "
            "leave out folders, not files"
        )
    paths = {path: _with_lists(part) for path, part in layer.values.get("paths", {}).items()}
    return {**_with_lists(layer.values), **({"paths": paths} if paths else {})}


def _with_lists(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: [value] if key in _LISTS and isinstance(value, str) else value
        for key, value in values.items()
    }


def _explain(message: str, layer: Layer) -> str:
    """Return msgspec's message with file and line, in the words of people who write YAML."""
    problem, _, place = message.partition(" - at ")
    is_about_key = place.startswith("`key` in ")
    keys = list(_keys(place.removeprefix("`key` in ").strip("`"), message, layer.values))
    unknown = re.fullmatch(r"Object contains unknown field `(.+)`", problem)
    if unknown:
        key = unknown[1]
        known = _known(keys, layer.values)
        mapping = _at(layer.values, keys)
        unknown_keys = [one for one in mapping if one not in known]
        under = f' under "{layer.dotted(*keys)}"' if keys else ""
        if len(unknown_keys) > 1:
            quoted = ", ".join(f'"{one}"' for one in unknown_keys)
            place = layer.at(*keys, unknown_keys[0])
            return f"{place}: unknown keys {quoted}{under}; known: {', '.join(known)}"
        return (
            f'{layer.at(*keys, key)}: unknown key "{key}"{under}{nearest(key, known)}; '
            f"known: {', '.join(known)}"
        )
    if is_about_key:
        mapping = _at(layer.values, keys)
        wrong = str(next(key for key in mapping if not isinstance(key, str)))
        return f"{layer.place(*keys, wrong)}: a key must be text: put it in quotes"
    value = re.fullmatch(r"Invalid (?:enum )?value '(.*)'", problem, re.DOTALL)
    if value:
        if keys[0] == KEY:
            allowed = _choices(keys, layer.values)
        else:
            allowed = _ALLOWED["severity" if "severity" in keys else str(keys[-1])]
        return (
            f'{layer.place(*keys)}: unknown value "{value[1]}"{nearest(value[1], allowed)}; '
            f"allowed: {', '.join(allowed)}"
        )
    missing = re.fullmatch(r"Object missing required field `(.+)`", problem)
    if missing:
        from textlint_pt.custom.declarations import KINDS

        kinds = f"; one of {', '.join(KINDS)}" if missing[1] == "kind" else ""
        return f'{layer.place(*keys)}: lacks the key "{missing[1]}"{kinds}'
    for word, replacement in _YAML_WORDS.items():
        problem = problem.replace(word, replacement)
    problem = problem.replace("Expected", "must be").replace(", got", ", not")
    if keys and keys[-1] == "severity":
        problem += f", e.g. {{RED: info}}; allowed: {', '.join(_ALLOWED['severity'])}"
    return f"{layer.place(*keys)}: {problem}"


def _at(values: Any, keys: Sequence[str | int]) -> Any:
    """Return what stands under some keys."""
    for key in keys:
        values = values[key]
    return values


def _struct(keys: Sequence[str | int], values: Mapping[str, Any]) -> Any:
    """Return the struct that describes the values under these keys."""
    if not keys:
        return File
    if keys[0] != KEY:
        return Section
    from textlint_pt.custom.declarations import KINDS, Example, Wording

    if len(keys) > 2:
        return Wording if keys[2] == "message" else Example
    return KINDS[values[KEY][keys[1]]["kind"]]


def _known(keys: Sequence[str | int], values: Mapping[str, Any]) -> Sequence[str]:
    struct = _struct(keys, values)
    tagged = (struct.__struct_config__.tag_field,) if struct.__struct_config__.tag else ()
    return (*tagged, *struct.__struct_encode_fields__)


def _choices(keys: Sequence[str | int], values: Mapping[str, Any]) -> Sequence[str]:
    """Return the allowed values of a key of a declared rule."""
    from textlint_pt.custom.declarations import KINDS

    if keys[2:] == ["kind"]:
        return list(KINDS)
    text_keys = [key for key in keys if isinstance(key, str)]
    depth = next(length for length in range(len(keys), 0, -1) if keys[length - 1] == text_keys[-1])
    schema = msgspec.json.schema(_struct(keys[: depth - 1], values))
    found: list[str] = []

    def collect(node: Any) -> None:
        if isinstance(node, dict):
            text_keys = schema["$defs"].get(str(node.get("$ref")).rpartition("/")[2], {})
            for choices in (node.get("enum", ()), text_keys.get("enum", ())):
                found.extend(value for value in choices if value not in found)
            collect(list(node.values()))
        elif isinstance(node, list):
            for item in node:
                collect(item)

    for struct in schema["$defs"].values():
        collect(struct.get("properties", {}).get(text_keys[-1], {}))
    return found


def _keys(path: str, message: str, values: Mapping[Any, Any]) -> Iterator[str | int]:
    """Yield the keys of a msgspec path such as `$.paths[...].severity[...]`."""
    parents: list[str | int] = []
    level: Any = values
    for step in re.findall(r"\.[^.\[]+|\[[^\]]*\]", path):
        found: Iterator[str | int] = iter([int(step[1:-1]) if step[1:-1].isdigit() else step[1:]])
        if step == "[...]":
            found = (key for key in level if _message(_only(values, parents, key)) == message)
        key = next(found, None)
        if key is None:
            return
        yield key
        parents.append(key)
        level = level[key]


def _only(values: Any, above: list[str | int], key: str | int) -> Any:
    """Of the values nothing but what leads to one key and lies under it."""
    if not above:
        return {key: values[key]}
    return {above[0]: _only(values[above[0]], above[1:], key)}


def _message(values: Any) -> str | None:
    try:
        msgspec.convert(values, shape(KEY in values))
    except msgspec.ValidationError as error:
        return str(error)
    return None
