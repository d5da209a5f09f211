"""Configuration: rules.yaml and [tool.textlint-pt], one schema, every value knows its origin.

Layers in rising priority: option defaults, the preset's pieces, files named by `extends`, the
project's file, its sections for a path, the command line. Layers are cheap to read (no plugin is
loaded); `resolve` validates them against the loaded plugins. What is wrong is said with its file,
line and key.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.config.boundary import is_in
from textlint_pt.config.layer import Layer
from textlint_pt.config.recognition import UNAMBIGUOUS_NAMES, is_config, is_config_text
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.files import read as read_file
from textlint_pt.files import why_not_a_file
from textlint_pt.registry import folders
from textlint_pt.report.messages import LANGUAGES
from textlint_pt.report.severity import Severity

if TYPE_CHECKING:
    from textlint_pt.contract.option import Option
    from textlint_pt.contract.rule import Rule
    from textlint_pt.registry.plugins import Plugins

#: the file that `init` writes
CONFIG_FILE = "rules.yaml"
#: names of a configuration file: of several in a folder the first is read
CONFIG_FILES = (*UNAMBIGUOUS_NAMES, CONFIG_FILE, "rules.yml")
#: larger files are refused, and what is nested deeper, holds more values with aliases written out,
#: or extends more files
MAXIMUM_BYTES = 2_000_000
MAX_DEPTH, MAX_VALUES, MAX_EXTENDED = 40, 100_000, 100
#: what holds brackets that open nothing
_QUOTED = re.compile(r"""(?<!\w)(?:"(?:[^"\\]|\\.)*"?|'[^']*'?)|(?<!\S)\#.*""")
#: how the names of files end that `extends` may lead to
_ENDINGS = (".yaml", ".yml", ".toml")
#: options of rules that may also stand at the top, for every rule that has them
FOR_ALL_RULES = ("vocabulary", "localised", "glossary", "strict")
#: of them lists of files of which every one counts: a pack's, and the project's own
MERGED_LISTS = ("vocabulary", "glossary")
#: beginning of what an installed package brings: `extends: package:acme_style/docs.yaml`
PACKAGE = "package:"
DEFAULT_PRESET = "default"
DEFAULT_PROFILE = "calibrated"
DEFAULT_FAIL_ON = Severity.WARNING.value
#: selector of the rules that run where nothing is selected
DEFAULT_RULES = "DEFAULT"


class Settings(NamedTuple):
    """What holds for one document."""

    preset: str
    profile: str
    #: kind of text; None: recognised for each document
    kind: str | None
    language: str
    #: code of each selected rule and the severity of its findings
    rules: Mapping[str, Severity]
    #: codes of the rules that would be selected if `ignore` did not name them
    ignored: frozenset[str]
    #: dimensions of the score that the selection does not leave out
    dimensions: frozenset[str]
    #: options with defaults filled in, by rule code and by metric name
    options: Mapping[str, Mapping[str, Any]]
    lexicon: str | None
    models: Mapping[str, str]
    #: paths of translation memories
    memories: tuple[str, ...]
    #: file of accepted findings; "" for none
    baseline: str
    #: names of fields of records, by what they are
    fields: Mapping[str, Sequence[str]]
    #: where each value came from, by dotted key
    origins: Mapping[str, str]


# ------------------------------------------------------------------ reading layers


def discover(start: Path, warn: Callable[[str], object] = lambda line: None) -> Path | None:
    """Return the nearest configuration file above `start`; warn of others' files of that name."""
    for folder in (start, *start.parents):
        for name in CONFIG_FILES:
            candidate = folder / name
            if not os.path.lexists(candidate):
                continue
            if os.path.isfile(candidate):  # noqa: PTH113 - Path's raises where this says no
                if is_own_configuration(candidate):
                    return candidate
                is_below = Path.cwd() in folder.parents
                displayed = os.path.relpath(candidate) if is_below else candidate
                warn(
                    f"{displayed}: no configuration of textlint-pt, since it has no key of it: "
                    "passed over"
                )
            elif reason := why_not_a_file(candidate):
                raise UserError(f"{candidate}: cannot be read: {reason}")
        project = folder / "pyproject.toml"
        if os.path.isfile(project) and b"tool.textlint-pt" in _read(project):  # noqa: PTH113
            return project
    return None


