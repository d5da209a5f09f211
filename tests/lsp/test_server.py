"""The language server as an editor meets it: a process, messages in and out."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIRST = "O pescador velho saiu de madrugada com a rede azul às costas."
AGAIN = "O pescador velho saiu de madrugada com a rede nova às costas."
OTHER = "Na praia ninguém sabia ainda que o inverno tinha chegado."
THIRD = "Os barcos ficaram virados na areia até à primavera."
LOOP = f"{FIRST} {OTHER} {AGAIN}\n"
CLEAN = f"{FIRST} {OTHER}\n"
SETTINGS = "preset: generated\nselect: [RED003, DOC001]\nlanguage: en\n"


@pytest_lsp.fixture(
    scope="module",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "textlint_pt", "lsp"]),
)
async def client(
    lsp_client: LanguageClient, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[None]:
    root = tmp_path_factory.mktemp("workspace")
    (root / "rules.yaml").write_text(SETTINGS, encoding="utf-8")
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda _: None)
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            root_uri=root.as_uri(),
            capabilities=types.ClientCapabilities(
                text_document=types.TextDocumentClientCapabilities(
                    publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                        related_information=True
                    )
                ),
                workspace=types.WorkspaceClientCapabilities(
                    did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                        dynamic_registration=True
                    )
                ),
            ),
        )
    )
    assert result.capabilities.position_encoding == types.PositionEncodingKind.Utf16
    yield
    await lsp_client.shutdown_session()


class Editor:
    """One open file and what the server says of it."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client = client
        self.path = path
        self.uri = path.as_uri()
        self.version = 0

    async def open(self, text: str) -> list[types.Diagnostic]:
        item = types.TextDocumentItem(self.uri, "plaintext", self.version, text)
        return await self._after(
            lambda: self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        )

    def type(self, text: str) -> None:
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.version, self.uri),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )

    async def change(self, text: str) -> list[types.Diagnostic]:
        return await self._after(lambda: self.type(text))

    async def save(self) -> list[types.Diagnostic]:
        identifier = types.TextDocumentIdentifier(self.uri)
        return await self._after(
            lambda: self.client.text_document_did_save(types.DidSaveTextDocumentParams(identifier))
        )

    async def close(self) -> list[types.Diagnostic]:
        identifier = types.TextDocumentIdentifier(self.uri)
        return await self._after(
            lambda: self.client.text_document_did_close(
                types.DidCloseTextDocumentParams(identifier)
            )
        )

    async def rewrite_settings(self, text: str) -> list[types.Diagnostic]:
        file = self.path.parent / "rules.yaml"
        file.write_text(text, encoding="utf-8")
        event = types.FileEvent(file.as_uri(), types.FileChangeType.Changed)
        return await self._after(
            lambda: self.client.workspace_did_change_watched_files(
                types.DidChangeWatchedFilesParams([event])
            )
        )

    async def _after(self, act: Callable[[], Any]) -> list[types.Diagnostic]:
        """The diagnostics published in answer to an act."""
        self.client.diagnostics.pop(self.uri, None)
        act()
        await until(lambda: self.uri in self.client.diagnostics)
        return list(self.client.diagnostics[self.uri])


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.02)


@pytest.fixture
def editor(client: LanguageClient, tmp_path: Path) -> Editor:
    (tmp_path / "rules.yaml").write_text(SETTINGS, encoding="utf-8")
    path = tmp_path / "conto à beira-mar.txt"
    path.write_text("só em disco\n", encoding="utf-8")
    return Editor(client, path)


async def test_open_change_save_close(editor: Editor) -> None:
    (found,) = await editor.open(LOOP)
    assert (found.code, found.source) == ("RED003", "textlint-pt")
    assert found.severity is types.DiagnosticSeverity.Warning
    assert found.message
    assert len(found.data["fingerprint"]) == 16  # type: ignore[index]
    assert await editor.change(CLEAN) == []
    assert len(await editor.change(LOOP)) == 1
    assert len(await editor.save()) == 1
    assert await editor.close() == []


