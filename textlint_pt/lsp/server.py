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
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
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
from textlint_pt.interrupts import is_running
from textlint_pt.lsp import score
from textlint_pt.lsp.checker import EXTENSIONS, Checked, Checker, Text
from textlint_pt.lsp.code_action import (
    ACCEPT,
    ADD_OWN_WORD,
    ADD_WORD,
    EXPLAIN,
    INSERTED,
    KINDS,
    ActionContext,
    actions,
)
from textlint_pt.lsp.diagnostics import SOURCE, diagnostics, hover, joined, moved
from textlint_pt.lsp.positions import Lines
from textlint_pt.lsp.stream import Input, log_single_lines
from textlint_pt.lsp.texts import OpenText, first_difference, visible
from textlint_pt.lsp.worker import Worker
from textlint_pt.registry import folders
from textlint_pt.registry.documentation import page
from textlint_pt.report.messages import say, spoken
from textlint_pt.text.document import Span

#: seconds without a change before a changed text is linted, and the longest that is waited
TYPING_PAUSE, MAX_PAUSE = 0.3, 0.9
#: seconds after which progress is shown
SECONDS_BEFORE_PROGRESS = 0.8
#: characters of a text from which on only the visible part is linted, and how much of it
MAX_SIZE, VISIBLE = 1_000_000, 60_000
#: characters of a text that are linted before the rest of it, and how many times more after that
FIRST_CHARACTERS, GROWTH = 4_000, 6
#: seconds between two looks at whether the client's process is there
CLIENT_CHECK_INTERVAL = 2.0
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
    shown_messages: set[str] = field(default_factory=set)


