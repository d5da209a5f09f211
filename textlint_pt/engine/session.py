"""One configuration at work: its settings, plugins and linter, and the reports that are kept of it.

The command line, worker processes, the language server, collections and Python programs lint
through a session.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from textlint_pt import git
from textlint_pt.companions.input import Input, Wanted
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import DEBUG
from textlint_pt.engine import cache as caching
from textlint_pt.engine.cache import Cache
from textlint_pt.report.report import DocumentReport, from_bytes, to_bytes

if TYPE_CHECKING:
    from textlint_pt.engine.linter import Checked, Linter
    from textlint_pt.engine.memory import Memory
    from textlint_pt.engine.shares import Shares
    from textlint_pt.registry.plugins import Plugins


class _Load(msgspec.Struct):
    """What a full load found: the files that all depends on, of code with the stamp that it had,
    and what is asked for before it."""

    code: list[str]
    stamp: str
    files: list[str]
    signature: str
    extensions: list[str]


class Order(NamedTuple):
    """A session as other processes make it."""

    layers: Sequence[Layer]
    third_party: bool = True
    #: folder of the cache
    cache: Path | None = None
    wanted: Wanted = Wanted()
    debug: bool = False


class Session:
    """Texts under one configuration. Nothing is loaded before a text has to be linted."""

    def __init__(
        self,
        layers: Sequence[Layer],
        installed: Callable[[], Plugins] | None = None,
        *,
        third_party: bool = True,
        cache: Cache | None = None,
        memory: Memory | None = None,
        before_loading: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare a session; `before_loading` may refuse to load the linter with a `UserError`."""
        self.layers = layers
        self.cache = cache
        #: what reports are to have
        self.wanted = Wanted()
        self._installed, self._third_party = installed, third_party
        self._memory = memory
        self._before_loading = before_loading
        self._linter: Linter | None = None
        self._damaged: Sequence[str] = ()
        self._load: _Load | None = None

    @classmethod
    def of(cls, order: Order, tell: Callable[[str], None] = caching.ignore_trouble) -> Session:
        """A session as an order from another process says; `tell` gets troubles with the cache."""
        DEBUG.on = order.debug
        cache = Cache(order.cache, tell) if order.cache else None
        session = cls(order.layers, third_party=order.third_party, cache=cache)
        session.wanted = order.wanted
        return session

    def order(self) -> Order:
        folder = self.cache.folder if self.cache else None
        return Order(self.layers, self._third_party, folder, self.wanted, DEBUG.on)

    @cached_property
    def plugins(self) -> Plugins:
        if self._installed is not None:
            return config.with_formats(self._installed(), self.layers)
        from textlint_pt.registry.plugins import load

        return config.with_formats(load(self._third_party), self.layers)

    @property
    def linter(self) -> Linter:
        if self._linter is None:
            from textlint_pt.engine.linter import Linter

            self._before_loading()
            self._linter = Linter(self.plugins, self.layers, self.cache, self._memory)
        return self._linter

    def unload(self) -> None:
        """Of what takes most memory keep nothing; it is made again where it is needed."""
        self._damaged, self._linter = self.damaged, None

    @property
    def is_loaded(self) -> bool:
        return self._linter is not None

    @property
    def settings(self) -> config.Settings:
        return self.linter.settings

    @property
    def damaged(self) -> Sequence[str]:
        return self._linter.damaged if self._linter else self._damaged

    @property
    def signature(self) -> str:
        """What a score depends on; "" before anything is known of it."""
        if self._load is None and self._linter is not None:
            return self._linter.signature()
        return self._load.signature if self._load else ""

    @property
    def extensions(self) -> frozenset[str]:
        """What formats read, by the end of a file's name."""
        if self._load is None:
            self.stored_stamp()
        return frozenset(self._load.extensions) if self._load else self.plugins.extensions

    # ------------------------------------------------------------------ linting

    def check(self, inputs: Iterable[Input], *, only_quick: bool = False) -> Iterator[Checked]:
        """Yield each checked text in order; `only_quick` skips analyses and the score."""
        return self.linter.check(inputs, Wanted(quick=True) if only_quick else self.wanted)

    def shares(self, given: Input) -> Shares:
        """Return the shares of a long document, to be made here."""
        return self.linter.shares(given, self.wanted)

    # ------------------------------------------------------------------ reports that are kept

    def files(self) -> list[str]:
        """Return the files that a linter depends on, besides code."""
        settings = {"lexicon": self.settings.lexicon, "models": self.settings.models}
        return [
            *chain.from_iterable(one.files(settings) for one in self.plugins.resources.values()),
            *config.option_files(self.layers, self.plugins),
            str(config.own_vocabulary()),
            *self.settings.memories,
        ]

    def _all_files(self) -> list[str]:
        return [*self.files(), *([self.settings.baseline] if self.settings.baseline else [])]

    def stamp(self) -> str:
        """Return a value that changes with all that results depend on but the texts."""
        return _stamp(self._configuration_text, self._code, self._all_files())

    @cached_property
    def _code(self) -> str:
        """What the plugins' code was when it was loaded, which is what runs."""
        return caching.code_stamp(self.plugins.code)

    @property
    def _configuration_text(self) -> str:
        layers = [[layer.values, str(layer.root.absolute())] for layer in self.layers]
        flags = [self._third_party, *self.wanted]
        return json.dumps([layers, flags], sort_keys=True, default=str)

    def stored_stamp(self) -> str | None:
        """Return the stamp without loading plugins, if this environment was loaded before."""
        if self.cache is None:
            return None
        load_key = self._load_key()
        stored = self.cache.unpacked([load_key], _loaded).get(load_key)
        if stored is None or stored.stamp != caching.code_stamp(stored.code):
            return None  # a plugin was changed, and may read other files
        self._load = stored
        return _stamp(self._configuration_text, stored.stamp, stored.files)

    def loaded_stamp(self) -> str:
        """Return the stamp, which the next session can know without loading."""
        load = self.record_load()
        if self.cache is not None and not self.plugins.problems:
            self.cache.put({self._load_key(): msgspec.json.encode(load)})
        return _stamp(self._configuration_text, load.stamp, load.files)

    def record_load(self) -> _Load:
        """Remember what was loaded, also after `unload`."""
        plugins = self.plugins
        self._load = load = _Load(
            code=list(plugins.code),
            stamp=self._code,
            files=self._all_files(),
            signature=self.linter.signature(),
            extensions=sorted(plugins.extensions),
        )
        return load

    def _load_key(self) -> bytes:
        """Key of what the last full load in this environment found to depend on."""
        return caching.key("environment", caching.environment_stamp(), self._configuration_text)

    def recall(self, keys: Collection[bytes]) -> Mapping[bytes, DocumentReport]:
        """Return reports that are kept, by key."""
        return self.cache.unpacked(list(keys), from_bytes) if self.cache and keys else {}

    def keep(self, key: bytes, report: DocumentReport) -> None:
        if self.cache is not None and report.error is None:
            self.cache.put({key: to_bytes(report)})


def report_key(stamp: str, given: Input, *more: str) -> bytes:
    """Return a digest of everything that the report on a text depends on."""
    parts: list[str | bytes] = ["report", stamp, given.path, os.getcwd(), given.data, *more]  # noqa: PTH109
    for role, (path, data) in sorted(given.companions.items()):
        parts.extend((role, path, data))
    for companion in given.found.companions:
        parts.extend(companion)
    parts += given.found.former or ()
    from_other_files = given.found.elsewhere, given.found.localised
    parts += [json.dumps(one) for one in from_other_files if one]
    parts += [json.dumps(given.found.notes), git.comment_string(given.path)]
    if given.base is not None:
        parts.extend(("base", given.base))
    return caching.key(*parts)


def _loaded(data: bytes) -> _Load:
    try:
        return msgspec.json.decode(data, type=_Load)
    except msgspec.DecodeError as error:
        raise ValueError("nothing that was kept of a load") from error


def _stamp(settings: str, code: str, files: Iterable[str]) -> str:
    return caching.key(settings, code, caching.file_stamp(files)).hex()
