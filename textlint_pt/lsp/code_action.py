"""`textDocument/codeAction`: ignore a finding in its place, with a suppression comment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types

from textlint_pt.contract.format import Format, Malformed
from textlint_pt.engine import suppression
from textlint_pt.lsp.diagnostics import SOURCE
from textlint_pt.lsp.positions import Lines
from textlint_pt.reporters.messages import say
from textlint_pt.text.document import Document, Span


def actions(
    params: types.CodeActionParams, text: str, reader: Format, lines: Lines, language: str
) -> Iterator[types.CodeAction]:
    """One action for each rule with a diagnostic among those asked about."""
    offered: set[str] = set()
    for diagnostic in params.context.diagnostics:
        code = str(diagnostic.code)
        if diagnostic.source != SOURCE or code in offered:
            continue
        insertion = comment_before(text, lines.offset(diagnostic.range.start), code, reader)
        if insertion is None:
            continue
        offered.add(code)
        at, comment = insertion
        edit = types.TextEdit(lines.range(at, at), comment)
        yield types.CodeAction(
            title=say(language, "ignore-here", code=code),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[diagnostic],
            edit=types.WorkspaceEdit(changes={params.text_document.uri: [edit]}),
        )


def comment_before(text: str, offset: int, code: str, reader: Format) -> tuple[int, str] | None:
    """Where and what to insert to silence `code` in the block at `offset`.

    None if there is no place for a comment, as between the rows of a table: the text is read again
    with the comment, which must apply to that block and leave every block as it was.
    """
    try:
        before = _read(text, reader)
    except Malformed:
        return None
    spans = [block.content.span() for block in before.blocks]
    number = next((i for i, span in enumerate(spans) if offset < span.end), None)
    if number is None:
        return None
    # a comment inside a catalogue's entry would stand between its strings
    whole = next((unit.span for unit in before.units if number in unit.blocks), spans[number])
    line = before.line_span(before.position(whole.start)[0])
    margin = re.match(r"[ \t>]*", text[line.start : whole.start])
    assert margin is not None  # the pattern matches anything
    break_ = "\r\n" if "\r\n" in text else "\n"
    opening, closing = reader.comment
    comment = f"{margin.group()}{opening}textlint-pt-disable-next {code}{closing}{break_}"
    try:
        after = _read(f"{text[: line.start]}{comment}{text[line.start :]}", reader)
    except Malformed:
        return None
    same = [(block.kind, block.content.text) for block in before.blocks] == [
        (block.kind, block.content.text) for block in after.blocks
    ]
    reach = Span(spans[number].start + len(comment), spans[number].end + len(comment))
    reached = any(s.code == code and s.reach == reach for s in suppression.read(after)[0])
    return (line.start, comment) if same and reached else None


def _read(text: str, reader: Format) -> Document:
    parsed = reader.parse(text)
    return Document("", text, reader.name, parsed.blocks, (), parsed.comments, units=parsed.units)
