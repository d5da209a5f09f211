"""Finding and loading plugins; one that fails is named and skipped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy
from msgspec.structs import replace

from textlint_pt.contract import hookspecs
from textlint_pt.contract.analysis import split_role
from textlint_pt.contract.declared import Declared
from textlint_pt.contract.errors import DamagedFile, describe, nearest
from textlint_pt.registry.documentation import DOCUMENTATION
from textlint_pt.registry.entry_points import EntryPoint, find
from textlint_pt.report.messages import LANGUAGES

if TYPE_CHECKING:
    from textlint_pt.contract.analysis import Resource
    from textlint_pt.contract.format import Format
    from textlint_pt.contract.metric import Metric
    from textlint_pt.contract.reporter import Reporter
    from textlint_pt.contract.rule import Rule
    from textlint_pt.contract.search import Search
    from textlint_pt.text.document import Document

DISTRIBUTION = "textlint-pt"
ENTRY_POINTS = "textlint_pt"
#: what a plugin may bring
KINDS = (
    "rules",
    "metrics",
    "formats",
    "reporters",
    "resources",
    "analyses",
    "searchers",
    "recognisers",
    "presets",
)


class Loaded(NamedTuple):
    """What one plugin brought: keys and items by attribute of `Plugins`, names of its analyses."""

    name: str
    version: str
    #: version of the hooks that it was written for
    api: int
    brought: Mapping[str, Sequence[tuple[str, Any]]]
    analyses: frozenset[str]
    presets: frozenset[str]
    code: str | None

    @property
    def label(self) -> str:
        return f"{self.name} {self.version}".rstrip()

    def names(self, kind: str) -> Sequence[str]:
        """Return the names of what the plugin provides of a kind, one of `KINDS`."""
        if kind == "analyses":
            return list(self.analyses)
        if kind == "presets":
            return list(self.presets)
        return [key for key, _ in self.brought.get(kind, ())]


@dataclass
class Plugins:
    """Everything the loaded plugins brought, by the name it is asked for."""

    rules: dict[str, type[Rule]] = field(default_factory=dict)
    metrics: dict[str, type[Metric]] = field(default_factory=dict)
    formats: dict[str, Format] = field(default_factory=dict)
    reporters: dict[str, Reporter] = field(default_factory=dict)
    resources: dict[str, Resource] = field(default_factory=dict)
    searchers: dict[str, Search] = field(default_factory=dict)
    #: by the preset that they are for
    recognisers: dict[str, Callable[[Document], bool]] = field(default_factory=dict)
    presets: dict[str, list[tuple[str, Mapping[str, Any]]]] = field(default_factory=dict)
    #: the plugins themselves, in the order in which they were loaded
    loaded: list[Loaded] = field(default_factory=list)
    #: one line for each plugin that was refused
    problems: list[str] = field(default_factory=list)
    #: folders or files of code whose change makes cached results stale
    code: list[str] = field(default_factory=list)
    #: names of formats by extensions that the configuration gives them, which count first
    endings: Mapping[str, str] = field(default_factory=dict)

    def format_for(self, path: str, at: str = "") -> Format:
        """Return the reader for a path's name or extension, else plain text; `at`: the file's
        real path."""
        name = os.path.basename(path)  # noqa: PTH119
        for reader in self.formats.values():
            if name in reader.names:
                return reader.at(at or path)
        extension = os.path.splitext(path)[1].lower()  # noqa: PTH122 - any string, not only paths
        reader = self._readers.get(extension, self.formats["text"])
        at_path = reader.at(at or path)
        # what the configuration says of an extension counts, wherever the file lies
        is_overruled = extension in self.endings and at_path.name != reader.name
        return reader if is_overruled else at_path

    @property
    def extensions(self) -> frozenset[str]:
        return frozenset(filter(None, self._readers))

    @property
    def in_folders(self) -> frozenset[str]:
        """Return the extensions of files that are read from folders, with configured ones."""
        return frozenset(
            extension
            for extension, reader in self._readers.items()
            if extension and (reader.in_folders or extension in self.endings)
        )

    @property
    def _readers(self) -> dict[str, Format]:
        """Return formats by extension: of several that claim one the first."""
        claimed = [
            (extension, reader)
            for reader in self.formats.values()
            for extension in reader.extensions
        ]
        configured = {extension: self.formats[name] for extension, name in self.endings.items()}
        return {**dict(reversed(claimed)), **configured}


def load(third_party: bool = True) -> Plugins:
    """Load every plugin of the entry point group, the package's own first."""
    found = sorted(find(ENTRY_POINTS), key=lambda point: (not _is_own(point), point.name))
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    package = Path(__file__).parents[1]
    plugins = Plugins(code=[str(package), str(package / "report" / "messages.tsv")])
    for point in found:
        if third_party or _is_own(point):
            one = _load_plugin(point, manager, plugins)
            if one:
                plugins.loaded.append(one)
    # a plugin that was skipped may provide what another needs: then its absence is no mistake
    if not plugins.problems:
        _refuse_unknown_names(plugins)
    return plugins


def _refuse_unknown_names(plugins: Plugins) -> None:
    """Remove plugins whose rules or metrics need what no plugin provides."""
    analyses = {name for plugin in plugins.loaded for name in plugin.analyses}
    metrics = set(plugins.metrics)
    for plugin in list(plugins.loaded):
        problem = _unknown_name(plugin, analyses, metrics)
        if problem is None:
            continue
        plugins.problems.append(f"plugin {plugin.label} skipped: {problem}")
        plugins.loaded.remove(plugin)
        for kind, items in plugin.brought.items():
            for key, _ in items:
                del getattr(plugins, kind)[key]
        for preset, pieces in list(plugins.presets.items()):
            pieces[:] = [piece for piece in pieces if piece[0] != plugin.name]
            if not pieces:
                del plugins.presets[preset]
        if plugin.code:
            plugins.code.remove(plugin.code)


