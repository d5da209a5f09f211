"""Jupyter notebooks (`.ipynb`): the Markdown of their text cells."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textlint_pt.contract.format import Format, Malformed, Parsed
from textlint_pt.text.document import Block, Span, Text
from textlint_pt.text.regex import regex

_SIGN = regex(r"[\s,:]*([{}\[\]\"]|[^\s{}\[\]\",:]+)")
#: two escapes that are the halves of one character, or one escape
_ESCAPE = regex(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.")
_SOURCE: tuple[list[str | None], ...] = (["cells", None, "source"], ["cells", None, "source", None])


class Notebook(Format):
    """The text cells of a notebook, read as Markdown; code cells and what they print are masked.

    Positions are those in the file, so that a finding stands where an editor opens it as JSON. A
    suppression comment is one of Markdown, in a cell.
    """

    name: ClassVar[str] = "notebook"
    extensions: ClassVar[tuple[str, ...]] = (".ipynb",)

    def parse(self, raw: str) -> Parsed:
        from textlint_pt.formats.commonmark import parse

        return _joined([_placed(parse(cell.text), cell) for cell in _cells(raw) if cell.text])


def _joined(cells: list[Parsed]) -> Parsed:
    """Cells are read each for itself, as they are shown; a section goes on in the next."""
    blocks: list[Block] = []
    for cell in cells:
        before = blocks[-1].section if blocks else 0
        blocks += [block._replace(section=before + block.section) for block in cell.blocks]
    return Parsed(
        tuple(blocks),
        tuple(one for cell in cells for one in cell.comments),
        tuple(span for cell in cells for span in cell.skipped),
        markup=tuple(one for cell in cells for one in cell.markup),
    )


def _placed(parsed: Parsed, text: Text) -> Parsed:
    """What was read in a decoded text, at the places where its characters are written."""

    def span(found: Span) -> Span:
        return text.span(found.start, found.end)

    def moved(content: Text) -> Text:
        starts = array("I", (text.starts[at] for at in content.starts))
        ends = array("I", (text.ends[at - 1] for at in content.ends))
        return Text(content.text, starts, ends)

    return parsed._replace(
        blocks=tuple(
            block._replace(content=moved(block.content), opaque=tuple(map(span, block.opaque)))
            for block in parsed.blocks
        ),
        comments=tuple(one._replace(span=span(one.span)) for one in parsed.comments),
        skipped=tuple(map(span, parsed.skipped)),
        markup=tuple(
            one._replace(written=moved(one.written), content=moved(one.content))
            for one in parsed.markup
        ),
    )


# ------------------------------------------------------------------ JSON with places


class _String(NamedTuple):
    """A string of the file, as it is written between its quotation marks."""

    start: int
    end: int


def _cells(raw: str) -> Iterator[Text]:
    """The sources of the text cells, decoded."""
    try:
        notebook = json.loads(raw)
    except (ValueError, RecursionError) as error:
        at = getattr(error, "pos", 0)
        raise Malformed("not JSON, and so no notebook", at) from error
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise Malformed("no notebook of version 4: it has no cells", 0)
    for cell, strings in zip(cells, _sources(raw), strict=False):
        if cell.get("cell_type") == "markdown" and strings:
            yield Text.join([_decoded(raw, string) for string in strings])


def _sources(raw: str) -> Iterator[list[_String]]:
    """The strings of `source` of every cell, in order."""
    decoder = json.JSONDecoder()
    found: list[_String] = []
    #: what is open: a list, or in an object the key whose value is read
    path: list[str | None] = []
    awaits_key: list[bool] = []
    at = 0
    while match := _SIGN.match(raw, at):
        sign, at = match[1], match.end()
        if sign in "{[":
            path.append("" if sign == "{" else None)
            awaits_key.append(sign == "{")
        elif sign in "}]":
            path.pop()
            awaits_key.pop()
            if path == ["cells", None]:
                yield found
                found = []
            _value_read(awaits_key, path)
        elif sign == '"':
            text, end = decoder.raw_decode(raw, at - 1)
            if awaits_key and awaits_key[-1]:
                path[-1], awaits_key[-1] = text, False
            else:
                if path in _SOURCE:
                    found.append(_String(at, end - 1))
                _value_read(awaits_key, path)
            at = end
        else:
            _value_read(awaits_key, path)


def _value_read(awaits_key: list[bool], path: list[str | None]) -> None:
    """After a value an object waits for its next key."""
    if path and path[-1] is not None:
        awaits_key[-1] = True


def _decoded(raw: str, string: _String) -> Text:
    """The characters of a string, each with the place of its escape."""
    written = raw[string.start : string.end]
    if "\\" not in written:
        return Text.verbatim(written, string.start)
    parts: list[Text] = []
    at = 0
    for match in _ESCAPE.finditer(written):
        low, high = match.span()
        if low > at:
            parts.append(Text.verbatim(written[at:low], string.start + at))
        decoded: str = json.loads(f'"{match[0]}"')
        if decoded > "\ud7ff" and decoded < "\ue000":
            decoded = "\ufffd"  # half of a character
        parts.append(Text(decoded, [string.start + low], [string.start + high]))
        at = high
    if at < len(written):
        parts.append(Text.verbatim(written[at:], string.start + at))
    return Text.join(parts)