class Server(LanguageServer):
    """A language server with one linting thread. Its methods run in the event loop.

    `locale` is that of a client which says none; `in_portuguese` turns an error, for a locale.
    """

    def __init__(
        self, locale: str = "", in_portuguese: Callable[[str, str], str] = lambda text, _: text
    ) -> None:
        """Create a server whose messages are in the language of `locale` by default."""
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
        self._offers_undo = False
        #: tokens of progress that is shown
        self._progress: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._in_portuguese = in_portuguese
        self.set_locale(locale)

    # -------------------------------------------------------------- what handlers call

    def set_locale(self, locale: str) -> None:
        """Speak the language of a locale, unless a configuration says another."""
        self._locale = locale
        self._checker.default_language = spoken(locale)

    def configure(self, options: object) -> None:
        """Apply the client's settings; show an error for invalid ones."""
        if isinstance(options, dict) and isinstance(options.get(SOURCE), dict):
            options = options[SOURCE]
        if not isinstance(options, dict):
            return
        root = self.workspace.root_path or ""
        references = options.get("references")
        if isinstance(references, dict):
            self._references = {
                str(Path(root, str(text))): str(Path(root, str(reference)))
                for text, reference in references.items()
            }
        size = options.get("maxSize")
        if isinstance(size, int) and not isinstance(size, bool) and size > 0:
            self._max_size = size
        self._offers_undo = options.get("offerUndo", self._offers_undo) is True
        self._checker.is_trusted = options.get("trusted", self._checker.is_trusted) is not False
        values = options.get("settings")
        if isinstance(values, dict):
            try:
                self._checker.configure(values, Path(root))
            except UserError as error:
                self._show_error(str(error), self._checker.last_language)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an error of handling a message."""
        if source is FeatureRequestError:
            return
        message = f"a message was passed over: {type(error).__name__}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, message))

    async def exit_with_client(self, client: int) -> None:
        """End this process once the client's is gone (`client` is its number), as after a crash."""
        while is_running(client):
            await asyncio.sleep(CLIENT_CHECK_INTERVAL)
        os._exit(1)

    async def ask_for_settings(self) -> None:
        """Ask the client for its settings, where it can be asked."""
        if self.client_supports("workspace.configuration"):
            item = types.ConfigurationItem(section=SOURCE)
            answers = await self.workspace_configuration_async(types.ConfigurationParams([item]))
            for options in answers:
                self.configure(options)
            self.lint_all()

    def open(self, uri: str) -> None:
        """Start linting an opened document."""
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
        """Note a change; findings move along, and linting follows after a pause."""
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
        self._schedule(opened, TYPING_PAUSE)

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
        if not self._client_pulls():
            self._publish(uri, None, [])

    async def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Return the code actions for a range."""
        opened = self._opened.get(params.text_document.uri)
        if opened is None:
            return []
        opened.at = self._lines(opened).offset(params.range.start)
        content, checked = opened.content, opened.checked
        version, uri = opened.version, opened.uri

        def edit(edits: Sequence[types.TextEdit]) -> types.WorkspaceEdit:
            if not self.client_supports("workspace.workspace_edit.document_changes"):
                return types.WorkspaceEdit(changes={uri: list(edits)})
            document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
            return types.WorkspaceEdit(
                document_changes=[types.TextDocumentEdit(document, list(edits))]
            )

        def work() -> list[types.CodeAction]:
            reader = self._checker.reader(opened.text)
            if reader is None:
                return []
            project_of_text, writes = self._project(opened), self._may_write(opened)
            rules = self._checker.plugins.rules
            rules_with_vocabulary = {
                code for code, rule in rules.items() if "vocabulary" in rule.options
            }
            can_accept = writes and uri.startswith("file:")
            asked = ActionContext(
                uri,
                content,
                checked.entry.findings if checked and checked.entry else (),
                reader,
                self._lines(opened),
                self._checker.language(opened.text.path),
                self._checker.configuration(opened.text.path),
                project_of_text.baseline.name if can_accept else None,
                project_of_text.vocabulary.name if writes else None,
                rules_with_vocabulary,
                edit,
                self._offers_undo,
            )
            return list(actions(params, asked))

        try:
            return await self._answer(work)
        except UserError:  # of the configuration, which checking the text says
            return []

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        """Return the explanation of the finding at a position."""
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
        """Return diagnostics to a client that pulls them, quick ones first."""
        opened = self._opened.get(params.text_document.uri)
        if opened is None:
            return types.RelatedFullDocumentDiagnosticReport([])
        if opened.found_in is None:
            self._schedule(opened, 0 if opened.checked is None else TYPING_PAUSE)
            answer = asyncio.get_running_loop().create_future()
            opened.waiting.append(answer)
            await answer
        opened.answered = self._result_id(opened)
        if params.previous_result_id == opened.answered:
            return types.RelatedUnchangedDocumentDiagnosticReport(opened.answered)
        found = self._diagnostics(opened)
        return types.RelatedFullDocumentDiagnosticReport(found, result_id=opened.answered)

    async def explain(self, code: str) -> str | None:
        """Show and return the page of a rule."""
        rule = (await self._answer(lambda: self._checker.plugins.rules)).get(code)
        if rule is None:
            return None
        rule_page = page(rule, self._checker.last_language)
        text = f"# {rule_page.title} ({code})\n\n{rule_page.text}\n"
        if self.client_supports("window.show_document.support"):
            file = folders.cache() / "rules" / f"{code}.md"
            with suppress(OSError):
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                if writable_by_others((folders.cache(), file.parent, file)):
                    raise PermissionError  # they may have made a link of it
                file.write_text(text, encoding="utf-8")
                await self.window_show_document_async(types.ShowDocumentParams(file.as_uri()))
                return text
        self._show(types.MessageType.Info, f"{code} {rule.declared.name}: {rule_page.summary}")
        return text

    async def accept(self, uri: str, fingerprint: str) -> None:
        """Accept a finding in the project's baseline."""
        opened = self._opened.get(uri)
        entry = opened.checked.entry if opened and opened.checked else None
        if not opened or not entry:
            return
        found = [one.code for one in entry.findings if one.fingerprint == fingerprint]
        target = self._project(opened)
        undo = await self._write(lambda: project.accept(target, entry, [fingerprint]))
        if undo and found:
            name = target.baseline.name
            message = say(self._language(opened), "accepted-here", code=found[0], file=name)
            self._run(self._announce(message, undo, target.baseline))

    async def add_word(self, uri: str, word: str) -> None:
        """Add a word to the project's vocabulary."""
        opened = self._opened.get(uri)
        if not opened or not project.is_entry(word):
            return
        target = self._project(opened)
        written, undo = await self._write(lambda: project.add_words(target, [word])) or ((), None)
        if written and undo:
            self._run(
                self._announce(self._word_added_message(word, written), undo, target.vocabulary)
            )

    async def add_own_word(self, word: str) -> None:
        """Write a word into the user's own vocabulary, which counts in every project."""
        if project.is_entry(word):
            for one in await self._write(lambda: project.add_own_words([word])) or ():
                undo = partial(project.remove_own_words, [word])
                self._run(self._announce(self._word_added_message(word, [one]), undo, one.path))

    def _word_added_message(self, word: str, written: Sequence[project.Written]) -> str:
        """Return the message that a word was added to the first file written, and which others
        were made or changed for it."""
        language, (file, *others) = self._checker.last_language, written
        rest = [
            say(language, "file-made" if one.is_new else "file-changed", path=one.path.name)
            for one in others
        ]
        return "; ".join([say(language, "word-added", text=word, file=str(file.path)), *rest])

    def inserted(self, uri: str, message: str, line: int, character: int, text: str) -> None:
        """Announce an insertion of the client, with a button that undoes it."""

        async def undo() -> None:
            opened, path = self._opened.get(uri), to_fs_path(uri) or ""
            current = opened.content if opened else decoding.read(path).decode("utf-8", "replace")
            current, inserted_text = current.replace("\r\n", "\n"), text.replace("\r\n", "\n")
            lines = Lines(current, self.workspace.position_codec)
            start = lines.offset(types.Position(line, character))
            if current.startswith(inserted_text, start):  # unless it was changed meanwhile
                change = types.TextEdit(lines.range(start, start + len(inserted_text)), "")
                edit = types.WorkspaceEdit({uri: [change]})
                await self.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit))

        self._run(self._show_with_undo(message, undo, uri))

    async def _announce(self, message: str, undo_write: Callable[[], object], file: Path) -> None:
        """Show what was written, with undo and open buttons if the client wants them."""

        async def undo() -> None:
            await self._write(undo_write)

        if self._offers_undo:
            await self._show_with_undo(message, undo, file.as_uri())
        else:
            self._show(types.MessageType.Info, message)

    async def _show_with_undo(
        self, message: str, undo: Callable[[], Coroutine[Any, Any, None]], uri: str
    ) -> None:
        """Show a message with buttons to undo and to open the file."""
        names = [say(self._checker.last_language, name) for name in ("undo", "open")]
        choices = [types.MessageActionItem(name) for name in names]
        chosen = await self.window_show_message_request_async(
            types.ShowMessageRequestParams(types.MessageType.Info, message, choices)
        )
        if chosen and chosen.title == names[0]:
            await undo()
        elif chosen:
            shown = types.ShowDocumentParams(uri, take_focus=True)
            await self.window_show_document_async(shown)

    async def _write(self, work: Callable[[], _T]) -> _T | None:
        """Run a function that writes, showing its `UserError`; then lint everything again."""
        try:
            return await self._answer(work)
        except UserError as error:
            self._show_error(str(error), self._checker.last_language)
            return None
        finally:
            self.lint_all()

    def _project(self, opened: Opened) -> project.Project:
        return self._checker.project(opened.text.path, self._folder(opened.text.path))

    def _folder(self, path: str) -> Path:
        """Return the innermost workspace folder around a text, else its own folder."""
        uris = [*self.workspace.folders, self.workspace.root_uri]
        roots = [Path(root) for uri in uris if uri and (root := to_fs_path(uri))]
        enclosing = [root for root in roots if root in Path(path).parents]
        return max(enclosing, key=lambda root: len(root.parts), default=Path(path).parent)

    def _may_write(self, opened: Opened) -> bool:
        """Return whether files may be written beside a text: it is saved, and trusted."""
        has_folder = opened.uri.startswith("file:") or self.workspace.root_path is not None
        return has_folder and self._checker.is_trusted

    async def check_file(self, params: Any) -> dict[str, Any]:
        """Return text and diagnostics of a file that is not open, or the problem."""
        uri: str = params.uri
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
            unknown_format = say(language, "unknown-kind", path=path, kind=Path(path).suffix)
            failed = checked.entry.error if checked.entry else checked.problem
            return {"problem": self._in_language(language, failed) if failed else unknown_format}
        found = diagnostics(checked, uri, self.workspace.position_codec, with_related=False)
        shown = checked.texts[path].split("\n")
        if self._checker.plugins.format_for(path).packed:
            shown = [read_line(line)[0] for line in shown]
        return {"text": "\n".join(shown), "diagnostics": found}

    def score(self, params: Any) -> dict[str, Any] | None:
        """Return the score of a document and what costs it; None where nothing was checked yet."""
        uri: str = params.textDocument.uri
        opened = self._opened.get(uri)
        if opened is None:
            return None
        return score.answer(opened.checked, uri, opened.version, self._language(opened))

    def lenses(self, params: types.CodeLensParams) -> list[types.CodeLens]:
        """Return the score and what costs most, each above its place."""
        uri = params.text_document.uri
        opened = self._opened.get(uri)
        if opened is None:
            return []
        return [*score.lenses(opened.checked, uri, self._lines(opened), self._language(opened))]

    def show_score(self, uri: str) -> str | None:
        """Show and return the score with the cost of each dimension."""
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
        """Lint a document after a pause without changes, but before `MAX_PAUSE`."""
        loop = asyncio.get_running_loop()
        if opened.timer:
            opened.timer.cancel()
        now = loop.time()
        opened.changed = opened.changed or now
        pause = max(0.0, min(pause, opened.changed + MAX_PAUSE - now))
        opened.timer = loop.call_later(pause, self._start, opened, loop)

    def _start(self, opened: Opened, loop: asyncio.AbstractEventLoop) -> None:
        """Queue a job that lints a document and sends its findings to the event loop."""
        opened.timer = None
        opened.changed = None

        def job(check_stop: Callable[[], None]) -> None:
            content = opened.content
            was_complete = opened.checked is not None and opened.checked.complete

            def checkpoint() -> None:
                check_stop()
                # what was read of the text stays known, and the change is to be seen soon
                if not was_complete and opened.content != content:
                    raise Interrupted

            part = Span(0, len(content))
            if len(content) > self._max_size:
                part = visible(content, opened.at, min(VISIBLE, self._max_size))
            text = opened.text._replace(content=content[part.start : part.end])
            keep, opened.keep = opened.keep, False  # whether the result goes on disk

            def deliver(checked: Checked) -> None:
                loop.call_soon_threadsafe(self._receive, opened, checked, content, part)

            loop.call_soon_threadsafe(self._show_progress, opened)
            try:
                if not was_complete:
                    earlier = opened.checked if part == (0, len(content)) else None
                    cursor = opened.at - part.start
                    for checked in self._increasing_parts(text, cursor, earlier, checkpoint):
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

    def _increasing_parts(
        self, text: Text, cursor: int, earlier: Checked | None, checkpoint: Callable[[], None]
    ) -> Iterator[Checked]:
        """Yield findings of growing parts around `cursor`, with quick rules for the whole; the
        last is complete where it comes from the cache."""
        content, check = text.content, partial(self._checker.check, checkpoint=checkpoint)
        size = FIRST_CHARACTERS
        rest = [earlier] if earlier else []  # where findings outside of a part come from
        # the whole is checked at the end anyway: a part of more than half of it is not worth it
        is_long = 2 * size < len(content)
        if is_long:
            cached = check(text, only_known=True)
            if cached.complete:
                yield cached
                return
            yield from self._in_part(text, visible(content, cursor, size), rest, checkpoint)
        quick = check(text, only_quick=True)
        if quick.complete or (not is_long and quick.entry and quick.entry.findings):
            yield quick
        rest.append(quick)
        while not quick.complete and 2 * size < len(content):
            yield from self._in_part(text, visible(content, cursor, size), rest, checkpoint)
            size *= GROWTH

    def _in_part(
        self, text: Text, part: Span, rest: Sequence[Checked], checkpoint: Callable[[], None]
    ) -> Iterator[Checked]:
        """Yield findings of a part, joined with earlier ones of the rest."""
        content = text.content
        part_text = text._replace(content=content[part.start : part.end])
        checked = self._checker.check(part_text, is_part=True, checkpoint=checkpoint)
        if checked.entry is not None and not checked.entry.error:
            yield joined(moved(checked, part.start, content, content), part, rest)

    def _receive(self, opened: Opened, checked: Checked, content: str, part: Span) -> None:
        """Store and publish findings of a part of a possibly changed text."""
        if self._opened.get(opened.uri) is not opened:
            return
        opened.checked = moved(checked, part.start, content, opened.content)
        opened.found_in = content if content == opened.content and checked.complete else None
        self._show_problems(opened, checked)
        self._watch()
        if part != (0, len(content)):
            fields = {"path": opened.text.path, "limit": self._max_size}
            self._show_once(opened, say(self._language(opened), "too-large", **fields))
        if checked.complete and self.client_supports("workspace.code_lens.refresh_support"):
            self._run(self.workspace_code_lens_refresh_async(None))
        self._announce_findings(opened)

    def _announce_findings(self, opened: Opened) -> None:
        """Send a client the findings, answer its requests that wait for them, or tell it to ask
        anew if they are not what it was told last."""
        if not self._client_pulls():
            self._publish(opened.uri, opened.version, self._diagnostics(opened))
        elif opened.waiting:
            for answer in opened.waiting:
                if not answer.done():
                    answer.set_result(None)
            opened.waiting.clear()
        elif opened.answered != self._result_id(opened) and self.client_supports(
            "workspace.diagnostics.refresh_support"
        ):
            self._run(self.workspace_diagnostic_refresh_async(None))

    def _diagnostics(self, opened: Opened) -> list[types.Diagnostic]:
        """Return a document's findings as diagnostics."""
        if opened.checked is None:
            return []
        related = "text_document.publish_diagnostics.related_information"
        codec = self.workspace.position_codec
        texts = {**opened.checked.texts, opened.text.path: opened.mark + opened.content}
        checked = replace(opened.checked, texts=texts)
        with_related = self.client_supports(related)
        return diagnostics(checked, opened.uri, codec, with_related=with_related)

    def _lines(self, opened: Opened) -> Lines:
        return Lines(opened.mark + opened.content, self.workspace.position_codec)

    async def _answer(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._requests, work)

    def _text(self, document: TextDocument) -> Text:
        """Return how a document is read; unsaved ones lie in the workspace root."""
        path = document.path
        if not document.uri.startswith("file:"):
            extension = EXTENSIONS.get(document.language_id or "", ".txt")
            path = str(Path(self.workspace.root_path or "", Path(path).name + extension))
        return Text(path, "", document.language_id or "", self._references.get(path))

    def _watch(self) -> None:
        """Ask the client to watch the files that results depend on."""
        unwatched = self._checker.files - self._watched
        watching = "workspace.did_change_watched_files"
        if unwatched and self.client_supports(f"{watching}.dynamic_registration"):
            self._watched |= unwatched
            relative = self.client_supports(f"{watching}.relative_pattern_support")
            self._run(
                self.register(_watching(_pattern(path, relative) for path in sorted(unwatched)))
            )

    async def register(self, *registrations: types.Registration) -> None:
        await self.client_register_capability_async(types.RegistrationParams([*registrations]))

    # -------------------------------------------------------------- telling the client

    def client_supports(self, capability: str) -> bool:
        return bool(get_capability(self.client_capabilities, capability, False))

    def _client_pulls(self) -> bool:
        """Return whether the client asks for diagnostics, and need not be sent any."""
        return get_capability(self.client_capabilities, "text_document.diagnostic") is not None

    @staticmethod
    def _result_id(opened: Opened) -> str:
        """Return a digest of a document's version and findings, for clients that pull."""
        entry = opened.checked.entry if opened.checked else None
        findings = entry.findings if entry else []
        found = [(finding.start, finding.end, finding.message) for finding in findings]
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
        self._show(types.MessageType.Error, self._in_language(language, error))

    def _in_language(self, language: str, error: str) -> str:
        return self._in_portuguese(error, self._locale) if language == "pt" else error

    def _show_problems(self, opened: Opened, checked: Checked) -> None:
        """Show each problem once, and log each note once."""
        uri, problem = opened.uri, checked.problem
        if problem and problem not in self._problems.values():
            self._show_error(problem, self._language(opened))
        if problem:
            self._problems[uri] = problem
        else:
            self._problems.pop(uri, None)
        if checked.unknown_kind:
            fields = {"path": opened.text.path, "kind": checked.unknown_kind}
            self._show_once(opened, say(self._language(opened), "unknown-kind", **fields))
        if checked.entry and checked.entry.language != "pt":
            for notice in checked.entry.notices:
                if notice.code == checked.entry.score.reason and notice.code != "empty":
                    self._show_once(opened, f"{opened.text.path}: {notice['message']}")
        for note in checked.notes:
            if note not in self._noted:
                self._noted.add(note)
                self.window_log_message(types.LogMessageParams(types.MessageType.Warning, note))

    def _show_once(self, opened: Opened, message: str) -> None:
        if message not in opened.shown_messages:
            opened.shown_messages.add(message)
            self._show(types.MessageType.Info, message)

    def _show_progress(self, opened: Opened) -> None:
        """Show progress if linting takes long."""
        supported = self.client_supports("window.work_done_progress")
        if supported and opened.uri not in self._progress:
            token = self._progress[opened.uri] = str(uuid4())
            self._run(self._begin_progress(opened, token))

    async def _begin_progress(self, opened: Opened, token: str) -> None:
        """Show progress after a while, unless linting has ended."""
        await asyncio.sleep(SECONDS_BEFORE_PROGRESS)
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
    """Return a byte order mark, if there is one, and the text."""
    mark = source[: source.startswith("\ufeff")]
    return mark, source[len(mark) :]


