"""Linting from the command line: `textlint-pt PATH…`."""

from __future__ import annotations

import gc
import json
import os
import re
import shlex
import stat
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt import __version__, files
from textlint_pt.cli.language import in_one_language
from textlint_pt.cli.language import language as spoken
from textlint_pt.cli.options import OPTIONS
from textlint_pt.cli.output import complain, terminal_columns, write
from textlint_pt.cli.root import from_root, path_from, root_of
from textlint_pt.companions.finder import Finder, Found, Origin, asks_others
from textlint_pt.companions.input import Input
from textlint_pt.companions.revision import Revision, divided, figure, versions
from textlint_pt.config import config
from textlint_pt.config.custom import with_custom_rules
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import DEBUG, Unreadable, UserError, nearest
from textlint_pt.contract.reporter import Reporter, RuleDict
from textlint_pt.engine import cache as caching
from textlint_pt.engine import conventions
from textlint_pt.engine.discovery import discover, ignore_warning
from textlint_pt.engine.session import Session, report_key
from textlint_pt.formats import decoding
from textlint_pt.formats.conventions import may_be_read
from textlint_pt.ignored import is_ignored
from textlint_pt.interrupts import interrupts_wait
from textlint_pt.registry import folders
from textlint_pt.report.messages import say
from textlint_pt.report.report import (
    COPIED,
    MANY,
    DocumentReport,
    Notice,
    Report,
    Score,
    assemble,
    failed,
)
from textlint_pt.report.severity import NEVER, SEVERITIES
from textlint_pt.reporters.built_in import FOR_PEOPLE, NAMES, format_of, named

if TYPE_CHECKING:
    from textlint_pt.cli.fixing import Fixed
    from textlint_pt.companions.elsewhere import Catalogues
    from textlint_pt.contract.format import Format
    from textlint_pt.engine.linter import Linter
    from textlint_pt.engine.ours import Kind
    from textlint_pt.engine.shares import Share, Shares
    from textlint_pt.registry.plugins import Plugins
    from textlint_pt.report.finding import Localised
    from textlint_pt.text.document import Document

