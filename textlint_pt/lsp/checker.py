"""Lints one text as the command line would lint the file; runs in one thread of its own."""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

import msgspec

from textlint_pt import heap
from textlint_pt.companions.finder import Finder
from textlint_pt.companions.input import Input, encoded
from textlint_pt.config import config
from textlint_pt.config.layer import Layer
from textlint_pt.config.schema import check as checked_values
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.contract.format import Format
from textlint_pt.engine import cache as caching
from textlint_pt.engine.cache import Cache
from textlint_pt.engine.memory import Memory
from textlint_pt.engine.project import Project
from textlint_pt.engine.session import Session, report_key
from textlint_pt.formats import decoding
from textlint_pt.formats.conventions import is_found_in_folders
from textlint_pt.registry import folders
from textlint_pt.registry.plugins import Plugins, load
from textlint_pt.report.messages import LANGUAGES
from textlint_pt.report.report import DocumentReport, to_bytes
from textlint_pt.text import words

if TYPE_CHECKING:
    from textlint_pt.engine.linter import Checked as Judged
    from textlint_pt.engine.linter import Linter

#: extensions by what editors call a kind of text
EXTENSIONS = {
    "plaintext": ".txt", "text": ".txt", "markdown": ".md", "quarto": ".qmd", "rmd": ".rmd",
    "mdx": ".mdx", "html": ".html", "restructuredtext": ".rst", "rst": ".rst", "latex": ".tex",
    "tex": ".tex", "asciidoc": ".adoc", "asciidoctor": ".adoc", "po": ".po", "gettext": ".po",
    "xliff": ".xlf", "mail": ".txt", "org": ".txt", "gitcommit": ".gitcommit",
    "git-commit": ".gitcommit",
}  # fmt: skip
#: results kept, so that a text that is saved or opened again is not linted again
MAX_RESULTS = 6
#: characters of sentences whose words are kept: a changed one is looked at by all rules at once
_MAX_CACHED_CHARACTERS = 100_000


class Text(NamedTuple):
    """What is to be linted: a text, where it stands, what the editor calls this kind of text, the
    reference that the client names, and the bytes of a file that no editor shows."""

    path: str
    content: str
    kind: str = ""
    reference: str | None = None
    data: bytes | None = None


class Checked(msgspec.Struct, frozen=True):
    """The result of linting a text.

    `entry` is None if nothing was linted, for the reason `problem` or because the configuration
    excludes the file. `texts` has the texts that places of the entry refer to, by path; `notes` is
    further information for the user.
    """

    entry: DocumentReport | None = None
    texts: Mapping[str, str] = msgspec.field(default_factory=dict)
    problem: str | None = None
    notes: Sequence[str] = ()
    #: what the editor calls a text that no format reads
    unknown_kind: str = ""
    #: False: only by the rules that need no model, or only in a part of the text
    complete: bool = True


