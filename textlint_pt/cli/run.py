"""One command at work on texts, under one or several configurations, each with a session."""

from __future__ import annotations

import gc
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt.cli.language import in_one_language
from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.options import OPTIONS
from textlint_pt.cli.output import complain
from textlint_pt.cli.outputs import Outputs
from textlint_pt.cli.past import Past
from textlint_pt.companions.finder import Finder, Found
from textlint_pt.companions.input import Input
from textlint_pt.companions.revision import divided
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import DEBUG, UserError
from textlint_pt.engine import cache as caching
from textlint_pt.engine import conventions
from textlint_pt.engine.session import Session, report_key
from textlint_pt.registry import folders
from textlint_pt.report.report import DocumentReport, failed

if TYPE_CHECKING:
    from textlint_pt.engine.linter import Linter
    from textlint_pt.engine.shares import Share, Shares
    from textlint_pt.registry.plugins import Plugins
    from textlint_pt.report.finding import Localised
    from textlint_pt.text.document import Document

#: linters of a run that are kept, one for each configuration: each takes some megabytes
_ALIVE = 8
#: bytes of a text that is divided by itself; bytes that are worth the start of one more process
_LARGE, _WORTH_A_PROCESS = 100_000, 40_000


class Text(NamedTuple):
    """One input as given: bytes of the text and of its companions, or why they cannot be had."""

    path: str
    data: bytes
    companions: Mapping[str, tuple[str, bytes]]
    found: Found = Found()
    error: str | None = None
    #: the text in the revision that `--diff-base` names, empty if it was not there
    base: bytes | None = None
    #: whether it comes from standard input
    piped: bool = False
    #: whether the `error` is that the file cannot be read
    unread: bool = False
    #: what the bytes are, where they were read already
    document: Document | None = None

    @property
    def given(self) -> Input:
        """What is to be linted of a text that could be read."""
        return Input(self.path, self.data, self.companions, self.found, self.base, self.document)


