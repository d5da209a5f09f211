"""The language server as a client meets it that asks for diagnostics and knows versions."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.lsp.test_server import AGAIN, CLEAN, LOOP, SETTINGS

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(
    scope="module",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "textlint_pt", "lsp"]),
)
async def client(
    lsp_client: LanguageClient, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[None]:
    root = tmp_path_factory.mktemp("workspace")
    (root / "rules.yaml").write_text(SETTINGS, encoding="utf-8")
    edits = types.WorkspaceEditClientCapabilities(document_changes=True)
    await lsp_client.initialize_session(
        types.InitializeParams(
            root_uri=root.as_uri(),
            capabilities=types.ClientCapabilities(
                text_document=types.TextDocumentClientCapabilities(
                    diagnostic=types.DiagnosticClientCapabilities()
                ),
                workspace=types.WorkspaceClientCapabilities(
                    workspace_edit=edits, configuration=True
                ),
                general=types.GeneralClientCapabilities(
                    position_encodings=[types.PositionEncodingKind.Utf32]
                ),
            ),
        )
    )
    yield
    await lsp_client.shutdown_session()


async def pull(
    client: LanguageClient, uri: str, previous: str | None = None
) -> types.DocumentDiagnosticReport:
    return await client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(
            types.TextDocumentIdentifier(uri), previous_result_id=previous
        )
    )


async def test_language_server_answers_diagnostic_pull_requests(
    client: LanguageClient, tmp_path: Path
) -> None:
    (tmp_path / "rules.yaml").write_text(SETTINGS, encoding="utf-8")
    uri = (tmp_path / "a.md").as_uri()
    item = types.TextDocumentItem(uri, "markdown", 4, LOOP)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    first = await pull(client, uri)
    assert isinstance(first, types.RelatedFullDocumentDiagnosticReport)
    (found,) = first.items
    assert found.code == "RED003"
    assert found.range.end.character - found.range.start.character == len(AGAIN)
    again = await pull(client, uri, first.result_id)
    assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
    (_, action, *_) = await client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(uri), found.range, types.CodeActionContext([found])
        )
    ) or [None, None]
    assert isinstance(action, types.CodeAction)
    assert action.edit is not None
    (change,) = action.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert (change.text_document.uri, change.text_document.version) == (uri, 4)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(5, uri),
            [types.TextDocumentContentChangeWholeDocument(CLEAN)],
        )
    )
    changed = await pull(client, uri, first.result_id)
    assert isinstance(changed, types.RelatedFullDocumentDiagnosticReport)
    assert not changed.items
    assert uri not in client.diagnostics


async def test_language_server_applies_changed_settings_of_its_client(
    client: LanguageClient, tmp_path: Path
) -> None:
    (tmp_path / "rules.yaml").write_text(SETTINGS, encoding="utf-8")
    uri = (tmp_path / "b.txt").as_uri()
    item = types.TextDocumentItem(uri, "plaintext", 1, LOOP)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    assert len((await pull(client, uri)).items) == 1  # type: ignore[union-attr]
    for values, expected in (({"ignore": ["RED003"]}, 0), ({}, 1)):
        client.set_configuration({"textlint-pt": {"settings": values}})
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        async with asyncio.timeout(30):
            while len((await pull(client, uri)).items) != expected:  # type: ignore[union-attr]
                await asyncio.sleep(0.05)