class Checker:
    """Sessions by configuration file, each kept for as long as its configuration stays the same.

    `check` must be called from one thread: the cache's connection and the models belong to it.
    """

    def __init__(self) -> None:
        words.remember(_MAX_CACHED_CHARACTERS)
        #: with the stamp of all that results in it depend on
        self._sessions: dict[Path | None, tuple[str, Session]] = {}
        self._results: OrderedDict[bytes, Checked] = OrderedDict()
        #: layers of configuration files, with the stamp of all that were read
        self._read: dict[Path | None, tuple[str, list[Layer]]] = {}
        self._settings: Layer | None = None
        #: language of messages where no configuration says another
        self.default_language = LANGUAGES[0]
        #: whether configuration files of the workspace are read
        self.is_trusted = True
        #: sessions that have linted a text
        self._warm_sessions: WeakSet[Session] = WeakSet()
        #: files that results depended on, whether they are there or not, besides those of models
        self.files: frozenset[str] = frozenset()

    @cached_property
    def plugins(self) -> Plugins:
        return load()

    @cached_property
    def _cache(self) -> Cache:
        return Cache(folders.cache())

    def configure(self, values: Mapping[str, Any], root: Path) -> None:
        """Set values, named as in rules.yaml, that override the files; `UserError` if wrong."""
        layer = Layer("editor settings", dict(values), root)
        self._settings = layer._replace(values=checked_values(layer)) if values else None

    def check(
        self,
        text: Text,
        *,
        only_quick: bool = False,
        is_part: bool = False,
        only_known: bool = False,
        checkpoint: Callable[[], None] = lambda: None,
    ) -> Checked:
        """Lint a text: all of it, by quick rules only while nothing is cached, or not at all if
        only the cache is wanted; `checkpoint` may raise `Interrupted`."""
        path = text.path
        try:
            found = self._session(path)
            if found is None:
                return Checked()
            session, stamp = found
            linter = session.linter
            linter.analyzer.checkpoint = checkpoint
            extension = _extension(text, linter.plugins)
            if extension is None:
                return Checked(unknown_kind=text.kind)
            text, item = self._input(text, linter, extension)
            key = report_key(stamp, item, "editor", text.kind)
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key]
            entry = None if is_part else session.recall([key]).get(key)
            if entry is not None:
                only_quick = False
            elif only_known:
                return Checked(complete=False)
            else:
                (checked_now,) = session.check([item], only_quick=only_quick)
                entry = _with_sentence_spans(checked_now)
            texts = _related_texts(entry, item, linter)
        except (UserError, Unreadable) as error:
            return Checked(problem=str(error))
        notes = [
            *self.plugins.problems,
            *linter.damaged,
            *(notice.message for notice in entry.notices),
            *([entry.error] if entry.error else []),
        ]
        complete = not (only_quick or is_part)
        checked = Checked(entry, {**texts, path: text.content}, notes=notes, complete=complete)
        if complete and session not in self._warm_sessions:
            self._warm_sessions.add(session)
            gc.collect()
            gc.freeze()
        if complete and entry.error is None and not linter.damaged:
            self._remember(key, checked, path)
        return checked

    def _input(self, text: Text, linter: Linter, extension: str) -> tuple[Text, Input]:
        """Return the text with its content, and the linter's input with companions."""
        path, companions = text.path, {}
        if text.reference:
            self.files |= {text.reference}
            companions["reference"] = (text.reference, decoding.read(text.reference))
        found = Finder(linter.layers).find(path)
        self.files |= {companion.path for companion in found.companions}
        self.files |= {fields["path"] for _, fields in found.notes if "path" in fields}
        data = text.data
        if data is None:
            data = encoded(text.content.removeprefix("\ufeff"))
        else:
            text = text._replace(
                content=decoding.decode(path, data, linter.reader(path, extension))
            )
        return text, Input(path, data, companions, found, extension=extension)

    def _remember(self, key: bytes, checked: Checked, path: str) -> None:
        """Keep a result in place of those of earlier versions."""
        for other, result in [*self._results.items()]:
            if result.entry is not None and result.entry.path == path:
                del self._results[other]
        self._results[key] = checked
        while len(self._results) > MAX_RESULTS:
            self._results.popitem(last=False)

    def keep(self, checked: Checked) -> None:
        """Store the result on disk, so that the text is answered at once in the next session."""
        for key, kept in self._results.items():
            if kept is checked and checked.entry is not None:
                self._cache.put({key: to_bytes(checked.entry)})
        heap.give_back()  # reading a text for the first time took more than an edit will

    def language(self, path: str) -> str:
        """Return the language of messages for a file that was checked before."""
        try:
            session_entry = self._sessions.get(self.configuration(path))
        except UserError:  # which checking the file says
            session_entry = None
        return session_entry[1].settings.language if session_entry else self.default_language

    @property
    def last_language(self) -> str:
        """Language of messages for no file in particular: that of the one checked last."""
        sessions = [session for _, session in self._sessions.values()]
        return sessions[-1].settings.language if sessions else self.default_language

    def reader(self, text: Text) -> Format | None:
        """Return the format that a text is read in; None if there is none."""
        plugins = config.with_formats(self.plugins, self._layers(text.path)[1])
        extension = _extension(text, plugins)
        if extension is None:
            return None
        return plugins.format_for(f"text{extension}" if extension else text.path)

    def configuration(self, path: str) -> Path | None:
        """Return the configuration file for a text, if there is one and it may be read."""
        return config.discover(Path(path).parent) if self.is_trusted else None

    def project(self, path: str, root: Path) -> Project:
        """Return where the rules for a text are configured, or would be if they were."""
        file, layers = self._layers(path)
        return Project(file or config.new_file(root), layers)

    def _layers(self, path: str) -> tuple[Path | None, list[Layer]]:
        """Return the configuration file for a text and its layers."""
        file = self.configuration(path)
        stamp, layers = self._read.get(file, ("", []))
        if not layers or stamp != caching.file_stamp(layer.file for layer in layers):
            layers = config.read_layers(file, {})
            self._read[file] = caching.file_stamp(layer.file for layer in layers), layers
        default_language = Layer("editor", {"language": self.default_language})
        return file, [default_language, *layers, *([self._settings] if self._settings else [])]

    def _session(self, path: str) -> tuple[Session, str] | None:
        """Return the session for `path`, kept while its files are unchanged, and its stamp.

        None if the file is excluded.
        """
        file, layers = self._layers(path)
        self.files |= _files_named_in(layers) | set(config.option_files(layers, self.plugins))
        if config.is_excluded(path, config.exclude_layers(file, layers)):
            return None
        if file in self._sessions:
            stamp, session = self._sessions[file]
            if session.layers == layers and session.stamp() == stamp:
                return session, stamp
        session = Session(layers, lambda: self.plugins, cache=self._cache, memory=Memory())
        stamp = session.stamp()
        self._sessions[file] = stamp, session
        return session, stamp


