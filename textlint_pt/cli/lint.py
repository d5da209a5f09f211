"""Linting from the command line: `textlint-pt PATH…`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textlint_pt import __version__
from textlint_pt.cli.output import complain, terminal_columns, write
from textlint_pt.companions.finder import Finder, Found
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.contract.errors import DEBUG, Unreadable, UserError, nearest
from textlint_pt.engine import cache as caching
from textlint_pt.engine.discovery import discover
from textlint_pt.formats import decoding
from textlint_pt.registry import folders
from textlint_pt.reporters.built_in import NAMES, format_of, named
from textlint_pt.reporters.messages import LANGUAGES
from textlint_pt.reporters.report import DocumentDict, Report, ScoreDict, assemble, failed
from textlint_pt.reporters.reporter import Reporter
from textlint_pt.reporters.severity import SEVERITIES

if TYPE_CHECKING:
    from textlint_pt.companions.input import Input
    from textlint_pt.engine.linter import Linter
    from textlint_pt.registry.plugins import Plugins

_FROM_COMMAND_LINE = (
    "preset",
    "kind",
    "select",
    "ignore",
    "language",
    "fail-on",
    "fail-under",
    "lexicon",
)
#: keys of the configuration whose option is called otherwise
_CALLED = {"memories": "memory"}


class Text(NamedTuple):
    """One input as given: bytes of the text and of its companions, or why they cannot be had."""

    path: str
    data: bytes
    companions: Mapping[str, tuple[str, bytes]]
    found: Found = Found()
    error: str | None = None


def lint(options: Mapping[str, Any]) -> int:
    """Run `textlint-pt PATH…` with the options of `cli.options`; returns the exit status."""
    DEBUG.on = options["debug"]
    _check_numbers(options)
    options = {**options, "paths": options["paths"] or _standard_input()}
    layers = read_layers(options)
    run = _Run(options, layers)
    if options["show_alignment"]:
        from textlint_pt.cli.alignment import show

        wanted = (run.format, options["output"], _language(layers))
        return show(run.inputs(), run.linter, *wanted)
    documents = run.documents()
    report = assemble(documents, run.signature, __version__)
    reporter = run.reporter(run.format)
    reporter.columns = None if options["output"] else terminal_columns()
    write(reporter.render(report, _language(layers)), options["output"], options["color"])
    problems = [*run.damaged, *(d["error"] for d in documents if d["error"])]
    for problem in problems:
        complain(problem)
    for document in documents:
        extension = os.path.splitext(document["path"])[1].lower()  # noqa: PTH122
        if extension and extension not in run.extensions and not document["error"]:
            complain(f"{document['path']}: no format reads {extension}; read as plain text")
    if not documents:
        complain("nothing to lint: `exclude` leaves no file")
    status = _status(report, layers)
    return 2 if problems or run.refused_plugins else status


def _standard_input() -> list[str]:
    """What is linted where no path is given: what is piped in."""
    if sys.stdin.isatty():
        raise UserError("no PATH is given; `textlint-pt --help` says more")
    return ["-"]


def _check_numbers(options: Mapping[str, Any]) -> None:
    jobs, limit = options["jobs"], options["fail_under"]
    if jobs is not None and jobs < 1:
        raise UserError(f"--jobs: must be at least 1, not {jobs}")
    if limit is not None and not 0 <= limit <= 100:
        raise UserError(f"--fail-under: must lie between 0 and 100, not {limit:g}")


def read_layers(options: Mapping[str, Any]) -> list[Layer]:
    """Configuration layers for these options: the named file or the nearest to the inputs."""
    given = {name: options[name.replace("-", "_")] for name in _FROM_COMMAND_LINE}
    given |= {key: options[name] for key, name in _CALLED.items()}
    if options["config"]:
        path: Path | None = Path(options["config"])
    else:
        path = config.discover(_common_folder(options["paths"], options["stdin_filename"]))
        unread = config.unread_beside(path) if path else None
        if unread:
            complain(unread)
    return config.read_layers(path, given)


def _common_folder(paths: Sequence[str], stdin_name: str | None) -> Path:
    folders = []
    for name in paths:
        place = os.path.abspath((stdin_name or ".") if name == "-" else name)  # noqa: PTH100
        while not os.path.isdir(place):  # noqa: PTH112 - Path's raises where this says no
            place = os.path.dirname(place)  # noqa: PTH120
        folders.append(place)
    return Path(os.path.commonpath(folders))


def _language(layers: Sequence[Layer]) -> str:
    language: str = config.value(layers, "language", LANGUAGES[0])
    return language


class _Run:
    """One command: from arguments to report entries, through the cache where it knows them."""

    def __init__(self, options: Mapping[str, Any], layers: Sequence[Layer]) -> None:
        self._options = options
        self._layers = layers
        self._cache = None if options["no_cache"] else caching.Cache(folders.cache())
        self._plugins: Plugins | None = None
        self._linter: Linter | None = None
        self._shows_texts = False
        self.signature = ""
        #: what known formats read, by the end of a file's name
        self.extensions: frozenset[str] = frozenset()
        self.damaged: Sequence[str] = ()

    # -------------------------------------------------------------- parts, when needed

    @property
    def plugins(self) -> Plugins:
        if self._plugins is None:
            from textlint_pt.registry.plugins import load

            self._plugins = load(third_party=not self._options["no_plugins"])
            for problem in self._plugins.problems:
                complain(problem)
        return self._plugins

    @property
    def linter(self) -> Linter:
        if self._linter is None:
            from textlint_pt.engine.linter import Linter

            self._linter = Linter(self.plugins, self._layers, self._cache)
            config.check_sections(self._layers, self._linter.plugins)
        return self._linter

    @property
    def refused_plugins(self) -> bool:
        """Whether a plugin could not be loaded, which was said."""
        return bool(self._plugins and self._plugins.problems)

    @cached_property
    def format(self) -> str:
        """Name of the output format: the one given, or what the ending of --output stands for."""
        given: str | None = self._options["format"]
        if given or not self._options["output"]:
            return given or "text"
        meant = format_of(self._options["output"])
        known = meant in NAMES or meant in self.plugins.reporters
        return meant if known else "text"

    def reporter(self, name: str) -> Reporter:
        reporter = named(name) or self.plugins.reporters.get(name)
        if reporter is None:
            known = sorted({*NAMES, *self.plugins.reporters})
            raise UserError(
                f'--format: unknown format "{name}"{nearest(name, known)}; '
                f"known: {', '.join(known)}"
            )
        return reporter

    # -------------------------------------------------------------- documents

    def documents(self) -> list[DocumentDict]:
        if self.format != "text":  # a wrong name is said before the work
            self._shows_texts = self.reporter(self.format).shows_texts
        texts = list(self._texts())
        stamp = self._known_stamp()
        remembered = self._recall(stamp, texts) if stamp else {}
        todo = [i for i, text in enumerate(texts) if i not in remembered]
        if not todo and self.signature:
            return [remembered[i] for i in range(len(texts))]
        fresh = dict(zip(todo, self._lint([texts[i] for i in todo]), strict=True))
        self.signature = self.linter.signature()
        self.extensions = self.plugins.extensions
        self.damaged = self.linter.damaged
        if self._cache is not None and not self.damaged:
            self._remember(self._fresh_stamp(), {i: texts[i] for i in todo}, fresh)
            self._cache.prune()
        return [remembered[i] if i in remembered else fresh[i] for i in range(len(texts))]

    def inputs(self) -> Iterator[Input]:
        """What is to be linted; `UserError` for what cannot be read."""
        from textlint_pt.companions.input import Input

        for text in self._texts():
            if text.error:
                raise UserError(text.error)
            yield Input(text.path, text.data, text.companions, text.found)

    def _texts(self) -> Iterator[Text]:
        options = self._options
        companions: dict[str, tuple[str, bytes]] = {}
        for role in ("reference", "source"):
            if options[role]:
                if Path(options[role]).is_dir():
                    raise UserError(
                        f"--{role} is one file, and {options[role]} a folder;"
                        f" map folders in rules.yaml: `{role}s`"
                    )
                companions[role] = (options[role], _read_or_raise(options[role]))
        exclude = config.value(self._layers, "exclude", ())
        root = next((x.root for x in reversed(self._layers) if "exclude" in x.values), Path())
        extensions = self._extensions(options["paths"])
        names = list(discover(options["paths"], extensions, exclude, root))
        if companions and len(names) > 1:
            raise UserError(
                f"--reference and --source go with one file, not with {len(names)};"
                " map more in rules.yaml: `references`, `sources`"
            )
        finder = Finder(self._layers, options["reference_rev"])
        for name in names:
            path = (options["stdin_filename"] or name) if name == "-" else name
            try:
                yield Text(path, decoding.read(name), companions, finder.find(path))
            except Unreadable as error:
                yield Text(path, b"", {}, error=str(error))

    def _extensions(self, paths: Iterable[str]) -> frozenset[str]:
        """Known extensions, for which plugins are loaded only if a folder has to be searched."""
        return self.plugins.extensions if any(map(os.path.isdir, paths)) else frozenset()

    def _lint(self, texts: Sequence[Text]) -> Iterator[DocumentDict]:
        from textlint_pt.cli.progress import progress
        from textlint_pt.companions.input import Input

        profile = self.linter.settings.profile
        good = [Input(t.path, t.data, t.companions, t.found) for t in texts if t.error is None]
        done = progress(self._work(good), good, _language(self._layers))
        for text in texts:
            yield failed(text.path, text.error, profile) if text.error else next(done)

    def _work(self, good: Sequence[Input]) -> Iterator[DocumentDict]:
        jobs, reading = self._options["jobs"] or 1, self._shows_texts
        measures = self._options["measures"]
        if jobs == 1 or len(good) < 2:
            yield from self.linter.lint(good, with_measures=measures, with_reading=reading)
            return
        from textlint_pt.engine.parallel import lint

        third_party = not self._options["no_plugins"]
        folder = None if self._options["no_cache"] else folders.cache()
        wanted = (jobs, measures, reading)
        for entry, damaged in lint(good, self._layers, third_party, folder, *wanted):
            self.linter.laboratory.note_damage(damaged)
            yield entry

    # -------------------------------------------------------------- the cache of reports

    def _place(self) -> bytes:
        """Key of what the last full load in this environment found to depend on."""
        return caching.key("environment", caching.environment_stamp(), self._layers_text())

    def _layers_text(self) -> str:
        layers = [[layer.values, str(layer.root.absolute())] for layer in self._layers]
        shown = [self._options["measures"], self._shows_texts]
        flags = [self._options["no_plugins"], *shown, __version__]
        return json.dumps([layers, flags], sort_keys=True, default=str)

    def _known_stamp(self) -> str | None:
        """Stamp of code, models and configuration, without loading any of them."""
        if self._cache is None:
            return None
        place = self._place()
        stored = self._cache.get([place]).get(place)
        if stored is None:
            return None
        known = json.loads(stored)
        self.signature = known["signature"]
        self.extensions = frozenset(known["extensions"])
        return _stamp(self._layers_text(), known["code"], known["files"])

    def _fresh_stamp(self) -> str:
        assert self._cache is not None
        settings = {
            "lexicon": self.linter.settings.lexicon,
            "models": self.linter.settings.models,
        }
        files = [
            file
            for resource in self.plugins.resources.values()
            for file in resource.files(settings)
        ]
        files += config.option_files(self._layers, self.plugins)
        files += self.linter.settings.memories
        known = {
            "code": self.plugins.code,
            "files": files,
            "signature": self.signature,
            "extensions": sorted(self.extensions),
        }
        if not self.plugins.problems:
            self._cache.put({self._place(): json.dumps(known).encode()})
        return _stamp(self._layers_text(), self.plugins.code, files)

    def _recall(self, stamp: str, texts: Sequence[Text]) -> dict[int, DocumentDict]:
        assert self._cache is not None
        keys = {i: _report_key(stamp, text) for i, text in enumerate(texts) if not text.error}
        stored = self._cache.get(list(keys.values()))
        return {i: json.loads(stored[name]) for i, name in keys.items() if name in stored}

    def _remember(
        self, stamp: str, texts: Mapping[int, Text], entries: Mapping[int, DocumentDict]
    ) -> None:
        assert self._cache is not None
        self._cache.put(
            {
                _report_key(stamp, texts[i]): json.dumps(entry).encode()
                for i, entry in entries.items()
                if entry["error"] is None
            }
        )


def _stamp(layers: str, code: Iterable[str], files: Iterable[str]) -> str:
    return caching.key(layers, caching.code_stamp(code), caching.file_stamp(files)).hex()


def _report_key(stamp: str, text: Text) -> bytes:
    parts: list[str | bytes] = ["report", stamp, text.path, str(Path.cwd()), text.data]
    for role, (path, data) in sorted(text.companions.items()):
        parts.extend((role, path, data))
    for companion in text.found.companions:
        parts.extend(companion)
    parts.append(json.dumps(text.found.notes))
    return caching.key(*parts)


def _read_or_raise(path: str) -> bytes:
    try:
        data = decoding.read(path)
        decoding.decode(path, data)
    except Unreadable as error:
        raise UserError(str(error)) from error
    return data


def _status(report: Report, layers: Sequence[Layer]) -> int:
    """1 for findings severe enough or a score under the limit, which is said; else 0."""
    least = config.value(layers, "fail-on", config.DEFAULT_FAIL_ON)
    failing = SEVERITIES[: SEVERITIES.index(least) + 1]
    limit = config.value(layers, "fail-under")
    status = 0
    for document in report["documents"]:
        if any(finding["severity"] in failing for finding in document["findings"]):
            status = 1
        total = document["score"]["total"]
        if limit is not None and total is not None and 100 * total < limit:
            status = 1
            complain(f"{document['path']}: {_under(document['score'], limit, _language(layers))}")
    return status


def _under(score: ScoreDict, limit: float, language: str) -> str:
    """That a score is under the limit, and what costs most."""
    from textlint_pt.reporters.figures import points
    from textlint_pt.reporters.messages import say

    total = points(score["total"] or 0.0, language)
    said = say(language, "fail_under", score=total, limit=points(limit / 100, language))
    dimension, partial = max(
        score["partials"].items(), key=lambda item: item[1]["loss"], default=("", None)
    )
    if not partial or not partial["loss"]:
        return said
    name, loss = say(language, dimension), points(partial["loss"], language)
    return f"{said}; {say(language, 'costs_most', dimension=name, loss=loss)}"
