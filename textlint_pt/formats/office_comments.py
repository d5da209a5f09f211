"""A copy of a Word document with a comment at each finding. Needs python-docx (extra `office`)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import Any, NamedTuple

from textlint_pt.contract.errors import Unreadable
from textlint_pt.formats.office_text import Paragraph, rendered, word_paragraphs

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PRESERVE = "{http://www.w3.org/XML/1998/namespace}space"
_AUTHOR, _INITIALS = "textlint-pt", "tp"
_REFERENCE = f"{_W}commentReference"
_MARKS = (f"{_W}commentRangeStart", f"{_W}commentRangeEnd", _REFERENCE)
_PARAGRAPH_ID = "{http://schemas.microsoft.com/office/word/2010/wordml}paraId"
#: what names a comment that another one answers
_ANSWERED = re.compile(rb"paraIdParent=[\"']([0-9A-Fa-f]+)")


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
    """The document with comments, and how many remarks had no place: notes can hold none.
    `Unreadable`: what Word itself needs of the document is damaged or missing.

    Comments that were written here before give way, unless somebody has answered them.
    """
    import docx
    from docx.opc.exceptions import OpcError
    from docx.text.run import Run

    try:
        document = docx.Document(io.BytesIO(data))
        _clear(document)
    except (KeyError, ValueError, SyntaxError, OpcError) as error:
        # text can be read of a file that lacks parts which Word would miss
        raise Unreadable("not a whole Word document; open it in Word and save it anew") from error
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


def _clear(document: Any) -> None:
    """Take away comments of ours, with the marks that tie them to the text."""
    comments = document.part._comments_part.element
    answered = {
        parent
        for part in document.part.package.iter_parts()
        if str(part.partname).endswith("commentsExtended.xml")
        for parent in _ANSWERED.findall(part.blob)
    }
    gone: set[str] = set()
    for comment in comments.findall(f"{_W}comment"):
        own = {paragraph.get(_PARAGRAPH_ID, "").encode() for paragraph in comment.iter(f"{_W}p")}
        if comment.get(f"{_W}author") == _AUTHOR and not own & answered:
            gone.add(comment.get(f"{_W}id"))
            comments.remove(comment)
    for mark in list(document.element.iter(*_MARKS)):
        if mark.get(f"{_W}id") in gone:
            holder = mark.getparent()
            holder.remove(mark)
            if mark.tag == _REFERENCE and all(child.tag == f"{_W}rPr" for child in holder):
                holder.getparent().remove(holder)


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
