"""One command at work on texts, each linted by the session of its configuration."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textlint_pt.cli.configurations import Configuration, Configurations
from textlint_pt.cli.language import language
from textlint_pt.cli.layers import Warn
from textlint_pt.cli.outputs import Outputs
from textlint_pt.cli.past import with_drift
from textlint_pt.companions.input import Input, Wanted
from textlint_pt.companions.revision import split_range
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import UserError
from textlint_pt.engine.conventions import Conventions
from textlint_pt.engine.reports import reports
from textlint_pt.report.report import DocumentReport, failed

if TYPE_CHECKING:
    from textlint_pt.text.document import Document


class Run:
    """One command: from arguments to report entries, through the cache where it knows them."""

    def __init__(
        self, options: Mapping[str, Any], file: Path | None, layers: Sequence[Layer], warn: Warn
    ) -> None:
        self.options = options
        self.language = language()
        self.configurations = Configurations(options, file, layers, warn)
        self.main = self.configurations.main
        self.outputs = Outputs(options, lambda: self.main.plugins)
        self._conventions = Conventions()
        #: paths that were found and not named
        self.walked: frozenset[str] = frozenset()
        #: bytes of what was linted, by path
        self.sources: dict[str, bytes] = {}
        #: documents to be corrected, by path and content
        self.judged: dict[tuple[str, bytes], Document] = {}
        #: why corrected texts could not be written
        self.unwritten: list[str] = []
        #: whether standard output has its report already
        self.has_streamed = False

    def under(self, path: str) -> Configuration:
        return self.configurations.nearest(path)

    @property
    def signature(self) -> str:
        """Return what scores depend on; those of several configurations are joined by `+`."""
        signatures = (one.session.signature for one in self.configurations.all)
        return " + ".join(dict.fromkeys(filter(None, signatures)))

    @property
    def damaged(self) -> Sequence[str]:
        every = (name for one in self.configurations.all for name in one.session.damaged)
        return [*dict.fromkeys(every)]

    @property
    def has_fixed_input(self) -> bool:
        """Whether standard output has the corrected text of standard input."""
        return self.options["fix"] and "-" in self.options["paths"]

    def documents(self, texts: Iterable[Input]) -> list[DocumentReport]:
        return list(self.finished(list(texts)))

    def finished(self, texts: Sequence[Input]) -> Iterator[DocumentReport]:
        """Yield reports in order, each as soon as it and those before it are done and stored."""
        wanted = Wanted(self.options["measures"], self.outputs.whole_texts)
        if not self.sources:
            self.outputs.check(self.main.layers, texts)
        self.sources.update((text.path, text.data) for text in texts)

        def in_order(pages: Sequence[Input]) -> Iterator[DocumentReport]:
            return self._in_order(pages, wanted)

        entries = in_order(texts)
        # a report that is piped as it is made is mostly shown on the terminal of the progress line
        shares_terminal = self.has_streamed and stat.S_ISFIFO(os.fstat(1).st_mode)
        if not self.options["quiet"] and not shares_terminal:
            from textlint_pt.cli.progress import progress

            size = sum(len(text.data) for text in texts)
            entries = progress(entries, [text.path for text in texts], size, self.language)
        yield from self._conventions.settled(texts, entries, in_order, self.language)

    def _in_order(self, texts: Sequence[Input], wanted: Wanted) -> Iterator[DocumentReport]:
        """Yield reports in the order of the texts, each made under its own configuration."""
        groups: dict[Configuration, list[Input]] = {} if texts else {self.main: []}
        for text in texts:
            groups.setdefault(self.under(text.path), []).append(text)
        running = {one: self._reports(one, group) for one, group in groups.items()}
        self.configurations.in_use = running
        for configuration in groups:
            configuration.session.wanted = wanted
        if not texts:
            next(running[self.main], None)  # which checks the configuration
        for text in texts:
            configuration = self.under(text.path)
            entry = next(running[configuration])
            if text is groups[configuration][-1]:
                del running[configuration]  # it holds the linter
            yield entry

    def _reports(
        self, configuration: Configuration, texts: Sequence[Input]
    ) -> Iterator[DocumentReport]:
        """Yield reports; of a wrong configuration, but the run's own, each text has the error."""
        done = 0
        base, tip = split_range(self.options["reference_rev"])
        keeps_documents = self.options["fix"] or self.options["diff"]
        try:
            for entry, document in reports(configuration.session, texts, self.options["jobs"]):
                text = texts[done]
                done += 1
                if document and keeps_documents:
                    self.judged[text.path, text.data] = document
                if base and tip and not text.error and not text.piped:
                    entry = with_drift(
                        entry,
                        text.found,
                        (base, tip),
                        lambda: configuration.drift_linter,
                        self.language,
                    )
                yield entry
        except UserError as error:
            if configuration is self.main:
                raise
            profile = config.value(configuration.layers, "profile", config.DEFAULT_PROFILE)
            for text in texts[done:]:
                yield failed(text.path, str(error), profile, unread=bool(text.error))