async def test_ranges_count_utf_16_units_after_an_emoji(editor: Editor) -> None:
    prefix = "😀😀 "
    (found,) = await editor.open(f"{THIRD}\n\n{prefix}{FIRST} {OTHER} {AGAIN}\n")
    start = 2 + len(prefix) + len(FIRST) + 1 + len(OTHER) + 1
    assert found.range == types.Range(
        types.Position(2, start), types.Position(2, start + len(AGAIN))
    )
    (related,) = found.related_information or ()
    assert related.location.uri == editor.uri
    assert related.message
    # the first sentence may or may not take the emoji in: its end is sure
    assert related.location.range.end == types.Position(2, 2 + len(prefix) + len(FIRST))
    await editor.close()


async def test_lines_are_those_of_the_protocol(editor: Editor) -> None:
    """U+2028 and a form feed end no line; a lone carriage return does."""
    (found,) = await editor.open(f"{THIRD}\u2028\f\r\r\n{LOOP}")
    assert found.range.start.line == 2
    await editor.close()


async def test_only_the_last_of_quick_changes_is_answered(editor: Editor) -> None:
    await editor.open(CLEAN)
    published: list[str] = []

    class Recording(dict[str, Any]):
        def __setitem__(self, uri: str, found: Any) -> None:
            published.append(uri)
            super().__setitem__(uri, found)

    editor.client.diagnostics = Recording()
    for _ in range(5):
        editor.type(LOOP)
    assert await editor.change(CLEAN) == []
    assert published == [editor.uri]
    await editor.close()


async def test_broken_settings_are_told_once_and_the_server_lives_on(editor: Editor) -> None:
    assert len(await editor.open(LOOP)) == 1
    told = len(editor.client.messages)
    assert await editor.rewrite_settings("select: [RED003\n") == []
    assert await editor.change(f"{LOOP}\n") == []
    assert await editor.save() == []
    (message,) = editor.client.messages[told:]
    assert message.type is types.MessageType.Error
    assert "rules.yaml:2:1: not valid YAML" in message.message
    assert await editor.rewrite_settings("selct: [RED003]\n") == []
    assert 'did you mean "select"?' in editor.client.messages[-1].message
    assert len(await editor.rewrite_settings(SETTINGS)) == 1
    assert len(editor.client.messages) == told + 2
    await editor.close()


async def test_excluded_files_have_no_diagnostics(editor: Editor) -> None:
    assert len(await editor.open(LOOP)) == 1
    assert await editor.rewrite_settings(f"{SETTINGS}exclude: ['*.txt']\n") == []
    await editor.close()


async def test_a_text_that_was_never_saved_is_linted(client: LanguageClient) -> None:
    editor = Editor(client, Path("/"))
    editor.uri = "untitled:Untitled-1"
    assert [found.code for found in await editor.open(LOOP)] == ["RED003"]
    await editor.close()


async def test_a_finding_can_be_ignored_in_its_place(editor: Editor) -> None:
    text = f"{THIRD}\n\n{LOOP}"
    (found,) = await editor.open(text)
    offered = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(editor.uri),
            found.range,
            types.CodeActionContext([found, found]),
        )
    )
    action, off, explain = offered or ()
    assert isinstance(action, types.CodeAction)
    assert action.title == "ignore RED003 here"
    assert isinstance(off, types.CodeAction)
    assert off.title == "switch rule RED003 off in rules.yaml"
    assert explain.title == "explain RED003"
    page = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("textlint-pt.explain", ["RED003"])
    )
    assert page.startswith("# RED003")
    assert action.edit is not None
    (edit,) = (action.edit.changes or {})[editor.uri]
    assert edit.range.start == edit.range.end == types.Position(2, 0)
    assert await editor.change(text.replace(LOOP, edit.new_text + LOOP)) == []
    await editor.close()