def create(server: Server) -> Server:
    """Return a server with its handlers."""
    _register_lifecycle(server)
    _register_documents(server)
    _register_requests(server)
    _register_commands(server)
    return server


def _register_lifecycle(server: Server) -> None:
    """Register handlers for start, settings and shutdown."""

    @server.feature(types.INITIALIZE)
    def _initialize(params: types.InitializeParams) -> None:
        if params.locale:
            server.set_locale(params.locale)
        server.configure(params.initialization_options)
        if params.process_id is not None:
            server._run(server.exit_with_client(params.process_id))

    @server.feature(types.INITIALIZED)
    async def _initialized(_: types.InitializedParams) -> None:
        registrations = []
        if server.client_supports("workspace.did_change_watched_files.dynamic_registration"):
            registrations.append(_watching([CONFIGURATION_FILES]))
        if server.client_supports("workspace.did_change_configuration.dynamic_registration"):
            section = types.DidChangeConfigurationRegistrationOptions(section=SOURCE)
            method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
            registrations.append(types.Registration("settings", method, section))
        if registrations:
            await server.register(*registrations)
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
        # pygls cancels them too, but fails when one ends while it goes through the table
        pending = server.protocol._request_futures
        for number, future in list(pending.items()):
            if number != server.protocol.msg_id:
                future.cancel()