def is_own_configuration(path: Path) -> bool:
    """Return whether a file that was found by its name is a configuration of textlint-pt."""
    if path.name in UNAMBIGUOUS_NAMES:
        return True
    try:
        about = path.stat()
    except OSError:
        return True  # reading it says what is wrong
    return _is_own_configuration(path, about.st_mtime_ns, about.st_size)


@lru_cache
def _is_own_configuration(path: Path, modified: int, size: int) -> bool:
    """Return whether the content of a file is a configuration of textlint-pt."""
    try:
        text = _read(path).decode("utf-8", "replace")
    except UserError:
        return True  # reading it again says what is wrong
    try:
        return is_config(parse(path, text.replace("\r\n", "\n")))
    except UserError:  # no YAML, or several documents of it
        return is_config_text(text)


def own_vocabulary() -> Path:
    """Return the user's own words, which count in every project."""
    return folders.data() / "vocabulary.txt"


def new_file(folder: Path) -> Path:
    """The configuration file to make in a folder: rules.yaml, unless another program has one."""
    path = folder / CONFIG_FILE
    is_taken = path.is_file() and not is_own_configuration(path)
    return path.with_name(UNAMBIGUOUS_NAMES[0]) if is_taken else path


def _read(path: Path) -> bytes:
    """Return the content of a configuration file; `UserError` says why it cannot be had."""
    try:
        return read_file(path, MAXIMUM_BYTES)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error


def exclude_layers(file: Path | None, layers: Sequence[Layer]) -> list[Layer]:
    """Return the layers whose `exclude` applies below a file: its own and those above it."""
    found = [layer for layer in layers if "exclude" in layer.values][-1:]
    if file is None:
        return found
    top = project(file)
    if file.parent != top:
        parent_file = discover(file.parent.parent)
        if parent_file is not None and parent_file.is_relative_to(top):
            found += exclude_layers(parent_file, read_layers(parent_file, {}))
    return found


def is_excluded(path: str, layers: Iterable[Layer]) -> bool:
    """Return whether one of these layers, which have `exclude`, leaves a path out."""
    return any(matches(path, layer.values["exclude"], layer.root) for layer in layers)


def unread_warning(path: Path) -> str | None:
    """Return a warning if a second configuration file in the folder is not read."""
    if path.name not in CONFIG_FILES:
        return None
    for name in CONFIG_FILES[CONFIG_FILES.index(path.name) + 1 :]:
        other = path.with_name(name)
        if other.is_file() and is_own_configuration(other):
            return f"{other}: not read, since {path} is there too: keep one of the two"
    return None


def read_layers(
    path: Path | None, command_line: Mapping[str, Any], *, is_explicit: bool = False
) -> list[Layer]:
    """Return the layers of a file, of what it extends, and of the command line."""
    layers: list[Layer] = []
    if path:
        boundary = None if is_explicit else project(path)
        Layer(str(path), {}, path.parent, boundary=boundary).path(path.name)
        layers = _read_file(path, (), boundary)
    overrides = {key: value for key, value in command_line.items() if value is not None}
    if overrides:
        layers.append(Layer("command line", overrides, Path.cwd()))
    return layers


def project(path: Path) -> Path:
    """Return the project's folder: the nearest with `.git`, or the file's own."""
    here = Path(os.path.abspath(path)).parent  # noqa: PTH100 - where it was found, links or not
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)