def _unknown_name(plugin: Loaded, analyses: Set[str], metrics: Set[str]) -> str | None:
    """Return an error about a name that no plugin provides; None if there is none."""
    for kind in ("rules", "metrics"):
        for key, owner in plugin.brought.get(kind, ()):
            for attribute, provided in (
                ("needs", analyses),
                ("wants", analyses),
                ("metrics", metrics),
            ):
                for name in getattr(getattr(owner, "declared", owner), attribute, ()):
                    if split_role(name)[1] not in provided:
                        what = "metric" if attribute == "metrics" else "analysis"
                        return (
                            f"{kind[:-1]} {key}: `{attribute}` names the {what} "
                            f'"{name}", which no plugin provides{nearest(name, provided)}'
                        )
    return None


def _is_own(point: EntryPoint) -> bool:
    return point.distribution == DISTRIBUTION


def _load_plugin(
    point: EntryPoint, manager: pluggy.PluginManager, plugins: Plugins
) -> Loaded | None:
    """Import, check and register a plugin; None, with a problem noted, if it fails."""
    label = f"{point.name} {point.version}".rstrip()
    try:
        module = point.load()
        written_for = getattr(module, "TEXTLINT_PT_API", None)
        if written_for != hookspecs.API_VERSION:
            raise RuntimeError(
                f"written for API {written_for}, this is API {hookspecs.API_VERSION}"
            )
        manager.register(module, point.name)
        manager.check_pending()
        # all of a plugin or nothing of it: collect and check first, then take over
        brought = dict(_collect(point.name, manager))
        pieces = brought.pop("presets", [])
        for kind, items in brought.items():
            _check(kind, items, getattr(plugins, kind))
        analyses = {n for _, resource in brought.get("resources", ()) for n in resource.provides()}
        for kind, items in brought.items():
            getattr(plugins, kind).update(items)
        if _is_own(point):
            for key, rule in brought.get("rules", ()):
                url = f"{DOCUMENTATION}{{language}}/rules/{key}.html"
                rule.declared = replace(rule.declared, url=url)
        for preset, piece in pieces:
            plugins.presets.setdefault(preset, []).append((point.name, piece))
    except DamagedFile:
        raise
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from error  # Python 3.11 wraps what stops a class definition
        if manager.has_plugin(point.name):
            manager.unregister(name=point.name)
        plugins.problems.append(f"plugin {label} skipped: {describe(error)}")
        return None
    code = None
    file = getattr(module, "__file__", None)
    if file:
        path = Path(file)
        code = str(path.parent if path.name == "__init__.py" else path)
        plugins.code.append(code)
    presets = frozenset(preset for preset, _ in pieces)
    return Loaded(
        point.name, point.version, written_for, brought, frozenset(analyses), presets, code
    )


def _collect(
    name: str, manager: pluggy.PluginManager
) -> Iterator[tuple[str, Sequence[tuple[str, Any]]]]:
    """Yield for each hook that the plugin implements the kind and its items by name."""
    for kind in KINDS:
        hook = getattr(manager.hook, f"textlint_pt_{kind}", None)
        for call in hook.get_hookimpls() if hook else ():
            if call.plugin_name == name:
                brought: Any = call.function()
                if isinstance(brought, Mapping):
                    yield kind, [*brought.items()]
                else:
                    name_attribute = "code" if kind == "rules" else "name"
                    yield kind, [(getattr(item, name_attribute), item) for item in brought]


def _check(kind: str, items: Sequence[tuple[str, Any]], registry: Mapping[str, Any]) -> None:
    """Raise an error for a name already taken, or a part that is missing."""
    seen = set(registry)
    metrics = registry.values() if kind == "metrics" else ()
    scored_by = {
        (metric.dimension, name): metric.name for metric in metrics for name in metric.profiles
    }
    for key, item in items:
        label = f"{kind[:-1]} {key}"
        if key in seen:
            raise RuntimeError(f"{label} is already provided")
        seen.add(key)
        missing = sorted(getattr(item, "__abstractmethods__", ()))
        if kind == "rules":
            item.declared  # noqa: B018 - a row that is wrong shows here
            _check_class_attributes(item)
            missing += [f"messages in {name}" for name in LANGUAGES if name not in item.messages]
        if missing:
            raise RuntimeError(f"{label} lacks {', '.join(missing)}")
        for profile in item.profiles if kind == "metrics" else ():
            other = scored_by.setdefault((item.dimension, profile), key)
            if other != key:
                raise RuntimeError(f"{label} scores {item.dimension} in {profile}, as {other} does")
        if kind in ("rules", "metrics"):
            item()  # what it raises shows here, and not in the midst of linting


def _check_class_attributes(rule: type[Rule]) -> None:
    """Raise an error for a class attribute that only counts as a field of `declared`."""
    for cls in rule.__mro__:
        for name in sorted(vars(cls).keys() & set(Declared.__struct_fields__)):
            if not callable(getattr(cls, name)):
                raise RuntimeError(
                    f"rule {rule.code}: {cls.__name__}.{name} has no effect; write {name} in the"
                    " rule's row of rules.tsv, or as an argument of `declared = Declared(...)`"
                )
