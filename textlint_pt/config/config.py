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

from textlint_pt.config.fence import is_in
from textlint_pt.config.layer import Layer
from textlint_pt.config.ours import SURE, is_of_ours, seems_ours
from textlint_pt.contract.errors import UserError, nearest
from textlint_pt.files import no_file
from textlint_pt.files import read as read_file
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
CONFIG_FILES = (*SURE, CONFIG_FILE, "rules.yml")
#: larger files are refused, and what is nested deeper, holds more values with aliases written out,
#: or extends more files
MAXIMUM_BYTES = 2_000_000
DEEPEST, MOST_VALUES, MOST_EXTENDED = 40, 100_000, 100
#: what holds brackets that open nothing
_QUOTED = re.compile(r"""(?<!\w)(?:"(?:[^"\\]|\\.)*"?|'[^']*'?)|(?<!\S)\#.*""")
#: how the names of files end that `extends` may lead to
_ENDINGS = (".yaml", ".yml", ".toml")
#: options of rules that may also stand at the top, for every rule that has them
FOR_ALL_RULES = ("vocabulary", "localised", "glossary", "strict")
#: of them lists of files of which every one counts: a pack's, and the project's own
ADD_UP = ("vocabulary", "glossary")
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


def discover(start: Path, passing: Callable[[str], object] = lambda line: None) -> Path | None:
    """The nearest configuration file, or pyproject.toml with our table, upwards of `start`.

    In one folder the first of these that is there and is ours; `passing` is told of what bears our
    name and is not.
    """
    for folder in (start, *start.parents):
        for name in CONFIG_FILES:
            candidate = folder / name
            if not os.path.lexists(candidate):
                continue
            if os.path.isfile(candidate):  # noqa: PTH113 - Path's raises where this says no
                if is_ours(candidate):
                    return candidate
                shown = os.path.relpath(candidate) if Path.cwd() in folder.parents else candidate
                passing(
                    f"{shown}: no configuration of textlint-pt, since it has no key of it: "
                    "passed over"
                )
            elif reason := no_file(candidate):
                raise UserError(f"{candidate}: cannot be read: {reason}")
        project = folder / "pyproject.toml"
        if os.path.isfile(project) and b"tool.textlint-pt" in _read(project):  # noqa: PTH113
            return project
    return None


def is_ours(path: Path) -> bool:
    """Whether a file that was found by its name is a configuration of ours."""
    if path.name in SURE:
        return True
    try:
        about = path.stat()
    except OSError:
        return True  # reading it says what is wrong
    return _is_ours(path, about.st_mtime_ns, about.st_size)


@lru_cache
def _is_ours(path: Path, modified: int, size: int) -> bool:
    try:
        text = _read(path).decode("utf-8", "replace")
    except UserError:
        return True  # reading it again says what is wrong
    try:
        return is_of_ours(parse(path, text.replace("\r\n", "\n")))
    except UserError:  # no YAML, or several documents of it
        return seems_ours(text)


def own_vocabulary() -> Path:
    """The user's own words, which count in every project."""
    return folders.data() / "vocabulary.txt"


def new_file(folder: Path) -> Path:
    """The configuration file to make in a folder: rules.yaml, unless another program has one."""
    path = folder / CONFIG_FILE
    return path.with_name(SURE[0]) if path.is_file() and not is_ours(path) else path


def _read(path: Path) -> bytes:
    """The content of a configuration file; `UserError` says why it cannot be had."""
    try:
        return read_file(path, MAXIMUM_BYTES)
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror}") from error


def excluding(file: Path | None, layers: Sequence[Layer]) -> list[Layer]:
    """The layers whose `exclude` holds for texts under a configuration file: its own, and those of
    the files above it in the same project."""
    found = [layer for layer in layers if "exclude" in layer.values][-1:]
    if file is not None and file.parent != (top := project(file)):
        above = discover(file.parent.parent)
        if above is not None and above.is_relative_to(top):
            found += excluding(above, read_layers(above, {}))
    return found


def is_excluded(path: str, layers: Iterable[Layer]) -> bool:
    """Whether one of these layers, which have `exclude`, leaves a path out."""
    return any(matches(path, layer.values["exclude"], layer.root) for layer in layers)


def unread_beside(path: Path) -> str | None:
    """That another file of ours is not read, where this one beside it is."""
    if path.name not in CONFIG_FILES:
        return None
    for name in CONFIG_FILES[CONFIG_FILES.index(path.name) + 1 :]:
        other = path.with_name(name)
        if other.is_file() and is_ours(other):
            return f"{other}: not read, since {path} is there too: keep one of the two"
    return None


