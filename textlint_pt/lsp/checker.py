"""Lints one text as the command line would lint the file; runs in one thread of its own."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from textlint_pt.companions.finder import Finder
from textlint_pt.companions.input import Input
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.linter import Linter
from textlint_pt.engine.memory import Memory
from textlint_pt.formats import decoding
from textlint_pt.registry import folders
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.reporters.messages import LANGUAGES
from textlint_pt.reporters.report import DocumentDict


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of linting a text.

    `entry` is None if nothing was linted, for the reason `problem` or because the configuration
    excludes the file. `texts` has the texts that places of the entry refer to, by path; `notes` is
    further information for the user.
    """

    entry: DocumentDict | None = None
    texts: Mapping[str, str] = field(default_factory=dict)
    problem: str | None = None
    notes: Sequence[str] = ()


class Checker:
    """Linters by configuration file, each kept for as long as its configuration stays the same.

    All calls must come from one thread: the cache's connection and the models belong to it.
    """

    def __init__(self) -> None:
        self._linters: dict[Path | None, tuple[list[Layer], Linter]] = {}

    @cached_property
    def plugins(self) -> Plugins:
        return load()

    @cached_property
    def _cache(self) -> Cache:
        return Cache(folders.cache())

    def check(self, path: str, text: str, reference: str | None = None) -> Checked:
        """Lint `text` as the content of `path`, against the reference file if one is named."""
        try:
            linter = self._linter(path)
            if linter is None:
                return Checked()
            companions = {"reference": (reference, decoding.read(reference))} if reference else {}
            found = Finder(linter.layers).find(path)
            # half of a surrogate pair becomes one question mark, which keeps the offsets; the mark
            # (BOM) says that the text is UTF-8, whatever the file on disk declares
            data = BOM_UTF8 + text.encode("utf-8", "replace")
            (entry,) = linter.lint([Input(path, data, companions, found)])
            known = dict(companions.values())
            known.update((companion.path, companion.data) for companion in found.companions)
            texts = {
                name: decoding.decode(name, known[name] if name in known else decoding.read(name))
                for name in _paths(entry)
            }
        except (UserError, Unreadable) as error:
            return Checked(problem=str(error))
        notes = [
            *self.plugins.problems,
            *linter.damaged,
            *(notice["message"] for notice in entry["notices"]),
            *([entry["error"]] if entry["error"] else []),
        ]
        return Checked(entry, {**texts, path: text}, notes=notes)

    def language(self, path: str) -> str:
        """Language of messages for a file that was checked before."""
        known = self._linters.get(config.discover(Path(path).parent))
        return known[1].settings.language if known else LANGUAGES[0]

    def _linter(self, path: str) -> Linter | None:
        """The linter under the configuration for `path`; None if the path is excluded."""
        file = config.discover(Path(path).parent)
        layers = config.read_layers(file, {})
        for layer in reversed(layers):
            if "exclude" in layer.values:
                if config.matches(path, layer.values["exclude"], layer.root):
                    return None
                break
        known = self._linters.get(file)
        if known is None or known[0] != layers:
            known = self._linters[file] = layers, Linter(
                self.plugins, layers, self._cache, Memory()
            )
        return known[1]


def _paths(entry: DocumentDict) -> set[str]:
    """Files that places in the entry refer to, besides its own."""
    places = [related for finding in entry["findings"] for related in finding["related"]]
    return {place["path"] for place in places} - {entry["path"]}