def _read_file(path: Path, parents: tuple[Path, ...], boundary: Path | None) -> list[Layer]:
    """Return the layers of a file after those that it extends."""
    resolved = Path(os.path.realpath(path))
    if resolved in parents:
        raise UserError(f"{path}: extends itself")
    try:
        text = _read(path).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: cannot be read: not UTF-8") from error
    values = parse(path, text)
    if not isinstance(values, dict):
        raise UserError(f"{path}: must hold keys and values, e.g. `preset: docs`")
    from textlint_pt.config.schema import check

    layer = Layer(str(path), _without_null(values), path.parent, (), text, boundary)
    layer = layer._replace(values=check(layer))
    layers: list[Layer] = []
    for index, name in enumerate(layer.values.get("extends", ())):
        extended, extended_boundary = _extended(name, layer, index)
        layers.extend(_read_file(extended, (*parents, resolved), extended_boundary))
        if len(layers) > MAX_EXTENDED:
            raise UserError(f"{layer.place('extends', index)}: more than {MAX_EXTENDED} files")
    layers.append(layer)
    return layers


def _extended(name: str, layer: Layer, index: int) -> tuple[Path, Path | None]:
    """Return the file that `extends` names, and the folder that bounds its own paths."""
    if not name.startswith(PACKAGE):
        path = layer.path(name, "extends", index)
        if layer.boundary and path.suffix not in _ENDINGS:  # what is wrong with others is not told
            raise UserError(
                f"{layer.place('extends', index)}: {name}: must end in {', '.join(_ENDINGS)}"
            )
        return path, layer.boundary
    from importlib.util import find_spec

    package, _, file = name.removeprefix(PACKAGE).partition("/")
    # looking for "a.b" would run the code of "a"
    spec = find_spec(package) if package.isidentifier() else None
    locations = list(spec.submodule_search_locations or ()) if spec else []
    if not locations:
        raise UserError(
            f"{layer.place('extends', index)}: no package {package!r} is installed here: "
            "install it, or name a path"
        )
    package_folder = Path(locations[0])
    inside = layer._replace(root=package_folder, boundary=package_folder)
    return inside.path(file or CONFIG_FILE, "extends", index), package_folder


def _without_null(values: Any) -> Any:
    """Return the mapping without empty keys."""
    if not isinstance(values, dict):
        return values
    return {key: _without_null(value) for key, value in values.items() if value is not None}


def parse(path: Path, text: str) -> Any:
    """Return the values in the text of a configuration file, or raise `UserError`."""
    if path.suffix == ".toml":
        import tomllib

        try:
            tools = tomllib.loads(text).get("tool", {})
        except RecursionError as error:
            raise UserError(f"{path}: nested too deep") from error
        except ValueError as error:  # a number of thousands of digits, too
            raise UserError(f"{path}: not valid TOML: {error}") from error
        return tools.get("textlint-pt", {}) if isinstance(tools, dict) else {}
    import yaml

    try:
        _check_bounds(path, text)
        return yaml.load(text, _loader()) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        if mark and _open_brackets(text[: mark.index]) > MAX_DEPTH:  # readers look far ahead
            raise _too_deep(path, mark.line + 1) from error
        if mark and _indented_by_tab(text, mark.line):
            reason = "a tab: YAML allows only spaces for indentation"
            raise UserError(f"{path}:{mark.line + 1}: {reason}") from error
        position = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UserError(f"{position}: not valid YAML: {problem}") from error
    # no number or date though it is written like one; as PyYAML fails over `!!bool x`
    except (ValueError, LookupError, AttributeError) as error:
        reason = f"{error}" if isinstance(error, ValueError) else "a value is not what its tag says"
        raise UserError(f"{path}: not valid YAML: {reason}") from error


def _check_bounds(path: Path, text: str) -> None:
    """Raise `UserError` for recursive aliases and too many or too deeply nested values.

    Aliases count with all that they stand for: a few lines can expand to billions of values.
    """
    import yaml

    sizes: dict[str | None, int] = {}  # values in what each anchor names
    open_collections: list[tuple[str | None, int]] = []  # their anchors, and values so far
    event: Any
    for event in yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        name: Any = getattr(event, "anchor", None)
        size, line = 0, event.start_mark.line + 1
        if isinstance(event, yaml.CollectionStartEvent):
            open_collections.append((name, 1))
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, size = open_collections.pop()
            sizes[anchor] = size
        elif isinstance(event, yaml.AliasEvent):
            if any(anchor == name for anchor, _ in open_collections):
                raise UserError(f"{path}:{line}: *{name} stands for itself")
            size = sizes.get(name, 1)
        else:
            size = sizes[name] = 1
        if open_collections:
            anchor, size_so_far = open_collections[-1]
            open_collections[-1] = (anchor, size_so_far + size)
        if len(open_collections) > MAX_DEPTH:
            raise _too_deep(path, line)
        if open_collections and open_collections[-1][1] > MAX_VALUES:
            raise UserError(f"{path}:{line}: too many values")