def read_layers(
    path: Path | None, command_line: Mapping[str, Any], *, by_hand: bool = False
) -> list[Layer]:
    """Layers of a configuration file (with what it extends) and of the command line.

    Unless the file was named `by_hand`, it leads to no file outside of its project.
    """
    layers: list[Layer] = []
    if path:
        fence = None if by_hand else project(path)
        Layer(str(path), {}, path.parent, fence=fence).path(path.name)
        layers = _read_file(path, (), fence)
    given = {key: value for key, value in command_line.items() if value is not None}
    if given:
        layers.append(Layer("command line", given, Path.cwd()))
    return layers


def project(path: Path) -> Path:
    """The folder of a configuration file's project: of those above it the nearest that holds
    `.git`; where there is none, its own."""
    here = Path(os.path.abspath(path)).parent  # noqa: PTH100 - where it was found, links or not
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)


def _read_file(path: Path, seen: tuple[Path, ...], fence: Path | None) -> list[Layer]:
    resolved = Path(os.path.realpath(path))
    if resolved in seen:
        raise UserError(f"{path}: extends itself")
    try:
        text = _read(path).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UserError(f"{path}: cannot be read: not UTF-8") from error
    values = parse(path, text)
    if not isinstance(values, dict):
        raise UserError(f"{path}: must hold keys and values, e.g. `preset: docs`")
    from textlint_pt.config.schema import check

    layer = Layer(str(path), _without_null(values), path.parent, (), text, fence)
    layer = layer._replace(values=check(layer))
    layers: list[Layer] = []
    for at, name in enumerate(layer.values.get("extends", ())):
        extended, its_fence = _extended(name, layer, at)
        layers.extend(_read_file(extended, (*seen, resolved), its_fence))
        if len(layers) > MOST_EXTENDED:
            raise UserError(f"{layer.place('extends', at)}: more than {MOST_EXTENDED} files")
    layers.append(layer)
    return layers


def _extended(name: str, layer: Layer, at: int) -> tuple[Path, Path | None]:
    """The file that `extends` names, a path or one in an installed package, which is not run; and
    the folder that bounds what it names itself."""
    if not name.startswith(PACKAGE):
        path = layer.path(name, "extends", at)
        if layer.fence and path.suffix not in _ENDINGS:  # what is wrong with others is not told
            raise UserError(
                f"{layer.place('extends', at)}: {name}: must end in {', '.join(_ENDINGS)}"
            )
        return path, layer.fence
    from importlib.util import find_spec

    package, _, file = name.removeprefix(PACKAGE).partition("/")
    # of "a.b" Python would run "a"
    spec = find_spec(package) if package.isidentifier() else None
    places = (spec.submodule_search_locations or ()) if spec else ()
    for folder in places:
        inside = layer._replace(root=Path(folder), fence=Path(folder))
        return inside.path(file or CONFIG_FILE, "extends", at), Path(folder)
    raise UserError(
        f"{layer.place('extends', at)}: no package {package!r} is installed here: install it, "
        "or name a path"
    )


def _without_null(values: Any) -> Any:
    """The mapping without keys that have nothing after them: what they hold is commented out."""
    if not isinstance(values, dict):
        return values
    return {key: _without_null(value) for key, value in values.items() if value is not None}


def parse(path: Path, text: str) -> Any:
    """What a configuration file with this text holds; `UserError` says what is wrong with it."""
    if path.suffix == ".toml":
        import tomllib

        try:
            tools = tomllib.loads(text).get("tool", {})
        except (ValueError, RecursionError) as error:  # a number of thousands of digits, too
            said = (
                f"not valid TOML: {error}" if isinstance(error, ValueError) else "nested too deep"
            )
            raise UserError(f"{path}: {said}") from error
        return tools.get("textlint-pt", {}) if isinstance(tools, dict) else {}
    import yaml

    try:
        _check_bounds(path, text)
        return yaml.load(text, _loader()) or {}
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        if mark and _open_brackets(text[: mark.index]) > DEEPEST:  # readers look far ahead
            raise _too_deep(path, mark.line + 1) from error
        if mark and _indented_by_tab(text, mark.line):
            said = "a tab: YAML allows only spaces for indentation"
            raise UserError(f"{path}:{mark.line + 1}: {said}") from error
        where = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UserError(f"{where}: not valid YAML: {problem}") from error
    # no number or date though it is written like one; as PyYAML fails over `!!bool x`
    except (ValueError, LookupError, AttributeError) as error:
        said = f"{error}" if isinstance(error, ValueError) else "a value is not what its tag says"
        raise UserError(f"{path}: not valid YAML: {said}") from error