def _register_documents(server: Server) -> None:
    """Register handlers for opening, changing, saving and closing documents."""
    for name, method in (
        (types.TEXT_DOCUMENT_DID_OPEN, server.open),
        (types.TEXT_DOCUMENT_DID_CHANGE, server.change),
        (types.TEXT_DOCUMENT_DID_SAVE, server.lint),
        (types.TEXT_DOCUMENT_DID_CLOSE, server.forget),
    ):
        server.feature(name)(lambda params, method=method: method(params.text_document.uri))
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(lambda _: server.lint_all())


def _register_requests(server: Server) -> None:
    """Register handlers that answer requests."""
    kinds = types.CodeActionOptions(code_action_kinds=list(KINDS))
    pulled = types.DiagnosticOptions(
        identifier=SOURCE, inter_file_dependencies=False, workspace_diagnostics=False
    )
    methods: Sequence[tuple[str, Callable[..., object], object]] = (
        (types.TEXT_DOCUMENT_CODE_ACTION, Server.code_actions, kinds),
        (types.TEXT_DOCUMENT_HOVER, Server.hover, None),
        (types.TEXT_DOCUMENT_DIAGNOSTIC, Server.pull, pulled),
        (types.TEXT_DOCUMENT_CODE_LENS, Server.lenses, None),
        (score.SCORE, Server.score, None),
        (CHECK, Server.check_file, None),
    )
    for name, method, options in methods:
        server.feature(name, options)(partial(method, server))


