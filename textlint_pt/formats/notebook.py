"""Jupyter notebooks (`.ipynb`): the Markdown of their text cells."""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Iterator

from textlint_pt.contract.format import Malformed, Parsed
from textlint_pt.formats import commonmark
from textlint_pt.formats.jsonscan import decoded, values
from textlint_pt.formats.markup import relocated
from textlint_pt.text.document import Block, Cell, Markup, MarkupKind, Text


def parse(raw: str) -> Parsed:
    """Return the blocks of all text cells."""
    code: list[Markup] = []
    cells: list[Cell] = []
    for is_code, cell in _cells(raw):
        if is_code:
            written = Text.verbatim(raw[slice(*cell.content.span())], cell.content.span().start)
            code.append(Markup(MarkupKind.CODE_BLOCK, written, cell.content))
        else:
            cells.append(cell)
    pages = [_placed(commonmark.parse(cell.content.text), cell.content) for cell in cells]
    parsed = _joined(pages)
    return parsed._replace(cells=tuple(cells), markup=(*parsed.markup, *code))


def _joined(cells: list[Parsed]) -> Parsed:
    """Join the blocks of cells, each read on its own; a section continues in the next cell."""
    blocks: list[Block] = []
    for cell in cells:
        section = blocks[-1].section if blocks else 0
        blocks += [block._replace(section=section + block.section) for block in cell.blocks]
    return Parsed(
        tuple(blocks),
        tuple(item for cell in cells for item in cell.comments),
        tuple(span for cell in cells for span in cell.skipped),
        markup=tuple(item for cell in cells for item in cell.markup),
    )


def _placed(parsed: Parsed, text: Text) -> Parsed:
    """Return what was read in a decoded text, at the offsets where it is written."""

    def placed(content: Text) -> Text:
        starts = array("I", (text.starts[start] for start in content.starts))
        ends = array("I", (text.ends[end - 1] for end in content.ends))
        return Text(content.text, starts, ends)

    return relocated(parsed, lambda span: text.span(*span), placed)


def _cells(raw: str) -> Iterator[tuple[bool, Cell]]:
    """Yield the cells of code and of text, decoded, and whether they are code."""
    try:
        notebook = json.loads(raw)
    except (ValueError, RecursionError) as error:
        offset = getattr(error, "pos", 0)
        raise Malformed("not JSON, and so no notebook", offset) from error
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise Malformed("no notebook of version 4: it has no cells", 0)
    sources: defaultdict[int, list[Text]] = defaultdict(list)
    for value in values(raw, 0, len(raw)):
        match value.path:
            case ("cells", int(number), "source") | ("cells", int(number), "source", int(_)):
                cell = cells[number] if number < len(cells) else {}  # "cells" may come twice
                if value.is_text and cell.get("cell_type") in ("code", "markdown"):
                    sources[number].append(decoded(raw, value.start, value.end))
    for number in sorted(sources):
        if (content := Text.join(sources[number])).text:
            is_code = notebook["cells"][number]["cell_type"] == "code"
            yield is_code, Cell(number + 1, content)