def _too_deep(path: Path, line: int) -> UserError:
    return UserError(f"{path}:{line}: nested deeper than {MAX_DEPTH}")


def _open_brackets(text: str) -> int:
    """Return how many brackets are open at the end of a piece of YAML."""
    bare = _QUOTED.sub("", text)
    return sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))


def _indented_by_tab(text: str, line: int) -> bool:
    lines = text.splitlines()
    indented = lines[line] if line < len(lines) else ""
    return "\t" in indented[: len(indented) - len(indented.lstrip())]


def _loader() -> Any:
    """Return a YAML loader that refuses duplicate keys."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Any:
            seen: set[str] = set()
            for key, _ in node.value:
                if isinstance(key, yaml.ScalarNode) and key.value in seen:
                    problem = f'the key "{key.value}" comes twice'
                    raise yaml.MarkedYAMLError(problem=problem, problem_mark=key.start_mark)
                seen.add(str(key.value))
            return super().construct_mapping(node, deep)

    return Loader


def _last_layer_with(layers: Sequence[Layer], key: str) -> Layer | None:
    """Return the last layer that has a top-level key, whose value holds."""
    return next((layer for layer in reversed(layers) if key in layer.values), None)


def value(layers: Sequence[Layer], key: str, default: Any = None) -> Any:
    """Return the value of a top-level key that holds."""
    layer = _last_layer_with(layers, key)
    return layer.values[key] if layer else default


def for_path(layers: Sequence[Layer], path: str) -> list[Layer]:
    """Return the layers, each followed by its sections under `paths` that match."""
    result: list[Layer] = []
    for layer in layers:
        result.append(layer)
        for pattern, section in layer.values.get("paths", {}).items():
            if matches(path, [pattern], layer.root):
                result.append(layer.part(pattern, section))
    return result


def check_sections(layers: Sequence[Layer], plugins: Plugins) -> None:
    """Validate every section under `paths`."""
    for layer in layers:
        for pattern, section in layer.values.get("paths", {}).items():
            resolve([*layers, layer.part(pattern, section)], plugins)


def matches(path: str, patterns: Sequence[str], root: Path) -> bool:
    """Return whether a path matches gitignore-style patterns relative to `root`."""
    from textlint_pt.config.patterns import Patterns

    try:
        found = Patterns(patterns)
    except ValueError as error:
        invalid = next(filter(_is_invalid_pattern, patterns))
        raise UserError(f'{root}: `exclude` or `paths`: "{invalid}" is no pattern') from error
    try:
        real, top = os.path.realpath(path), os.path.realpath(root)
    except ValueError:
        return False
    return is_in(real, top) and bool(found.match(Path(os.path.relpath(real, top)).as_posix()))


def pattern_of(path: str) -> str:
    """Return the `exclude` pattern of one path below the configuration's folder."""
    from textlint_pt.config.patterns import printable

    if path.startswith("../"):
        path = path.rpartition("/")[2]
    escaped = re.sub(r"[\\*?\[\]]|^[!#]|\s$", r"\\\g<0>", printable(path))
    return "/" + escaped.replace("\ufffd", "?")  # what cannot be written


