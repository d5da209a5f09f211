"""The server: lints open documents off the request thread and publishes the findings.

A text is linted when it is opened and saved and, after a pause in typing, when it changes. One
thread lints; a result that comes too late is dropped. The client may name trusted translations in
its initialization options, `{"references": {"pt/page.md": "ref/page.md"}}`, relative to the
workspace's root.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from textlint_pt import __version__
from textlint_pt.lsp.checker import Checked, Checker
from textlint_pt.lsp.code_action import actions
from textlint_pt.lsp.diagnostics import diagnostics
from textlint_pt.lsp.positions import Lines

#: seconds without a change before a changed text is linted
PAUSE = 0.3
CONFIGURATION_FILES = "**/{rules.yaml,rules.yml,pyproject.toml}"

_T = TypeVar("_T")


class Server(LanguageServer):
    """A language server with one linting thread. Its methods run in the event loop."""

    def __init__(self) -> None:
        # whole texts: a prose file is small, and lines of incremental changes would be counted by
        # str.splitlines, which knows more line ends than the protocol does
        super().__init__("textlint-pt", __version__, types.TextDocumentSyncKind.Full)
        self._checker = Checker()
        self._thread = ThreadPoolExecutor(1, "textlint-pt")
        #: number of the last request to lint a document, by URI: any earlier one is stale
        self._turns: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        #: the problem that keeps a document from being linted, by URI
        self._problems: dict[str, str] = {}
        self._noted: set[str] = set()
        self._references: Mapping[str, str] = {}

    # -------------------------------------------------------------- what handlers call

    def configure(self, options: object) -> None:
        """Take the client's initialization options."""
        given = options.get("references") if isinstance(options, dict) else None
        if isinstance(given, dict):
            root = self.workspace.root_path or ""
            self._references = {
                str(Path(root, text)): str(Path(root, reference))
                for text, reference in given.items()
            }

    def schedule(self, uri: str, pause: float = 0.0) -> None:
        """Lint a document after a pause, unless it is scheduled again or closed meanwhile."""
        turn = self._take_turn(uri)
        task = asyncio.get_running_loop().create_task(self._lint(uri, turn, pause))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def schedule_all(self) -> None:
        """Lint every open document, after the configuration may have changed."""
        for document in self.workspace.text_documents.values():
            self.schedule(document.uri)

    def forget(self, uri: str) -> None:
        """Forget a closed document, in the client too."""
        self._take_turn(uri)
        self._problems.pop(uri, None)
        self._publish(uri, None, [])

    async def ignore_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Actions that silence the diagnostics asked about."""
        document = self.workspace.get_text_document(params.text_document.uri)
        path, text = self._path(document), document.source

        def work() -> list[types.CodeAction]:
            reader = self._checker.plugins.format_for(path)
            lines = Lines(text, self.workspace.position_codec)
            plain = text.removeprefix("\ufeff")
            return list(actions(params, plain, reader, lines, self._checker.language(path)))

        return await self._in_thread(work)

    def stop(self) -> None:
        """Start nothing more."""
        for task in self._tasks:
            task.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    # -------------------------------------------------------------- linting

    def _take_turn(self, uri: str) -> int:
        self._turns[uri] = self._turns.get(uri, 0) + 1
        return self._turns[uri]

    async def _lint(self, uri: str, turn: int, pause: float) -> None:
        await asyncio.sleep(pause)
        if self._turns[uri] != turn:
            return
        document = self.workspace.get_text_document(uri)
        path, text, version = self._path(document), document.source, document.version

        def work() -> Checked | None:
            # the queue may have been long
            if self._turns[uri] != turn:
                return None
            return self._checker.check(path, text, self._references.get(path))

        try:
            checked = await self._in_thread(work)
        except Exception as error:  # noqa: BLE001 - a rule that fails must not end the session
            checked = Checked(problem=f"{path}: {type(error).__name__}: {error}")
        if checked is None or self._turns[uri] != turn:
            return
        self._tell(uri, checked)
        supported = get_capability(
            self.client_capabilities, "text_document.publish_diagnostics.related_information", False
        )
        codec = self.workspace.position_codec
        found = diagnostics(checked, uri, codec, with_related=bool(supported))
        self._publish(uri, version, found)

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _path(self, document: TextDocument) -> str:
        """The file's path; for a text that was never saved a path in the workspace's root."""
        if document.uri.startswith("file:"):
            return document.path
        extension = ".md" if document.language_id == "markdown" else ".txt"
        return str(Path(self.workspace.root_path or "", Path(document.path).name + extension))

    # -------------------------------------------------------------- telling the client

    def _publish(self, uri: str, version: int | None, found: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version=version)
        )

    def _tell(self, uri: str, checked: Checked) -> None:
        """Show a problem once for all documents that share it; log each note once."""
        problem = checked.problem
        if problem and problem not in self._problems.values():
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, problem))
        if problem:
            self._problems[uri] = problem
        else:
            self._problems.pop(uri, None)
        for note in checked.notes:
            if note not in self._noted:
                self._noted.add(note)
                self.window_log_message(types.LogMessageParams(types.MessageType.Warning, note))


def create() -> Server:
    """A server with its handlers."""
    server = Server()

    @server.feature(types.INITIALIZE)
    def _initialize(params: types.InitializeParams) -> None:
        server.configure(params.initialization_options)

    @server.feature(types.INITIALIZED)
    async def _initialized(_: types.InitializedParams) -> None:
        watching = "workspace.did_change_watched_files.dynamic_registration"
        if get_capability(server.client_capabilities, watching, False):
            await server.client_register_capability_async(_watch_configuration())

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def _did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.schedule(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def _did_change(params: types.DidChangeTextDocumentParams) -> None:
        server.schedule(params.text_document.uri, PAUSE)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def _did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.schedule(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def _did_change_watched_files(_: types.DidChangeWatchedFilesParams) -> None:
        server.schedule_all()

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def _code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await server.ignore_actions(params)

    @server.feature(types.SHUTDOWN)
    def _shutdown(_: Any) -> None:
        server.stop()

    return server


def _watch_configuration() -> types.RegistrationParams:
    watchers = [types.FileSystemWatcher(CONFIGURATION_FILES)]
    return types.RegistrationParams(
        [
            types.Registration(
                "configuration",
                types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                types.DidChangeWatchedFilesRegistrationOptions(watchers),
            )
        ]
    )


def serve() -> int:
    """Serve one client over standard input and output until it shuts down."""
    answers = sys.stdout.buffer
    # output of a plugin must not end up between two messages
    sys.stdout = sys.stderr
    create().start_io(sys.stdin.buffer, answers)
    return 0
