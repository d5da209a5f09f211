"""The server: lints open documents off the request thread and tells the client what was found.

A text is linted when it is opened and saved and, after a pause in typing, when it changes: first by
the rules that need no model. One thread lints, the document that was touched last before all
others; another answers requests from what was found. Findings in a text that has changed meanwhile
are moved to where their words are now. Settings come with `initializationOptions` or
`workspace/didChangeConfiguration`, or are asked for where the client only says that they changed
(section `textlint-pt`): `references`, `maxSize`, `offerUndo`, `trusted`, `settings`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast
from urllib.parse import unquote
from uuid import uuid4

from lsprotocol import types
from msgspec.structs import replace
from pygls.capabilities import get_capability
from pygls.exceptions import FeatureRequestError
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from textlint_pt import __version__, heap
from textlint_pt.contract.errors import Unreadable, UserError
from textlint_pt.engine import project
from textlint_pt.engine.cache import key, writable_by_others
from textlint_pt.engine.memory import Interrupted
from textlint_pt.formats import decoding
from textlint_pt.formats.office_text import read_line
from textlint_pt.interrupts import lives
from textlint_pt.lsp import score
from textlint_pt.lsp.checker import EXTENSIONS, Checked, Checker, Text
from textlint_pt.lsp.code_action import (
    ACCEPT,
    ADD_OWN_WORD,
    ADD_WORD,
    EXPLAIN,
    INSERTED,
    KINDS,
    Asked,
    actions,
)
from textlint_pt.lsp.diagnostics import SOURCE, diagnostics, hover, joined, moved
from textlint_pt.lsp.positions import Lines
from textlint_pt.lsp.stream import Input, in_lines
from textlint_pt.lsp.texts import OpenText, first_difference, visible
from textlint_pt.lsp.worker import Worker
from textlint_pt.registry import folders
from textlint_pt.registry.documentation import page
from textlint_pt.report.messages import say, spoken
from textlint_pt.text.document import Span

#: seconds without a change before a changed text is linted, and the longest that is waited
PAUSE, LONGEST_PAUSE = 0.3, 0.9
#: seconds after which progress is shown
SLOW = 0.8
#: characters of a text from which on only the visible part is linted, and how much of it
MAX_SIZE, VISIBLE = 1_000_000, 60_000
#: characters of a text that are linted before the rest of it, and how many times more after that
FIRST, MORE = 4_000, 6
#: seconds between two looks at whether the client's process is there
LOOK = 2.0
#: a request of our own: what is found in a file
CHECK = "textlint-pt/check"
CONFIGURATION_FILES = "**/{.textlint-pt.yaml,.textlint-pt.yml,rules.yaml,rules.yml,pyproject.toml}"

_T = TypeVar("_T")


@dataclass
class Opened:
    """An open document. `content` is its text without the byte order mark, `mark`, and `at` where
    it was touched last; `checked` holds for `content`."""

    uri: str
    text: Text
    mark: str
    content: str
    version: int | None
    at: int = 0
    checked: Checked | None = None
    #: the text that `checked` was found in, if nothing was moved
    found_in: str | None = None
    #: when the first change came that was not linted yet, and what waits to lint it
    changed: float | None = None
    timer: asyncio.TimerHandle | None = None
    keep: bool = False
    #: what a client that asks for diagnostics was told last
    answered: str = ""
    waiting: list[asyncio.Future[None]] = field(default_factory=list)
    told: set[str] = field(default_factory=set)


class Server(LanguageServer):
    """A language server with one linting thread. Its methods run in the event loop.

    `locale` is that of a client which says none; `in_portuguese` turns an error, for a locale.
    """

    def __init__(
        self, locale: str = "", in_portuguese: Callable[[str, str], str] = lambda text, _: text
    ) -> None:
        super().__init__(SOURCE, __version__, types.TextDocumentSyncKind.Incremental)
        self._checker = Checker()
        self._worker = Worker()
        self._requests = ThreadPoolExecutor(1, "textlint-pt-requests")
        self._opened: dict[str, Opened] = {}
        #: the problem that keeps a document from being linted, by URI
        self._problems: dict[str, str] = {}
        self._noted: set[str] = set()
        #: files that the client watches, besides configurations
        self._watched: frozenset[str] = frozenset()
        self._references: Mapping[str, str] = {}
        self._max_size = MAX_SIZE
        #: whether messages about what was written have buttons
        self._offers = False
        #: tokens of progress that is shown
        self._progress: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._in_portuguese = in_portuguese
        self.speak(locale)

    # -------------------------------------------------------------- what handlers call

    def speak(self, locale: str) -> None:
        """Speak the language of a locale, unless a configuration says another."""
        self._locale = locale
        self._checker.usual = spoken(locale)

    def configure(self, options: object) -> None:
        """Take the client's settings; what is not understood is said and passed over."""
        if isinstance(options, dict) and isinstance(options.get(SOURCE), dict):
            options = options[SOURCE]
        if not isinstance(options, dict):
            return
        root = self.workspace.root_path or ""
        given = options.get("references")
        if isinstance(given, dict):
            self._references = {
                str(Path(root, str(text))): str(Path(root, str(reference)))
                for text, reference in given.items()
            }
        size = options.get("maxSize")
        if isinstance(size, int) and not isinstance(size, bool) and size > 0:
            self._max_size = size
        self._offers = options.get("offerUndo", self._offers) is True
        self._checker.trusts = options.get("trusted", self._checker.trusts) is not False
        values = options.get("settings")
        if isinstance(values, dict):
            try:
                self._checker.configure(values, Path(root))
            except UserError as error:
                self._show_error(str(error), self._checker.spoken)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what cannot be done with a message; a request is answered with it besides."""
        if source is FeatureRequestError:
            return
        said = f"a message was passed over: {type(error).__name__}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, said))

    async def end_with(self, client: int) -> None:
        """End when the client's process is no more, which could not say so."""
        while lives(client):
            await asyncio.sleep(LOOK)
        os._exit(1)

    async def ask_for_settings(self) -> None:
        """Ask the client for its settings, where it can be asked."""
        if get_capability(self.client_capabilities, "workspace.configuration", False):
            item = types.ConfigurationItem(section=SOURCE)
            for options in await self.workspace_configuration_async(
                types.ConfigurationParams([item])
            ):
                self.configure(options)
            self.lint_all()

    def open(self, uri: str) -> None:
        """Take a document that the client has opened."""
        documents = self.workspace.text_documents
        document = documents[unquote(uri)]
        if Path(document.path).parent == folders.cache() / "rules":
            return  # a page that was shown to be read
        documents[unquote(uri)] = document = OpenText(
            document.uri,
            document.source,
            document.version,
            document.language_id,
            sync_kind=types.TextDocumentSyncKind.Incremental,
            position_codec=self.workspace.position_codec,
        )
        mark, content = _without_mark(document.source)
        opened = Opened(uri, self._text(document), mark, content, document.version, keep=True)
        self._opened[uri] = opened
        self._schedule(opened)

    def change(self, uri: str) -> None:
        """Take a change; it is linted after a pause in typing."""
        opened = self._opened.get(uri)
        if opened is None:
            return
        document = self.workspace.get_text_document(uri)
        opened.mark, content = _without_mark(document.source)
        opened.version = document.version
        if content != opened.content:
            opened.at = first_difference(opened.content, content)
            if opened.checked:
                opened.checked = moved(opened.checked, 0, opened.content, content)
            opened.content = content
            opened.found_in = None
        self._schedule(opened, PAUSE)

    def lint(self, uri: str) -> None:
        """Lint a document now, as when it is saved."""
        if uri in self._opened:
            self._opened[uri].keep = True
            self._schedule(self._opened[uri])

    def lint_all(self) -> None:
        """Lint every open document, after the configuration may have changed."""
        for opened in list(self._opened.values()):
            opened.text = self._text(self.workspace.get_text_document(opened.uri))
            self._schedule(opened)

    def forget(self, uri: str) -> None:
        """Forget a closed document, in the client too."""
        opened = self._opened.pop(uri, None)
        if opened and opened.timer:
            opened.timer.cancel()
        self._worker.drop(uri)
        self._problems.pop(uri, None)
        if not self._pulls():
            self._publish(uri, None, [])

    async def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        opened = self._opened.get(params.text_document.uri)
        if opened is None:
            return []
        opened.at = self._lines(opened).offset(params.range.start)
        content, checked = opened.content, opened.checked
        version, uri = opened.version, opened.uri

        def edit(edits: Sequence[types.TextEdit]) -> types.WorkspaceEdit:
            versioned = "workspace.workspace_edit.document_changes"
            if not get_capability(self.client_capabilities, versioned, False):
                return types.WorkspaceEdit(changes={uri: list(edits)})
            document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
            return types.WorkspaceEdit(
                document_changes=[types.TextDocumentEdit(document, list(edits))]
            )

        def work() -> list[types.CodeAction]:
            reader = self._checker.reader(opened.text)
            if reader is None:
                return []
            where, writes = self._project(opened), self._writes(opened)
            rules = self._checker.plugins.rules
            asking = {code for code, rule in rules.items() if "vocabulary" in rule.options}
            asked = Asked(
                uri,
                content,
                checked.entry.findings if checked and checked.entry else (),
                reader,
                self._lines(opened),
                self._checker.language(opened.text.path),
                self._checker.configuration(opened.text.path),
                where.baseline.name if writes and uri.startswith("file:") else None,
                where.vocabulary.name if writes else None,
                asking,
                edit,
                self._offers,
            )
            return list(actions(params, asked))

        try:
            return await self._answer(work)
        except UserError:  # of the configuration, which checking the text says
            return []

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        opened = self._opened.get(params.text_document.uri)
        if opened is None or opened.checked is None:
            return None
        checked, lines = opened.checked, self._lines(opened)

        def work() -> types.Hover | None:
            rules = self._checker.plugins.rules
            language = self._checker.language(opened.text.path)
            return hover(checked, lines.offset(params.position), lines, rules, language)

        return await self._answer(work)

    async def pull(
        self, params: types.DocumentDiagnosticParams
    ) -> types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport:
        """Diagnostics for a client that asks for them: at first those of quick rules."""
        opened = self._opened.get(params.text_document.uri)
        if opened is None:
            return types.RelatedFullDocumentDiagnosticReport([])
        if opened.found_in is None:
            self._schedule(opened, 0 if opened.checked is None else PAUSE)
            answer = asyncio.get_running_loop().create_future()
            opened.waiting.append(answer)
            await answer
        opened.answered = self._name(opened)
        if params.previous_result_id == opened.answered:
            return types.RelatedUnchangedDocumentDiagnosticReport(opened.answered)
        found = self._diagnostics(opened)
        return types.RelatedFullDocumentDiagnosticReport(found, result_id=opened.answered)

    async def explain(self, code: str) -> str | None:
        """Show the page of a rule; what is shown is also the command's result."""
        rule = (await self._answer(lambda: self._checker.plugins.rules)).get(code)
        if rule is None:
            return None
        about = page(rule, self._checker.spoken)
        text = f"# {about.title} ({code})\n\n{about.text}\n"
        if get_capability(self.client_capabilities, "window.show_document.support", False):
            file = folders.cache() / "rules" / f"{code}.md"
            with suppress(OSError):
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                if writable_by_others((folders.cache(), file.parent, file)):
                    raise PermissionError  # they may have made a link of it
                file.write_text(text, encoding="utf-8")
                await self.window_show_document_async(types.ShowDocumentParams(file.as_uri()))
                return text
        self._show(types.MessageType.Info, f"{code} {rule.declared.name}: {about.summary}")
        return text

    async def accept(self, uri: str, fingerprint: str) -> None:
        """Write a finding into the baseline of the project."""
        opened = self._opened.get(uri)
        entry = opened.checked.entry if opened and opened.checked else None
        if not opened or not entry:
            return
        found = [one.code for one in entry.findings if one.fingerprint == fingerprint]
        where = self._project(opened)
        undo = await self._write(lambda: project.accept(where, entry, [fingerprint]))
        if undo and found:
            name = where.baseline.name
            said = say(self._language(opened), "accepted-here", code=found[0], file=name)
            self._run(self._tell_done(said, undo, where.baseline))

    async def add_word(self, uri: str, word: str) -> None:
        """Write a word into the vocabulary of the project."""
        opened = self._opened.get(uri)
        if not opened or not project.is_entry(word):
            return
        where = self._project(opened)
        written, undo = await self._write(lambda: project.add_words(where, [word])) or ((), None)
        if written and undo:
            self._run(self._tell_done(self._said(word, written), undo, where.vocabulary))

    async def add_own_word(self, word: str) -> None:
        """Write a word into the user's own vocabulary, which counts in every project."""
        if project.is_entry(word):
            for one in await self._write(lambda: project.add_own_words([word])) or ():
                undo = partial(project.remove_own_words, [word])
                self._run(self._tell_done(self._said(word, [one]), undo, one.path))

    def _said(self, word: str, written: Sequence[project.Written]) -> str:
        """That a word was added, and what else was made or changed for it."""
        language, (file, *others) = self._checker.spoken, written
        names = [("file-made" if one.is_new else "file-changed", one.path) for one in others]
        rest = [say(language, name, path=path.name) for name, path in names]
        return "; ".join([say(language, "word-added", text=word, file=str(file.path)), *rest])

    async def inserted(self, uri: str, said: str, line: int, character: int, text: str) -> None:
        """Say what the client has inserted at a place, as it was offered, and take it back where
        the user asks for that."""

        async def take_back() -> None:
            opened, path = self._opened.get(uri), to_fs_path(uri) or ""
            now = opened.content if opened else decoding.read(path).decode("utf-8", "replace")
            now, new = (one.replace("\r\n", "\n") for one in (now, text))
            lines = Lines(now, self.workspace.position_codec)
            at = lines.offset(types.Position(line, character))
            if now.startswith(new, at):  # unless it was changed meanwhile
                change = types.TextEdit(lines.range(at, at + len(new)), "")
                edit = types.WorkspaceEdit({uri: [change]})
                await self.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit))

        await self._ask(said, take_back, uri)

    async def _tell_done(self, said: str, take_back: Callable[[], object], file: Path) -> None:
        """Say what was written; where the client asks for that, with buttons to take it back and to
        look at it."""

        async def undo() -> None:
            await self._write(take_back)

        if self._offers:
            await self._ask(said, undo, file.as_uri())
        else:
            self._show(types.MessageType.Info, said)

    async def _ask(
        self, said: str, undo: Callable[[], Coroutine[Any, Any, None]], uri: str
    ) -> None:
        """Say what was done, with buttons to take it back and to look at the file."""
        names = [say(self._checker.spoken, name) for name in ("undo", "open")]
        choices = [types.MessageActionItem(name) for name in names]
        chosen = await self.window_show_message_request_async(
            types.ShowMessageRequestParams(types.MessageType.Info, said, choices)
        )
        if chosen and chosen.title == names[0]:
            await undo()
        elif chosen:
            shown = types.ShowDocumentParams(uri, take_focus=True)
            await self.window_show_document_async(shown)

    async def _write(self, work: Callable[[], _T]) -> _T | None:
        """What writing gives; None, and a message, where it cannot be done."""
        try:
            return await self._answer(work)
        except UserError as error:
            self._show_error(str(error), self._checker.spoken)
            return None
        finally:
            self.lint_all()

    def _project(self, opened: Opened) -> project.Project:
        return self._checker.project(opened.text.path, self._folder(opened.text.path))

    def _folder(self, path: str) -> Path:
        """The innermost folder of the workspace that a text stands in, else its own: what is
        written elsewhere would do nothing for it."""
        uris = [*self.workspace.folders, self.workspace.root_uri]
        roots = [Path(root) for uri in uris if uri and (root := to_fs_path(uri))]
        around = [root for root in roots if root in Path(path).parents]
        return max(around, key=lambda root: len(root.parts), default=Path(path).parent)

    def _writes(self, opened: Opened) -> bool:
        """Whether files beside a text may be written for it: it stands somewhere, and there is
        trust."""
        stands = opened.uri.startswith("file:") or self.workspace.root_path is not None
        return stands and self._checker.trusts

    async def check_file(self, uri: str) -> dict[str, Any]:
        """What is found in a file that no editor shows, such as one of a word processor: its `text`
        with the `diagnostics` in it, or the `problem`."""
        path = to_fs_path(uri)
        if path is None:
            return {"problem": uri}
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Checked] = loop.create_future()

        def job(checkpoint: Callable[[], None]) -> None:
            try:
                text = Text(path, "", data=decoding.read(path))
                checked = self._checker.check(text, checkpoint=checkpoint)
            except Unreadable as error:
                checked = Checked(problem=str(error))
            loop.call_soon_threadsafe(answer.set_result, checked)

        self._worker.put(uri, job)
        checked = await answer
        language = self._checker.language(path)
        if checked.entry is None or checked.entry.error:
            unread = say(language, "unknown-kind", path=path, kind=Path(path).suffix)
            failed = checked.entry.error if checked.entry else checked.problem
            return {"problem": self._said_in(language, failed) if failed else unread}
        found = diagnostics(checked, uri, self.workspace.position_codec, with_related=False)
        shown = checked.texts[path].split("\n")
        if self._checker.plugins.format_for(path).packed:
            shown = [read_line(line)[0] for line in shown]
        return {"text": "\n".join(shown), "diagnostics": found}

    def score(self, uri: str) -> dict[str, Any] | None:
        """The score of a document and what costs it; None where nothing was checked yet."""
        opened = self._opened.get(uri)
        if opened is None:
            return None
        return score.answer(opened.checked, uri, opened.version, self._language(opened))

    def lenses(self, uri: str) -> list[types.CodeLens]:
        """The score and what costs most, each above its place."""
        opened = self._opened.get(uri)
        if opened is None:
            return []
        return [*score.lenses(opened.checked, uri, self._lines(opened), self._language(opened))]

    def show_score(self, uri: str) -> str | None:
        """Show the score and what each dimension costs; what is shown is the command's result."""
        opened = self._opened.get(uri)
        shown = score.text(opened.checked, self._language(opened)) if opened else None
        if shown:
            self._show(types.MessageType.Info, shown)
        return shown

    def stop(self) -> None:
        """Start nothing more."""
        for opened in self._opened.values():
            if opened.timer:
                opened.timer.cancel()
        self._worker.close()
        self._requests.shutdown(wait=False, cancel_futures=True)

    # -------------------------------------------------------------- linting

    def _schedule(self, opened: Opened, pause: float = 0.0) -> None:
        """Lint a document after a pause, unless it changes again; but not too late."""
        loop = asyncio.get_running_loop()
        if opened.timer:
            opened.timer.cancel()
        now = loop.time()
        opened.changed = opened.changed or now
        pause = max(0.0, min(pause, opened.changed + LONGEST_PAUSE - now))
        opened.timer = loop.call_later(pause, self._start, opened, loop)

    def _start(self, opened: Opened, loop: asyncio.AbstractEventLoop) -> None:
        opened.timer = None
        opened.changed = None

        def job(stopped: Callable[[], None]) -> None:
            content = opened.content
            known = opened.checked is not None and opened.checked.complete

            def checkpoint() -> None:
                stopped()
                # what was read of the text stays known, and the change is to be seen soon
                if not known and opened.content != content:
                    raise Interrupted

            part = Span(0, len(content))
            if len(content) > self._max_size:
                part = visible(content, opened.at, min(VISIBLE, self._max_size))
            text = opened.text._replace(content=content[part.start : part.end])
            keep, opened.keep = opened.keep, False

            def deliver(checked: Checked) -> None:
                loop.call_soon_threadsafe(self._deliver, opened, checked, content, part)

            loop.call_soon_threadsafe(self._show_progress, opened)
            try:
                if not known:
                    before = opened.checked if part == (0, len(content)) else None
                    at = opened.at - part.start
                    for checked in self._outwards(text, at, before, checkpoint):
                        deliver(checked)
                        if checked.complete:
                            return
                checked = self._checker.check(text, checkpoint=checkpoint)
                deliver(checked)
                if keep:
                    self._checker.keep(checked)
            except Interrupted:
                opened.keep = keep
                raise
            except Exception as error:  # noqa: BLE001 - a rule that fails must not end the session
                problem = f"{text.path}: {type(error).__name__}: {error}"
                deliver(Checked(problem=problem))
            finally:
                loop.call_soon_threadsafe(self._end_progress, opened)

        self._worker.put(opened.uri, job)

    def _outwards(
        self, text: Text, at: int, before: Checked | None, checkpoint: Callable[[], None]
    ) -> Iterator[Checked]:
        """What is found before a text has been linted whole: around a place, then by the rules
        without models everywhere, then further and further around; complete where it is known.
        `before`: what was found so far."""
        content, check = text.content, partial(self._checker.check, checkpoint=checkpoint)
        size, rest = FIRST, [before] if before else []
        # what is found depends on the whole, so that a part of more than half would cost too much
        is_long = 2 * size < len(content)
        if is_long:
            if (known := check(text, only_known=True)).complete:
                yield known
                return
            yield from self._in_part(text, visible(content, at, size), rest, checkpoint)
        quick = check(text, only_quick=True)
        if quick.complete or (not is_long and quick.entry and quick.entry.findings):
            yield quick
        rest.append(quick)
        while not quick.complete and 2 * size < len(content):
            yield from self._in_part(text, visible(content, at, size), rest, checkpoint)
            size *= MORE

    def _in_part(
        self, text: Text, part: Span, rest: Sequence[Checked], checkpoint: Callable[[], None]
    ) -> Iterator[Checked]:
        """What is found in a part of a text, and was in the rest; nothing where the part cannot be
        read by itself."""
        content = text.content
        alone = text._replace(content=content[part.start : part.end])
        checked = self._checker.check(alone, is_part=True, checkpoint=checkpoint)
        if checked.entry is not None and not checked.entry.error:
            yield joined(moved(checked, part.start, content, content), part, rest)

    def _deliver(self, opened: Opened, checked: Checked, content: str, part: Span) -> None:
        """Take what was found in a part of a text, which may have changed meanwhile."""
        if self._opened.get(opened.uri) is not opened:
            return
        opened.checked = moved(checked, part.start, content, opened.content)
        opened.found_in = content if content == opened.content and checked.complete else None
        self._tell(opened, checked)
        self._watch()
        if part != (0, len(content)):
            fields = {"path": opened.text.path, "limit": self._max_size}
            self._tell_once(opened, say(self._language(opened), "too-large", **fields))
        lenses = "workspace.code_lens.refresh_support"
        if checked.complete and get_capability(self.client_capabilities, lenses, False):
            self._run(self.workspace_code_lens_refresh_async(None))
        if not self._pulls():
            self._publish(opened.uri, opened.version, self._diagnostics(opened))
        elif opened.waiting:
            for answer in opened.waiting:
                if not answer.done():
                    answer.set_result(None)
            opened.waiting.clear()
        elif opened.answered != self._name(opened):
            refresh = "workspace.diagnostics.refresh_support"
            if get_capability(self.client_capabilities, refresh, False):
                self._run(self.workspace_diagnostic_refresh_async(None))

    def _diagnostics(self, opened: Opened) -> list[types.Diagnostic]:
        related = get_capability(
            self.client_capabilities, "text_document.publish_diagnostics.related_information", False
        )
        codec = self.workspace.position_codec
        if opened.checked is None:
            return []
        texts = {**opened.checked.texts, opened.text.path: opened.mark + opened.content}
        checked = replace(opened.checked, texts=texts)
        return diagnostics(checked, opened.uri, codec, with_related=bool(related))

    def _lines(self, opened: Opened) -> Lines:
        return Lines(opened.mark + opened.content, self.workspace.position_codec)

    async def _answer(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._requests, work)

    def _text(self, document: TextDocument) -> Text:
        """Where a text stands and how it is read; one that was never saved stands in the
        workspace's root."""
        path = document.path
        if not document.uri.startswith("file:"):
            extension = EXTENSIONS.get(document.language_id or "", ".txt")
            path = str(Path(self.workspace.root_path or "", Path(path).name + extension))
        return Text(path, "", document.language_id or "", self._references.get(path))

    def _watch(self) -> None:
        """Have the client watch the files that results depend on."""
        new = self._checker.files - self._watched
        watching = "workspace.did_change_watched_files"
        if new and get_capability(
            self.client_capabilities, f"{watching}.dynamic_registration", False
        ):
            self._watched |= new
            relative = get_capability(
                self.client_capabilities, f"{watching}.relative_pattern_support", False
            )
            self._run(self._register(_watching([_pattern(p, bool(relative)) for p in sorted(new)])))

    async def _register(self, registration: types.Registration) -> None:
        await self.client_register_capability_async(types.RegistrationParams([registration]))

    # -------------------------------------------------------------- telling the client

    def _pulls(self) -> bool:
        """Whether the client asks for diagnostics, and need not be sent any."""
        return get_capability(self.client_capabilities, "text_document.diagnostic") is not None

    @staticmethod
    def _name(opened: Opened) -> str:
        """Changes with what a client is told of a document."""
        entry = opened.checked.entry if opened.checked else None
        found = [(f.start, f.end, f.message) for f in entry.findings] if entry else []
        return key(str(opened.version), json.dumps(found)).hex()

    def _language(self, opened: Opened) -> str:
        return self._checker.language(opened.text.path)

    def _publish(self, uri: str, version: int | None, found: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version=version)
        )

    def _show(self, kind: types.MessageType, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(kind, message))

    def _show_error(self, error: str, language: str) -> None:
        self._show(types.MessageType.Error, self._said_in(language, error))

    def _said_in(self, language: str, error: str) -> str:
        return self._in_portuguese(error, self._locale) if language == "pt" else error

    def _tell(self, opened: Opened, checked: Checked) -> None:
        """Show a problem once for all documents that share it, why a document is left alone once
        for that document; log each note once."""
        uri, problem = opened.uri, checked.problem
        if problem and problem not in self._problems.values():
            self._show_error(problem, self._language(opened))
        if problem:
            self._problems[uri] = problem
        else:
            self._problems.pop(uri, None)
        if checked.unknown_kind:
            fields = {"path": opened.text.path, "kind": checked.unknown_kind}
            self._tell_once(opened, say(self._language(opened), "unknown-kind", **fields))
        if checked.entry and checked.entry.language != "pt":
            for notice in checked.entry.notices:
                if notice.code == checked.entry.score.reason and notice.code != "empty":
                    self._tell_once(opened, f"{opened.text.path}: {notice['message']}")
        for note in checked.notes:
            if note not in self._noted:
                self._noted.add(note)
                self.window_log_message(types.LogMessageParams(types.MessageType.Warning, note))

    def _tell_once(self, opened: Opened, message: str) -> None:
        if message not in opened.told:
            opened.told.add(message)
            self._show(types.MessageType.Info, message)

    def _show_progress(self, opened: Opened) -> None:
        """Show that a document is being linted, if that takes long."""
        supported = get_capability(self.client_capabilities, "window.work_done_progress", False)
        if supported and opened.uri not in self._progress:
            token = self._progress[opened.uri] = str(uuid4())
            self._run(self._begin_progress(opened, token))

    async def _begin_progress(self, opened: Opened, token: str) -> None:
        await asyncio.sleep(SLOW)
        if self._progress.get(opened.uri) != token:
            return
        await self.work_done_progress.create_async(token)
        title = say(self._language(opened), "linting").removesuffix(":")  # clients put one
        begin = types.WorkDoneProgressBegin(title, message=Path(opened.text.path).name)
        self.work_done_progress.begin(token, begin)
        if self._progress.get(opened.uri) != token:
            self.work_done_progress.end(token, types.WorkDoneProgressEnd())

    def _end_progress(self, opened: Opened) -> None:
        token = self._progress.pop(opened.uri, "")
        if token in self.work_done_progress.tokens:
            self.work_done_progress.end(token, types.WorkDoneProgressEnd())
            del self.work_done_progress.tokens[token]

    def _run(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _without_mark(source: str) -> tuple[str, str]:
    """A byte order mark, if there is one, and the text."""
    mark = source[: source.startswith("\ufeff")]
    return mark, source[len(mark) :]


def create(server: Server) -> Server:
    """A server with its handlers."""
    _attend_client(server)
    _attend_documents(server)
    _attend_requests(server)
    _attend_commands(server)
    return server


def _attend_client(server: Server) -> None:
    """How a client begins and ends, and its settings."""

    @server.feature(types.INITIALIZE)
    def _initialize(params: types.InitializeParams) -> None:
        if params.locale:
            server.speak(params.locale)
        server.configure(params.initialization_options)
        if params.process_id is not None:
            server._run(server.end_with(params.process_id))

    @server.feature(types.INITIALIZED)
    async def _initialized(_: types.InitializedParams) -> None:
        registrations = []
        if _registers(server, "did_change_watched_files"):
            registrations.append(_watching([CONFIGURATION_FILES]))
        if _registers(server, "did_change_configuration"):
            section = types.DidChangeConfigurationRegistrationOptions(section=SOURCE)
            method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
            registrations.append(types.Registration("settings", method, section))
        if registrations:
            await server.client_register_capability_async(types.RegistrationParams(registrations))
        await server.ask_for_settings()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def _did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        if params.settings:
            server.configure(params.settings)
            server.lint_all()
        else:
            await server.ask_for_settings()

    @server.feature(types.SHUTDOWN)
    def _shutdown(_: Any) -> None:
        server.stop()
        # pygls does so, too, but over a table that those which end are taken out of meanwhile
        waiting = server.protocol._request_futures
        for number, future in list(waiting.items()):
            if number != server.protocol.msg_id:
                future.cancel()


def _attend_documents(server: Server) -> None:
    """What becomes of documents; nobody waits for an answer."""
    for name, method in (
        (types.TEXT_DOCUMENT_DID_OPEN, server.open),
        (types.TEXT_DOCUMENT_DID_CHANGE, server.change),
        (types.TEXT_DOCUMENT_DID_SAVE, server.lint),
        (types.TEXT_DOCUMENT_DID_CLOSE, server.forget),
    ):
        server.feature(name)(lambda params, method=method: method(params.text_document.uri))
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(lambda _: server.lint_all())


def _attend_requests(server: Server) -> None:
    """What clients ask."""
    kinds = types.CodeActionOptions(code_action_kinds=list(KINDS))
    pulled = types.DiagnosticOptions(
        identifier=SOURCE, inter_file_dependencies=False, workspace_diagnostics=False
    )

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)
    async def _code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await server.code_actions(params)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def _hover(params: types.HoverParams) -> types.Hover | None:
        return await server.hover(params)

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, pulled)
    async def _diagnostic(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return await server.pull(params)

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def _code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        return server.lenses(params.text_document.uri)

    @server.feature(score.SCORE)
    def _score(params: Any) -> dict[str, Any] | None:
        return server.score(params.textDocument.uri)

    @server.feature(CHECK)
    async def _check(params: Any) -> dict[str, Any]:
        return await server.check_file(params.uri)


def _attend_commands(server: Server) -> None:
    """What actions and lenses run when they are chosen."""

    @server.command(EXPLAIN)
    async def _explain(code: str) -> str | None:
        return await server.explain(code)

    @server.command(ACCEPT)
    async def _accept(uri: str, fingerprint: str) -> None:
        await server.accept(uri, fingerprint)

    @server.command(ADD_WORD)
    async def _add_word(uri: str, word: str) -> None:
        await server.add_word(uri, word)

    @server.command(ADD_OWN_WORD)
    async def _add_own_word(word: str) -> None:
        await server.add_own_word(word)

    @server.command(INSERTED)
    def _inserted(uri: str, said: str, line: int, character: int, text: str) -> None:
        server._run(server.inserted(uri, said, line, character, text))

    @server.command(score.SHOW)
    def _show_score(uri: str) -> str | None:
        return server.show_score(uri)


def _registers(server: Server, what: str) -> bool:
    """Whether a client can be told later what the server wants to hear of."""
    name = f"workspace.{what}.dynamic_registration"
    return bool(get_capability(server.client_capabilities, name, False))


def _watching(patterns: Sequence[str | types.RelativePattern]) -> types.Registration:
    watchers = [types.FileSystemWatcher(pattern) for pattern in patterns]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    return types.Registration(str(uuid4()), types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)


def _pattern(path: str, relative: bool) -> str | types.RelativePattern:
    """What only this file matches; beyond the workspace clients look only relative to a folder."""
    place = Path(path).absolute()
    if relative:
        return types.RelativePattern(place.parent.as_uri(), _literal(place.name))
    return _literal(place.as_posix())


def _literal(text: str) -> str:
    return re.sub(r"[*?\[{]", lambda match: f"[{match[0]}]", text)


def _end_by_signals(*numbers: int) -> None:
    """End the process at one of these signals, whatever its threads wait for. Python runs handlers
    in the main thread, which may just go to sleep; what is written to a socket wakes another."""
    reading, writing = socket.socketpair()
    writing.setblocking(False)

    def wait() -> None:
        number = 0
        while number not in numbers:
            number = reading.recv(1)[0]
        with suppress(OSError, ValueError):  # closed
            sys.stderr.write(f"textlint-pt: ended by {signal.Signals(number).name}\n")
            sys.stderr.flush()
        writing.close()
        os._exit(128 + number)

    for number in numbers:
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
    threading.Thread(target=wait, daemon=True).start()


def serve(locale: str, in_portuguese: Callable[[str, str], str]) -> int:
    """Serve one client over standard input and output until it shuts down; arguments as `Server`
    has them."""
    heap.share()
    answers = sys.stdout.buffer
    # output of a plugin must not end up between two messages
    sys.stdout = sys.stderr
    in_lines()
    # the thread that reads waits for the client: nothing but the end of the process ends it
    _end_by_signals(signal.SIGINT, signal.SIGTERM)
    try:
        server = create(Server(locale, in_portuguese))
        server.start_io(cast("BinaryIO", Input(sys.stdin.buffer)), answers)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0
    except MemoryError:
        status = 2
        sys.stderr.write("textlint-pt: a message is said to be longer than the memory\n")
    else:
        status = 0
    with suppress(OSError, ValueError):  # closed
        answers.flush()
    # not to wait for a model that is running
    os._exit(status)