#: how names of files end that hold strings with their sources
_CATALOGUES = (".po", ".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".tmx", ".xcstrings")
#: a format's name, before what it is written to
_NAME = re.compile(r"[a-z][a-z0-9-]*")
_CODE = re.compile(r"[A-Z]{3}\d{3}")
#: how the name of a report for people ends
_OF_TEXT = frozenset(("", ".txt", ".text", ".log", ".out", ".md"))
_IN_LINE = re.compile(r" ?\(line \d+\)")
#: what tells the kind of a file
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")
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


class Once:
    """Says each line once, on standard error."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._said: set[str] = set()

    def __call__(self, line: str) -> None:
        if not self._quiet and line not in self._said:
            self._said.add(line)
            complain(line)


class Output(NamedTuple):
    """A format and the file it goes to; None: standard output."""

    format: str
    file: str | None


class Copy(NamedTuple):
    """A marked copy of the text that is linted: its format and its file."""

    format: str
    file: str


def lint(options: Mapping[str, Any]) -> int:
    """Run `textlint-pt PATH…` with the options of `cli.options`; returns the exit status."""
    run = prepare(options)
    texts = list(run.texts())
    done: list[DocumentReport] = []
    try:
        _stream(run, texts, done)
    except KeyboardInterrupt:
        if done and not options["diff"]:
            with interrupts_wait():
                finish(run, done, is_partial=True)
        raise
    documents = done
    if options["diff"]:
        return _show_diff(run, texts, documents)
    if copy := _copy_of(options):
        from textlint_pt.cli.annotate import annotate

        for text, entry in zip(texts, documents, strict=True):
            if not entry.error:
                reader = run.linter_for(text.path).reader(text.path) if options["fix"] else None
                unsafe = options["unsafe_fixes"]
                annotate(
                    text.data, entry, copy.file, run.language, source_format=reader, unsafe=unsafe
                )
    return finish(run, _fix(run, texts, documents) if options["fix"] else documents)


def _stream(run: Run, texts: Sequence[Text], done: list[DocumentReport]) -> None:
    """Lint the texts; what is finished is added to `done` and, where the format of standard output
    is a document after the other, written at once. What interrupts comes after what was written."""
    interrupt: list[KeyboardInterrupt] = []
    entries = iter(run.finished(texts))

    def finished() -> Iterator[DocumentReport]:
        try:
            while True:
                with at_once():
                    entry = next(entries, None)
                if entry is None:
                    return
                done.append(entry)
                yield entry
        except KeyboardInterrupt as error:
            interrupt.append(error)

    reporter = run.streaming()
    with interrupts_wait() as at_once:
        if reporter is None:
            for _ in finished():
                pass
        else:
            run.has_streamed = True
            for piece in reporter.stream(finished(), len(texts) > 1, run.language):
                write(piece, None, run.options["color"])
    if interrupt:
        raise interrupt[0]


def prepare(options: Mapping[str, Any]) -> Run:
    """Read the configuration; `UserError` says what is wrong with it or with the options."""
    DEBUG.on = options["debug"]
    _check_numbers(options)
    _check_given(options)
    if options["unsafe_fixes"] and not (options["fix"] or options["diff"]):
        raise UserError("--unsafe-fixes goes with --fix, or with --diff to see them first")
    options = {**options, "paths": options["paths"] or _standard_input()}
    _check_command(options["paths"])
    if copy := _copy_of(options):
        from textlint_pt.cli.annotate import check

        check(options["paths"], *copy)
    said = Once(quiet=options["quiet"])
    return Run(options, *read_configuration(options, said), said)


def finish(run: Run, documents: Sequence[DocumentReport], *, is_partial: bool = False) -> int:
    """Write the report in every format asked for; the exit status. `is_partial`: the run was
    interrupted after these documents."""
    options, language = run.options, run.language
    baseline = run.baseline
    report = assemble(documents, run.signature, __version__, baseline or None)
    if is_partial:
        report = report.replace(partial=True)
    for output in run.outputs:
        if output.file is None and run.has_streamed:
            continue
        reporter = run.reporter(output.format)
        shown = report
        if output.file is None and run.has_fixed_input:
            continue  # the corrected text is there
        if output.file is None:
            reporter.columns = terminal_columns()
        if reporter.name in FOR_PEOPLE:
            run.set_shown(reporter)
        if reporter.explains_rules:
            reporter.rules = run.explained(documents)
        if reporter.shows_sources:
            reporter.sources = run.sources
        if reporter.from_root and (root := root_of(one.path for one in documents)):
            reporter.root = root
            shown = from_root(shown, root)
            reporter.sources = {path_from(root, path): x for path, x in reporter.sources.items()}
        write(reporter.render(shown, language), output.file, options["color"])
    could_not = run.tell(documents)
    if is_partial:
        complain(say(language, "partial"))
        return 2
    if not documents:
        complain("nothing to lint: `exclude` or git leaves no file")
    status = _status(report, run.layers)
    return 2 if could_not or run.refused_plugins else status


def inputs(texts: Iterable[Text]) -> Iterator[Input]:
    """What of texts is to be linted: those that could be read."""
    return (
        Input(text.path, text.data, text.companions, text.found, text.base, text.document)
        for text in texts
        if text.error is None
    )


def _show_diff(run: Run, texts: Sequence[Text], documents: Sequence[DocumentReport]) -> int:
    """`--diff`: 1 where something would be corrected."""
    from textlint_pt.cli import fixing

    fixed = run.fixed(texts, documents)
    mended: Counter[str] = Counter()
    columns = terminal_columns()
    segments: list[tuple[str, str]] = []
    for number, one in sorted(fixed.items()):
        path, data = texts[number].path, texts[number].data
        reader = run.under(path).plugins.format_for(path)
        if columns:
            segments += fixing.diff_in_words(path, data, one.data, reader, columns)
        else:
            segments += fixing.diff(path, data, one.data, reader)
        mended.update(one.mended)
    write(segments, None, run.options["color"])
    could_not = run.tell(documents)
    if not run.options["quiet"]:
        fixing.say_would_fix(len(fixed), mended, run.options["unsafe_fixes"], run.language)
    if could_not or run.refused_plugins:
        return 2
    return 1 if fixed and config.value(run.layers, "fail-on") != NEVER else 0


def _fix(
    run: Run, texts: Sequence[Text], documents: Sequence[DocumentReport]
) -> Sequence[DocumentReport]:
    """`--fix`: the entries of the corrected texts, which are in their files; standard input goes to
    standard output, corrected or not."""
    from textlint_pt.cli import fixing

    entries = list(documents)
    fixed = run.fixed(texts, documents)
    done: list[Fixed] = []
    for number, text in enumerate(texts):
        one = fixed.get(number)
        if text.piped:
            sys.stdout.flush()
            sys.stdout.buffer.write(one.data if one else text.data)
            sys.stdout.buffer.flush()
        elif one:
            problem = fixing.write(text.path, text.data, one.data)
            if problem:
                run.unwritten.append(problem)
                continue
        if one:
            entries[number] = one.entry
            run.sources[text.path] = one.data
            done.append(one)
            if not run.options["quiet"]:
                fixing.say_fixed(text.path, one.mended, run.language)
    if len(done) > 1 and not run.options["quiet"]:
        fixing.say_fixed_in_all(done, run.language)
    return entries


def _copy_of(options: Mapping[str, Any]) -> Copy | None:
    """The marked copy that `--output` asks for."""
    copies = [copy for name in options["output"] or () if (copy := _as_copy(name))]
    if len(copies) > 1:
        raise UserError(f"--output: {copies[1].file}: one copy of the text is made, not two")
    return copies[0] if copies else None


def _as_copy(name: str) -> Copy | None:
    form, equals, file = name.partition("=")
    if equals and form in COPIED and file:
        return Copy(form, file)
    ending = os.path.splitext(name)[1].lower().removeprefix(".")  # noqa: PTH122
    return Copy(ending, name) if ending in COPIED and not equals else None


def _is_own_page(path: str) -> bool:
    """Whether a file is a page that `--output` left among the texts."""
    from textlint_pt.reporters.recognised import is_page

    return path.lower().endswith((".html", ".htm")) and is_page(_head(path))


def _is_binary(path: str) -> bool:
    """Whether a file of a kind that is not read is none of text, either."""
    head = _head(path)
    return b"\0" in head or head.startswith(b"%PDF")


def _head(path: str) -> bytes:
    """The first bytes of a file, none of one that cannot be read."""
    try:
        return files.head(path, 4_096)
    except OSError:
        return b""


def _listed(given: str | Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given


def _standard_input() -> list[str]:
    """What is linted where no path is given: what is piped in."""
    if sys.stdin.isatty():
        raise UserError("no PATH is given; `textlint-pt --help` says more")
    return ["-"]


def _check_command(paths: Sequence[str]) -> None:
    """Say that a word which is no file looks like a command, or like a rule."""
    first = paths[0]
    for name in paths:
        if _CODE.fullmatch(name) and not os.path.lexists(name):
            raise UserError(f"{name}: no such file; `textlint-pt rule {name}` explains the rule")
    if first.isalpha() and not os.path.lexists(first):
        from textlint_pt.cli import COMMANDS

        if hint := nearest(first, COMMANDS):
            raise UserError(f"{first}: no such file or command{hint}")


def _check_given(options: Mapping[str, Any]) -> None:
    """An empty name is that of a variable which was not set: what it was to do must not be left
    out without a word."""
    for name in ("config", "diff_base", "reference", "reference_rev", "source"):
        if options[name] is not None and not options[name].strip():
            raise UserError(f"--{name.replace('_', '-')}: is empty")


def _check_numbers(options: Mapping[str, Any]) -> None:
    jobs, limit = options["jobs"], options["fail_under"]
    if jobs is not None and jobs < 1:
        raise UserError(f"--jobs: must be at least 1, not {jobs}")
    if limit is not None and not 0 <= limit <= 100:
        raise UserError(f"--fail-under: must lie between 0 and 100, not {limit:g}")


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
        self._file = file
        self._whole = whole
        self._parts: dict[Path | None, Run] = {file: self}
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
        self._session = Session(layers, self._load, third_party=third_party, cache=self._cache)
        self._session.measures = options["measures"]
        self._shows_texts = False
        self._damaged: Sequence[str] = ()
        #: what is wrong with the configuration of this part
        self._wrong = ""
        #: paths that were found and not named
        self._walked: frozenset[str] = frozenset()
        #: bytes of what was linted, by path
        self.sources: dict[str, bytes] = {}
        #: documents to be corrected, by path and content
        self._judged: dict[tuple[str, bytes], Document] = {}
        self._keeps_documents = bool(options["fix"] or options["diff"])
        #: why corrected texts could not be written
        self.unwritten: list[str] = []
        #: whether standard output has its report already
        self.has_streamed = False

    # -------------------------------------------------------------- parts, when needed

    def _read(self, path: str) -> bytes:
        """The content of a companion that must be readable."""
        try:
            data = decoding.read(path)
            decoding.decode(path, data, self.under(path).plugins.format_for(path))
        except Unreadable as error:
            raise UserError(str(error)) from error
        return data

    @property
    def plugins(self) -> Plugins:
        return self._session.plugins

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
        if not self._session.is_loaded:
            config.check_sections(self.layers, self._session.linter.plugins)
            (self._whole or self)._let_go_but(self)
        return self._session.linter

    def _let_go_but(self, made: Run) -> None:
        """Of the linters of parts keep a few, and those at work; another is made anew where it is
        needed again."""
        if len(self._alive) >= _ALIVE:
            for part in self._alive:
                if part not in self._at_work:
                    part._session.let_go()
            self._alive = [part for part in self._alive if part._session.is_loaded]
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
                if file not in self._parts:
                    layers = _layers_of(file, options, self._said)
                    self._parts[file] = Run(options, file, layers, self._said, self)
            except UserError as error:  # texts under other configurations are linted all the same
                file = file or Path(folder, config.CONFIG_FILE)
                self._parts[file] = part = Run(options, file, self.layers, self._said, self)
                part._wrong = str(error)
            self._nearest[folder] = file
        return self._parts[self._nearest[folder]]

    @cached_property
    def _excluding(self) -> Sequence[Layer]:
        try:
            return config.excluding(None if self.options["config"] else self._file, self.layers)
        except UserError as error:  # of a configuration above this one
            self._wrong = self._wrong or str(error)
            return ()

    def _is_vocabulary(self, name: str) -> bool:
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
    def _finder(self) -> Finder:
        base, _ = divided(self.options["reference_rev"])
        return Finder(self.layers, base, with_history=True)

    def _with_past(self, text: Text, entry: DocumentReport) -> DocumentReport:
        """An entry with a notice of how the page drifted from the revision to this one."""
        base, tip = divided(self.options["reference_rev"])
        if base is None or tip is None or text.error or text.piped:
            return entry
        from textlint_pt.reporters.figures import decimal

        values = [
            value
            for version in versions(text.path, base, tip)
            if (value := self._drift(text, *version)) is not None
        ]
        if not values:
            return entry
        said = say(
            self.language,
            "drift-history",
            base=base,
            tip=tip,
            figure=figure(values),
            first=decimal(values[0], 3, self.language),
            last=decimal(values[-1], 3, self.language),
            commits=len(values),
        )
        return entry.replace(notices=[*entry.notices, Notice("drift-history", said)])

    def _drift(self, text: Text, name: str, data: bytes) -> float | None:
        """The mean drift of a version of a page from its reference."""
        reference = next((c for c in text.found.companions if c.origin is Origin.REVISION), None)
        if reference is None:
            return None
        given = {"reference": (reference.path, reference.data)}
        entry = next(self._past_linter.lint([Input(text.path, data, given)], with_measures=True))
        values = [one["drift"] for one in entry.measures if one["drift"] is not None]
        return sum(values) / len(values) if values else None

    @cached_property
    def _past_linter(self) -> Linter:
        from textlint_pt.engine.linter import Linter

        layers = [*self.layers, Layer("history", {"select": ["TRA001"], "ignore": []})]
        return Linter(self.plugins, layers)

    @property
    def signature(self) -> str:
        """What scores depend on; of several configurations all, which `+` divides."""
        signatures = (part._session.signature for part in self._parts.values())
        return " + ".join(dict.fromkeys(filter(None, signatures)))

    @property
    def damaged(self) -> Sequence[str]:
        return [*dict.fromkeys(name for part in self._parts.values() for name in part._damaged)]

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

    @cached_property
    def outputs(self) -> Sequence[Output]:
        """Every format asked for and where it goes.

        Standard output has --format, unless a file without a format of its own is given for it.
        """
        given: str | None = self.options["format"]
        beside: list[Output] = []
        main: Output | None = None
        for name in self.options["output"] or ():
            if _as_copy(name):
                continue
            form, equals, file = name.partition("=")
            if equals and _NAME.fullmatch(form):
                self.reporter(form, "--output")
                if not file:
                    raise UserError(f"--output: {name} names no file; e.g. {form}=report.{form}")
                beside.append(Output(form, file))
            elif main:
                raise UserError(
                    f"--output: {main.file} and {name}: of several, all but one need their format,"
                    f" e.g. sarif={name}"
                )
            else:
                main = Output(given or self._format_of(name), name)
        return [main or Output(given or "text", None), *beside]

    def _format_of(self, file: str) -> str:
        meant = format_of(file)
        if meant in NAMES or meant in self.plugins.reporters:
            return meant
        ending = os.path.splitext(file)[1]  # noqa: PTH122
        if ending.lower() not in _OF_TEXT:
            raise UserError(
                f"--output: {file}: no format ends in {ending}; csv={file} writes CSV there"
            )
        return "text"

    def reporter(self, name: str, option: str = "--format") -> Reporter:
        reporter = named(name) or self.plugins.reporters.get(name)
        if reporter is None:
            known = sorted({*NAMES, *self.plugins.reporters})
            raise UserError(
                f'{option}: unknown format "{name}"{nearest(name, known)}; '
                f"known: {', '.join(known)}"
            )
        return reporter

    def explained(self, documents: Sequence[DocumentReport]) -> dict[str, RuleDict]:
        """What is to be said of the rules that found something, by code."""
        from textlint_pt.cli.rule import described

        codes = {
            finding.code
            for document in documents
            for finding in (*document.findings, *document.accepted)
        }
        rules = dict(self.plugins.rules)
        for part in self._parts.values():
            if not codes <= rules.keys():  # the configuration declares some
                rules = {**with_custom_rules(self.plugins, part.layers).rules, **rules}
        return {code: described(rules[code], self.language) for code in sorted(codes)}

    def tell(self, documents: Sequence[DocumentReport]) -> bool:
        """Say what could not be done, a line each kind; whether that is exit status 2.

        It is not where a file cannot be read that nobody named, but a folder that it is in, as long
        as another was read.
        """
        passed_over = [d for d in documents if d.unread and d.path in self._walked]
        walked = {d.path for d in passed_over}
        named = [d.error for d in documents if d.error and d.path not in walked]
        problems = [*self.damaged, *named, *self._unread(passed_over), *self.unwritten]
        for problem in dict.fromkeys(problems):
            complain(problem)
        if self.damaged or self.unwritten or named:
            return True
        return len(passed_over) == len(documents) > 0

    def _unread(self, documents: Sequence[DocumentReport]) -> Iterator[str]:
        """Why files of a folder cannot be read, and how to leave them out: once for many alike."""
        alike: dict[str, list[DocumentReport]] = {}
        for document in documents:
            reason = str(document.error).removeprefix(document.path).partition(";")[0]
            alike.setdefault(_IN_LINE.sub("", reason), []).append(document)
        for first, *others in alike.values():
            if len(others) + 1 < MANY:
                yield from map(self._way_out, (first, *others))
                continue
            paths = [other.path for other in others]
            shown = ", ".join([*paths[:MANY], *(["…"] if len(paths) > MANY else [])])
            yield f"{self._way_out(first)}; likewise in {len(paths)} more files: {shown}"

    def _way_out(self, document: DocumentReport) -> str:
        return f"{document.error}; to leave it out: {self._exclusion(document.path)}"

    def _exclusion(self, path: str) -> str:
        """The line of a configuration that leaves a file out."""
        file = self._file or Path(config.CONFIG_FILE)
        relative = Path(os.path.relpath(path, file.parent)).as_posix()
        pattern = json.dumps(config.pattern_of(relative), ensure_ascii=False)
        line = f"exclude = [{pattern}]" if file.suffix == ".toml" else f"exclude: [{pattern}]"
        return f"{line} ({file.name})"

    def failed(self, text: Text) -> DocumentReport:
        """The entry of a text that could not be read."""
        profile = config.value(self.layers, "profile", config.DEFAULT_PROFILE)
        return failed(text.path, text.error or "", profile, unread=text.unread)

    @property
    def has_fixed_input(self) -> bool:
        """Whether standard output has the corrected text of standard input."""
        return self.options["fix"] and "-" in self.options["paths"]

    # -------------------------------------------------------------- documents

    def documents(self, given: Iterable[Text]) -> list[DocumentReport]:
        """A report entry for each text, from the cache where it has it."""
        return list(self.finished(list(given)))

    def finished(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """The entries in order, each as soon as it and those before it are done and stored."""
        for output in self.outputs:  # a wrong name is said before the work
            if output.format not in FOR_PEOPLE:
                reporter = self.reporter(output.format)
                self._shows_texts = self._shows_texts or reporter.shows_texts
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
                if held or conventions.meant(entry):
                    held.append((text, entry))
                else:
                    yield entry
        except KeyboardInterrupt:
            yield from (entry for _, entry in held)
            raise
        self._agreed |= conventions.agreed(entry for _, entry in held)
        known = tuple(sorted(self._agreed))
        concerned = [
            text._replace(found=text.found._replace(localised=known))
            for text, entry in held
            if not conventions.meant(entry).isdisjoint(known)
        ]
        again = {text.path: text for text in concerned}
        fresh = self._in_order(concerned) if concerned else iter(())
        said = conventions.notice(self._agreed, self.language)
        for text, entry in held:
            shown = next(fresh) if text.path in again else entry
            if said and text.path == said[0]:
                shown = shown.replace(notices=[*shown.notices, said[1]])
            yield shown

    def _in_order(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        groups: dict[Run, list[Text]] = {} if texts else {self: []}
        for text in texts:
            groups.setdefault(self.under(text.path), []).append(text)
        self._at_work = {part: part._entries(own) for part, own in groups.items()}
        for part in groups:
            part._session.whole_texts = self._shows_texts
        if not texts:
            next(self._at_work[self], None)
        for text in texts:
            part = self.under(text.path)
            entry = next(self._at_work[part])
            if text is groups[part][-1]:
                del self._at_work[part]  # it holds the linter
            yield entry

    def check_outputs(self, texts: Iterable[Text]) -> None:
        """`UserError` where a report would take the place of what is no report, or is read."""
        from textlint_pt.engine import ours

        targets = [output for output in self.outputs if output.file]
        if not targets:
            return
        read = [layer.file for layer in self.layers if layer.text]
        for text in texts:
            read += [text.path, *(path for path, _ in text.companions.values())]
            read += [companion.path for companion in text.found.companions]
        taken: set[str] = set()
        for output in targets:
            assert output.file is not None
            real = os.path.realpath(output.file)
            if real in taken and os.path.splitext(real)[1]:  # noqa: PTH122 - no device or pipe
                raise UserError(f"{output.file}: two reports would go to this file")
            taken.add(real)
            ours.check(output.file, self._kind(output))
            ours.check_distinct(output.file, read)

    def _kind(self, output: Output) -> Kind:
        """What a file must be that a report takes the place of."""
        from textlint_pt.engine.ours import Kind
        from textlint_pt.reporters.recognised import is_report

        ending = os.path.splitext(output.file or "")[1].lower()  # noqa: PTH122

        def is_one(data: bytes) -> bool:
            # how reports of a plugin begin is not known
            foreign = output.format not in NAMES and ending not in self.plugins.extensions
            return foreign or is_report(data)

        return Kind("report of textlint-pt", (), is_one, by_head=True)

    def streaming(self) -> Reporter | None:
        """What writes standard output as documents are done; None: it is written at the end, as on
        a terminal that shows the progress."""
        options = self.options
        if any(options[x] for x in ("fix", "diff")) or sys.stdout.isatty():
            return None
        output = next((output for output in self.outputs if output.file is None), None)
        reporter = self.reporter(output.format) if output else None
        if reporter is None or not reporter.streams:
            return None
        if reporter.name in FOR_PEOPLE:
            self.set_shown(reporter)
        return reporter

    def set_shown(self, reporter: Reporter) -> None:
        """How much is shown to people."""
        options = self.options
        reporter.quiet, reporter.shows_all = options["quiet"], options["all"]
        reporter.shows_scores = options["scores"]
        reporter.is_copied = bool(options["fix"] and _copy_of(options))

    def _entries(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """The same; where this configuration is wrong, and others are not, all texts say so."""
        done = 0
        try:
            for entry in self._finished(texts):
                done += 1
                yield self._with_past(texts[done - 1], entry)
        except UserError as error:
            if not self._whole:
                raise
            yield from (self.failed(text._replace(error=str(error))) for text in texts[done:])

    def _finished(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        """The entries of texts under this configuration."""
        session = self._session
        stamp = session.known_stamp()
        # what is said for `--debug` while a text is linted is in no entry
        keys = [report_key(stamp, given) for given in inputs(texts)] if stamp else []
        known = session.recall(keys) if keys and not DEBUG.on else {}
        remembered = {
            id(text): known[key]
            for key, text in zip(keys, (text for text in texts if not text.error), strict=False)
            if key in known
        }
        todo = [text for text in texts if id(text) not in remembered]
        if not todo and session.signature:
            yield from (remembered[id(text)] for text in texts)
            return
        fresh = self._lint(todo)
        stored: str | None = None
        for text in texts:
            if id(text) in remembered:
                yield remembered[id(text)]
                continue
            entry = next(fresh)
            self._damaged = self.linter.damaged
            if self._cache is not None and not self._damaged and not text.error:
                if stored is None:  # so that an interrupted run can be gone on with
                    stored = session.loaded_stamp()
                session.keep(report_key(stored, next(inputs([text]))), entry)
            if text is todo[-1]:
                self._end_part()
            yield entry
        if not texts:
            self._end_part()

    def _end_part(self) -> None:
        self._damaged = self.linter.damaged
        self._session.note_load()
        if self._cache is not None and not self._damaged:
            self._session.loaded_stamp()
            self._cache.prune()

    def _is_packed(self, path: str) -> bool:
        return self.under(path).plugins.format_for(path).packed

    def _reader(self, path: str) -> Format:
        return self.linter_for(path).reader(path)

    def fixed(
        self, texts: Sequence[Text], documents: Sequence[DocumentReport]
    ) -> Mapping[int, Fixed]:
        """What corrections make of the texts, by number, as far as they change them."""
        from textlint_pt.cli.fixing import fix, say_refused
        from textlint_pt.engine.fixing import say_dropped

        def relint(changed: Mapping[int, bytes]) -> dict[int, DocumentReport]:
            again = [
                texts[number]._replace(data=data, document=self._judged.get((paths[number], data)))
                for number, data in changed.items()
            ]
            debug, DEBUG.on = DEBUG.on, False  # what there is to say was said
            try:
                entries = dict(zip(changed, self.documents(again), strict=True))
            finally:
                DEBUG.on = debug
            self.sources.update((text.path, text.data) for text in texts)
            return entries

        for text, entry in zip(texts, documents, strict=True):
            if any(one.fix for one in entry.findings) and self._is_packed(text.path):
                ending = os.path.splitext(text.path)[1]  # noqa: PTH122
                form = ending.lower().removeprefix(".")
                name = "packed-copy" if form in COPIED else "packed"
                if not _copy_of(self.options):
                    said = say(self.language, name, ending=ending, form=form)
                    complain(f"{text.path}: {said}")
        paths, contents = [text.path for text in texts], [text.data for text in texts]
        unsafe = self.options["unsafe_fixes"]
        outcome = fix(
            paths, contents, documents, self._reader, relint, unsafe=unsafe, known=self._judged
        )
        for number, codes in sorted(outcome.refused.items()):
            say_refused(paths[number], codes)
        for number, dropped in sorted(outcome.dropped.items()):
            for one in sorted(dropped):
                say_dropped(paths[number], one, self.language)
        return outcome.fixed

    def texts(self) -> Iterator[Text]:
        """What is to be linted, as it is read; what cannot be read says why."""
        options = self.options
        companions: dict[str, tuple[str, bytes]] = {}
        for role in ("reference", "source"):
            if options[role]:
                if os.path.isdir(options[role]):  # noqa: PTH112 - Path's raises where this says no
                    raise UserError(
                        f"--{role} is one file, and {options[role]} a folder;"
                        f" map folders in rules.yaml: `{role}s`"
                    )
                companions[role] = (options[role], self._read(options[role]))
        exclude = config.value(self.layers, "exclude", ())
        root = next((x.root for x in reversed(self.layers) if "exclude" in x.values), Path())
        extensions, mapped = self._extensions(options["paths"])
        tell = ignore_warning if options["quiet"] else complain
        given = discover(
            options["paths"], extensions, exclude, root, tell, configured_extensions=mapped
        )
        by_hand = set(options["paths"])
        names = [
            name
            for name in given
            if not (
                self._is_left_out(options["stdin_filename"])
                if name == "-"
                else config.is_excluded(name, self.under(name)._excluding)
                or (
                    name not in by_hand
                    and (self.under(name)._is_vocabulary(name) or _is_own_page(name))
                )
            )
        ]
        self._walked = frozenset(names) - by_hand
        if companions and len(names) > 1:
            raise UserError(
                f"--reference and --source go with one file, not with {len(names)};"
                " map more in rules.yaml: `references`, `sources`"
            )
        since = Revision(options["diff_base"], "--diff-base") if options["diff_base"] else None
        others = self._catalogues(names) if len(names) > 1 else None
        for name in names:
            path = (options["stdin_filename"] or name) if name == "-" else name
            piped = name == "-"
            if unread := self.under(path)._unread_kind(path, piped):
                yield Text(path, b"", {}, error=unread, unread=True)
                continue
            try:
                found = self.under(path)._finder.find(path)
                if others is not None:
                    found = found._replace(elsewhere=others.differing(path))
                text = Text(path, decoding.read(name), companions, found, piped=piped)
                if since:
                    before = since.read(path)
                    text = text._replace(base=before[1] if before else b"")
            except Unreadable as error:
                text = Text(path, b"", {}, error=str(error), unread=True)
            yield text

    def _catalogues(self, names: Sequence[str]) -> Catalogues | None:
        """The catalogues that are to agree with each other, if that is asked."""
        asking = [name for name in names if name != "-" and asks_others(self.under(name).layers)]
        if len(asking) < 2:
            return None
        from textlint_pt.companions.elsewhere import Catalogues

        return Catalogues(asking, self._strings)

    def _strings(self, path: str) -> Document | None:
        """A file that may hold strings with their sources."""
        if Path(path).suffix.lower() not in _CATALOGUES:
            return None
        return self.linter_for(path).read(Input(path, decoding.read(path)))

    def _is_left_out(self, name: str | None) -> bool:
        """Whether standard input is the text of a file that is not linted, as editors pass it.

        It is read all the same, and goes through unchanged where it is to be corrected.
        """
        if not name or not (
            config.is_excluded(name, self.under(name)._excluding) or is_ignored(name)
        ):
            return False
        sys.stdout.flush()
        for piece in iter(lambda: sys.stdin.buffer.read(1 << 16), b""):
            if self.has_fixed_input:
                sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return True

    def _unread_kind(self, path: str, piped: bool) -> str | None:
        """That no format reads files of this kind, and how to see which are read."""
        ending = os.path.splitext(path)[1]  # noqa: PTH122
        if not _ENDING.fullmatch(ending) or os.path.isdir(path):  # noqa: PTH112
            return None  # no ending, or what follows the dot in a name such as "Cap. 2", "pt.lproj"
        extensions = self._session.extensions
        is_read = ending.lower() in extensions
        if is_read and (may_be_read(path) or ending.lower() in self.plugins.endings):
            return None
        if not piped and not os.path.lexists(path):
            return None  # reading it says so
        if is_read:
            ending = f"{ending} but files of strings, such as locales/pt-BR{ending}"
        way = f"; as plain text: textlint-pt - < {shlex.quote(path)}" if not piped else ""
        if not piped and _is_binary(path):
            way = "; save it as .docx, .odt or .txt"
        return f"{path}: no format reads {ending}; `textlint-pt formats` lists them{way}"

    def _extensions(self, paths: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
        """Extensions read in folders, and those that the configuration gives to a format; plugins
        are loaded only if a folder has to be searched.

        An ending that the configuration gives to a format is looked for where it is that of the
        folder.
        """
        searched = [self.under(os.path.join(path, "_")) for path in paths if os.path.isdir(path)]  # noqa: PTH112, PTH118
        return (
            frozenset().union(*(part.plugins.in_folders for part in searched)),
            frozenset().union(*(part.plugins.endings for part in searched)),
        )

    def _lint(self, texts: Sequence[Text]) -> Iterator[DocumentReport]:
        profile = self.linter.settings.profile
        good = list(inputs(texts))
        done = self._work(good)
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
            self._session.elsewhere = self._in_processes(jobs) if jobs > 1 else None
            for given, checked in zip(group, self._session.check(group), strict=True):
                if checked.document and self._keeps_documents:
                    (self._whole or self)._judged[given.path, given.data] = checked.document
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

        return partial(shares, self._session, jobs)

    def _divided(self, good: Sequence[Input], jobs: int) -> Iterator[DocumentReport]:
        from textlint_pt.engine.parallel import lint

        for entry, damaged, troubles in lint(good, self._session.order(), jobs):
            self.linter.analyzer.note_damage(damaged)
            if self._cache is not None:
                for trouble in troubles:
                    self._cache.note(trouble)
            yield entry


def _status(report: Report, layers: Sequence[Layer]) -> int:
    """1 for findings severe enough or a score under the limit, which is said; else 0."""
    least = config.value(layers, "fail-on", config.DEFAULT_FAIL_ON)
    failing = () if least == NEVER else SEVERITIES[: SEVERITIES.index(least) + 1]
    limit = config.value(layers, "fail-under")
    status = 0
    for document in report.documents:
        if any(finding.severity in failing for finding in document.findings):
            status = 1
        total = document.score.without_accepted or document.score.total
        if limit is not None and total is not None and 100 * total < limit:
            status = 1
            said = _under(total, document.score, limit)
            complain(f"{document.path}: {said}")
    return status


def _under(total: float, score: Score, limit: float) -> str:
    """That a score is under the limit, and what costs most."""
    from textlint_pt.reporters.figures import points
    from textlint_pt.reporters.overview import inside

    language = spoken()
    shown = points(total, language)
    said = say(language, "fail_under", score=shown, limit=points(limit / 100, language))
    if not score.causes:
        return said
    most = score.causes[0]
    loss = points(most.loss, language)
    return f"{said}; {say(language, 'costs_most', what=inside(most.name), loss=loss)}"
