"""One command at work on texts, under one or several configurations, each with a session."""

from __future__ import annotations

import gc
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.layers import Warn, layers_of
from textlint_pt.cli.output import complain
from textlint_pt.cli.outputs import Outputs
from textlint_pt.cli.past import SELECTION, with_drift
from textlint_pt.companions.finder import Finder
from textlint_pt.companions.input import Input, Wanted
from textlint_pt.companions.revision import split_range
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.engine import cache as caching
from textlint_pt.engine import conventions
from textlint_pt.engine.reports import reports
from textlint_pt.engine.session import Session
from textlint_pt.registry import folders
from textlint_pt.report.report import DocumentReport, failed

if TYPE_CHECKING:
    from textlint_pt.engine.linter import Linter
    from textlint_pt.registry.plugins import Plugins
    from textlint_pt.report.finding import Localised
    from textlint_pt.text.document import Document

#: linters of a run that are kept, one for each configuration: each takes some megabytes
_MAX_LINTERS = 8


class Text(NamedTuple):
    """One input of a command, or why it cannot be had."""

    input: Input
    error: str | None = None
    #: whether the `error` is that the file cannot be read
    unread: bool = False
    #: whether it comes from standard input
    piped: bool = False

    @property
    def path(self) -> str:
        return self.input.path

    @property
    def data(self) -> bytes:
        return self.input.data

    def with_data(self, data: bytes, document: Document | None) -> Text:
        return self._replace(input=self.input._replace(data=data, document=document))