def _check_bounds(path: Path, text: str) -> None:
    """`UserError` for what is small as text and has no end as values: aliases of aliases, an alias
    inside of what it stands for, and nesting that readers cannot follow."""
    import yaml

    sizes: dict[str | None, int] = {}
    opened: list[tuple[str | None, int]] = []  # names of what is open, and how much is in it
    event: Any
    for event in yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        name: Any = getattr(event, "anchor", None)
        size, line = 0, event.start_mark.line + 1
        if isinstance(event, yaml.CollectionStartEvent):
            opened.append((name, 1))
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, size = opened.pop()
            sizes[anchor] = size
        elif isinstance(event, yaml.AliasEvent):
            if any(anchor == name for anchor, _ in opened):
                raise UserError(f"{path}:{line}: *{name} stands for itself")
            size = sizes.get(name, 1)
        elif isinstance(event, yaml.ScalarEvent):
            size = sizes[name] = 1
        if opened and size:
            opened[-1] = (opened[-1][0], opened[-1][1] + size)
        if len(opened) > DEEPEST:
            raise _too_deep(path, line)
        if opened and opened[-1][1] > MOST_VALUES:
            raise UserError(f"{path}:{line}: too many values")


def _too_deep(path: Path, line: int) -> UserError:
    return UserError(f"{path}:{line}: nested deeper than {DEEPEST}")


def _open_brackets(text: str) -> int:
    """How many lists and mappings in brackets a beginning of a YAML file leaves open."""
    bare = _QUOTED.sub("", text)
    return sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))


def _indented_by_tab(text: str, line: int) -> bool:
    lines = text.splitlines()
    indented = lines[line] if line < len(lines) else ""
    return "\t" in indented[: len(indented) - len(indented.lstrip())]


def _loader() -> Any:
    """A safe loader that refuses a key given twice: the first would be lost without a word."""
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


def _deciding(layers: Sequence[Layer], key: str) -> Layer | None:
    """The last layer that has a top-level key, whose value holds."""
    return next((layer for layer in reversed(layers) if key in layer.values), None)


def value(layers: Sequence[Layer], key: str, default: Any = None) -> Any:
    """The value of a top-level key that holds."""
    layer = _deciding(layers, key)
    return layer.values[key] if layer else default


def for_path(layers: Sequence[Layer], path: str) -> list[Layer]:
    """The layers with the sections under `paths` that match `path` put after their file."""
    result: list[Layer] = []
    for layer in layers:
        result.append(layer)
        for pattern, section in layer.values.get("paths", {}).items():
            if matches(path, [pattern], layer.root):
                result.append(layer.part(pattern, section))
    return result


def check_sections(layers: Sequence[Layer], plugins: Plugins) -> None:
    """Resolve every section under `paths`, so that an error in one shows before a file meets it."""
    for layer in layers:
        for pattern, section in layer.values.get("paths", {}).items():
            resolve([*layers, layer.part(pattern, section)], plugins)


def matches(path: str, patterns: Sequence[str], root: Path) -> bool:
    """Whether a path matches gitignore-style patterns relative to `root`."""
    from textlint_pt.config.patterns import Patterns

    try:
        found = Patterns(patterns)
    except ValueError as error:
        wrong = next(filter(_is_no_pattern, patterns))
        raise UserError(f'{root}: `exclude` or `paths`: "{wrong}" is no pattern') from error
    try:
        real, top = os.path.realpath(path), os.path.realpath(root)
    except ValueError:
        return False
    return is_in(real, top) and bool(found.match(Path(os.path.relpath(real, top)).as_posix()))


def pattern_of(path: str) -> str:
    """The pattern of `exclude` for one path, with slashes, below the configuration's folder."""
    from textlint_pt.config.patterns import printable

    if path.startswith("../"):
        path = path.rpartition("/")[2]
    escaped = re.sub(r"[\\*?\[\]]|^[!#]|\s$", r"\\\g<0>", printable(path))
    return "/" + escaped.replace("\ufffd", "?")  # what cannot be written


