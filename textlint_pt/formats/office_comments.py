"""A copy of a Word document with a comment at each finding. Needs python-docx (extra `office`)."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any, NamedTuple

from textlint_pt.formats.office_text import Paragraph, rendered, word_paragraphs

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PRESERVE = "{http://www.w3.org/XML/1998/namespace}space"
_AUTHOR, _INITIALS = "textlint-pt", "tp"


class Remark(NamedTuple):
    """A comment on the range [start, end) of the text that the document was read as."""

    start: int
    end: int
    text: str


class _Held(NamedTuple):
    """Characters that a run of the document holds, from offset `start` of the text."""

    start: int
    run: Any
    length: int


def annotated(data: bytes, remarks: Iterable[Remark]) -> tuple[bytes, int]:
    """The document with comments, and how many remarks had no place: notes can hold none."""
    import docx
    from docx.text.run import Run

    document = docx.Document(io.BytesIO(data))
    styles = {style.style_id: style.name or "" for style in document.styles}
    paragraphs = list(word_paragraphs(document.element, styles))
    wanted = sorted(remarks)
    held = _held(paragraphs, {offset for one in wanted for offset in (one.start, one.end)})
    lost = 0
    for remark in wanted:
        runs = [
            one.run
            for one in held
            if one.start < max(remark.end, remark.start + 1)
            and remark.start < one.start + one.length
        ]
        if runs:
            ends = [Run(runs[0], document._body), Run(runs[-1], document._body)]
            document.add_comment(ends, remark.text, _AUTHOR, _INITIALS)
        else:
            lost += 1
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue(), lost


def _held(paragraphs: Sequence[Paragraph], cuts: set[int]) -> list[_Held]:
    """The runs of all paragraphs, divided where a remark begins or ends."""
    found: list[_Held] = []
    at = 0
    for paragraph in paragraphs:
        start = at
        for piece in paragraph.pieces:
            if piece.element is not None:
                inside = sorted(c - start for c in cuts if start < c < start + len(piece.text))
                found.extend(_divided(piece.element, start, inside))
            start += len(piece.text)
        at += len(rendered([paragraph])) + 1
    return found


def _divided(element: Any, start: int, cuts: Sequence[int]) -> list[_Held]:
    """The runs that hold a text element's characters, after cutting its run at these offsets."""
    run, text = element.getparent(), element.text or ""
    others = [child for child in run if child is not element and child.tag != f"{_W}rPr"]
    if not cuts or others:
        return [_Held(start, run, len(text))]
    bounds = [0, *cuts, len(text)]
    held = []
    for low, high in reversed(list(pairwise(bounds))):
        part = run if low == 0 else deepcopy(run)
        own = part.find(f"{_W}t")
        own.text = text[low:high]
        own.set(_PRESERVE, "preserve")
        if low:
            run.addnext(part)
        held.append(_Held(start + low, part, high - low))
    return held[::-1]
