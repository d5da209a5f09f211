"""The language server as an editor meets it: a process, messages in and out."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.formats.test_office import word

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIRST = "O pescador velho saiu de madrugada com a rede azul às costas."
AGAIN = "O pescador velho saiu de madrugada com a rede nova às costas."
OTHER = "Na praia ninguém sabia ainda que o inverno tinha chegado."
THIRD = "Os barcos ficaram virados na areia até à primavera."
LOOP = f"{FIRST} {OTHER} {AGAIN}\n"
CLEAN = f"{FIRST} {OTHER}\n"
#: what the server had the client watch
WATCHED: list[str] = []
#: questions that the server asked with their answers to choose from, and what is answered next
ASKED: list[tuple[str, list[str]]] = []
ANSWERS: list[str] = []
#: folders of the workspace
FOLDERS: list[Path] = []
#: changes that the server asked for
EDITS: list[types.WorkspaceEdit] = []
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
    second = tmp_path_factory.mktemp("second")
    FOLDERS[:] = [root, second]

    def register(params: types.RegistrationParams) -> None:
        for one in params.registrations:
            WATCHED.append(str(one.register_options))

    def answer(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        ASKED.append((params.message, [one.title for one in params.actions or ()]))
        return types.MessageActionItem(ANSWERS.pop()) if ANSWERS else None

    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        EDITS.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(register)
    lsp_client.feature(types.WORKSPACE_APPLY_EDIT)(apply)
    lsp_client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(answer)
    result = await lsp_client.initialize_session(
        types.InitializeParams(
            root_uri=root.as_uri(),
            workspace_folders=[
                types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in (root, second)
            ],
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

    async def open(self, text: str, kind: str = "plaintext") -> list[types.Diagnostic]:
        item = types.TextDocumentItem(self.uri, kind, self.version, text)
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


async def test_diagnostics_are_updated_on_open_change_save_and_close(editor: Editor) -> None:
    (found,) = await editor.open(LOOP)
    assert (found.code, found.source) == ("RED003", "textlint-pt")
    assert found.severity is types.DiagnosticSeverity.Warning
    assert found.message
    assert len(found.data["fingerprint"]) == 16  # type: ignore[index]
    assert await editor.change(CLEAN) == []
    assert len(await editor.change(LOOP)) == 1
    assert len(await editor.save()) == 1
    assert await editor.close() == []


async def test_diagnostic_ranges_count_utf_16_units_after_an_emoji(editor: Editor) -> None:
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


async def test_diagnostic_lines_follow_the_line_endings_of_the_lsp_protocol(editor: Editor) -> None:
    """U+2028 and a form feed end no line; a lone carriage return does."""
    (found,) = await editor.open(f"{THIRD}\u2028\f\r\r\n{LOOP}")
    assert found.range.start.line == 2
    await editor.close()


async def test_language_server_lints_only_the_last_of_several_quick_edits(editor: Editor) -> None:
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


async def test_language_server_reports_an_invalid_configuration_only_once(editor: Editor) -> None:
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


async def test_excluded_file_has_no_diagnostics_when_opened_in_the_editor(editor: Editor) -> None:
    assert len(await editor.open(LOOP)) == 1
    assert await editor.rewrite_settings(f"{SETTINGS}exclude: ['*.txt']\n") == []
    await editor.close()


async def test_editor_text_that_was_never_saved_is_linted(client: LanguageClient) -> None:
    editor = Editor(client, Path("/"))
    editor.uri = "untitled:Untitled-1"
    (found,) = await editor.open(LOOP)
    assert found.code == "RED003"
    offered = [action.title for action in await asking(editor, [found])]
    assert [title for title in offered if "baseline" in title] == []  # no path to accept it under
    assert "explain RED003" in offered
    await editor.close()


@pytest.fixture
async def telling(client: LanguageClient) -> AsyncIterator[list[tuple[str, list[str]]]]:
    """What is asked of a user whose editor shows buttons."""
    for offers in (True, False):
        settings = {"textlint-pt": {"offerUndo": offers}}
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
        if offers:
            ASKED.clear()
            yield ASKED


async def test_configuration_of_an_untrusted_workspace_is_not_read(editor: Editor) -> None:
    (editor.path.parent / "rules.yaml").write_text("exclude: ['*']\nlanguage: en\n", "utf-8")
    assert await editor.open(FAULTY) == []
    settings = {"textlint-pt": {"trusted": False}}
    editor.client.diagnostics.pop(editor.uri)
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    await until(lambda: bool(editor.client.diagnostics.get(editor.uri)))
    found = editor.client.diagnostics[editor.uri]
    assert "GRA404" in [one.code for one in found]
    offered = [action.title for action in await asking(editor, list(found))]
    assert [title for title in offered if "baseline" in title or ".yaml" in title] == []
    settings = {"textlint-pt": {"trusted": True}}
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    await until(lambda: not editor.client.diagnostics.get(editor.uri))
    await editor.close()


async def test_suppression_comment_inserted_by_a_code_action_can_be_undone(
    editor: Editor, telling: list[tuple[str, list[str]]]
) -> None:
    text = f"{THIRD}\r\n\r\n{LOOP}"
    editor.uri = editor.path.with_suffix(".md").as_uri()
    (found,) = await editor.open(text, "markdown")
    ignore = next(one for one in await asking(editor, [found]) if "ignore" in one.title)
    command = ast.literal_eval(ignore.command)
    *_, line, character, comment = command["arguments"]
    assert (line, character) == (2, 0)
    assert await editor.change(text.replace(LOOP, f"{comment}{LOOP}")) == []
    ANSWERS[:] = ["Undo"]
    before = len(EDITS)
    await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams(command["command"], command["arguments"])
    )
    await until(lambda: len(EDITS) > before)
    assert telling == [("RED003 is ignored here, by a comment in the text", ["Undo", "Open"])]
    ((change,),) = (EDITS[-1].changes or {}).values()
    assert (change.range.start, change.range.end) == (types.Position(2, 0), types.Position(3, 0))
    assert change.new_text == ""
    await editor.close()


@pytest.mark.parametrize("where", ["second", "beyond"])
async def test_each_workspace_folder_uses_its_own_configuration_files(
    client: LanguageClient, tmp_path: Path, where: str
) -> None:
    root, second = FOLDERS
    second = tmp_path if where == "beyond" else second  # Kate has the home as its root
    editor = Editor(client, second / "a.txt")
    settings = {"textlint-pt": {"settings": {"preset": "generated", "select": ["RED003"]}}}
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    (found,) = await editor.open(LOOP)
    accept, *_ = await asking(editor, [found])
    await chosen(editor, accept, 0)
    assert {path.name for path in second.iterdir()} == {"rules.yaml", "textlint-pt-baseline.json"}
    assert [path.name for path in root.iterdir()] == ["rules.yaml"]
    settings = {"textlint-pt": {"settings": {}}}
    client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    await editor.close()


async def test_language_server_checks_a_docx_file_not_open_in_the_editor(
    editor: Editor, tmp_path: Path
) -> None:
    file = tmp_path / "carta.docx"
    file.write_bytes(
        word(
            "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in (FIRST, FAULTY.strip()))
        )
    )
    (tmp_path / "rules.yaml").write_text(FIXES, encoding="utf-8")

    async def checked(path: Path) -> Any:
        params = {"uri": path.as_uri()}
        return await editor.client.protocol.send_request_async("textlint-pt/check", params)

    answer = await checked(file)
    assert answer.text.split("\n")[:2] == [FIRST, FAULTY.strip()]
    places = [(one.code, one.range.start.line) for one in answer.diagnostics]
    assert places == [("GRA404", 1)]
    file.write_bytes(b"PK no archive")
    assert "carta.docx" in (await checked(file)).problem
    assert "no such file" in (await checked(tmp_path / "gone.docx")).problem


async def test_code_action_suppresses_a_finding_by_a_comment(editor: Editor) -> None:
    text = f"{THIRD}\n\n{LOOP}"
    editor.uri = editor.path.with_suffix(".md").as_uri()
    (found,) = await editor.open(text, "markdown")
    accept, action, off, explain = await asking(editor, [found, found])
    assert accept.title == "accept this RED003 in textlint-pt-baseline.json"
    assert action.title == "ignore RED003 here"
    assert off.title == "switch rule RED003 off in rules.yaml"
    assert explain.title == "explain RED003"
    unnamed = types.CodeActionParams(
        types.TextDocumentIdentifier(editor.uri), found.range, types.CodeActionContext([], [])
    )
    at_place = await editor.client.text_document_code_action_async(unnamed)
    assert [one.title for one in at_place or ()] == [
        one.title for one in (accept, action, off, explain)
    ]
    page = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("textlint-pt.explain", ["RED003"])
    )
    assert str(page).startswith("# Nearly repeated sentence (RED003)")
    assert action.edit is not None
    (edit,) = (action.edit.changes or {})[editor.uri]
    assert edit.range.start == edit.range.end == types.Position(2, 0)
    assert await editor.change(text.replace(LOOP, edit.new_text + LOOP)) == []
    await editor.close()


async def chosen(editor: Editor, action: types.Command, left: int) -> list[types.Diagnostic]:
    """The findings that are left after a command that was offered, when there are so many."""
    # pytest-lsp's client takes an action that has a command for the command
    command = ast.literal_eval(action.command)
    params = types.ExecuteCommandParams(command["command"], command["arguments"])
    await editor.client.workspace_execute_command_async(params)
    await until(lambda: len(editor.client.diagnostics.get(editor.uri, ())) == left)
    return list(editor.client.diagnostics[editor.uri])


async def test_code_action_accepts_a_finding_in_the_baseline(editor: Editor) -> None:
    folder = editor.path.parent
    (found,) = await editor.open(f"{THIRD}\n\n{LOOP}")
    await editor.change(f"{NEW} {THIRD}\n\n{LOOP}")
    accept, off, explain = await asking(editor, [found])
    assert [off.title[:6], explain.title] == ["switch", "explain RED003"]
    await chosen(editor, accept, 0)
    settings = (folder / "rules.yaml").read_text("utf-8")
    assert settings == f"{SETTINGS}baseline: textlint-pt-baseline.json\n"
    file = folder / "textlint-pt-baseline.json"
    (entry,) = json.loads(file.read_text("utf-8"))["findings"]
    assert entry["code"] == "RED003"
    assert entry["path"] == editor.path.name
    assert "a rede nova" in entry["text"]
    file.write_text('{"version": 1, "findings": []}', encoding="utf-8")
    event = types.FileEvent(file.as_uri(), types.FileChangeType.Changed)
    again = await editor._after(
        lambda: editor.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([event])
        )
    )
    assert [one.code for one in again] == ["RED003"]
    await editor.close()


@pytest.mark.parametrize("answer", ["Undo", None])
async def test_accepting_a_finding_in_the_editor_can_be_undone(
    editor: Editor, answer: str | None
) -> None:
    baseline = editor.path.parent / "textlint-pt-baseline.json"
    (found,) = await editor.open(f"{THIRD}\n\n{LOOP}")
    settings = {"textlint-pt": {"offerUndo": True}}
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    accept, *_ = await asking(editor, [found])
    ASKED.clear()
    ANSWERS[:] = [answer] if answer else []
    await chosen(editor, accept, 1 if answer else 0)
    await until(lambda: bool(ASKED))
    assert ASKED == [("RED003 accepted in textlint-pt-baseline.json", ["Undo", "Open"])]
    await until(lambda: baseline.exists() != bool(answer))
    configured = (editor.path.parent / "rules.yaml").read_text("utf-8")
    assert (configured == SETTINGS) == bool(answer)
    settings = {"textlint-pt": {"offerUndo": False}}
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    await editor.close()


async def test_code_lens_finding_count_excludes_baselined_findings(editor: Editor) -> None:
    texts = f"{' '.join((FIRST, OTHER, AGAIN, THIRD, NEW))} O mar estava calmo e muito azul.\n"
    (found,) = await editor.open(texts)
    lenses = types.CodeLensParams(types.TextDocumentIdentifier(editor.uri))
    above, beside = await editor.client.text_document_code_lens_async(lenses) or ()
    assert above.command and beside.command
    accept, *_ = await asking(editor, [found])
    await chosen(editor, accept, 0)
    (after,) = await editor.client.text_document_code_lens_async(lenses) or ()
    assert after.command
    rest = "; 100.0 without what the baseline accepts"
    assert after.command.title == f"{above.command.title}{rest}"
    await editor.close()


async def test_code_action_adds_a_word_to_the_project_vocabulary(editor: Editor) -> None:
    folder = editor.path.parent
    (folder / "rules.yaml").write_text(
        "select: [VOC001]\nlanguage: en\nvocabulary: [nossas.txt]\n", encoding="utf-8"
    )
    vocabulary = folder / "nossas.txt"
    vocabulary.write_bytes(b"printar -> imprimir\r\ndeletar -> apagar")
    (found, _) = await editor.open("Vamos printar a carta. Vamos deletar a pasta de cartas.\n")
    add, own = [one for one in await asking(editor, [found]) if one.title.startswith("add")]
    assert add.title == "add “printar” to nossas.txt"
    assert own.title == "add “printar” to your own vocabulary"
    (left,) = await chosen(editor, add, 1)
    assert left.range.start.character == 29
    written = vocabulary.read_bytes()
    assert written == b"printar -> imprimir\r\ndeletar -> apagar\r\nprintar\r\n"
    await chosen(editor, add, 1)
    assert vocabulary.read_bytes() == written
    vocabulary.chmod(0o444)
    action, _ = [one for one in await asking(editor, [left]) if one.title.startswith("add")]
    told = len(editor.client.messages)
    await chosen(editor, action, 1)
    assert "read-only" in editor.client.messages[told].message
    await editor.close()


async def test_language_server_watches_configuration_reference_and_vocabulary_files(
    editor: Editor,
) -> None:
    folder = editor.path.parent
    (folder / "rules.yaml").write_text(
        'select: [VOC001]\nreferences: {"*.txt": "ref/*.md"}\nvocabulary: "[a].txt"\n',
        encoding="utf-8",
    )
    (folder / "[a].txt").write_text("!rede\n", encoding="utf-8")
    before = len(await editor.open(LOOP))
    assert before == 2

    def watched() -> str:
        return json.dumps(WATCHED, ensure_ascii=False)

    await until(lambda: f"{folder.as_posix()}/[[]a].txt" in watched())
    assert f"{folder.as_posix()}/ref/{editor.path.stem}.md" in watched()
    names = ".textlint-pt.yaml,.textlint-pt.yml,rules.yaml,rules.yml,pyproject.toml"
    assert f"**/{{{names}}}" in watched()
    (folder / "[a].txt").write_text("!pescador velho\n!rede\n", encoding="utf-8")
    event = types.FileEvent((folder / "[a].txt").as_uri(), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    # what was found before may still be on its way
    await until(lambda: len(editor.client.diagnostics.get(editor.uri, ())) == 4)
    await editor.close()


async def test_score_of_a_text_can_be_requested_from_the_language_server(editor: Editor) -> None:
    texts = " ".join((FIRST, OTHER, AGAIN, THIRD, NEW, "O mar estava calmo e muito azul."))
    await editor.open(f"{texts}\n")
    params = {"textDocument": {"uri": editor.uri}}
    score = await editor.client.protocol.send_request_async("textlint-pt/score", params)
    assert (score.uri, score.version, score.findings) == (editor.uri, 0, 1)
    assert 0 <= score.total < 1
    assert score.place.endswith("have a higher score")
    assert [(one.dimension, one.title) for one in score.losses] == [("redundancy", "redundancy")]
    identifier = types.TextDocumentIdentifier(editor.uri)
    lenses = types.CodeLensParams(identifier)
    above, beside = await editor.client.text_document_code_lens_async(lenses) or ()
    assert above.range.start == types.Position(0, 0)
    start, end = beside.range.start.character, beside.range.end.character
    assert texts[start:end] in (FIRST, AGAIN)
    assert above.command and beside.command
    assert re.match(r"-\d+\.\d “O pescador velho.*”: .*sentence", beside.command.title)
    shown = types.ExecuteCommandParams(above.command.command, above.command.arguments)
    title = await editor.client.workspace_execute_command_async(shown)
    assert title == above.command.title == editor.client.messages[-1].message
    assert re.fullmatch(
        rf"score of redundancy alone: \d\d\.\d/100: redundancy -\d+\.\d; {score.place}", title
    )
    await editor.change(f"{texts} {FIRST[:-1]} grande.\n")
    await editor.change(f"{NEW}\n")
    (alone,) = await editor.client.text_document_code_lens_async(lenses) or ()
    assert alone.command and alone.command.title.startswith("no score: too little text")
    await editor.close()
    gone = await editor.client.protocol.send_request_async("textlint-pt/score", params)
    assert gone is None


NEW = "Chovia muito naquela tarde de maio."
FAULTY = "A casa ficava no no fim da rua , perto do rio. Ele gostava de de pão e de fruta.\n"
FIXES = "select: [GRA402, GRA404]\nlanguage: en\n"


async def fixable(editor: Editor, text: str = FAULTY) -> list[types.Diagnostic]:
    (editor.path.parent / "rules.yaml").write_text(FIXES, encoding="utf-8")
    return await editor.open(text)


def asking(editor: Editor, found: list[types.Diagnostic], only: Any = None) -> Any:
    everything = types.Range(types.Position(0, 0), types.Position(9, 0))
    context = types.CodeActionContext(found, only)
    identifier = types.TextDocumentIdentifier(editor.uri)
    return editor.client.text_document_code_action_async(
        types.CodeActionParams(identifier, everything, context)
    )


async def asked(
    editor: Editor, found: list[types.Diagnostic], only: list[types.CodeActionKind | str] | None
) -> list[types.CodeAction]:
    offered = await asking(editor, found, only)
    return [one for one in offered or () if isinstance(one, types.CodeAction)]


async def test_code_actions_offer_a_single_fix_and_all_safe_fixes_of_the_file(
    editor: Editor,
) -> None:
    found = await fixable(editor)
    offered = await asked(editor, found, None)
    preferred = [one for one in offered if one.is_preferred]
    assert preferred
    assert all(one.kind == types.CodeActionKind.QuickFix for one in offered)
    (edit,) = (preferred[0].edit.changes or {})[editor.uri]  # type: ignore[union-attr]
    assert edit.range.start.line == 0
    assert await asked(editor, found, [types.CodeActionKind.RefactorExtract]) == []
    for only in ("source", "source.fixAll", "source.fixAll.textlint-pt"):
        (everything,) = await asked(editor, found, [only])
        assert everything.kind == "source.fixAll.textlint-pt"
    edits = (everything.edit.changes or {})[editor.uri]  # type: ignore[union-attr]
    corrected = FAULTY
    for edit in sorted(edits, key=lambda e: e.range.start.character, reverse=True):
        start, end = edit.range.start.character, edit.range.end.character
        corrected = f"{corrected[:start]}{edit.new_text}{corrected[end:]}"
    assert " ," not in corrected
    assert len(await editor.change(corrected)) < len(found)
    await editor.close()


async def test_incremental_edits_follow_the_line_endings_of_the_lsp_protocol(
    editor: Editor,
) -> None:
    start = f"{THIRD}\u2028\f\r\r\n😀 {LOOP}"
    (found,) = await editor.open(start)
    editor.version += 1
    where = types.Range(types.Position(2, 3), types.Position(2, 3 + len(FIRST)))
    await editor._after(
        lambda: editor.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(editor.version, editor.uri),
                [types.TextDocumentContentChangePartial(range=where, text=f"{NEW} {FIRST}")],
            )
        )
    )
    (again,) = editor.client.diagnostics[editor.uri]
    moved = again.range.start.character - found.range.start.character
    assert (again.range.start.line, moved) == (2, len(NEW) + 1)
    await editor.close()


async def test_diagnostic_ranges_are_exact_after_a_byte_order_mark(editor: Editor) -> None:
    plain = await fixable(editor)
    await editor.close()
    marked = await editor.open(f"\ufeff{FAULTY}")
    for one, other in zip(plain, marked, strict=True):
        assert other.range.start.character == one.range.start.character + 1
    await editor.close()


async def test_hover_over_a_finding_shows_the_documentation_of_its_rule(editor: Editor) -> None:
    (found,) = await editor.open(LOOP)
    params = types.HoverParams(types.TextDocumentIdentifier(editor.uri), found.range.start)
    shown = await editor.client.text_document_hover_async(params)
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    about = "**RED003** A sentence is an earlier one with few characters changed."
    assert shown.contents.value == about  # the message is shown with the finding
    assert shown.range == found.range
    outside = types.HoverParams(types.TextDocumentIdentifier(editor.uri), types.Position(7, 0))
    assert await editor.client.text_document_hover_async(outside) is None
    await editor.close()


async def test_editor_settings_override_the_configuration_file(editor: Editor) -> None:
    assert len(await editor.open(LOOP)) == 1

    async def configured(values: dict[str, Any]) -> list[types.Diagnostic]:
        settings = {"textlint-pt": {"settings": values}}
        return await editor._after(
            lambda: editor.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams(settings)
            )
        )

    assert await configured({"ignore": ["RED003"]}) == []
    assert len(await configured({})) == 1
    told = len(editor.client.messages)
    await configured({"ignroe": ["RED003"]})
    assert 'did you mean "ignore"?' in editor.client.messages[told].message
    await configured({})
    await editor.close()


async def test_language_server_lints_the_visible_part_of_a_long_text_first(editor: Editor) -> None:
    def limit(size: int) -> None:
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"textlint-pt": {"maxSize": size}})
        )

    limit(1000)
    filler = "".join(f"{THIRD[:-1]} número {n}.\n\n" for n in range(40))
    told = len(editor.client.messages)
    assert await editor.open(f"{filler}{LOOP}") == []
    assert "more than 1000 characters" in editor.client.messages[told].message
    (found,) = await editor.change(f"{filler}{LOOP[:-1]} Fim da história de hoje.\n")
    assert found.range.start.line == 80
    assert len(editor.client.messages) == told + 1
    limit(1_000_000)
    await editor.close()


async def test_language_server_reports_an_unsupported_text_format_only_once(editor: Editor) -> None:
    told = len(editor.client.messages)
    editor.uri = editor.path.with_suffix(".zig").as_uri()
    item = types.TextDocumentItem(editor.uri, "zig", 0, LOOP)
    await editor._after(
        lambda: editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    )
    await editor.change(f"{LOOP}\n")
    (message,) = editor.client.messages[told:]
    assert "zig" in message.message
    await editor.close()


async def test_language_server_parses_a_text_by_its_editor_language_id(editor: Editor) -> None:
    editor.uri = editor.path.with_suffix("").as_uri()
    item = types.TextDocumentItem(editor.uri, "markdown", 0, f"```\n{LOOP}```\n")
    found = await editor._after(
        lambda: editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    )
    assert found == []
    await editor.close()


async def test_language_server_exits_at_once_while_linting(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "textlint_pt", "lsp"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    long = " ".join(f"{THIRD[:-1]} {n}." for n in range(3000))
    item = {"uri": (tmp_path / "a.txt").as_uri(), "languageId": "plaintext", "version": 0}
    opening: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {**item, "text": long}}},
    ]
    ending: list[dict[str, Any]] = [{"id": 2, "method": "shutdown"}, {"method": "exit"}]
    for message in opening:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    await process.stdin.drain()
    await asyncio.sleep(1)
    started = time.monotonic()
    for message in ending:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    await process.communicate()
    assert process.returncode == 0
    assert time.monotonic() - started < 5  # of one second, on a machine that has nothing else to do


async def test_malformed_messages_do_not_stop_the_language_server(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("select: [GRA404]\n", encoding="utf-8")
    uri = (tmp_path / "a.md").as_uri()
    item = {"uri": uri, "languageId": "markdown", "version": 7, "text": "Um dois.\n"}
    edit = {"contentChanges": [{"text": "Um , dois.\n"}]}
    old, unknown = {"uri": uri, "version": 3}, {"uri": f"{uri}x", "version": 1}
    far = {"start": {"line": 90, "character": 5}, "end": {"line": 80, "character": 0}}
    messages: list[Any] = [
        b"not the protocol\r\n\r\n",
        b"Content-Length: abc\r\n\r\n",
        b'Content-Length: 9\r\n\r\n{"jsonrpc',
        b"Content-Length: 2\r\n\r\n\xff\xfe",
        {},
        {"id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"method": "textDocument/didChange", "params": {"textDocument": unknown, **edit}},
        {"method": "textDocument/didChange", "params": {"textDocument": {"uri": 5}}},
        {"id": 2, "method": "textDocument/hover", "params": {"textDocument": 1}},
        {"id": 3, "method": "no/such", "params": None},
        {
            "method": "textDocument/didChange",
            "params": {"textDocument": old, "contentChanges": [{"range": far, "text": ""}]},
        },
        {"method": "textDocument/didChange", "params": {"textDocument": old, **edit}},
    ]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "textlint_pt", "lsp"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def send(message: Any) -> None:
        if not isinstance(message, bytes):
            data = json.dumps({"jsonrpc": "2.0", **message}).encode()
            message = b"Content-Length: %d\r\n\r\n%s" % (len(data), data)
        assert process.stdin is not None
        process.stdin.write(message)

    for message in messages:
        send(message)
    seen = b""
    async with asyncio.timeout(60):
        while b'"code":"GRA404"' not in seen.replace(b" ", b""):
            read = await process.stdout.read(4096)
            assert read
            seen += read
    send({"id": 4, "method": "shutdown"})
    send({"method": "exit"})
    _, said = await process.communicate()
    assert process.returncode == 0
    assert b'"id": 1' in seen or b'"id":1' in seen
    lines = said.decode().splitlines()
    assert lines
    assert all(line.startswith("textlint-pt: ") for line in lines), said.decode()


@pytest.mark.parametrize(
    ("locale", "settings", "found", "error"),
    [
        ("pt-br", "", "espaço a mais antes de «,»", "predefinição desconhecida"),
        ("en", "language: pt\n", "espaço a mais antes de «,»", "predefinição desconhecida"),
        ("pt-PT", "language: en\n", "a space too many before “,”", "unknown preset"),
        # of an editor that says none: that of the terminal
        (None, "", "a space too many before “,”", "unknown preset"),
    ],
)
async def test_language_server_messages_use_the_language_of_the_editor(
    tmp_path: Path, locale: str | None, settings: str, found: str, error: str
) -> None:
    client = pytest_lsp.make_test_lsp_client()
    terminal = {**os.environ, "LC_ALL": "en_US.UTF-8" if locale is None else "C"}
    await client.start_io(sys.executable, "-m", "textlint_pt", "lsp", env=terminal)
    capabilities = types.ClientCapabilities()
    asked = types.InitializeParams(capabilities, root_uri=tmp_path.as_uri(), locale=locale)
    await client.initialize_session(asked)
    (tmp_path / "rules.yaml").write_text(f"select: [GRA404]\n{settings}", encoding="utf-8")
    editor = Editor(client, tmp_path / "a.txt")
    (shown,) = await editor.open("Um , dois.\n")
    assert shown.message == found
    await editor.rewrite_settings("preset: quite\n")
    assert error in client.messages[-1].message
    await client.shutdown_session()
    await client.stop()