def _is_invalid_pattern(line: str) -> bool:
    """Return whether a line is no valid gitignore pattern."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return True
    return False


# ------------------------------------------------------------------ resolving


#: settings whose origin is told, those of rules aside
_KEYS_WITH_ORIGIN = [
    "preset",
    "profile",
    "kind",
    "language",
    "lexicon",
    "models",
    "memories",
    "baseline",
]


def resolve(layers: Sequence[Layer], plugins: Plugins) -> Settings:
    """Return validated settings; `UserError` names the nearest preset, rule or option."""
    from textlint_pt.contract.metric import PROFILES
    from textlint_pt.text.kinds import KINDS

    preset: str = _one_of(layers, "preset", sorted(plugins.presets), DEFAULT_PRESET)
    stack = [
        Layer(f"preset {preset} ({plugin})", piece) for plugin, piece in plugins.presets[preset]
    ] + list(layers)
    origins = {key: _origin(stack, key) for key in _KEYS_WITH_ORIGIN}
    rules, ignored, dimensions = _selected(stack, plugins, origins)
    return Settings(
        preset=preset,
        profile=_one_of(stack, "profile", PROFILES, DEFAULT_PROFILE),
        kind=_one_of(stack, "kind", KINDS),
        language=value(stack, "language", LANGUAGES[0]),
        rules=rules,
        ignored=ignored,
        dimensions=dimensions,
        options=_options(stack, plugins, origins),
        lexicon=_lexicon(stack),
        models=_models(stack),
        memories=_memories(stack),
        baseline=baseline_file(stack),
        fields=fields(stack, plugins),
        origins=origins,
    )


def _origin(layers: Sequence[Layer], key: str) -> str:
    layer = _last_layer_with(layers, key)
    return layer.origin if layer else "default"


def _one_of(
    layers: Sequence[Layer], key: str, allowed: Sequence[str], default: str | None = None
) -> Any:
    """Return the value of a key, or raise `UserError` if it is none of those allowed."""
    layer, name = _last_layer_with(layers, key), value(layers, key, default)
    if name is not None and name not in allowed:
        position = layer.place(key) if layer else "default"
        raise UserError(
            f'{position}: unknown {key} "{name}"'
            f"{nearest(name, allowed)}; known: {', '.join(allowed)}"
        )
    return name


def _lexicon(stack: Sequence[Layer]) -> str | None:
    layer = _last_layer_with(stack, "lexicon")
    return _file(layer, ("lexicon",), layer.values["lexicon"]) if layer else None


def baseline_file(layers: Sequence[Layer]) -> str:
    """Return the path of the baseline that a layer names, which need not exist; "" for none."""
    layer = _last_layer_with(layers, "baseline")
    if not layer or not layer.values["baseline"]:
        return ""
    path = os.path.normpath(str(layer.path(layer.values["baseline"], "baseline")))
    return path.removeprefix(f"{Path.cwd()}{os.sep}")  # as people know it


def fence_of(layers: Sequence[Layer], key: str) -> Path | None:
    """The folder that bounds the layer whose value of a key holds; None: a person named it."""
    layer = _last_layer_with(layers, key)
    return layer.boundary if layer else None


def _file(layer: Layer, keys: Sequence[object], name: str) -> str:
    """Return the path of an existing file that a layer names; "" for none."""
    path = layer.path(name, *keys)
    if name and not os.path.isfile(path):  # noqa: PTH113 - Path's raises where this says no
        raise UserError(f"{layer.place(*keys)}: {path}: no such file")
    return str(path) if name else ""


def _models(stack: Sequence[Layer]) -> dict[str, str]:
    """Return models by name: paths beside the configuration if they exist, else names."""
    layer = _last_layer_with(stack, "models")
    if layer is None:
        return {}
    found: dict[str, str] = {}
    for name, model in layer.values["models"].items():
        # models are large and seldom committed, and nothing of them is quoted
        path = layer.path(model, "models", name, ignored_too=False)
        found[name] = str(path) if os.path.exists(path) else model  # noqa: PTH110
    return found


def _memories(stack: Sequence[Layer]) -> tuple[str, ...]:
    """Return the existing translation memories that the last layer names."""
    layer = _last_layer_with(stack, "memories")
    named = enumerate(layer.values["memories"]) if layer else ()
    return tuple(_file(layer, ("memories", index), name) for index, name in named if layer and name)


def fields(layers: Sequence[Layer], plugins: Plugins) -> dict[str, list[str]]:
    """Return the configured names of record fields by role."""
    known = {field for reader in plugins.formats.values() for field in reader.fields}
    result: dict[str, list[str]] = {}
    for layer in layers:
        for role, names in layer.values.get("fields", {}).items():
            if role not in known:
                raise UserError(
                    f'{layer.place("fields", role)}: no format reads a field "{role}"'
                    f"{nearest(role, known)}; known: {', '.join(sorted(known))}"
                )
            result[role] = [names] if isinstance(names, str) else list(names)
    return result


def formats(layers: Sequence[Layer], plugins: Plugins) -> dict[str, str]:
    """Return format names by file extension, as configured."""
    result: dict[str, str] = {}
    for layer in layers:
        for configured, name in layer.values.get("formats", {}).items():
            extension = f".{configured.removeprefix('.')}".lower()
            position = layer.place("formats", configured)
            # what ends a name is what `splitext` cuts off: "tar.gz" and "a/b" are none
            is_extension = os.path.splitext(f"x{extension}") == ("x", extension)  # noqa: PTH122
            if not is_extension or len(extension) < 2:
                raise UserError(
                    f'{position}: "{configured}" is no ending of a name: write e.g. "qmd"'
                )
            if name not in plugins.formats:
                known = sorted(plugins.formats)
                raise UserError(
                    f'{position}: unknown format "{name}"{nearest(name, known)}; '
                    f"known: {', '.join(known)}"
                )
            result[extension] = name
    return result


def with_formats(plugins: Plugins, layers: Sequence[Layer]) -> Plugins:
    """Return the plugins with the file extensions that layers assign to formats."""
    endings = formats(layers, plugins)
    if not endings:
        return plugins
    from dataclasses import replace

    return replace(plugins, endings=endings)


def option_files(layers: Sequence[Layer], plugins: Plugins) -> list[str]:
    """Return the files that options of rules name in any section."""

    def names_files(key: str) -> bool:
        # asked only of options that are set: the options of a late rule import its module
        rules = plugins.rules.values()
        return any(key in rule.options and rule.options[key].path for rule in rules)

    found: set[str] = set()
    for layer in layers:
        for section in (layer.values, *layer.values.get("paths", {}).values()):
            for options in (_for_all_rules(section), *section.get("rules", {}).values()):
                for key in filter(names_files, options):
                    names = options[key]
                    files = [names] if isinstance(names, str) else names
                    found.update(str(layer.root / file) for file in files if file)
    return sorted(found)


def selector_length(selector: str, rule: type[Rule]) -> int:
    """Return how specific a selector is for a rule, 0 if it does not match.

    A selector is `ALL`, `DEFAULT`, a code or dotted name or the beginning of one, a dimension.
    """
    if not selector:
        return 0
    if selector == "ALL":
        return 1
    if selector == DEFAULT_RULES:
        return 1 if rule.declared.default else 0
    if rule.code.startswith(selector):
        return 1 + len(selector)
    if rule.declared.name == selector:
        return 1 + len(rule.code)
    if rule.declared.name.startswith(f"{selector}."):
        return 2
    return 1 if selector == rule.declared.dimension else 0


def _selected(
    stack: Sequence[Layer], plugins: Plugins, origins: dict[str, str]
) -> tuple[dict[str, Severity], frozenset[str], frozenset[str]]:
    """Return the severities of selected rules, ignored codes, and measured dimensions."""
    for layer in stack:
        for key in ("select", "ignore", "severity"):
            selectors = layer.values.get(key, ())
            for index, selector in enumerate(selectors):
                key_or_index = selector if isinstance(selectors, Mapping) else index
                _check_selector(selector, layer, (key, key_or_index), plugins)
    select = value(stack, "select", (DEFAULT_RULES,))
    ignore = [selector for layer in stack for selector in layer.values.get("ignore", ())]
    origins["select"] = _origin(stack, "select")
    origins["ignore"] = _origin(stack, "ignore")
    result: dict[str, Severity] = {}
    ignored: set[str] = set()
    dimensions: set[str] = set()
    if DEFAULT_RULES in select:
        rule_dimensions = {rule.declared.measured for rule in plugins.rules.values()}
        dimensions = {metric.dimension for metric in plugins.metrics.values()} - rule_dimensions
    for code in sorted(plugins.rules):
        rule = plugins.rules[code]
        selected_by = max((selector_length(s, rule) for s in select), default=0)
        ignored_by = max((selector_length(s, rule) for s in ignore), default=0)
        measured = rule.declared.measured
        # the default selection measures all dimensions, also those of rules that are no default
        if measured and max(selected_by, DEFAULT_RULES in select) > ignored_by:
            dimensions.add(measured)
        if selected_by <= ignored_by:
            if selected_by:
                ignored.add(code)
            continue
        severity = rule.declared.severity
        origins[f"severity.{code}"] = "default"
        for layer in stack:
            chosen = max(
                layer.values.get("severity", {}), key=lambda s: selector_length(s, rule), default=""
            )
            if chosen and selector_length(chosen, rule):
                severity = Severity(layer.values["severity"][chosen])
                origins[f"severity.{code}"] = layer.origin
        result[code] = severity
    return result, frozenset(ignored), frozenset(dimensions)


def _check_selector(
    selector: str, layer: Layer, keys: tuple[object, ...], plugins: Plugins
) -> None:
    """Raise `UserError` if a selector names no rule."""
    if any(selector_length(selector, rule) for rule in plugins.rules.values()):
        return
    known = [*plugins.rules, *(rule.declared.name for rule in plugins.rules.values())]
    position = f"{layer.at(*keys)}: {layer.dotted(keys[0])}"
    raise UserError(f'{position}: no rule is called "{selector}"{nearest(selector, known)}')


class _Options(dict[str, dict[str, Any]]):
    """Options of rules and metrics; those of which nobody asks are not read."""

    def __init__(self, plugins: Plugins) -> None:
        self._owners: dict[str, Any] = {**plugins.rules, **plugins.metrics}

    def __missing__(self, name: str) -> dict[str, Any]:
        options = self._owners[name].options
        self[name] = {key: option.default for key, option in options.items()}
        return self[name]


def _options(stack: Sequence[Layer], plugins: Plugins, origins: dict[str, str]) -> _Options:
    """Return the options of every rule and metric; a metric has those of its rules."""
    result = _Options(plugins)
    if (users_vocabulary := own_vocabulary()).is_file():
        for code, rule in plugins.rules.items():
            if "vocabulary" in rule.options:
                result[code]["vocabulary"] = [str(users_vocabulary)]
                origins[f"rules.{code}.vocabulary"] = str(users_vocabulary)
    for layer in stack:
        _check_rule_options(layer, plugins)
        _set_shared_options(layer, plugins, result, origins)
        _set_rule_options(layer, plugins, result, origins)
    for options in result.values():
        if options.get("vocabulary"):
            from textlint_pt.contract.vocabulary import read_vocabulary

            read_vocabulary(options["vocabulary"])  # says what is no entry before any work
        if options.get("glossary"):
            from textlint_pt.contract.glossary import read_glossary

            read_glossary(options["glossary"])
    return result


def _check_rule_options(layer: Layer, plugins: Plugins) -> None:
    """Raise `UserError` for unknown selectors, unknown options and wrong values in a layer."""
    for selector, options in layer.values.get("rules", {}).items():
        _check_selector(selector, layer, ("rules", selector), plugins)
        matched = [rule for rule in plugins.rules.values() if selector_length(selector, rule)]
        for key, option_value in options.items():
            rules_with_option = [rule for rule in matched if key in rule.options]
            if not rules_with_option:
                known = sorted({name for rule in matched for name in rule.options})
                raise UserError(
                    f"{layer.at('rules', selector, key)}: {layer.dotted('rules', selector)}: "
                    f'unknown option "{key}"{nearest(key, known)}; '
                    f"known: {', '.join(known) or 'none'}"
                )
            option = rules_with_option[0].options[key]
            _check_value(layer, ("rules", selector, key), option_value, option)


def _set_shared_options(
    layer: Layer, plugins: Plugins, result: dict[str, dict[str, Any]], origins: dict[str, str]
) -> None:
    """Set the options that a layer gives to all rules that have them."""
    for key, option_value in _for_all_rules(layer.values).items():
        rules_with_option = [rule for rule in plugins.rules.values() if key in rule.options]
        if not rules_with_option:
            raise UserError(f"{layer.place(key)}: no rule has this option")
        for rule in rules_with_option:
            origins[f"rules.{rule.code}.{key}"] = layer.origin
            if not rule.options[key].path:
                result[rule.code][key] = option_value
                continue
            files = _files(layer, (key,), option_value, rule.options[key])
            if key in MERGED_LISTS:
                files = list(dict.fromkeys((*result[rule.code][key], *files)))
            result[rule.code][key] = files


def _set_rule_options(
    layer: Layer, plugins: Plugins, result: dict[str, dict[str, Any]], origins: dict[str, str]
) -> None:
    """Set the options that a layer gives to selected rules, and to the metrics of these."""
    entries = layer.values.get("rules", {})
    for code, rule in sorted(plugins.rules.items()):
        matching = [selector for selector in entries if selector_length(selector, rule)]
        for selector in sorted(matching, key=lambda selector: selector_length(selector, rule)):
            for name, option_value in entries[selector].items():
                if name not in rule.options:
                    continue
                option = rule.options[name]
                if option.path:
                    where = ("rules", selector, name)
                    option_value = _files(layer, where, option_value, option)
                elif isinstance(option_value, str) and isinstance(option.default, list):
                    option_value = [option_value]
                result[code][name] = option_value
                origins[f"rules.{code}.{name}"] = layer.origin
                for metric in rule.declared.metrics:
                    if metric in plugins.metrics and name in result[metric]:
                        result[metric][name] = option_value


def _files(
    layer: Layer, keys: tuple[str, ...], names: str | Sequence[str], option: Option
) -> str | list[str]:
    """Return the path, or list of paths, that an option names."""
    if isinstance(option.default, str):
        return _file(layer, keys, str(names))
    if isinstance(names, str):
        return [_file(layer, keys, names)] if names else []
    return [_file(layer, (*keys, index), name) for index, name in enumerate(names) if name]


def _for_all_rules(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return options that may stand at the top, for every rule that has them."""
    return {key: values[key] for key in FOR_ALL_RULES if key in values}