def _register_commands(server: Server) -> None:
    """Register the commands of code actions and lenses."""
    commands: Mapping[str, Callable[..., object]] = {
        EXPLAIN: server.explain,
        ACCEPT: server.accept,
        ADD_WORD: server.add_word,
        ADD_OWN_WORD: server.add_own_word,
        INSERTED: server.inserted,
        score.SHOW_SCORE: server.show_score,
    }
    for name, method in commands.items():
        server.command(name)(partial(method))


def _watching(patterns: Iterable[str | types.RelativePattern]) -> types.Registration:
    watchers = [types.FileSystemWatcher(pattern) for pattern in patterns]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    return types.Registration(str(uuid4()), types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)


def _pattern(path: str, relative: bool) -> str | types.RelativePattern:
    """Return a glob that matches one file, relative to its folder if supported."""
    absolute = Path(path).absolute()
    if relative:
        return types.RelativePattern(absolute.parent.as_uri(), _literal(absolute.name))
    return _literal(absolute.as_posix())


def _literal(text: str) -> str:
    return re.sub(r"[*?\[{]", lambda match: f"[{match[0]}]", text)


def _end_by_signals(*numbers: int) -> None:
    """Exit at these signals even while threads wait; a socket wakes the watching thread."""
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
    """Serve one client over standard input and output until it shuts down."""
    heap.share()
    output = sys.stdout.buffer
    # output of a plugin must not end up between two messages
    sys.stdout = sys.stderr
    log_single_lines()
    # the thread that reads waits for the client: nothing but the end of the process ends it
    _end_by_signals(signal.SIGINT, signal.SIGTERM)
    try:
        server = create(Server(locale, in_portuguese))
        server.start_io(cast("BinaryIO", Input(sys.stdin.buffer)), output)
    except SystemExit as exit_:
        status = exit_.code if isinstance(exit_.code, int) else 0
    except MemoryError:
        status = 2
        sys.stderr.write("textlint-pt: a message is said to be longer than the memory\n")
    else:
        status = 0
    with suppress(OSError, ValueError):  # closed
        output.flush()
    # not to wait for a model that is running
    os._exit(status)
