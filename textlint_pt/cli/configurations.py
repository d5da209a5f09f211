"""Which configuration each text of a run is under: the run's own, or one that is nearer to it."""

from __future__ import annotations

import gc
import os
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textlint_pt.cli.language import language
from textlint_pt.cli.layers import Warn, layers_of
from textlint_pt.cli.output import complain
from textlint_pt.cli.past import SELECTION
from textlint_pt.companions.finder import Finder
from textlint_pt.companions.input import Wanted
from textlint_pt.companions.revision import split_range
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.session import Session
from textlint_pt.registry import folders

if TYPE_CHECKING:
    from textlint_pt.engine.linter import Linter
    from textlint_pt.registry.plugins import Plugins

#: linters of a run that are kept, one for each configuration: each takes some megabytes
MAX_LINTERS = 8


class Configuration:
    """A configuration file, or none, and the session of the texts that are under it."""

    def __init__(
        self, file: Path | None, layers: Sequence[Layer], options: Mapping[str, Any], error: str
    ) -> None:
        self.file, self.layers = file, layers
        #: what is wrong with it
        self.error = error
        self._options = options
        self.session: Session

    @property
    def plugins(self) -> Plugins:
        return self.session.plugins

    @property
    def linter(self) -> Linter:
        return self.session.linter

    @cached_property
    def finder(self) -> Finder:
        base, _ = split_range(self._options["reference_rev"])
        return Finder(self.layers, base, with_history=True)

    @cached_property
    def drift_linter(self) -> Linter:
        from textlint_pt.engine.linter import Linter

        return Linter(self.plugins, [*self.layers, Layer("history", SELECTION)])

    def is_excluded(self, path: str) -> bool:
        return config.is_excluded(path, self._excluding)

    @cached_property
    def _excluding(self) -> Sequence[Layer]:
        try:
            return config.exclude_layers(
                None if self._options["config"] else self.file, self.layers
            )
        except UserError as error:  # of a configuration above this one
            self.error = self.error or str(error)
            return ()

    def is_vocabulary(self, path: str) -> bool:
        return os.path.abspath(path) in self._vocabularies  # noqa: PTH100

    @cached_property
    def _vocabularies(self) -> frozenset[str]:
        """Return the absolute paths of the lists of words that it names for all rules."""
        found: set[str] = set()
        for layer in self.layers:
            for name in layer.values.get("vocabulary") or ():
                found.add(os.path.abspath(layer.path(name, "vocabulary")))  # noqa: PTH100
        return frozenset(found)


class Configurations:
    """The configuration of a run (`main`), and those of folders that have a nearer one.

    The options of the run and the language of its messages hold under all of them.
    """

    def __init__(
        self, options: Mapping[str, Any], file: Path | None, layers: Sequence[Layer], warn: Warn
    ) -> None:
        self._options, self._warn = options, warn
        self._cache = None if options["no_cache"] else Cache(folders.cache(), warn)
        self.main = self._open(file, layers)
        self._by_file = {file: self.main}
        self._by_folder: dict[str, Configuration] = {}
        self._loaded: list[Configuration] = []
        #: those whose texts are being linted, which keep their linters
        self.in_use: Collection[Configuration] = ()

    @property
    def all(self) -> Collection[Configuration]:
        return self._by_file.values()

    def nearest(self, path: str) -> Configuration:
        """Return the configuration that a text is under."""
        if self._options["config"]:
            return self.main
        folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
        if folder not in self._by_folder:
            file: Path | None = None
            try:
                file = config.discover(Path(folder), self._warn)
                if file not in self._by_file:
                    options = {**self._options, "language": language()}
                    self._by_file[file] = self._open(file, layers_of(file, options, self._warn))
            except UserError as error:  # texts under other configurations are linted all the same
                file = file or Path(folder, config.CONFIG_FILE)
                self._by_file[file] = self._open(file, self.main.layers, str(error))
            self._by_folder[folder] = self._by_file[file]
        return self._by_folder[folder]

    def _open(self, file: Path | None, layers: Sequence[Layer], error: str = "") -> Configuration:
        """Return a configuration with a session, in which nothing is loaded yet."""
        opened = Configuration(file, layers, self._options, error)

        def check() -> None:
            if opened.error:
                raise UserError(opened.error)
            config.check_sections(layers, opened.plugins)
            self._unload_idle()
            self._loaded.append(opened)

        opened.session = Session(
            layers,
            lambda: self.installed,
            third_party=not self._options["no_plugins"],
            cache=self._cache,
            before_loading=check,
        )
        opened.session.wanted = Wanted(self._options["measures"])
        return opened

    def _unload_idle(self) -> None:
        """Unload the linters of configurations that are not in use, once too many are loaded."""
        if len(self._loaded) < MAX_LINTERS:
            return
        for configuration in self._loaded:
            if configuration not in self.in_use:
                configuration.session.unload()
        self._loaded = [loaded for loaded in self._loaded if loaded.session.is_loaded]
        gc.collect()  # classes of declared rules hold themselves

    @cached_property
    def installed(self) -> Plugins:
        """Return the installed plugins, after reporting those that failed to load."""
        from textlint_pt.registry.plugins import load

        plugins = load(third_party=not self._options["no_plugins"])
        for problem in plugins.problems:
            complain(problem)
        return plugins

    @property
    def refused_plugins(self) -> bool:
        """Return whether a plugin could not be loaded; False where none was needed."""
        were_loaded = "installed" in vars(self)  # a cached property that was read
        return were_loaded and bool(self.installed.problems)