def _extension(text: Text, plugins: Plugins) -> str | None:
    """Return the extension to read a text by; "" for its own, None if no format reads it."""
    readable, own_extension = plugins.extensions, Path(text.path).suffix.lower()
    plain_extensions = plugins.formats["text"].extensions
    if own_extension in plugins.endings:
        return ""
    if (
        own_extension in readable
        and own_extension not in plain_extensions
        and is_found_in_folders(text.path)
    ):
        return ""
    by_kind = EXTENSIONS.get(text.kind)
    if by_kind is None:
        return "" if own_extension in plain_extensions or not text.kind else None
    return by_kind if by_kind in readable else None


def _with_sentence_spans(checked: Judged) -> DocumentReport:
    """Return the report with the spans of its costliest sentences."""
    entry, document = checked
    if document is None or not entry.costliest:
        return entry
    spans = ((one.sentence, document.sentences[one.sentence].span) for one in entry.costliest)
    return entry.replace(
        measures=[
            {"sentence": index, "start": span.start, "end": span.end} for index, span in spans
        ]
    )


def _files_named_in(layers: Sequence[Layer]) -> set[str]:
    """Return configuration files and the files that they name for all texts."""
    files = {layer.file for layer in layers if layer.text}
    for layer in layers:
        for key in ("baseline", "lexicon", "memories"):
            names = layer.values.get(key) or ()
            files |= {
                str(layer.root / name) for name in ([names] if isinstance(names, str) else names)
            }
    return files


def _related_texts(entry: DocumentReport, given: Input, linter: Linter) -> dict[str, str]:
    """Return the other texts that findings refer to, by path."""
    data_by_path = dict(given.companions.values())
    data_by_path.update((companion.path, companion.data) for companion in given.found.companions)
    paths = {related.path for finding in entry.findings for related in finding.related}
    return {
        name: decoding.decode(
            name,
            data_by_path[name] if name in data_by_path else decoding.read(name),
            linter.reader(name),
        )
        for name in paths - {entry.path}
    }
