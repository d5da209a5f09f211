"""Corrections that the editor is offered, without a server."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from lsprotocol import types
from pygls.workspace import PositionCodec

from tests.reporters.test_text import finding
from textlint_pt.lsp.code_action import FIX_ALL, ActionContext, actions
from textlint_pt.lsp.diagnostics import SOURCE
from textlint_pt.lsp.positions import Lines
from textlint_pt.registry.plugins import load
from textlint_pt.report.finding import Finding


def offered(
    text: str, *edits: tuple[str, str], only: str | None = None, level: str = "safe"
) -> list[str]:
    """What the text becomes by each correction that is offered for replacing a piece of it."""
    found: list[Finding] = []
    for number, (old, new) in enumerate(edits):
        start = text.removeprefix("\ufeff").index(old)
        edit = {"start": start, "end": start + len(old), "text": new}
        found.append(
            finding(
                **{"start": start, "end": start + len(old), "fingerprint": str(number)},
                # of an older text, which had more of them
                sentence=99,
                fix={"applicability": level, "edits": [edit]},
            )
        )
    lines = Lines(text, PositionCodec())

    def edit_of(edits: Sequence[types.TextEdit]) -> types.WorkspaceEdit:
        return types.WorkspaceEdit(changes={"file:///a.md": list(edits)})

    asked = ActionContext(
        "file:///a.md", text, found, load(False).formats["markdown"], lines, "en", None,
        "baseline.json", "vocabulary.txt", (), edit_of,
    )  # fmt: skip
    anywhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    diagnostics = [
        types.Diagnostic(
            anywhere, "", source=SOURCE, code="TOY001", data={"fingerprint": one["fingerprint"]}
        )
        for one in found
    ]
    context = types.CodeActionContext(diagnostics, only=[only] if only else None)
    params = types.CodeActionParams(types.TextDocumentIdentifier("file:///a.md"), anywhere, context)
    texts = []
    for action in actions(params, asked):
        if action.edit and action.edit.changes and "ignore" not in action.title:
            made = sorted(
                action.edit.changes["file:///a.md"], key=lambda e: lines.offset(e.range.start)
            )
            mark = int(text.startswith("\ufeff"))
            after = text
            for one in reversed(made):
                start, end = (lines.offset(at) + mark for at in (one.range.start, one.range.end))
                after = after[:start] + one.new_text + after[end:]
            texts.append(after)
    return texts


@pytest.mark.parametrize("only", [None, FIX_ALL])
@pytest.mark.parametrize(
    ("text", "old", "new", "after"),
    [
        ("Um gato preto.\n", "gato", "cão", ["Um cão preto.\n"]),
        ("\ufeffUm gato preto.\n", "gato", "cão", ["\ufeffUm cão preto.\n"]),
        ("Foi devido a\na natureza.\n", "a\na", "à", ["Foi devido à\nnatureza.\n"]),
        ("Maçã\n: Fruto da macieira.\n", "\n:", ":", []),
        ("Um gato preto.\n", "Um", "# Um", []),
        ("Um `gato` preto.\n", "gato", "cão", []),
    ],
)
def test_editor_code_actions_make_the_same_edits_as_the_fix_option(
    only: str | None, text: str, old: str, new: str, after: list[str]
) -> None:
    assert offered(text, (old, new), only=only) == after


def test_fix_that_adds_a_placeholder_is_offered_as_an_editor_code_action() -> None:
    text, edit = "Um `{nome}` preto.\n", ("{nome}", "{name}")
    assert offered(text, edit, level="suggestion") == ["Um `{name}` preto.\n"]
    assert offered(text, edit) == []
    assert offered("Um gato preto.\n", ("Um", "# Um"), level="suggestion") == []


def test_fix_all_code_action_skips_edits_that_change_the_markdown_structure() -> None:
    edits = (("Um", "O"), ("preto", "branco"), ("E", "- E"))
    after = offered("Um gato preto.\n\nE um cão.\n", *edits, only=FIX_ALL)
    assert after == ["O gato branco.\n\nE um cão.\n"]


def test_fix_all_code_action_parses_the_file_once_before_and_once_after(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = load(False).formats["markdown"]
    parse, reads = type(reader).parse, []

    def counted(self: object, raw: str) -> object:
        reads.append(raw)
        return parse(reader, raw)

    monkeypatch.setattr(type(reader), "parse", counted)
    assert len(offered("Um gato preto.\n", ("Um", "O"), ("preto", "mau"), only=FIX_ALL)) == 1
    assert len(reads) == 2  # as it is, and corrected