class Once:
    """Says each line once, on standard error."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._said: set[str] = set()

    def __call__(self, line: str) -> None:
        if not self._quiet and line not in self._said:
            self._said.add(line)
            complain(line)


def read_layers(options: Mapping[str, Any]) -> list[Layer]:
    """Configuration layers for these options: the named file or the nearest to the inputs."""
    return read_configuration(options, Once(quiet=options.get("quiet", False)))[1]


def read_configuration(options: Mapping[str, Any], said: Once) -> tuple[Path | None, list[Layer]]:
    """The configuration of a run, the named file or the nearest to all inputs, and its layers."""
    if options.get("config"):
        path: Path | None = Path(options["config"])
    else:
        start = _common_folder(options["paths"], options.get("stdin_filename"))
        path = config.discover(start, said)
    return path, in_one_language(_layers_of(path, options, said))


def _layers_of(path: Path | None, options: Mapping[str, Any], said: Once) -> list[Layer]:
    """Layers of a configuration file and of the command line."""
    asked = {option.key: options.get(option.name) for option in OPTIONS if option.key}
    given = {key: value for key, value in asked.items() if value is not False}
    by_hand = bool(options.get("config"))
    unread = config.unread_beside(path) if path and not by_hand else None
    if unread:
        said(unread)
    return config.read_layers(path, given, by_hand=by_hand)


def _common_folder(paths: Sequence[str], stdin_name: str | None) -> Path:
    folders = []
    for name in paths:
        place = os.path.abspath((stdin_name or ".") if name == "-" else name)  # noqa: PTH100
        while not os.path.isdir(place):  # noqa: PTH112 - Path's raises where this says no
            place = os.path.dirname(place)  # noqa: PTH120
        folders.append(place)
    return Path(os.path.commonpath(folders))


def _listed(given: str | Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given


class Run:
    """One command: from arguments to report entries, through the cache where it knows them.

    Texts whose nearest configuration is another than that of the run have a part of it of their
    own (`under`), with that configuration; options of the run and the language of messages hold in
    all parts.
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        file: Path | None,
        layers: Sequence[Layer],
        said: Once,
        whole: Run | None = None,
    ) -> None:
        self.options = options
        self._said = said
        self.layers = layers
        self.file = file
        self._whole = whole
        self.parts: dict[Path | None, Run] = {file: self}
        self._alive: list[Run] = []
        self._at_work: dict[Run, Iterator[DocumentReport]] = {}
        #: what pages of the run agree on, and the first page of each
        self._agreed: dict[Localised, str] = {}
        self._nearest: dict[str, Path | None] = {}
        self._cache: caching.Cache | None = whole._cache if whole else None
        if not options["no_cache"] and not whole:
            tell = caching.say_nothing if options["quiet"] else complain
            self._cache = caching.Cache(folders.cache(), tell)
        third_party = not options["no_plugins"]
        self.session = Session(layers, self._load, third_party=third_party, cache=self._cache)
        self.session.measures = options["measures"]
        self._shows_texts = False
        #: what is wrong with the configuration of this part
        self._wrong = ""
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
        return self._whole._load() if self._whole else self._installed

    @cached_property
    def _installed(self) -> Plugins:
        from textlint_pt.registry.plugins import load

        plugins = load(third_party=not self.options["no_plugins"])
        for problem in plugins.problems:
            complain(problem)
        return plugins

    @property
    def linter(self) -> Linter:
        if self._wrong:
            raise UserError(self._wrong)
        if not self.session.is_loaded:
            config.check_sections(self.layers, self.session.linter.plugins)
            (self._whole or self)._let_go_but(self)
        return self.session.linter

    def _let_go_but(self, made: Run) -> None:
        """Of the linters of parts keep a few, and those at work; another is made anew where it is
        needed again."""
        if len(self._alive) >= _ALIVE:
            for part in self._alive:
                if part not in self._at_work:
                    part.session.let_go()
            self._alive = [part for part in self._alive if part.session.is_loaded]
            gc.collect()  # classes of declared rules hold themselves
        self._alive.append(made)

    def linter_for(self, path: str) -> Linter:
        return self.under(path).linter

    def under(self, path: str) -> Run:
        """The part of the run with the configuration that is nearest to a text."""
        if self.options["config"]:
            return self
        folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
        if folder not in self._nearest:
            options = {**self.options, "language": self.language}
            file: Path | None = None
            try:
                file = config.discover(Path(folder), self._said)
                if file not in self.parts:
                    layers = _layers_of(file, options, self._said)
                    self.parts[file] = Run(options, file, layers, self._said, self)
            except UserError as error:  # texts under other configurations are linted all the same
                file = file or Path(folder, config.CONFIG_FILE)
                self.parts[file] = part = Run(options, file, self.layers, self._said, self)
                part._wrong = str(error)
            self._nearest[folder] = file
        return self.parts[self._nearest[folder]]

    @cached_property
    def excluding(self) -> Sequence[Layer]:
        try:
            return config.excluding(None if self.options["config"] else self.file, self.layers)
        except UserError as error:  # of a configuration above this one
            self._wrong = self._wrong or str(error)
            return ()

    def is_vocabulary(self, name: str) -> bool:
        """Whether the configuration names this file as a list of words."""
        return os.path.abspath(name) in self._vocabularies  # noqa: PTH100

    @cached_property
    def _vocabularies(self) -> frozenset[str]:
        return frozenset(
            os.path.abspath(layer.path(name, "vocabulary"))  # noqa: PTH100
            for layer in self.layers
            for name in _listed(layer.values.get("vocabulary") or ())
        )

    @cached_property
    def finder(self) -> Finder:
        base, _ = divided(self.options["reference_rev"])
        return Finder(self.layers, base, with_history=True)

    @cached_property
    def _past(self) -> Past:
        layers, revisions = self.layers, self.options["reference_rev"]
        return Past(revisions, layers, lambda: self.plugins, self.language)

    @cached_property
    def outputs(self) -> Outputs:
        return Outputs(self.options, lambda: self.plugins)

    def check_outputs(self, texts: Iterable[Text]) -> None:
        """`UserError` where a report would take the place of what is no report, or is read."""
        read = [layer.file for layer in self.layers if layer.text]
        for text in texts:
            read += [text.path, *(path for path, _ in text.companions.values())]
            read += [companion.path for companion in text.found.companions]
        self.outputs.check(read)

    @property
    def signature(self) -> str:
        """What scores depend on; of several configurations all, which `+` divides."""
        signatures = (part.session.signature for part in self.parts.values())
        return " + ".join(dict.fromkeys(filter(None, signatures)))

    @property
    def damaged(self) -> Sequence[str]:
        return [
            *dict.fromkeys(name for part in self.parts.values() for name in part.session.damaged)
        ]

    @property
    def refused_plugins(self) -> bool:
        """Whether a plugin could not be loaded, which was said."""
        whole = self._whole or self
        return "_installed" in vars(whole) and bool(whole._installed.problems)

    @cached_property
    def language(self) -> str:
        return spoken()

    @cached_property
    def baseline(self) -> str:
        """Path of the file of accepted findings; "" for none."""
        return config.baseline_file(self.layers)

    def failed(self, text: Text) -> DocumentReport:
        """The entry of a text that could not be read."""
        profile = config.value(self.layers, "profile", config.DEFAULT_PROFILE)
        return failed(text.path, text.error or "", profile, unread=text.unread)

    @property
    def has_fixed_input(self) -> bool:
        """Whether standard output has the corrected text of standard input."""
        return self.options["fix"] and "-" in self.options["paths"]

    def documents(self, given: Iterable[Text]) -> list[DocumentReport]:
        """A report entry for each text, from the cache where it has it."""
        return list(self.finished(list(given)))

    def finished(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """The entries in order, each as soon as it and those before it are done and stored."""
        self._shows_texts = self.outputs.whole_texts
        if not self.sources:
            self.check_outputs(texts)
        self.sources.update((text.path, text.data) for text in texts)
        entries = self._in_order(texts)
        # what is piped while it comes is most often shown on the terminal that has the progress
        is_shared = self.has_streamed and stat.S_ISFIFO(os.fstat(1).st_mode)
        if not self.options["quiet"] and not is_shared:
            from textlint_pt.cli.progress import progress

            size = sum(len(text.data) for text in texts)
            entries = progress(entries, [text.path for text in texts], size, self.language)
        yield from self._agreeing(texts, entries)

    def _agreeing(
        self, texts: Sequence[Text], entries: Iterable[DocumentReport]
    ) -> Iterator[DocumentReport]:
        """The entries without what several pages agree on; from the first that might have such on
        they are there when all are done."""
        held: list[tuple[Text, DocumentReport]] = []
        try:
            for text, entry in zip(texts, entries, strict=True):
                if not held and not conventions.meant(entry):
                    yield entry
                else:
                    held.append((text, entry))
        except KeyboardInterrupt:
            yield from (entry for _, entry in held)
            raise
        self._agreed |= conventions.agreed(entry for _, entry in held)
        known = tuple(sorted(self._agreed))
        again = {
            text.path: text._replace(found=text.found._replace(localised=known))
            for text, entry in held
            if not conventions.meant(entry).isdisjoint(known)
        }
        fresh = self._in_order([*again.values()]) if again else iter(())
        said = conventions.notice(self._agreed, self.language)
        for text, entry in held:
            shown = next(fresh) if text.path in again else entry
            notices = [said[1]] if said and text.path == said[0] else []
            yield shown.replace(notices=[*shown.notices, *notices])

    def _in_order(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        groups: dict[Run, list[Text]] = {} if texts else {self: []}
        for text in texts:
            groups.setdefault(self.under(text.path), []).append(text)
        self._at_work = {part: part._entries(own) for part, own in groups.items()}
        for part in groups:
            part.session.whole_texts = self._shows_texts
        if not texts:
            next(self._at_work[self], None)
        for text in texts:
            part = self.under(text.path)
            entry = next(self._at_work[part])
            if text is groups[part][-1]:
                del self._at_work[part]  # it holds the linter
            yield entry

    def _entries(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """The same; where this configuration is wrong, and others are not, all texts say so."""
        done = 0
        try:
            for entry in self._finished(texts):
                done += 1
                text = texts[done - 1]
                is_file = not text.error and not text.piped
                yield self._past.with_drift(text.path, text.found, entry) if is_file else entry
        except UserError as error:
            if not self._whole:
                raise
            yield from (self.failed(text._replace(error=str(error))) for text in texts[done:])

    def _finished(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """The entries of texts under this configuration."""
        session = self.session
        # what is said for `--debug` while a text is linted is in no entry
        stamp = None if DEBUG.on else session.known_stamp()
        good = [text for text in texts if not text.error]
        keys = {id(text): report_key(stamp, text.given) for text in good} if stamp else {}
        known = session.recall(keys.values())
        todo = [text for text in texts if keys.get(id(text)) not in known]
        fresh = self._lint(todo)
        stored = ""
        for text in texts:
            entry = known.get(keys.get(id(text), b""))
            if entry is None:
                entry = next(fresh)
                if self._cache is not None and not session.damaged and not text.error:
                    # at once, so that an interrupted run can be gone on with
                    stored = stored or session.loaded_stamp()
                    session.keep(report_key(stored, text.given), entry)
                if text is todo[-1]:
                    self._end_part()
            yield entry
        if not texts and not session.signature:
            self._end_part()

    def _end_part(self) -> None:
        damaged = self.linter.damaged
        self.session.note_load()
        if self._cache is not None and not damaged:
            self.session.loaded_stamp()
            self._cache.prune()

    def _lint(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        profile = self.linter.settings.profile
        done = self._work([text.given for text in texts if not text.error])
        for text in texts:
            if text.error:
                yield failed(text.path, text.error, profile, unread=text.unread)
            else:
                yield next(done)

    def _work(self, good: Sequence[Input]) -> Iterator[DocumentReport]:
        """Entries in order: small texts are divided among processes, a large one divides itself."""
        for is_large, some in groupby(good, lambda given: len(given.data) >= _LARGE):
            group = list(some)
            jobs = self._jobs(sum(len(given.data) for given in group))
            if jobs > 1 and len(group) > 1 and not is_large:
                yield from self._divided(group, jobs)
                continue
            self.session.elsewhere = self._in_processes(jobs) if jobs > 1 else None
            for given, checked in zip(group, self.session.check(group), strict=True):
                if checked.document and self._keeps_documents:
                    (self._whole or self).judged[given.path, given.data] = checked.document
                yield checked.report

    def _jobs(self, size: int) -> int:
        """Processes for so many bytes: as many as were asked for, or as are worth their start."""
        asked: int | None = self.options["jobs"]
        worth = size // _WORTH_A_PROCESS
        if asked or worth < 2:
            return asked or 1
        from textlint_pt.engine.parallel import cores

        return min(cores(), worth)

    def _in_processes(self, jobs: int) -> Callable[[Input, Shares], Iterator[Share]]:
        from textlint_pt.engine.parallel import shares

        return partial(shares, self.session, jobs)

    def _divided(self, good: Sequence[Input], jobs: int) -> Iterator[DocumentReport]:
        from textlint_pt.engine.parallel import lint

        for entry, damaged, troubles in lint(good, self.session.order(), jobs):
            self.linter.analyzer.note_damage(damaged)
            if self._cache is not None:
                for trouble in troubles:
                    self._cache.note(trouble)
            yield entry