def _as_sequence(given: str | Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given


class Run:
    """One command: from arguments to report entries, through the cache where it knows them.

    Texts whose nearest configuration is another than that of the run have a part of it of their
    own (`under`), with that configuration; options of the run and the language of messages hold in
    all parts.
    """

    session: Session

    def __init__(
        self,
        options: Mapping[str, Any],
        file: Path | None,
        layers: Sequence[Layer],
        warn: Warn,
        parent: Run | None = None,
    ) -> None:
        """Prepare a run, or with `parent` the part of it that has its own configuration."""
        self.options = options
        self._warn = warn
        self.layers = layers
        self.file = file
        self._parent = parent
        self.parts: dict[Path | None, Run] = {file: self}
        self._loaded_parts: list[Run] = []
        self._running: dict[Run, Iterator[DocumentReport]] = {}
        #: what pages of the run agree on, and the first page of each
        self._conventions: dict[Localised, str] = {}
        self._nearest: dict[str, Path | None] = {}
        store: caching.Cache | None = parent.session.cache if parent else None
        if not options["no_cache"] and not parent:
            store = caching.Cache(folders.cache(), warn)
        third_party = not options["no_plugins"]
        self.session = Session(
            layers,
            self._load,
            third_party=third_party,
            cache=store,
            before_loading=self._check_configuration,
        )
        self.session.wanted = self._wanted = Wanted(options["measures"])
        #: what is wrong with the configuration of this part
        self._configuration_error = ""
        #: paths that were found and not named
        self.walked: frozenset[str] = frozenset()
        #: bytes of what was linted, by path
        self.sources: dict[str, bytes] = {}
        #: documents to be corrected, by path and content
        self.judged: dict[tuple[str, bytes], Document] = {}
        self._keeps_documents = bool(options["fix"] or options["diff"])
        #: why corrected texts could not be written
        self.unwritten: list[str] = []
        #: whether standard output has its report already
        self.has_streamed = False

    @property
    def plugins(self) -> Plugins:
        return self.session.plugins

    def _load(self) -> Plugins:
        return self._parent._load() if self._parent else self._installed

    @cached_property
    def _installed(self) -> Plugins:
        """Return the installed plugins, after reporting those that failed to load."""
        from textlint_pt.registry.plugins import load

        plugins = load(third_party=not self.options["no_plugins"])
        for problem in plugins.problems:
            complain(problem)
        return plugins

    @property
    def linter(self) -> Linter:
        return self.session.linter

    def _check_configuration(self) -> None:
        """Raise `UserError` if the configuration of this part is wrong, before it is loaded."""
        if self._configuration_error:
            raise UserError(self._configuration_error)
        config.check_sections(self.layers, self.session.plugins)
        (self._parent or self)._unload_idle(self)

    def _unload_idle(self, loaded: Run) -> None:
        """Unload the linters of idle parts once too many are loaded, then add `loaded` to them."""
        if len(self._loaded_parts) >= _MAX_LINTERS:
            for part in self._loaded_parts:
                if part not in self._running:
                    part.session.unload()
            self._loaded_parts = [part for part in self._loaded_parts if part.session.is_loaded]
            gc.collect()  # classes of declared rules hold themselves
        self._loaded_parts.append(loaded)

    def linter_for(self, path: str) -> Linter:
        return self.under(path).linter

    def under(self, path: str) -> Run:
        """Return the part of the run with the configuration nearest to a path."""
        if self.options["config"]:
            return self
        folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
        if folder not in self._nearest:
            options = {**self.options, "language": self.language}
            file: Path | None = None
            try:
                file = config.discover(Path(folder), self._warn)
                if file not in self.parts:
                    layers = layers_of(file, options, self._warn)
                    self.parts[file] = Run(options, file, layers, self._warn, self)
            except UserError as error:  # texts under other configurations are linted all the same
                file = file or Path(folder, config.CONFIG_FILE)
                self.parts[file] = part = Run(options, file, self.layers, self._warn, self)
                part._configuration_error = str(error)
            self._nearest[folder] = file
        return self.parts[self._nearest[folder]]

    @cached_property
    def excluding(self) -> Sequence[Layer]:
        try:
            return config.exclude_layers(None if self.options["config"] else self.file, self.layers)
        except UserError as error:  # of a configuration above this one
            self._configuration_error = self._configuration_error or str(error)
            return ()

    def is_vocabulary(self, name: str) -> bool:
        return os.path.abspath(name) in self._vocabularies  # noqa: PTH100

    @cached_property
    def _vocabularies(self) -> frozenset[str]:
        return frozenset(
            os.path.abspath(layer.path(name, "vocabulary"))  # noqa: PTH100
            for layer in self.layers
            for name in _as_sequence(layer.values.get("vocabulary") or ())
        )

    @cached_property
    def finder(self) -> Finder:
        base, _ = split_range(self.options["reference_rev"])
        return Finder(self.layers, base, with_history=True)

    @cached_property
    def _drift_linter(self) -> Linter:
        from textlint_pt.engine.linter import Linter

        return Linter(self.plugins, [*self.layers, Layer("history", SELECTION)])

    @cached_property
    def outputs(self) -> Outputs:
        return Outputs(self.options, lambda: self.plugins)

    def check_outputs(self, texts: Iterable[Text]) -> None:
        """Raise `UserError` if an output would overwrite an input."""
        read = [layer.file for layer in self.layers if layer.text]
        for text in texts:
            read += [text.path, *(path for path, _ in text.input.companions.values())]
            read += [companion.path for companion in text.input.found.companions]
        self.outputs.check(read)

    @property
    def signature(self) -> str:
        """Return what scores depend on; those of several configurations are joined by `+`."""
        signatures = (part.session.signature for part in self.parts.values())
        return " + ".join(dict.fromkeys(filter(None, signatures)))

    @property
    def damaged(self) -> Sequence[str]:
        return [
            *dict.fromkeys(name for part in self.parts.values() for name in part.session.damaged)
        ]

    @property
    def refused_plugins(self) -> bool:
        """Return whether a plugin could not be loaded; False where none was needed."""
        whole = self._parent or self
        were_loaded = "_installed" in vars(whole)  # a cached property that was read
        return were_loaded and bool(whole._installed.problems)

    @cached_property
    def language(self) -> str:
        return spoken()

    @cached_property
    def baseline(self) -> str:
        """Path of the file of accepted findings; "" for none."""
        return config.baseline_file(self.layers)

    def failed(self, text: Text) -> DocumentReport:
        profile = config.value(self.layers, "profile", config.DEFAULT_PROFILE)
        return failed(text.path, text.error or "", profile, unread=text.unread)

    @property
    def has_fixed_input(self) -> bool:
        """Whether standard output has the corrected text of standard input."""
        return self.options["fix"] and "-" in self.options["paths"]

    def documents(self, texts: Iterable[Text]) -> list[DocumentReport]:
        return list(self.finished(list(texts)))

    def finished(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """Yield reports in order, each as soon as it and those before it are done and stored."""
        self._wanted = Wanted(self.options["measures"], self.outputs.whole_texts)
        if not self.sources:
            self.check_outputs(texts)
        self.sources.update((text.path, text.data) for text in texts)
        entries = self._in_order(texts)
        # a report that is piped as it is made is mostly shown on the terminal of the progress line
        shares_terminal = self.has_streamed and stat.S_ISFIFO(os.fstat(1).st_mode)
        if not self.options["quiet"] and not shares_terminal:
            from textlint_pt.cli.progress import progress

            size = sum(len(text.data) for text in texts)
            entries = progress(entries, [text.path for text in texts], size, self.language)
        yield from self._without_conventions(texts, entries)

    def _without_conventions(
        self, texts: Sequence[Text], entries: Iterable[DocumentReport]
    ) -> Iterator[DocumentReport]:
        """Yield reports, those that suggest a convention only when all pages are linted.

        What several pages share counts as a convention: they are linted again with it.
        """
        pending: list[tuple[Text, DocumentReport]] = []
        try:
            for text, entry in zip(texts, entries, strict=True):
                if not pending and not conventions.suggested_conventions(entry):
                    yield entry
                else:
                    pending.append((text, entry))
        except KeyboardInterrupt:
            yield from (entry for _, entry in pending)
            raise
        self._conventions |= conventions.common_conventions(entry for _, entry in pending)
        shared = tuple(sorted(self._conventions))
        changed_texts = {
            text.path: text._replace(input=text.input.with_conventions(shared))
            for text, entry in pending
            if not conventions.suggested_conventions(entry).isdisjoint(shared)
        }
        new_reports = self._in_order([*changed_texts.values()]) if changed_texts else iter(())
        first_path, notice = conventions.notice(self._conventions, self.language) or ("", None)
        for text, entry in pending:
            is_linted_again = text.path in changed_texts
            final = next(new_reports) if is_linted_again else entry
            if notice and text.path == first_path:
                final = final.replace(notices=[*final.notices, notice])
            yield final

    def _in_order(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """Yield reports in the order of the texts, each made by its own part."""
        groups: dict[Run, list[Text]] = {} if texts else {self: []}
        for text in texts:
            groups.setdefault(self.under(text.path), []).append(text)
        self._running = {part: part._entries(part_texts) for part, part_texts in groups.items()}
        for part in groups:
            part.session.wanted = self._wanted
        if not texts:
            next(self._running[self], None)
        for text in texts:
            part = self.under(text.path)
            entry = next(self._running[part])
            if text is groups[part][-1]:
                del self._running[part]  # it holds the linter
            yield entry

    def _entries(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """Yield reports; if this part's configuration is wrong, each text has that error."""
        done = 0
        base, tip = split_range(self.options["reference_rev"])
        try:
            for entry in self._finished(texts):
                done += 1
                text = texts[done - 1]
                if base and tip and not text.error and not text.piped:
                    found, linter = text.input.found, lambda: self._drift_linter
                    entry = with_drift(entry, found, (base, tip), linter, self.language)
                yield entry
        except UserError as error:
            if not self._parent:
                raise
            yield from (self.failed(text._replace(error=str(error))) for text in texts[done:])

    def _finished(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """Yield the report of each text, or why it cannot be had."""
        jobs: int | None = self.options["jobs"]
        inputs = [text.input for text in texts if not text.error]
        entries = reports(self.session, inputs, jobs)
        for text in texts:
            if text.error:
                profile = self.linter.settings.profile  # which checks the configuration
                self.session.record_load()
                yield failed(text.path, text.error, profile, unread=text.unread)
                continue
            entry, document = next(entries)
            if document and self._keeps_documents:
                (self._parent or self).judged[text.path, text.data] = document
            yield entry
        if not texts:
            next(entries, None)  # which checks the configuration, too