def _is_no_pattern(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return True
    return False


# ------------------------------------------------------------------ resolving


#: settings whose origin is told, those of rules aside
_ORIGINAL = ["preset", "profile", "kind", "language", "lexicon", "models", "memories", "baseline"]


def resolve(layers: Sequence[Layer], plugins: Plugins) -> Settings:
    """Settings from layers; `UserError` names an unknown preset, rule or option and the nearest."""
    from textlint_pt.contract.metric import PROFILES
    from textlint_pt.text.kinds import KINDS

    preset: str = _one_of(layers, "preset", sorted(plugins.presets), DEFAULT_PRESET)
    stack = [
        Layer(f"preset {preset} ({plugin})", piece) for plugin, piece in plugins.presets[preset]
    ] + list(layers)
    origins = {key: _origin(stack, key) for key in _ORIGINAL}
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
    layer = _deciding(layers, key)
    return layer.origin if layer else "default"


def _one_of(
    layers: Sequence[Layer], key: str, known: Sequence[str], default: str | None = None
) -> Any:
    """The value of a key that must be one of those known."""
    layer, name = _deciding(layers, key), value(layers, key, default)
    if name is not None and name not in known:
        raise UserError(
            f'{layer.place(key) if layer else "default"}: unknown {key} "{name}"'
            f"{nearest(name, known)}; known: {', '.join(known)}"
        )
    return name


def _lexicon(stack: Sequence[Layer]) -> str | None:
    layer = _deciding(stack, "lexicon")
    return _file(layer, ("lexicon",), layer.values["lexicon"]) if layer else None


def baseline_file(layers: Sequence[Layer]) -> str:
    """The path of the baseline that a layer names, which need not be there; "" for none."""
    layer = _deciding(layers, "baseline")
    if not layer or not layer.values["baseline"]:
        return ""
    path = os.path.normpath(str(layer.path(layer.values["baseline"], "baseline")))
    return path.removeprefix(f"{Path.cwd()}{os.sep}")  # as people know it


def fence_of(layers: Sequence[Layer], key: str) -> Path | None:
    """The folder that bounds the layer whose value of a key holds; None: a person named it."""
    layer = _deciding(layers, key)
    return layer.fence if layer else None


def _file(layer: Layer, keys: Sequence[object], given: str) -> str:
    """The path of a file that a layer names; "" names none."""
    path = layer.path(given, *keys)
    if given and not os.path.isfile(path):  # noqa: PTH113 - Path's raises where this says no
        raise UserError(f"{layer.place(*keys)}: {path}: no such file")
    return str(path) if given else ""


def _models(stack: Sequence[Layer]) -> dict[str, str]:
    """Models by name; a path that exists beside the file that names it is taken from there."""
    layer = _deciding(stack, "models")
    return {
        name: str(path) if os.path.exists(path) else given  # noqa: PTH110
        for name, given in (layer.values["models"] if layer else {}).items()
        # large files, which are seldom committed; of them nothing is quoted
        for path in ([layer.path(given, "models", name, ignored_too=False)] if layer else ())
    }


def _memories(stack: Sequence[Layer]) -> tuple[str, ...]:
    layer = _deciding(stack, "memories")
    named = enumerate(layer.values["memories"]) if layer else ()
    return tuple(_file(layer, ("memories", at), one) for at, one in named if layer and one)


def fields(layers: Sequence[Layer], plugins: Plugins) -> dict[str, list[str]]:
    """Names of fields of records, by what they are; `UserError` for what no format reads."""
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
    """Names of formats by the endings of files, with their dot, that layers give them; `UserError`
    for a format that there is not, and for what is no ending."""
    result: dict[str, str] = {}
    for layer in layers:
        for given, name in layer.values.get("formats", {}).items():
            ending = f".{given.removeprefix('.')}".lower()
            place = layer.place("formats", given)
            if os.path.splitext(f"x{ending}") != ("x", ending) or len(ending) < 2:  # noqa: PTH122
                raise UserError(f'{place}: "{given}" is no ending of a name: write e.g. "qmd"')
            if name not in plugins.formats:
                known = sorted(plugins.formats)
                raise UserError(
                    f'{place}: unknown format "{name}"{nearest(name, known)}; '
                    f"known: {', '.join(known)}"
                )
            result[ending] = name
    return result


def with_formats(plugins: Plugins, layers: Sequence[Layer]) -> Plugins:
    """The plugins with the endings that layers give to formats."""
    endings = formats(layers, plugins)
    if not endings:
        return plugins
    from dataclasses import replace

    return replace(plugins, endings=endings)


def option_files(layers: Sequence[Layer], plugins: Plugins) -> list[str]:
    """The files that options of rules name, in any section."""
    given = [
        (layer.root, options)
        for layer in layers
        for section in (layer.values, *layer.values.get("paths", {}).values())
        for options in (_for_all_rules(section), *section.get("rules", {}).values())
    ]
    rules = plugins.rules.values()
    named = {
        key
        for key in {key for _, options in given for key in options}
        if any(key in rule.options and rule.options[key].path for rule in rules)
    }
    return sorted(
        {
            str(root / file)
            for root, options in given
            for key in named & options.keys()
            for file in ([options[key]] if isinstance(options[key], str) else options[key])
            if file
        }
    )


def selector_length(selector: str, rule: type[Rule]) -> int:
    """How specifically a selector names a rule: 0 not at all, more characters more so.

    A selector is `ALL`, `DEFAULT` (rules that run where nothing is selected), a code or its
    beginning, a dotted name or its beginning up to a dot, or the dimension that a rule counts in.
    """
    if selector in ("ALL", ""):
        return len(selector[:1])
    if selector == DEFAULT_RULES:
        return 1 if rule.declared.default else 0
    if rule.code.startswith(selector):
        return 1 + len(selector)
    if rule.declared.name == selector or rule.declared.name.startswith(f"{selector}."):
        return 1 + (len(rule.code) if rule.declared.name == selector else 1)
    return 1 if selector and selector == rule.declared.dimension else 0


def _selected(
    stack: Sequence[Layer], plugins: Plugins, origins: dict[str, str]
) -> tuple[dict[str, Severity], frozenset[str], frozenset[str]]:
    """The rules that run, with their severity, those that only `ignore` keeps from it, and the
    dimensions that are measured.

    A dimension is measured where one of its rules is selected, and by default even if all its
    rules are off by default, as long as one of them is not ignored, or if it has none.
    """
    for layer in stack:
        for key in ("select", "ignore", "severity"):
            given = layer.values.get(key, ())
            for at, selector in enumerate(given):
                within = selector if isinstance(given, Mapping) else at
                _known_selector(selector, layer, (key, within), plugins)
    select = value(stack, "select", (DEFAULT_RULES,))
    ignore = [selector for layer in stack for selector in layer.values.get("ignore", ())]
    origins["select"] = _origin(stack, "select")
    origins["ignore"] = _origin(stack, "ignore")
    result: dict[str, Severity] = {}
    ignored: set[str] = set()
    dimensions: set[str] = set()
    if DEFAULT_RULES in select:
        of_rules = {rule.declared.measured for rule in plugins.rules.values()}
        dimensions = {metric.dimension for metric in plugins.metrics.values()} - of_rules
    for code in sorted(plugins.rules):
        rule = plugins.rules[code]
        wanted = max((selector_length(s, rule) for s in select), default=0)
        unwanted = max((selector_length(s, rule) for s in ignore), default=0)
        measured = rule.declared.measured
        if measured and max(wanted, DEFAULT_RULES in select) > unwanted:
            dimensions.add(measured)
        if wanted <= unwanted:
            if wanted:
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


def _known_selector(
    selector: str, layer: Layer, keys: tuple[object, ...], plugins: Plugins
) -> None:
    if any(selector_length(selector, rule) for rule in plugins.rules.values()):
        return
    known = [*plugins.rules, *(rule.declared.name for rule in plugins.rules.values())]
    where = f"{layer.at(*keys)}: {layer.dotted(keys[0])}"
    raise UserError(f'{where}: no rule is called "{selector}"{nearest(selector, known)}')


class _Options(dict[str, dict[str, Any]]):
    """Options of rules and metrics; those of which nobody asks are not read."""

    def __init__(self, plugins: Plugins) -> None:
        self._owners: dict[str, Any] = {**plugins.rules, **plugins.metrics}

    def __missing__(self, name: str) -> dict[str, Any]:
        options = self._owners[name].options
        self[name] = {key: option.default for key, option in options.items()}
        return self[name]


def _options(stack: Sequence[Layer], plugins: Plugins, origins: dict[str, str]) -> _Options:
    """Options of every rule and metric. A metric sees what is set for the rules that use it."""
    result = _Options(plugins)
    if (own := own_vocabulary()).is_file():
        for code, rule in plugins.rules.items():
            if "vocabulary" in rule.options:
                result[code]["vocabulary"] = [str(own)]
                origins[f"rules.{code}.vocabulary"] = str(own)
    for layer in stack:
        entries = layer.values.get("rules", {})
        for selector in entries:
            _known_selector(selector, layer, ("rules", selector), plugins)
            matched = [r for r in plugins.rules.values() if selector_length(selector, r)]
            for key, given in entries[selector].items():
                having = [rule for rule in matched if key in rule.options]
                if not having:
                    known = sorted({name for rule in matched for name in rule.options})
                    raise UserError(
                        f"{layer.at('rules', selector, key)}: {layer.dotted('rules', selector)}: "
                        f'unknown option "{key}"{nearest(key, known)}; '
                        f"known: {', '.join(known) or 'none'}"
                    )
                _check_value(layer, ("rules", selector, key), given, having[0].options[key])
        for key, given in _for_all_rules(layer.values).items():
            having = [rule for rule in plugins.rules.values() if key in rule.options]
            if not having:
                raise UserError(f"{layer.place(key)}: no rule has this option")
            for rule in having:
                origins[f"rules.{rule.code}.{key}"] = layer.origin
                if not rule.options[key].path:
                    result[rule.code][key] = given
                    continue
                files = _files(layer, (key,), given, rule.options[key])
                if key in ADD_UP:
                    files = list(dict.fromkeys((*result[rule.code][key], *files)))
                result[rule.code][key] = files
        for code, rule in sorted(plugins.rules.items()):
            for selector in sorted(entries, key=lambda s: selector_length(s, rule)):
                if not selector_length(selector, rule):
                    continue
                for name, given in entries[selector].items():
                    if name not in rule.options:
                        continue
                    if rule.options[name].path:
                        where = ("rules", selector, name)
                        given = _files(layer, where, given, rule.options[name])
                    elif isinstance(given, str) and isinstance(rule.options[name].default, list):
                        given = [given]
                    result[code][name] = given
                    origins[f"rules.{code}.{name}"] = layer.origin
                    for metric in rule.declared.metrics:
                        if metric in plugins.metrics and name in result[metric]:
                            result[metric][name] = given
    for options in result.values():
        if options.get("vocabulary"):
            from textlint_pt.contract.vocabulary import read_vocabulary

            read_vocabulary(options["vocabulary"])  # says what is no entry before any work
        if options.get("glossary"):
            from textlint_pt.contract.glossary import read_glossary

            read_glossary(options["glossary"])
    return result


def _files(
    layer: Layer, keys: tuple[str, ...], given: str | Sequence[str], option: Option
) -> str | list[str]:
    """The path that an option names, or of a list of them all."""
    if isinstance(option.default, str):
        return _file(layer, keys, str(given))
    if isinstance(given, str):
        return [_file(layer, keys, given)] if given else []
    return [_file(layer, (*keys, at), one) for at, one in enumerate(given) if one]


def _for_all_rules(values: Mapping[str, Any]) -> dict[str, Any]:
    """Options that may stand at the top, for every rule that has them."""
    return {key: values[key] for key in FOR_ALL_RULES if key in values}


#: what the values of an option are called, by the type of its default
_CALLED = {
    bool: "true or false",
    str: "text",
    list: "a list",
    tuple: "a list",
    dict: "keys and values",
}


def _check_value(layer: Layer, keys: tuple[str, ...], given: Any, option: Option) -> None:
    default = option.default
    if isinstance(default, list | tuple):
        fits = isinstance(given, list | tuple | str)
    elif isinstance(default, bool) or not isinstance(default, int | float):
        fits = isinstance(given, type(default))
    else:
        fits = isinstance(given, int | float) and not isinstance(given, bool)
    if not fits:
        wanted = _CALLED.get(type(default), "a number")
        raise UserError(f"{layer.place(*keys)}: must be {wanted}, not {given!r}")
    if option.choices and given not in option.choices:
        raise UserError(
            f'{layer.place(*keys)}: unknown value "{given}"{nearest(given, option.choices)}; '
            f"allowed: {', '.join(option.choices)}"
        )
    low, high = option.minimum, option.maximum
    if not ((low is None or given >= low) and (high is None or given <= high)):  # also for NaN
        raise UserError(f"{layer.place(*keys)}: must lie between {low} and {high}, not {given!r}")