#: what the values of an option are called, by the type of its default
_TYPE_NAMES = {
    bool: "true or false",
    str: "text",
    list: "a list",
    tuple: "a list",
    dict: "keys and values",
}


def _check_value(layer: Layer, keys: tuple[str, ...], option_value: Any, option: Option) -> None:
    """Raise `UserError` if a value is not what its option takes."""
    default = option.default
    if isinstance(default, list | tuple):
        is_valid = isinstance(option_value, list | tuple | str)
    elif isinstance(default, bool) or not isinstance(default, int | float):
        is_valid = isinstance(option_value, type(default))
    else:
        is_valid = isinstance(option_value, int | float) and not isinstance(option_value, bool)
    if not is_valid:
        expected = _TYPE_NAMES.get(type(default), "a number")
        raise UserError(f"{layer.place(*keys)}: must be {expected}, not {option_value!r}")
    if option.choices and option_value not in option.choices:
        raise UserError(
            f'{layer.place(*keys)}: unknown value "{option_value}"'
            f"{nearest(option_value, option.choices)}; "
            f"allowed: {', '.join(option.choices)}"
        )
    minimum, maximum = option.minimum, option.maximum
    # asked so that NaN is out of bounds
    is_high_enough = minimum is None or option_value >= minimum
    is_low_enough = maximum is None or option_value <= maximum
    if not is_high_enough or not is_low_enough:
        raise UserError(
            f"{layer.place(*keys)}: must lie between {minimum} and {maximum}, not {option_value!r}"
        )
